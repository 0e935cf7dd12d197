// `--verify` against a file system in memory, right and broken.
#include "engine/data_verifier.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "loadfile/operation.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using Bytes = std::vector<std::byte>;

constexpr std::uint32_t kSlots = 6;

// A file system that is as simple as can be, with the calls that the executor
// makes to the verifier around each operation.
class VerifiedFiles {
 public:
  explicit VerifiedFiles(const DataVerifierOptions& options)
      : verifier_(options) {}
  VerifiedFiles() : VerifiedFiles(DataVerifierOptions{1, 0, kSlots}) {}

  DataVerifier& verifier() { return verifier_; }
  const VerifyCounts& counts() { return verifier_.counts(); }
  const VerifyMismatch& mismatch() { return *verifier_.first_mismatch(); }
  // The bytes that are "on the disk", for tests that damage them.
  Bytes& Contents(const std::string& path) { return *files_.at(path); }
  bool Exists(const std::string& path) const { return files_.contains(path); }
  bool IsOpen(std::uint32_t slot) const { return handles_.contains(slot); }
  std::size_t Size(std::uint32_t slot) const {
    return handles_.at(slot)->size();
  }

  void Open(std::uint32_t slot, const std::string& path,
            OpenEffect effect = OpenEffect::kKept) {
    auto& file = files_[path];
    if (file == nullptr) {
      file = std::make_shared<Bytes>();
    }
    if (effect == OpenEffect::kEmptied) {
      file->clear();
    }
    handles_[slot] = file;
    verifier_.Opened(slot, path, effect,
                     static_cast<std::int64_t>(file->size()));
  }

  void Close(std::uint32_t slot) {
    handles_.erase(slot);
    verifier_.Closed(slot);
  }

  // `most`: the disk takes no more in one call; the rest is tried once more.
  void Write(std::uint32_t slot, std::size_t offset, std::size_t length,
             std::size_t most = 1 << 30) {
    Bytes buffer(length);
    verifier_.Prepare(slot, static_cast<std::int64_t>(offset), buffer);
    const std::size_t first = std::min(length, most);
    Store(slot, offset, std::span(buffer).first(first));
    Report(slot, offset, length, first);
    if (first < length) {
      Store(slot, offset + first, std::span(buffer).subspan(first));
      Report(slot, offset + first, length - first, length - first);
    }
  }

  // The disk says that it wrote all and keeps nothing.
  void LoseWrite(std::uint32_t slot, std::size_t offset, std::size_t length) {
    Bytes buffer(length);
    verifier_.Prepare(slot, static_cast<std::int64_t>(offset), buffer);
    Report(slot, offset, length, length);
  }

  // The write fails; `kept` bytes of it arrive all the same.
  void FailWrite(std::uint32_t slot, std::size_t offset, std::size_t length,
                 std::size_t kept) {
    Bytes buffer(length);
    verifier_.Prepare(slot, static_cast<std::int64_t>(offset), buffer);
    if (kept > 0) {
      Store(slot, offset, std::span(buffer).first(kept));
    }
    verifier_.Written(slot, static_cast<std::int64_t>(offset),
                      static_cast<std::int64_t>(length), -1);
  }

  bool Read(std::uint32_t slot, std::size_t offset, std::size_t length) {
    const Bytes& file = *handles_.at(slot);
    const std::size_t begin = std::min(offset, file.size());
    const std::size_t bytes = std::min(length, file.size() - begin);
    return verifier_.CheckRead(slot, static_cast<std::int64_t>(offset),
                               std::span(file).subspan(begin, bytes),
                               static_cast<std::int64_t>(length));
  }

  void Truncate(std::uint32_t slot, std::size_t size) {
    handles_.at(slot)->resize(size);
    verifier_.Truncated(slot, static_cast<std::int64_t>(size));
  }

  void Rename(const std::string& from, const std::string& to) {
    std::map<std::string, std::shared_ptr<Bytes>> moved;
    for (const auto& [path, file] : files_) {
      if (path == from || path.starts_with(from + "/")) {
        moved[to + path.substr(from.size())] = file;
      }
    }
    std::erase_if(files_, [&](const auto& entry) {
      return entry.first == from || entry.first.starts_with(from + "/");
    });
    for (auto& [path, file] : moved) {
      files_[path] = file;
    }
    verifier_.Renamed(from, to);
  }

