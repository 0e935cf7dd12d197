// Plays the model of `office`: set-up, turns of applications, clean-up.
#include "generator/turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fsduel {
namespace {

constexpr std::string_view kRoot = "/clients";
constexpr std::string_view kClient = "/clients/client1";
constexpr std::string_view kDesk = "/clients/client1/desk";
constexpr std::int64_t kCopyBlock = 65536;
constexpr std::int64_t kArchiveBlock = 61440;
constexpr std::int64_t kPage = 4096;

std::string InFolder(std::string_view folder, std::string_view name) {
  return fmt::format("{}/{}/{}", kDesk, folder, name);
}

}  // namespace

void Turns::SetUp() {
  const std::string client(kClient);
  const std::string desk(kDesk);
  script_.DeleteTree(client);
  script_.MakeDirectory(std::string(kRoot));
  MakeFolder(client);
  script_.Open(fmt::format("{}/workgroup.lck", client));
  script_.QueryPath(desk);
  script_.Find(fmt::format("{}/ballast*", client));
  MakeFolder(desk);
  script_.QueryFileSystem();
  for (const Document& document : Ballast()) {
    WriteNewFile(fmt::format("{}/{}", client, document.name), document.bytes);
  }
  for (const Application& application : Applications()) {
    MakeFolder(fmt::format("{}/{}", desk, application.folder));
    for (const Document& document : application.documents) {
      WriteNewFile(InFolder(application.folder, document.name), document.bytes);
    }
  }
  MakeFolder(fmt::format("{}/{}", desk, kArchiveFolder));
  for (const Document& document : ArchiveDocuments()) {
    WriteNewFile(InFolder(kArchiveFolder, document.name), document.bytes);
  }
}

void Turns::Round() {
  int visits = 0;
  for (const Application& application : Applications()) {
    if (application_ != nullptr) {
      VisitArchive(/*refresh=*/visits++ % 2 == 0);
    }
    Turn(application);
  }
  CleanUp();
}

void Turns::MakeFolder(const std::string& path) {
  script_.Close(script_.Open(path, OpenHow::kNewFolder));
}

void Turns::Turn(const Application& application) {
  application_ = &application;
  const std::size_t begin = script_.position();
  bool first = true;
  for (const Step& step : application.turn) {
    Perform(step);
    if (first) {
      CloseHeld();  // the archive is let go once the application runs
      first = false;
    }
  }
  CloseHeld();
  Sprinkle(begin);
}

void Turns::VisitArchive(bool refresh) {
  const auto visits = ArchiveVisits(refresh);
  for (int i = 0; i < kArchiveDocumentCount; ++i) {
    const ArchiveVisit& visit = visits[static_cast<std::size_t>(i)];
    const Document& document = ArchiveDocuments()[static_cast<std::size_t>(i)];
    const int handle = script_.Open(InFolder(kArchiveFolder, document.name));
    std::int64_t offset = 0;
    for (int n = 0; n < visit.large_reads; ++n, offset += kArchiveBlock) {
      script_.Read(handle, offset, kArchiveBlock);
    }
    for (int n = 0; n < visit.small_reads; ++n, offset += kPage) {
      script_.Read(handle, offset, kPage);
    }
    for (int n = 0; n < visit.writes; ++n) {
      script_.Write(handle, n * kCopyBlock, kCopyBlock);
    }
    script_.QueryFileSystem();
    held_.push_back(handle);
  }
}

void Turns::CleanUp() {
  for (const Application& application : Applications()) {
    const std::string folder = fmt::format("{}/{}", kDesk, application.folder);
    script_.Find(folder + "/*");
    for (const std::string& name : script_.tree().FilesIn(folder)) {
      const bool lasts = std::any_of(
          application.documents.begin(), application.documents.end(),
          [&](const Document& document) { return document.name == name; });
      if (!lasts) {
        const std::string path = InFolder(application.folder, name);
        script_.QueryPath(path);
        Delete(path);
      }
    }
  }
  script_.Find(InFolder(kArchiveFolder, "*"));
  script_.QueryFileSystem();
}

