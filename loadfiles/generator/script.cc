// Writes operation lines of a loadfile while keeping a model of the tree.
#include "generator/script.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsduel {
namespace {

constexpr std::string_view kNameNotFound = "NT_STATUS_OBJECT_NAME_NOT_FOUND";
constexpr std::string_view kPathNotFound = "NT_STATUS_OBJECT_PATH_NOT_FOUND";
constexpr std::string_view kNoSuchFile = "NT_STATUS_NO_SUCH_FILE";

// Create options and disposition of an open.
constexpr std::string_view HowWords(OpenHow how) {
  switch (how) {
    case OpenHow::kExisting:
      return "0x40 0x1";
    case OpenHow::kNewFile:
      return "0x40 0x2";
    case OpenHow::kAttribute:
      return "0x0 0x1";
    case OpenHow::kNewFolder:
      return "0x1 0x2";
  }
  return "";
}

}  // namespace

int Mix::Total() const {
  int total = 0;
  for (const auto& [name, count] : operations) {
    total += count.total;
  }
  return total;
}

int Script::Open(const std::string& path, OpenHow how) {
  const int handle = ++last_handle_;
  const bool opens_existing =
      how == OpenHow::kExisting || how == OpenHow::kAttribute;
  const bool fails = opens_existing && !tree_.Exists(path);
  Emit("NTCreateX", fmt::format("\"{}\" {} {}", path, HowWords(how), handle),
       fails ? MissingStatus(path) : "");
  if (fails) {
    return 0;
  }
  if (!opens_existing) {
    if (!tree_.ParentExists(path)) {
      Fault("NTCreateX", path + " has no parent");
    }
    if (tree_.Exists(path)) {
      Fault("NTCreateX", path + " exists");
    }
    if (how == OpenHow::kNewFile) {
      tree_.CreateFile(path);
    } else {
      tree_.MakeDirectory(path);
    }
  }
  handles_[handle] = path;
  NotePeaks();
  return handle;
}

void Script::Close(int handle) {
  if (PathOf(handle, "Close") != nullptr) {
    handles_.erase(handle);
  }
  Emit("Close", fmt::format("{}", handle));
}

void Script::Read(int handle, std::int64_t offset, std::int64_t length) {
  if (const std::string* path = PathOf(handle, "ReadX"); path != nullptr) {
    if (offset < 0 || offset + length > tree_.Size(*path)) {
      Fault("ReadX", *path + " is shorter than what is read");
    }
  }
  Emit("ReadX", fmt::format("{} {} {} {}", handle, offset, length, length));
  mix_.bytes_read += length;
}

void Script::Write(int handle, std::int64_t offset, std::int64_t length) {
  if (const std::string* path = PathOf(handle, "WriteX"); path != nullptr) {
    tree_.Extend(*path, offset + length);
  }
  Emit("WriteX", fmt::format("{} {} {} {}", handle, offset, length, length));
  mix_.bytes_written += length;
  NotePeaks();
}

void Script::Flush(int handle) {
  PathOf(handle, "Flush");
  Emit("Flush", fmt::format("{}", handle));
}

void Script::QueryFile(int handle, int level) {
  PathOf(handle, "QUERY_FILE_INFORMATION");
  Emit("QUERY_FILE_INFORMATION", fmt::format("{} {}", handle, level));
}

void Script::SetFile(int handle) {
  PathOf(handle, "SET_FILE_INFORMATION");
  Emit("SET_FILE_INFORMATION", fmt::format("{} {}", handle, kBasicLevel));
}

// One byte far beyond any data: the place by which office programs agree on who
// may write.
void Script::Lock(int handle) {
  PathOf(handle, "LockX");
  Emit("LockX", fmt::format("{} {} 1", handle, 0x7FFFFF92));
}

void Script::Unlock(int handle) {
  PathOf(handle, "UnlockX");
  Emit("UnlockX", fmt::format("{} {} 1", handle, 0x7FFFFF92));
}