  void Unlink(const std::string& path) {
    files_.erase(path);
    verifier_.Unlinked(path);
  }

  void Deltree(const std::string& path) {
    std::erase_if(files_, [&](const auto& entry) {
      return entry.first == path || entry.first.starts_with(path + "/");
    });
    verifier_.TreeRemoved(path);
  }

 private:
  void Store(std::uint32_t slot, std::size_t offset,
             std::span<const std::byte> bytes) {
    if (bytes.empty()) {
      return;
    }
    Bytes& file = *handles_.at(slot);
    file.resize(std::max(file.size(), offset + bytes.size()));
    std::ranges::copy(bytes,
                      file.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  void Report(std::uint32_t slot, std::size_t offset, std::size_t length,
              std::size_t written) {
    verifier_.Written(slot, static_cast<std::int64_t>(offset),
                      static_cast<std::int64_t>(length),
                      static_cast<std::int64_t>(written));
  }

  DataVerifier verifier_;
  std::map<std::string, std::shared_ptr<Bytes>> files_;
  std::map<std::uint32_t, std::shared_ptr<Bytes>> handles_;
};

// One random step that a sound file system always gets right.
void RandomStep(VerifiedFiles* files, Random* random) {
  static const std::vector<std::string> paths = {"a/x", "a/y",     "a/sub/x",
                                                 "b/x", "b/sub/x", "a/sub2"};
  const auto pick = [&](std::uint64_t bound) { return random->Below(bound); };
  const std::string& path = paths[pick(paths.size())];
  const auto slot = static_cast<std::uint32_t>(pick(kSlots));
  const std::size_t offset = pick(700);
  const std::size_t length = pick(pick(4) == 0 ? 600 : 80);
  switch (pick(12)) {
    case 0:
      files->Open(slot, path,
                  files->Exists(path) ? OpenEffect::kKept : OpenEffect::kMade);
      return;
    case 1:
      files->Open(slot, path, OpenEffect::kEmptied);
      return;
    case 2:
      files->Open(slot, path, OpenEffect::kKept);
      return;
    case 3:
      if (pick(4) == 0) {
        files->Close(slot);
      }
      return;
    case 4: {
      const std::string& to = paths[pick(paths.size())];
      if (files->Exists(path)) {
        files->Rename(path, to);
      }
      return;
    }
    case 5:
      if (files->Exists(path)) {
        files->Unlink(path);
      }
      return;
    case 6:
      if (pick(10) == 0) {
        files->Deltree(pick(2) == 0 ? "a/sub" : "b");
      }
      // A directory is moved only to where nothing is.
      if (pick(10) == 0 && !files->Exists("c/x")) {
        files->Rename("a/sub", "c");
      }
      if (pick(10) == 0 && !files->Exists("a/sub/x")) {
        files->Rename("c", "a/sub");
      }
      return;
    case 7:
      if (files->IsOpen(slot)) {
        files->Truncate(slot, offset);
      }
      return;
    case 8:
    case 9:
      if (files->IsOpen(slot)) {
        files->Write(slot, offset, length, 1 + pick(99));
      }
      return;
    default:
      if (files->IsOpen(slot)) {
        EXPECT_TRUE(files->Read(slot, offset, length));
      }
  }
}

TEST(DataVerifier, ASoundFileSystemVerifiesEveryByteOfRandomSequences) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    VerifiedFiles files;
    Random random(seed);
    for (int step = 0; step < 2000; ++step) {
      RandomStep(&files, &random);
    }
    EXPECT_EQ(files.counts().mismatches, 0U) << "seed " << seed;
    EXPECT_EQ(files.counts().unverified_bytes, 0U) << "seed " << seed;
    EXPECT_GT(files.counts().verified_bytes, 1000U) << "seed " << seed;
  }
}

TEST(DataVerifier, AnyByteThatIsChangedAnywhereIsFound) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    VerifiedFiles files;
    Random random(seed);
    files.Open(0, "f");
    for (int i = 0; i < 8; ++i) {
      files.Write(0, random.Below(400), 1 + random.Below(200));
    }
    const std::size_t size = files.Size(0);
    const std::size_t at = random.Below(size);
    files.Contents("f")[at] ^= static_cast<std::byte>(1 + random.Below(255));
    EXPECT_FALSE(files.Read(0, 0, size)) << seed;
    EXPECT_EQ(files.mismatch().offset, static_cast<std::int64_t>(at)) << seed;
    EXPECT_EQ(files.counts().mismatches, 1U);
  }
}