void Turns::Move(const std::string& from, const std::string& to) {
  script_.QueryPath(from, Script::kAttributeLevel);
  script_.Close(script_.Open(from, OpenHow::kAttribute));
  script_.Rename(from, to);
}

void Turns::Delete(const std::string& path) {
  script_.QueryPath(path, Script::kAttributeLevel);
  script_.Unlink(path);
}

void Turns::WriteNewFile(const std::string& path, std::int64_t bytes) {
  const int handle = script_.Open(path, OpenHow::kNewFile);
  script_.Write(handle, std::min(bytes, kCopyBlock) - 1, 1);
  script_.QueryFile(handle, Script::kAllLevel);
  for (std::int64_t offset = 0; offset < bytes; offset += kCopyBlock) {
    script_.Write(handle, offset, std::min(kCopyBlock, bytes - offset));
  }
  script_.Close(handle);
}

void Turns::CloseHeld() {
  for (const int handle : held_) {
    script_.Close(handle);
  }
  held_.clear();
}

void Turns::Sprinkle(std::size_t begin) {
  struct Remark {
    int Chatter::*count;
    void (Turns::*make)();
  };
  static constexpr std::array kRemarks = {
      Remark{&Chatter::look_for_scratch, &Turns::LookForScratch},
      Remark{&Chatter::list_desk, &Turns::ListDesk},
      Remark{&Chatter::free_space, &Turns::AskFreeSpace},
      Remark{&Chatter::query_missing, &Turns::QueryMissing},
      Remark{&Chatter::query_documents, &Turns::QueryDocument},
      Remark{&Chatter::open_missing, &Turns::OpenMissing},
      Remark{&Chatter::glance_documents, &Turns::Glance},
  };
  const std::vector<std::string> turn = script_.TakeLines(begin);
  std::vector<std::vector<const Remark*>> before(turn.size() + 1);
  for (const Remark& remark : kRemarks) {
    for (int n = 0; n < application_->chatter.*remark.count; ++n) {
      before[PlaceForRemark(turn)].push_back(&remark);
    }
  }
  for (std::size_t i = 0; i <= turn.size(); ++i) {
    for (const Remark* remark : before[i]) {
      (this->*remark->make)();
    }
    if (i < turn.size()) {
      script_.PutLine(turn[i]);
    }
  }
}

// Anywhere but between the extension of a file and the query that follows it.
std::size_t Turns::PlaceForRemark(const std::vector<std::string>& turn) {
  const std::size_t place = random_.Below(turn.size() + 1);
  return place < turn.size() && turn[place].starts_with("QUERY_FILE")
             ? place + 1
             : place;
}

void Turns::LookForScratch() {
  script_.Find(fmt::format("{}/<.TMP", kDesk));
}

void Turns::ListDesk() {
  script_.Find(fmt::format("{}/*", kDesk));
}

void Turns::AskFreeSpace() {
  script_.QueryFileSystem();
}

void Turns::QueryMissing() {
  script_.QueryPath(SomethingMissing());
}

void Turns::QueryDocument() {
  script_.QueryPath(SomeDocument());
}

void Turns::OpenMissing() {
  script_.Open(SomethingMissing());
}

void Turns::Glance() {
  const int handle = script_.Open(SomeDocument());
  script_.Read(handle, 0, kPage);
  script_.Close(handle);
}

std::string Turns::PathOf(std::string_view name) const {
  return InFolder(application_->folder, name);
}

std::string Turns::SomeDocument() {
  const auto documents = application_->documents;
  return PathOf(documents[random_.Below(documents.size())].name);
}

std::string Turns::SomethingMissing() {
  const auto missing = application_->missing;
  return PathOf(missing[next_missing_++ % missing.size()]);
}

}  // namespace fsduel
