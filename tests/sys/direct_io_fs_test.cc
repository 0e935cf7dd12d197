// Asking a filesystem for O_DIRECT.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>

#include <boost/filesystem.hpp>
#include <gtest/gtest.h>

#include "sys/direct_io.h"
#include "sys/unique_fd.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

TEST(DirectIoTest, WhatItAnswersIsWhatAFileAccepts) {
  const TempDir directory;
  const Result<DirectAlignment> direct = ProbeDirectIo(directory.path());
  EXPECT_TRUE(boost::filesystem::is_empty(directory.path()))
      << "it leaves no file";
  const std::string path = directory.Write("f", std::string(8192, 'x'));
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC));
  ASSERT_EQ(direct.ok(), fd.valid());
  if (!direct.ok()) {
    GTEST_SKIP() << "no O_DIRECT here: " << direct.status().message();
  }
  constexpr std::size_t kSector = 512;
  const std::size_t length = direct->offset == 0 ? 4096 : direct->offset;
  EXPECT_EQ(length % kSector, 0U);
  alignas(4096) std::array<std::byte, 4096> data;
  EXPECT_EQ(::pread(fd.get(), data.data(), length, static_cast<off_t>(length)),
            static_cast<ssize_t>(length));
}

TEST(DirectIoTest, ADirectoryThatIsNotThereIsAStatusWithItsName) {
  const TempDir directory;
  const Result<DirectAlignment> direct = ProbeDirectIo(directory / "missing");
  ASSERT_FALSE(direct.ok());
  EXPECT_EQ(direct.status().error(), ENOENT);
  EXPECT_NE(direct.status().message().find("missing"), std::string::npos);
}

TEST(DirectIoTest, WhereItCannotBeAskedNothingIsRefused) {
  if (::access("/sys/kernel", R_OK) != 0) {
    GTEST_SKIP() << "no /sys, whose filesystem has no O_TMPFILE";
  }
  const Result<DirectAlignment> direct = ProbeDirectIo("/sys/kernel");
  ASSERT_TRUE(direct.ok()) << direct.status().message();
  EXPECT_EQ(direct->offset, 0U);
}

}  // namespace
}  // namespace fsduel
