// Facts of real filesystems on loop devices, made for the test.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "host/host.h"
#include "tests/support/loop_mount.h"

namespace fsduel {
namespace {

struct Case {
  FilesystemKind kind;
  const char* filesystem;
  const char* features;
};

class LoopMountTest : public testing::TestWithParam<Case> {};

TEST_P(LoopMountTest, ShowsFilesystemFeaturesAndBackingFile) {
  LoopMountOptions options;
  options.mount_options = "noatime";
  const LoopMount mount(GetParam().kind, options);
  if (!mount.mounted()) {
    GTEST_SKIP() << mount.reason();
  }
  const std::unique_ptr<Machine> machine = MakeMachine();
  const Result<MountFacts> facts =
      ReadMountFacts(*machine, mount.directory() + "/.");
  ASSERT_TRUE(facts.ok()) << facts.status().message();
  EXPECT_EQ(facts->filesystem, GetParam().filesystem);
  EXPECT_EQ(facts->features, GetParam().features);
  EXPECT_EQ(facts->directory, machine->RealPath(mount.directory()).value());
  EXPECT_NE(facts->options.find("noatime"), std::string::npos);
  EXPECT_FALSE(facts->in_memory);
  ASSERT_TRUE(facts->device.has_value());
  EXPECT_EQ("/dev/" + facts->device->name, mount.device());
  EXPECT_EQ(facts->device->size_bytes, options.bytes);
  EXPECT_TRUE(facts->device->backing_file.starts_with("/"))
      << facts->device->backing_file;
}

INSTANTIATE_TEST_SUITE_P(
    Filesystems, LoopMountTest,
    testing::Values(Case{FilesystemKind::kExt4, "ext4", "has_journal"},
                    Case{FilesystemKind::kExt4NoJournal, "ext4", "no journal"},
                    Case{FilesystemKind::kXfs, "xfs", ""},
                    Case{FilesystemKind::kBtrfs, "btrfs", ""}),
    [](const testing::TestParamInfo<Case>& test) {
      return NameOf(test.param.kind);
    });

}  // namespace
}  // namespace fsduel