TEST(DataVerifier, AFlippedByteIsNamedWithFileOffsetExpectedAndFound) {
  VerifiedFiles files;
  files.Open(0, "dir/a.doc");
  files.Write(0, 0, 4096);
  std::byte& flipped = files.Contents("dir/a.doc")[1000];
  const int was = std::to_integer<int>(flipped);
  flipped ^= std::byte{0x10};
  EXPECT_TRUE(files.Read(0, 0, 960));
  EXPECT_FALSE(files.Read(0, 512, 1024));
  const VerifyMismatch& mismatch = files.mismatch();
  EXPECT_EQ(mismatch.path, "dir/a.doc");
  EXPECT_EQ(mismatch.offset, 1000);
  EXPECT_THAT(mismatch.expected, HasSubstr("block of 'dir/a.doc' at offset 960,"
                                           " generation 2 of client 0"));
  EXPECT_EQ(mismatch.found.find("1 of 64 bytes differ, the first is 0x"), 0U);
  EXPECT_THAT(mismatch.found,
              HasSubstr(", not 0x" + std::string(was < 16 ? "0" : "")));
  EXPECT_EQ(files.counts().verified_bytes, 960U + 960 - 512);
}

TEST(DataVerifier, SwappedBlocksAreNamedByWhereTheyBelong) {
  VerifiedFiles files;
  files.Open(0, "a");
  files.Open(1, "b");
  files.Write(0, 0, 8192);
  files.Write(1, 0, 8192);
  Bytes& a = files.Contents("a");
  std::swap_ranges(a.begin(), a.begin() + 4096, a.begin() + 4096);
  EXPECT_FALSE(files.Read(0, 0, 4096));
  EXPECT_THAT(files.mismatch().found,
              HasSubstr("block of 'a' at offset 4096, generation 2"));
  EXPECT_TRUE(files.Read(1, 0, 8192));

  VerifiedFiles others;
  others.Open(0, "a");
  others.Open(1, "tmp");
  others.Write(0, 0, 4096);
  others.Write(1, 0, 4096);
  others.Rename("tmp", "b");
  std::swap(others.Contents("a"), others.Contents("b"));
  EXPECT_FALSE(others.Read(0, 0, 64));
  EXPECT_THAT(others.mismatch().expected, HasSubstr("block of 'a' at"));
  EXPECT_THAT(others.mismatch().found, HasSubstr("block of 'b' at offset 0"));
}

TEST(DataVerifier, ALostWriteShowsTheGenerationThatIsStillThere) {
  VerifiedFiles files;
  files.Open(0, "a");
  files.Write(0, 0, 4096);
  files.LoseWrite(0, 1024, 512);
  EXPECT_TRUE(files.Read(0, 0, 1024));
  EXPECT_TRUE(files.Read(0, 1536, 2560));
  EXPECT_FALSE(files.Read(0, 0, 4096));
  EXPECT_EQ(files.mismatch().offset, 1024 + 24);  // the generation's place
  EXPECT_THAT(files.mismatch().expected, HasSubstr("generation 3"));
  EXPECT_THAT(files.mismatch().found, HasSubstr("generation 2"));
}

TEST(DataVerifier, AFileThatCameOutShorterOrLongerIsAMismatch) {
  VerifiedFiles files;
  files.Open(0, "a");
  files.Write(0, 0, 1000);
  EXPECT_TRUE(files.Read(0, 900, 500));
  files.Contents("a").resize(990);
  EXPECT_FALSE(files.Read(0, 900, 500));
  EXPECT_EQ(files.mismatch().offset, 990);
  EXPECT_EQ(files.mismatch().found, "end of the file");

  VerifiedFiles longer;
  longer.Open(0, "a");
  longer.Write(0, 0, 1000);
  longer.Contents("a").resize(1001, std::byte{7});
  EXPECT_FALSE(longer.Read(0, 1000, 10));
  EXPECT_EQ(longer.mismatch().offset, 1000);
  EXPECT_EQ(longer.mismatch().expected, "end of the file");
}

