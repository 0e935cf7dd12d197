// The synchronous engines of a sweep: what each asks the kernel, and that all
// of them read and write the same bytes.
#include "engine/block_io.h"

#include <fcntl.h>

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sys/unique_fd.h"
#include "tests/support/hooks.h"
#include "tests/support/temp_dir.h"
#include "workload/write_data.h"

namespace fsduel {
namespace {

constexpr std::size_t kBlock = 4096;
constexpr std::size_t kFileBytes = 4 * kBlock;

std::string Numbered(std::size_t bytes) {
  std::string text(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) {
    text[i] = static_cast<char>('a' + i / 64 % 26);
  }
  return text;
}

// Records the parts of each vectored call.
struct PartsSys {
  struct Call {
    bool write = false;
    std::int64_t offset = 0;
    std::vector<iovec> parts = {};
  };
  std::vector<Call>* calls = nullptr;

  SysResult Keep(bool write, const iovec* parts, int count,
                 std::int64_t offset) {
    calls->push_back({write, offset, {parts, parts + count}});
    std::int64_t bytes = 0;
    for (int i = 0; i < count; ++i) {
      bytes += static_cast<std::int64_t>(parts[i].iov_len);
    }
    return {bytes, 0};
  }
  SysResult Preadv(int, const iovec* parts, int count, std::int64_t offset) {
    return Keep(false, parts, count, offset);
  }
  SysResult Pwritev(int, const iovec* parts, int count, std::int64_t offset) {
    return Keep(true, parts, count, offset);
  }
  SysResult Fdatasync(int) { return {0, 0}; }
  SysResult Fsync(int) { return {0, 0}; }
};

template <typename Io>
class BlockIoTest : public testing::Test {
 protected:
  BlockIoTest()
      : path_(directory_.Write("f", Numbered(kFileBytes))),
        fd_(::open(path_.c_str(), O_RDWR | O_CLOEXEC)),
        io_(Sys<TraceHook>(hook_)) {
    EXPECT_TRUE(io_.Bind({fd_.get(), kFileBytes, true}).ok());
  }

  TempDir directory_;
  std::string path_;
  UniqueFd fd_;
  TraceHook hook_;
  Io io_;
};

using Engines =
    testing::Types<PsyncIo<Sys<TraceHook>>, VectoredIo<Sys<TraceHook>>,
                   MmapIo<Sys<TraceHook>>>;
TYPED_TEST_SUITE(BlockIoTest, Engines);

TYPED_TEST(BlockIoTest, ReadsWhatTheFileHoldsThere) {
  const std::string contents = Numbered(kFileBytes);
  for (const std::size_t length : {512UL, 1000UL, kBlock, 2 * kBlock}) {
    for (const std::int64_t offset : {0L, 512L, 4096L, 5000L}) {
      std::string data(length, '?');
      const SysResult result = this->io_.Read(
          reinterpret_cast<std::byte*>(data.data()), length, offset);
      EXPECT_EQ(result.value, static_cast<std::int64_t>(length));
      EXPECT_EQ(data, contents.substr(static_cast<std::size_t>(offset), length))
          << length << " at " << offset;
    }
  }
}

TYPED_TEST(BlockIoTest, WritesThereAndNowhereElse) {
  std::string contents = Numbered(kFileBytes);
  const std::string data(kBlock, '#');
  const SysResult result = this->io_.Write(
      reinterpret_cast<const std::byte*>(data.data()), kBlock, 2 * kBlock);
  EXPECT_EQ(result.value, static_cast<std::int64_t>(kBlock));
  EXPECT_TRUE(this->io_.SyncData(kBlock, 2 * kBlock).ok());
  EXPECT_TRUE(this->io_.SyncAll(kBlock, 2 * kBlock).ok());
  contents.replace(2 * kBlock, kBlock, data);
  EXPECT_EQ(ReadWholeFile(this->path_), contents);
}

class EngineCalls : public testing::Test {
 protected:
  // A read, a write and both syncs of one block.
  template <typename Io>
  std::string Calls() {
    const TempDir directory;
    const std::string path = directory.Write("f", Numbered(kFileBytes));
    const UniqueFd fd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    TraceHook hook;
    Io io{Sys<TraceHook>(hook)};
    EXPECT_TRUE(io.Bind({fd.get(), kFileBytes, true}).ok());
    std::vector<std::byte> data(kBlock);
    io.Read(data.data(), kBlock, 0);
    io.Write(data.data(), kBlock, kBlock);
    io.SyncData(kBlock, kBlock);
    io.SyncAll(kBlock, kBlock);
    return hook.Take();
  }
};

TEST_F(EngineCalls, AreOnePerOperation) {
  EXPECT_EQ(Calls<PsyncIo<Sys<TraceHook>>>(),
            "pread, pwrite, fdatasync, fsync");
  EXPECT_EQ(Calls<VectoredIo<Sys<TraceHook>>>(),
            "preadv, pwritev, fdatasync, fsync");
  EXPECT_EQ(Calls<MmapIo<Sys<TraceHook>>>(), "") << "none but page faults";
}

TEST(VectoredIoTest, PartsAreAlignedForDirectIoAndCoverTheBlockOnce) {
  for (const std::size_t length :
       {512UL, 1024UL, 2048UL, 4096UL, 4608UL, 5120UL, 65536UL, 1UL << 20}) {
    std::vector<PartsSys::Call> calls;
    VectoredIo<PartsSys> io(PartsSys{&calls});
    ASSERT_TRUE(io.Bind({}).ok());
    const AlignedMemory data = AllocateAligned(length);
    EXPECT_EQ(io.Read(data.get(), length, 77 * 512).value,
              static_cast<std::int64_t>(length));
    EXPECT_EQ(io.Write(data.get(), length, 99 * 512).value,
              static_cast<std::int64_t>(length));
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_FALSE(calls[0].write);
    EXPECT_EQ(calls[0].offset, 77 * 512);
    EXPECT_TRUE(calls[1].write);
    for (const PartsSys::Call& call : calls) {
      std::byte* next = data.get();
      EXPECT_LE(call.parts.size(), 9U);
      EXPECT_EQ(call.parts.size() > 1, length > 512) << length;
      for (const iovec& part : call.parts) {
        EXPECT_EQ(part.iov_base, next);
        EXPECT_EQ(part.iov_len % 512, 0U) << length;
        EXPECT_GT(part.iov_len, 0U);
        next += part.iov_len;
      }
      EXPECT_EQ(next, data.get() + length);
    }
  }
}

TEST(MmapIoTest, AFileThatCannotBeMappedIsAStatus) {
  MmapIo<Sys<>> io{Sys<>()};
  const Status status = io.Bind({-1, kFileBytes, false});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error(), EBADF);
}

}  // namespace
}  // namespace fsduel
