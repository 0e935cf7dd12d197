// What each Action of an application is in operations.
#include <fmt/format.h>

#include <array>

#include "generator/turns.h"

namespace fsduel {
namespace {

constexpr std::int64_t kPage = 4096;

// Lengths of the records that an application picks out of a document.
constexpr std::array<int, 12> kFieldBytes = {512, 24,  184, 64,  8,   16,
                                             512, 248, 12,  384, 512, 92};

}  // namespace

void Turns::Perform(const Step& step) {
  switch (step.action) {
    case Action::kSpool:
      return Spool(step.times);
    case Action::kVisit:
      return Visit(step);
    case Action::kTouch:
      return Touch(step);
    default:
      return PerformOnce(step, PathOf(step.file));
  }
}

void Turns::PerformOnce(const Step& step, const std::string& path) {
  switch (step.action) {
    case Action::kProbe:
      return Probe(path);
    case Action::kLoad:
      return Load(path, step);
    case Action::kHold:
      return Hold(path, step);
    case Action::kSkim:
      return Skim(path, step);
    case Action::kFields:
      return Fields(path, step);
    case Action::kAsk:
      return script_.QueryPath(path);
    case Action::kSave:
      return Save(path, step.amount);
    case Action::kSetAside:
      return SetAside(path, step.amount);
    case Action::kReplace:
      return Replace(path, step.amount);
    case Action::kFlushEach:
      return FlushEach(path, step.times);
    case Action::kHeader:
      return Header(path, step);
    case Action::kPrint:
      return Print(path, step);
    case Action::kEmpty:
      return script_.Close(script_.Open(path, OpenHow::kNewFile));
    case Action::kLockedWrite:
      return LockedWrite(path, step);
    case Action::kDelete:
      return Delete(path);
    default:
      break;
  }
  for (int n = 0; n < step.times; ++n) {
    const int handle = script_.Open(path);
    if (step.action == Action::kPeek) {
      script_.Read(handle, 0, step.amount);
    } else if (step.action == Action::kStamp) {
      script_.SetFile(handle);
    } else {
      script_.QueryFile(handle,
                        n % 2 == 1 ? Script::kExtraLevel : Script::kBasicLevel);
    }
    script_.Close(handle);
  }
}

void Turns::Probe(const std::string& path) {
  script_.Close(script_.Open(path, OpenHow::kNewFile));
  Delete(path);
}

void Turns::Load(const std::string& path, const Step& step) {
  script_.QueryPath(path);
  const int handle = script_.Open(path);
  for (int n = 0; n < step.times; ++n) {
    script_.Read(handle, std::int64_t{n} * step.amount, step.amount);
  }
  script_.Close(handle);
}

void Turns::Hold(const std::string& path, const Step& step) {
  script_.QueryPath(path);
  const int handle = script_.Open(path);
  script_.Read(handle, 0, step.amount);
  held_.push_back(handle);
}

void Turns::Skim(const std::string& path, const Step& step) {
  const int handle = script_.Open(path);
  const auto blocks =
      static_cast<std::uint64_t>(script_.SizeOf(handle) / step.amount);
  for (int n = 0; n < step.times; ++n) {
    const auto block = static_cast<std::int64_t>(random_.Below(blocks));
    script_.Read(handle, block * step.amount, step.amount);
  }
  script_.Close(handle);
}

void Turns::Fields(const std::string& path, const Step& step) {
  const int handle = script_.Open(path);
  const auto size = static_cast<std::uint64_t>(script_.SizeOf(handle));
  for (int n = 0; n < step.times; ++n) {
    const int bytes =
        kFieldBytes[static_cast<std::size_t>(n) % kFieldBytes.size()];
    const std::uint64_t room = size - static_cast<std::uint64_t>(bytes);
    script_.Read(handle, static_cast<std::int64_t>(random_.Below(room)), bytes);
  }
  script_.Close(handle);
}

void Turns::Save(const std::string& path, std::int64_t bytes) {
  script_.QueryPath(path);
  script_.Open(path);
  WriteNewFile(path, bytes);
}

void Turns::SetAside(const std::string& path, std::int64_t bytes) {
  const std::string backup = path + ".bak";
  Move(path, backup);
  Save(path, bytes);
  Delete(backup);
}

void Turns::Replace(const std::string& path, std::int64_t bytes) {
  const std::string backup = path + ".bak";
  const std::string scratch = path + ".new";
  Save(scratch, bytes);
  Move(path, backup);
  Move(scratch, path);
  Delete(backup);
}

void Turns::FlushEach(const std::string& path, int times) {
  const int handle = script_.Open(path);
  script_.Read(handle, 0, kPage);
  for (int n = 0; n < times; ++n) {
    script_.Write(handle, 0, kPage);
    script_.Flush(handle);
    if (n == 1) {
      script_.QueryFile(handle, Script::kBasicLevel);
    }
  }
  script_.SetFile(handle);
  script_.Close(handle);
}

void Turns::Header(const std::string& path, const Step& step) {
  const int handle = script_.Open(path);
  script_.QueryFile(handle, Script::kBasicLevel);
  for (int n = 0; n < step.times; ++n) {
    script_.Write(handle, 0, step.amount);
  }
  script_.Close(handle);
}

void Turns::Print(const std::string& path, const Step& step) {
  const int handle = script_.Open(path, OpenHow::kNewFile);
  for (int n = 0; n < step.times; ++n) {
    script_.Write(handle, std::int64_t{n} * step.amount, step.amount);
  }
  script_.Close(handle);
}

void Turns::Spool(int times) {
  for (int n = 0; n < times; ++n) {
    const std::string path = PathOf(fmt::format("page{:02}.tmp", ++spooled_));
    script_.Open(path);
    script_.Open(path);
    script_.Close(script_.Open(path, OpenHow::kNewFile));
    Delete(path);
  }
}

void Turns::LockedWrite(const std::string& path, const Step& step) {
  const int handle = script_.Open(path);
  for (int n = 0; n < step.times; ++n) {
    script_.Lock(handle);
    script_.Read(handle, 0, step.amount);
    script_.Write(handle, 0, step.amount);
    script_.Flush(handle);
    script_.Unlock(handle);
  }
  script_.Close(handle);
}

void Turns::Visit(const Step& step) {
  for (int n = 0; n < step.times; ++n) {
    for (const Document& document : application_->documents) {
      const std::string path = PathOf(document.name);
      script_.QueryPath(path);
      const int handle = script_.Open(path);
      script_.Read(handle, 0, step.amount);
      script_.Close(handle);
    }
  }
}

void Turns::Touch(const Step& step) {
  for (int n = 0; n < step.times; ++n) {
    for (const Document& document : application_->documents) {
      script_.Close(script_.Open(PathOf(document.name)));
    }
  }
}

}  // namespace fsduel