TEST(DataVerifier, HolesMustReadAsZeros) {
  VerifiedFiles files;
  files.Open(0, "a");
  files.Write(0, 5000, 100);
  EXPECT_TRUE(files.Read(0, 0, 5100));
  files.Contents("a")[17] = std::byte{1};
  EXPECT_FALSE(files.Read(0, 0, 5100));
  EXPECT_EQ(files.mismatch().offset, 17);
  EXPECT_EQ(files.mismatch().expected, "zeros (never written)");

  VerifiedFiles lost;
  lost.Open(0, "a");
  lost.LoseWrite(0, 0, 100);
  lost.Contents("a").resize(100);
  EXPECT_FALSE(lost.Read(0, 0, 100));
  EXPECT_EQ(lost.mismatch().found, "zeros");
}

TEST(DataVerifier, AfterAFailedWriteItsRangeIsUnverifiedAndTheRestIsNot) {
  for (const std::size_t kept : {0, 1, 64, 130, 200}) {
    VerifiedFiles files;
    files.Open(0, "a");
    files.Write(0, 0, 300);
    files.FailWrite(0, 250, 200, kept);
    EXPECT_TRUE(files.Read(0, 0, 1000)) << kept;
    // Beside what is known, cells that are whole and in their place.
    EXPECT_GE(files.counts().verified_bytes, 250U) << kept;
    EXPECT_GT(files.counts().unverified_bytes, 0U) << kept;
    EXPECT_EQ(files.counts().verified_bytes + files.counts().unverified_bytes,
              files.Size(0))
        << kept;
    files.Write(0, 200, 400);
    EXPECT_TRUE(files.Read(0, 0, 1000)) << kept;
    files.Contents("a")[300] ^= std::byte{1};
    EXPECT_FALSE(files.Read(0, 0, 1000)) << kept;
  }
}

