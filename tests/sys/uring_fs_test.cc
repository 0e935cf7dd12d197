// io_uring against pread and pwrite.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sys/unique_fd.h"
#include "sys/uring.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

constexpr std::size_t kBlock = 4096;
constexpr std::size_t kBlocks = 64;

std::string Numbered() {
  std::string text(kBlock * kBlocks, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) {
    text[i] = static_cast<char>(i / 97);
  }
  return text;
}

class UringTest : public testing::TestWithParam<std::uint32_t> {
 protected:
  UringTest()
      : path_(directory_.Write("f", Numbered())),
        fd_(::open(path_.c_str(), O_RDWR | O_CLOEXEC)),
        buffers_(GetParam() * kBlock) {}

  void SetUp() override {
    Result<Uring> ring = Uring::Create({.depth = GetParam()});
    if (!ring.ok()) {
      GTEST_SKIP() << "no io_uring: " << ring.status().message();
    }
    ring_.emplace(std::move(ring).value());
    ASSERT_TRUE(ring_->Register(fd_.get(), buffers_.data(), kBlock).ok());
  }
  std::byte* Buffer(std::uint32_t place) {
    return buffers_.data() + place * kBlock;
  }
  // Until all `count` that are in flight are done.
  std::vector<UringDone> AwaitAll(std::size_t count) {
    std::vector<UringDone> all;
    std::vector<UringDone> some(GetParam());
    while (all.size() < count) {
      EXPECT_EQ(ring_->SubmitAndWait(), 0);
      const std::size_t reaped = ring_->Reap(some);
      all.insert(all.end(), some.begin(),
                 some.begin() + static_cast<std::ptrdiff_t>(reaped));
    }
    return all;
  }

  TempDir directory_;
  std::string path_;
  UniqueFd fd_;
  std::vector<std::byte> buffers_;
  std::optional<Uring> ring_;
};

TEST_P(UringTest, ReadsWhatPreadReads) {
  const std::uint32_t depth = GetParam();
  for (std::size_t first = 0; first < kBlocks; first += depth) {
    for (std::uint32_t place = 0; place < depth; ++place) {
      ring_->Queue(false, place, kBlock,
                   static_cast<std::int64_t>((first + place) * kBlock));
    }
    std::set<std::uint32_t> places;
    for (const UringDone& done : AwaitAll(depth)) {
      EXPECT_EQ(done.result.value, static_cast<std::int64_t>(kBlock));
      EXPECT_TRUE(places.insert(done.place).second);
    }
    for (std::uint32_t place = 0; place < depth; ++place) {
      std::string wanted(kBlock, '?');
      ASSERT_EQ(::pread(fd_.get(), wanted.data(), kBlock,
                        static_cast<off_t>((first + place) * kBlock)),
                static_cast<ssize_t>(kBlock));
      EXPECT_EQ(std::string(reinterpret_cast<char*>(Buffer(place)), kBlock),
                wanted);
    }
  }
}

TEST_P(UringTest, WritesWhatPwriteWrites) {
  std::string contents = Numbered();
  for (std::uint32_t place = 0; place < GetParam(); ++place) {
    const std::string data(kBlock, static_cast<char>('A' + place));
    data.copy(reinterpret_cast<char*>(Buffer(place)), kBlock);
    contents.replace(2 * place * kBlock, kBlock, data);
    ring_->Queue(true, place, kBlock,
                 static_cast<std::int64_t>(2 * place * kBlock));
  }
  for (const UringDone& done : AwaitAll(GetParam())) {
    EXPECT_EQ(done.result.value, static_cast<std::int64_t>(kBlock));
  }
  EXPECT_TRUE(ReadWholeFile(path_) == contents);
}

TEST_P(UringTest, TheEndOfTheFileIsAShortRead) {
  ring_->Queue(false, 0, kBlock, kBlock * kBlocks - 100);
  EXPECT_EQ(AwaitAll(1)[0].result.value, 100);
  ring_->Queue(false, 0, kBlock, kBlock * kBlocks);
  EXPECT_EQ(AwaitAll(1)[0].result.value, 0);
}

TEST_P(UringTest, AFailureComesAsAnErrno) {
  const UniqueFd reading(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  Result<Uring> ring = Uring::Create({.depth = GetParam()});
  ASSERT_TRUE(ring.ok());
  ring_.emplace(std::move(ring).value());
  ASSERT_TRUE(ring_->Register(reading.get(), buffers_.data(), kBlock).ok());
  ring_->Queue(true, 0, kBlock, 0);
  const UringDone done = AwaitAll(1)[0];
  EXPECT_EQ(done.result.value, -1);
  EXPECT_EQ(done.result.error, EBADF);
}

INSTANTIATE_TEST_SUITE_P(Depths, UringTest, testing::Values(1U, 4U, 32U));

TEST(UringTest, ADepthThatTheKernelHasNotIsAStatus) {
  const Result<Uring> ring = Uring::Create({.depth = 1U << 20});
  ASSERT_FALSE(ring.ok());
  EXPECT_NE(ring.status().error(), 0);
}

}  // namespace
}  // namespace fsduel