void Script::QueryPath(const std::string& path, int level) {
  Emit("QUERY_PATH_INFORMATION", fmt::format("\"{}\" {}", path, level),
       tree_.Exists(path) ? "" : MissingStatus(path));
}

void Script::QueryFileSystem() {
  Emit("QUERY_FS_INFORMATION", "259");
}

void Script::Find(const std::string& pattern) {
  const int count = tree_.CountMatches(pattern);
  Emit("FIND_FIRST", fmt::format("\"{}\" 260 1366 {}", pattern, count),
       count > 0 ? "" : kNoSuchFile);
}

void Script::Unlink(const std::string& path) {
  if (!tree_.IsFile(path)) {
    Fault("Unlink", path + " is not a file");
  }
  Emit("Unlink", fmt::format("\"{}\" 0x6", path));
  tree_.RemoveFile(path);
}

void Script::Rename(const std::string& from, const std::string& to) {
  if (!tree_.IsFile(from) || tree_.Exists(to)) {
    Fault("Rename", from + " to " + to);
    return;
  }
  // A file is found again by name (SET_FILE_INFORMATION of dbench is), so what
  // is open must keep its own.
  const bool is_open =
      std::any_of(handles_.begin(), handles_.end(),
                  [&](const auto& entry) { return entry.second == from; });
  if (is_open) {
    Fault("Rename", from + " is open");
  }
  Emit("Rename", fmt::format("\"{}\" \"{}\"", from, to));
  tree_.RenameFile(from, to);
}

void Script::MakeDirectory(const std::string& path) {
  if (tree_.Exists(path) || !tree_.ParentExists(path)) {
    Fault("Mkdir", path);
  }
  Emit("Mkdir", fmt::format("\"{}\"", path));
  tree_.MakeDirectory(path);
}

void Script::DeleteTree(const std::string& path) {
  if (tree_.Exists(path)) {
    Fault("Deltree", path + " is modelled only as missing");
  }
  Emit("Deltree", fmt::format("\"{}\"", path));
}

std::int64_t Script::SizeOf(int handle) const {
  const auto found = handles_.find(handle);
  return found == handles_.end() ? 0 : tree_.Size(found->second);
}

std::vector<std::string> Script::TakeLines(std::size_t position) {
  const auto first = lines_.begin() + static_cast<std::ptrdiff_t>(position);
  std::vector<std::string> taken(first, lines_.end());
  lines_.erase(first, lines_.end());
  return taken;
}

Mix Script::TakeMix() {
  Mix taken = std::move(mix_);
  mix_ = Mix();
  return taken;
}

void Script::Emit(std::string_view operation, std::string_view rest,
                  std::string_view failure) {
  lines_.push_back(fmt::format("{} {} {}", operation, rest,
                               failure.empty() ? "NT_STATUS_OK" : failure));
  Mix::Count& count = mix_.operations[std::string(operation)];
  ++count.total;
  count.failures += failure.empty() ? 0 : 1;
}

const std::string* Script::PathOf(int handle, std::string_view operation) {
  const auto found = handles_.find(handle);
  if (found == handles_.end()) {
    Fault(operation, fmt::format("handle {} is not open", handle));
    return nullptr;
  }
  if (!tree_.Exists(found->second)) {
    Fault(operation, found->second + " was deleted while open");
  }
  return &found->second;
}

void Script::Fault(std::string_view operation, std::string_view what) {
  faults_.push_back(
      fmt::format("line {}: {}: {}", lines_.size() + 1, operation, what));
}

std::string_view Script::MissingStatus(const std::string& path) const {
  return tree_.ParentExists(path) ? kNameNotFound : kPathNotFound;
}

void Script::NotePeaks() {
  peak_bytes_ = std::max(peak_bytes_, tree_.BlockBytes());
  peak_files_ = std::max(peak_files_, tree_.file_count());
}

}  // namespace fsduel
