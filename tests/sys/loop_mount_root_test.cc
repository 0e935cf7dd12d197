// The helper that gives tests a real filesystem of each kind.
#include <fmt/format.h>
#include <sys/vfs.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/loop_mount.h"
#include "tests/support/process.h"

namespace fsduel {
namespace {

using testing::HasSubstr;
using testing::Not;

class LoopMountTest : public testing::TestWithParam<FilesystemKind> {};

std::string MountTable() {
  return ReadWholeFile("/proc/self/mounts");
}

std::string LoopDevices() {
  return RunProgram({{"/usr/sbin/losetup", "--all"}}).output;
}

TEST_P(LoopMountTest, MountsAndLeavesNothing) {
  std::string directory;
  {
    const LoopMount mount(GetParam());
    if (!mount.mounted()) {
      GTEST_SKIP() << mount.reason();
    }
    directory = mount.directory();
    EXPECT_THAT(MountTable(),
                HasSubstr(fmt::format("{} {} ", mount.device(), directory)));
    const RunningProgram busy({{"true"}, {}, directory});
    struct statfs status = {};
    ASSERT_EQ(::statfs(directory.c_str(), &status), 0);
    EXPECT_GT(status.f_bavail, 0U);
    const TempDir inside(directory);
    EXPECT_EQ(ReadWholeFile(inside.Write("file", "text")), "text");
  }
  EXPECT_THAT(MountTable(), Not(HasSubstr(directory)));
  EXPECT_THAT(LoopDevices(), Not(HasSubstr(directory)));
}

INSTANTIATE_TEST_SUITE_P(Kinds, LoopMountTest,
                         testing::ValuesIn(kFilesystemKinds),
                         [](const auto& parameter) {
                           return NameOf(parameter.param);
                         });

TEST(LoopMountTest, SaysWhyItCannotMountAndLeavesNothing) {
  LoopMountOptions options;
  options.mount_options = "no-such-option";
  std::string directory;
  {
    const LoopMount mount(FilesystemKind::kExt4, options);
    EXPECT_FALSE(mount.mounted());
    EXPECT_FALSE(mount.reason().empty());
    directory = mount.directory();
  }
  EXPECT_THAT(LoopDevices(), Not(HasSubstr(directory)));
}

TEST(LoopMountTest, TakesOptionsOfMkfsAndMount) {
  LoopMountOptions options;
  options.bytes = std::int64_t{64} << 20;
  options.mkfs_options = {"-b", "1024"};
  options.mount_options = "noatime,nodiratime";
  const LoopMount mount(FilesystemKind::kExt4NoJournal, options);
  if (!mount.mounted()) {
    GTEST_SKIP() << mount.reason();
  }
  struct statfs status = {};
  ASSERT_EQ(::statfs(mount.directory().c_str(), &status), 0);
  EXPECT_EQ(status.f_bsize, 1024);
  EXPECT_THAT(MountTable(), HasSubstr("noatime"));
}

}  // namespace
}  // namespace fsduel
