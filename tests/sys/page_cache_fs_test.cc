// What the page cache holds, on a real filesystem.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include <gtest/gtest.h>

#include "sys/page_cache.h"
#include "sys/unique_fd.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kPages = 256;
constexpr long kTmpfs = 0x01021994;

class PageCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    struct statfs status = {};
    ASSERT_EQ(::statfs(directory_.path().c_str(), &status), 0);
    if (status.f_type == kTmpfs) {
      GTEST_SKIP() << "tmpfs is nothing but cache: set TMPDIR";
    }
    const std::string path =
        directory_.Write("f", std::string(kPages * kPage, 'x'));
    fd_ = UniqueFd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    ASSERT_TRUE(fd_.valid());
  }
  std::uint64_t Cached() const {
    const Result<CachedPages> count =
        CountCachedPages(fd_.get(), kPages * kPage);
    EXPECT_TRUE(count.ok()) << count.status().message();
    EXPECT_EQ(count->pages, kPages);
    return count->cached;
  }

  TempDir directory_;
  UniqueFd fd_;
};

TEST_F(PageCacheTest, WhatWasJustWrittenIsThereAndGoneWhenDropped) {
  EXPECT_EQ(Cached(), kPages);
  ASSERT_TRUE(DropCachedPages(fd_.get()).ok()) << "the pages were dirty";
  EXPECT_EQ(Cached(), 0U);
}

TEST_F(PageCacheTest, WhatIsReadComesBackPageByPage) {
  ASSERT_TRUE(DropCachedPages(fd_.get()).ok());
  ASSERT_EQ(::posix_fadvise(fd_.get(), 0, 0, POSIX_FADV_RANDOM), 0);
  char byte = 0;
  for (const std::uint64_t page : {0UL, 7UL, 200UL}) {
    ASSERT_EQ(::pread(fd_.get(), &byte, 1, static_cast<off_t>(page * kPage)),
              1);
  }
  EXPECT_GE(Cached(), 3U);
  EXPECT_LT(Cached(), kPages);
}

TEST_F(PageCacheTest, DroppingLosesNoData) {
  ASSERT_EQ(::pwrite(fd_.get(), "new", 3, 12'345), 3);
  ASSERT_TRUE(DropCachedPages(fd_.get()).ok());
  EXPECT_EQ(ReadWholeFile(directory_ / "f").substr(12'345, 3), "new");
}

TEST_F(PageCacheTest, PagesOfAMappingStayAndAreCounted) {
  void* const map = ::mmap(nullptr, kPages * kPage, PROT_READ,
                           MAP_SHARED | MAP_POPULATE, fd_.get(), 0);
  ASSERT_NE(map, MAP_FAILED);
  ASSERT_TRUE(DropCachedPages(fd_.get()).ok());
  EXPECT_GT(Cached(), 0U) << "and it is not called dropped";
  ::munmap(map, kPages * kPage);
}

TEST_F(PageCacheTest, APartOfAPageIsAPage) {
  const std::string path = directory_.Write("small", "abc");
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const Result<CachedPages> count = CountCachedPages(fd.get(), 3);
  ASSERT_TRUE(count.ok());
  EXPECT_EQ(count->pages, 1U);
  EXPECT_EQ(count->cached, 1U);
}

TEST_F(PageCacheTest, WhatIsNoFileIsAStatus) {
  EXPECT_FALSE(CountCachedPages(-1, kPage).ok());
  const Status dropped = DropCachedPages(-1);
  ASSERT_FALSE(dropped.ok());
  EXPECT_EQ(dropped.error(), EBADF);
}

}  // namespace
}  // namespace fsduel