TEST(DataVerifier, AFileThatWasThereBeforeIsKnownOnlyWhereItIsWritten) {
  VerifiedFiles files;
  files.Open(0, "old");
  files.Contents("old").resize(10'000, std::byte{'x'});
  files.Open(1, "old");  // a verifier that has just learnt of it:
  VerifiedFiles fresh;
  fresh.Open(0, "old");
  fresh.Contents("old") = files.Contents("old");
  fresh.verifier().Unlinked("old");
  fresh.Open(0, "old");
  EXPECT_TRUE(fresh.Read(0, 0, 20'000));
  EXPECT_EQ(fresh.counts().verified_bytes, 0U);
  EXPECT_EQ(fresh.counts().unverified_bytes, 10'000U);
  fresh.Write(0, 100, 50);
  EXPECT_TRUE(fresh.Read(0, 0, 1000));
  EXPECT_EQ(fresh.counts().verified_bytes, 50U);
  fresh.Contents("old").resize(9'000);
  EXPECT_FALSE(fresh.Read(0, 8'500, 1000));
}

TEST(DataVerifier, AnUnlinkedFileIsCheckedThroughItsHandleStill) {
  VerifiedFiles files;
  files.Open(0, "a");
  files.Write(0, 0, 500);
  files.Unlink("a");
  files.Open(1, "a", OpenEffect::kMade);
  files.Write(1, 0, 500);
  EXPECT_TRUE(files.Read(0, 0, 500));
  EXPECT_TRUE(files.Read(1, 0, 500));
  EXPECT_EQ(files.counts().verified_bytes, 1000U);
}

TEST(DataVerifier, NamesThatDifferInCaseOnlyAreNotClaimed) {
  VerifiedFiles files;
  files.Open(0, "A.txt");
  files.Write(0, 0, 500);
  files.Open(1, "a.TXT");  // another file here, the same one elsewhere
  files.Write(1, 0, 500);
  EXPECT_TRUE(files.Read(0, 0, 500));
  EXPECT_TRUE(files.Read(1, 0, 500));
  EXPECT_EQ(files.counts().mismatches, 0U);
}

TEST(DataVerifier, DataLostByAFailedFsyncIsNoMismatch) {
  VerifiedFiles files;
  files.Open(0, "a");
  files.Write(0, 0, 500);
  files.verifier().DataLost(0);
  std::ranges::fill(files.Contents("a"), std::byte{0});
  EXPECT_TRUE(files.Read(0, 0, 500));
  EXPECT_EQ(files.counts().unverified_bytes, 500U);
}

TEST(DataVerifier, UnboundSlotsAreCountedAsUnverified) {
  DataVerifier verifier({1, 0, kSlots});
  Bytes data(100);
  verifier.Opened(kNoHandle, "a", OpenEffect::kEmptied, 0);
  verifier.Prepare(2, 0, data);
  verifier.Written(2, 0, 100, 100);
  EXPECT_TRUE(verifier.CheckRead(2, 0, data, 100));
  EXPECT_TRUE(verifier.CheckRead(kNoHandle, 0, data, 100));
  EXPECT_EQ(verifier.counts().unverified_bytes, 200U);
}

// Two clients in one tree.
TEST(DataVerifier, SharedFilesAreVerifiedByTheirCellsAlone) {
  DataVerifier one({1, 1, kSlots, OwnNames::kBelowOwnClient});
  DataVerifier two({1, 2, kSlots, OwnNames::kBelowOwnClient});
  one.Opened(0, "pub/f", OpenEffect::kMade, 0);
  two.Opened(0, "pub/f", OpenEffect::kKept, 0);
  Bytes disk(256);
  one.Prepare(0, 0, disk);
  one.Written(0, 0, 256, 256);
  two.Prepare(0, 100, std::span(disk).subspan(100, 64));
  two.Written(0, 100, 64, 64);
  // Cells 1 and 2 are half by either client: no claim.
  EXPECT_TRUE(one.CheckRead(0, 0, disk, 256));
  EXPECT_EQ(one.counts().verified_bytes, 128U);
  EXPECT_EQ(one.counts().unverified_bytes, 128U);
  EXPECT_TRUE(two.CheckRead(0, 0, disk, 1000));
  EXPECT_EQ(two.counts().verified_bytes, 128U);
  // A whole cell at the wrong place is wrong whoever wrote it.
  std::copy_n(disk.begin(), 64, disk.begin() + 192);
  EXPECT_FALSE(two.CheckRead(0, 0, disk, 256));
  EXPECT_EQ(two.first_mismatch()->offset, 192);
  EXPECT_THAT(two.first_mismatch()->found,
              HasSubstr("at offset 0, generation 2 of client 1"));
}

TEST(DataVerifier, OwnNamesOfASharedTreeAreFullyClaimed) {
  VerifiedFiles files({1, 3, kSlots, OwnNames::kBelowOwnClient});
  files.Open(0, "clients/client3/a");
  files.Open(1, "clients/client33/a");
  files.Write(0, 10, 500);
  files.Write(1, 10, 500);
  EXPECT_TRUE(files.Read(0, 0, 510));
  EXPECT_EQ(files.counts().verified_bytes, 510U);
  EXPECT_TRUE(files.Read(1, 0, 510));
  EXPECT_LT(files.counts().verified_bytes, 1020U);
  // Moved to where others may write, it is shared from then on.
  files.Rename("clients/client3/a", "pub");
  files.Contents("pub")[20] ^= std::byte{1};
  EXPECT_TRUE(files.Read(0, 0, 64));
}

TEST(DataVerifier, AnotherClientsBlockInAnOwnFileIsNamed) {
  DataVerifier one({1, 1, kSlots});
  DataVerifier two({1, 2, kSlots});
  one.Opened(0, "f", OpenEffect::kMade, 0);
  two.Opened(0, "f", OpenEffect::kMade, 0);
  Bytes of_one(64);
  Bytes of_two(64);
  one.Prepare(0, 0, of_one);
  one.Written(0, 0, 64, 64);
  two.Prepare(0, 0, of_two);
  two.Written(0, 0, 64, 64);
  EXPECT_TRUE(one.CheckRead(0, 0, of_one, 64));
  EXPECT_FALSE(one.CheckRead(0, 0, of_two, 64));
  EXPECT_THAT(one.first_mismatch()->found, HasSubstr("of client 2"));
}

TEST(DataVerifier, TheSameSeedWritesTheSameBytes) {
  Bytes bytes[3];
  for (std::uint64_t i = 0; i < 3; ++i) {
    DataVerifier verifier({i / 2, 0, kSlots});
    verifier.Opened(0, "f", OpenEffect::kMade, 0);
    bytes[i].resize(5000);
    verifier.Prepare(0, 37, bytes[i]);
  }
  EXPECT_EQ(bytes[0], bytes[1]);
  EXPECT_NE(bytes[0], bytes[2]);
}

}  // namespace
}  // namespace fsduel
