// A mapping whose file changes under it.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "sys/mapped_file.h"
#include "sys/unique_fd.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kBytes = 16 * kPage;

class MappedFileTest : public testing::Test {
 protected:
  MappedFileTest()
      : path_(directory_.Write("f", std::string(kBytes, 'x'))),
        fd_(::open(path_.c_str(), O_RDWR | O_CLOEXEC)) {}

  MappedFile Map() {
    Result<MappedFile> map = MappedFile::Map(fd_.get(), kBytes, true);
    EXPECT_TRUE(map.ok());
    return std::move(map).value();
  }

  TempDir directory_;
  std::string path_;
  UniqueFd fd_;
};

TEST_F(MappedFileTest, WhatIsCopiedInStandsInTheFile) {
  const MappedFile map = Map();
  EXPECT_EQ(map.CopyIn("hello", 5, 10'000).value, 5);
  EXPECT_TRUE(map.Sync(5, 10'000).ok());
  EXPECT_EQ(ReadWholeFile(path_).substr(9'999, 7), "xhellox");
}

TEST_F(MappedFileTest, AFileThatBecameShorterGivesEioAndNoSignal) {
  const MappedFile map = Map();
  std::string data(kPage, '?');
  ASSERT_EQ(map.CopyOut(data.data(), kPage, 8 * kPage).value,
            static_cast<std::int64_t>(kPage));
  ASSERT_EQ(::ftruncate(fd_.get(), 4 * kPage), 0);
  for (int round = 0; round < 3; ++round) {
    const SysResult read = map.CopyOut(data.data(), kPage, 8 * kPage);
    EXPECT_EQ(read.value, -1);
    EXPECT_EQ(read.error, EIO);
    const SysResult written = map.CopyIn(data.data(), kPage, 8 * kPage);
    EXPECT_EQ(written.error, EIO);
  }
  EXPECT_TRUE(map.CopyOut(data.data(), kPage, 3 * kPage).ok())
      << "what is left of the file can be read";
}

TEST_F(MappedFileTest, EachThreadIsRescuedByItself) {
  const MappedFile map = Map();
  ASSERT_EQ(::ftruncate(fd_.get(), kPage), 0);
  std::vector<std::thread> threads;
  std::vector<int> errors(8);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    threads.emplace_back([&map, &errors, i] {
      std::string data(kPage, '?');
      for (int round = 0; round < 50; ++round) {
        errors[i] += map.CopyOut(data.data(), kPage,
                                 static_cast<std::int64_t>((i % 2) * 8 * kPage))
                                 .error == EIO
                         ? 1
                         : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t i = 0; i < errors.size(); ++i) {
    EXPECT_EQ(errors[i], i % 2 == 0 ? 0 : 50) << i;
  }
}

TEST_F(MappedFileTest, AnotherBusErrorIsStillDeadly) {
  const MappedFile map = Map();
  ASSERT_EQ(::ftruncate(fd_.get(), 0), 0);
  const auto touch = [this] {
    void* const other =
        ::mmap(nullptr, kPage, PROT_READ, MAP_SHARED, fd_.get(), 0);
    (void)*static_cast<volatile char*>(other);
  };
  EXPECT_EXIT(touch(), testing::KilledBySignal(SIGBUS), "");
}

TEST_F(MappedFileTest, WhatCannotBeMappedIsAStatus) {
  const Result<MappedFile> nothing = MappedFile::Map(-1, kPage, false);
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.status().error(), EBADF);
  const UniqueFd reading(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(MappedFile::Map(reading.get(), kPage, true).status().error(),
            EACCES);
}

}  // namespace
}  // namespace fsduel
