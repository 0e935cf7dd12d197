// Loadfiles on disk: plain, compressed, damaged, and things that are no files.
#include <sys/stat.h>
#include <unistd.h>

#include <sstream>
#include <string>

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loadfile/reader.h"
#include "loadfile/zstd_frames.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace io = boost::iostreams;
using testing::HasSubstr;

constexpr const char* kText = "Mkdir /a NT_STATUS_OK\nRmdir /a NT_STATUS_OK\n";

template <typename Compressor>
std::string Pack(const std::string& text) {
  std::istringstream in(text);
  std::ostringstream out;
  io::filtering_streambuf<io::input> stream;
  stream.push(Compressor());
  stream.push(in);
  io::copy(stream, out);
  return out.str();
}

// Text that does not compress to nothing, so that cuts fall into its data.
std::string LongText() {
  std::string text;
  std::uint32_t x = 1;
  for (int i = 0; i < 20000; ++i) {
    x = x * 1664525 + 1013904223;
    text += "QUERY_FS_INFORMATION " + std::to_string(x) + " *\n";
  }
  return text;
}

class ReadLoadfileTest : public testing::Test {
 protected:
  std::string Store(std::string_view bytes) {
    return directory_.Write("x.load", bytes);
  }

  // The number of operations, or -1 with the message in error_.
  int Read(const std::string& path) {
    const Result<std::shared_ptr<const Loadfile>> result = ReadLoadfile(path);
    if (!result.ok()) {
      EXPECT_EQ(result.status().kind(), ErrorKind::kUsage);
      error_ = result.status().message();
      return -1;
    }
    return static_cast<int>(result.value()->operations().size());
  }

  TempDir directory_;
  std::string error_;
};

TEST_F(ReadLoadfileTest, PlainAndCompressedFilesAreReadAlike) {
  const std::string text = LongText();
  EXPECT_EQ(Read(Store(kText)), 2);
  EXPECT_EQ(Read(Store(text)), 20000);
  EXPECT_EQ(Read(Store(Pack<io::gzip_compressor>(text))), 20000);
  EXPECT_EQ(Read(Store(Pack<io::zstd_compressor>(text))), 20000);
}

TEST_F(ReadLoadfileTest, ArchivesOfSeveralPartsAreReadWhole) {
  EXPECT_EQ(Read(Store(Pack<io::gzip_compressor>(kText) +
                       Pack<io::gzip_compressor>(kText))),
            4);
  EXPECT_EQ(Read(Store(Pack<io::zstd_compressor>(kText) +
                       Pack<io::zstd_compressor>(kText))),
            4);
}

TEST_F(ReadLoadfileTest, ACutArchiveIsRefusedWhereverItEnds) {
  for (const std::string& packed : {Pack<io::gzip_compressor>(LongText()),
                                    Pack<io::zstd_compressor>(LongText())}) {
    for (const std::size_t size :
         {packed.size() - 1, packed.size() - 4, packed.size() / 2,
          std::size_t{20}, std::size_t{5}}) {
      EXPECT_EQ(Read(Store(packed.substr(0, size))), -1) << size;
      EXPECT_THAT(error_, HasSubstr("it is damaged or cut off")) << size;
    }
  }
}

TEST_F(ReadLoadfileTest, ADamagedArchiveIsRefused) {
  for (std::string packed : {Pack<io::gzip_compressor>(LongText()),
                             Pack<io::zstd_compressor>(LongText())}) {
    packed += "trailing";
    EXPECT_EQ(Read(Store(packed)), -1);
    EXPECT_THAT(error_, HasSubstr("it is damaged or cut off"));
  }
}

TEST_F(ReadLoadfileTest, WhatIsNoFileIsNamed) {
  EXPECT_EQ(Read(directory_ / "none"), -1);
  EXPECT_THAT(error_, HasSubstr("no loadfile '"));
  EXPECT_EQ(Read(directory_.path()), -1);
  EXPECT_THAT(error_, HasSubstr("is a directory"));
  EXPECT_EQ(Read("/dev/null"), -1);
  EXPECT_THAT(error_, HasSubstr("is not a regular file"));
  const std::string fifo = directory_ / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(Read(fifo), -1);  // and does not wait for a writer
  EXPECT_THAT(error_, HasSubstr("is not a regular file"));
}

TEST_F(ReadLoadfileTest, AnEmptyFileHasNoOperation) {
  EXPECT_EQ(Read(Store("")), -1);
  EXPECT_THAT(error_, HasSubstr("there is no operation in it"));
}

TEST_F(ReadLoadfileTest, AFileThatMayNotBeReadIsNamed) {
  if (geteuid() == 0) {
    GTEST_SKIP() << "root may read everything";
  }
  const std::string path = Store(kText);
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  EXPECT_EQ(Read(path), -1);
  EXPECT_THAT(error_, HasSubstr("cannot read the loadfile"));
}

TEST_F(ReadLoadfileTest, MessagesCallTheFileByItsPath) {
  const std::string path = Store("oops\n");
  EXPECT_EQ(Read(path), -1);
  EXPECT_THAT(error_, testing::StartsWith(path + ":1:1: "));
}

TEST(ZstdFrames, AreWalkedByTheirHeaders) {
  const std::string packed = Pack<io::zstd_compressor>(LongText());
  EXPECT_TRUE(ZstdFramesAreWhole(packed));
  // A skippable frame of 3 bytes may stand anywhere between frames.
  const std::string skippable("\x53\x2A\x4D\x18\x03\0\0\0abc", 11);
  EXPECT_TRUE(ZstdFramesAreWhole(skippable + packed + skippable));
  EXPECT_FALSE(ZstdFramesAreWhole(packed + skippable.substr(0, 10)));
  EXPECT_FALSE(ZstdFramesAreWhole(packed + "x"));
  // One raw block and one run of 100 bytes, with a checksum, content size in
  // one byte.
  const std::string frame(
      "\x28\xB5\x2F\xFD\x24\x66\x10\0\0ab\x23\x03\0z\1\2\3\4", 19);
  EXPECT_TRUE(ZstdFramesAreWhole(frame));
  EXPECT_FALSE(ZstdFramesAreWhole(frame.substr(0, 18)));
}

}  // namespace
}  // namespace fsduel
