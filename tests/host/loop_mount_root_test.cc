// Facts of real filesystems on loop devices, made for the test.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "host/host.h"

namespace fsduel {
namespace {

// A filesystem image mounted on a loop device; both gone with the object.
class LoopMount {
 public:
  LoopMount(Machine& machine, std::vector<std::string> mkfs)
      : machine_(machine) {
    base_ = testing::TempDir() + "fsduel-loop-XXXXXX";
    if (::mkdtemp(base_.data()) == nullptr) {
      return;
    }
    image_ = base_ + "/image";
    directory_ = base_ + "/mnt";
    mkfs.push_back(image_);
    made_ = Succeeds({"truncate", "-s", "320M", image_}) && Succeeds(mkfs) &&
            Succeeds({"mkdir", directory_});
    mounted_ =
        made_ && Succeeds({"mount", "-o", "loop,noatime", image_, directory_});
  }
  LoopMount(const LoopMount&) = delete;
  LoopMount& operator=(const LoopMount&) = delete;
  ~LoopMount() {
    if (mounted_) {
      EXPECT_TRUE(Succeeds({"umount", directory_}));
    }
    ::rmdir(directory_.c_str());
    ::unlink(image_.c_str());
    ::rmdir(base_.c_str());
  }

  bool mounted() const { return mounted_; }
  const std::string& directory() const { return directory_; }
  const std::string& image() const { return image_; }

 private:
  bool Succeeds(const std::vector<std::string>& command) {
    const Result<CommandResult> result = machine_.Run(command);
    return result.ok() && result->exit_code == 0;
  }

  Machine& machine_;
  std::string base_;
  std::string image_;
  std::string directory_;
  bool made_ = false;
  bool mounted_ = false;
};

struct Case {
  std::vector<std::string> mkfs;
  const char* filesystem;
  const char* features;
};

class LoopMountTest : public testing::TestWithParam<Case> {};

TEST_P(LoopMountTest, ShowsFilesystemFeaturesAndBackingFile) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "needs root to mount";
  }
  const std::unique_ptr<Machine> machine = MakeMachine();
  const LoopMount mount(*machine, GetParam().mkfs);
  if (!mount.mounted()) {
    GTEST_SKIP() << GetParam().mkfs[0] << " or its mount does not work here";
  }
  const Result<MountFacts> facts =
      ReadMountFacts(*machine, mount.directory() + "/.");
  ASSERT_TRUE(facts.ok()) << facts.status().message();
  EXPECT_EQ(facts->filesystem, GetParam().filesystem);
  EXPECT_EQ(facts->features, GetParam().features);
  EXPECT_EQ(facts->directory, machine->RealPath(mount.directory()).value());
  EXPECT_NE(facts->options.find("noatime"), std::string::npos);
  EXPECT_FALSE(facts->in_memory);
  ASSERT_TRUE(facts->device.has_value());
  EXPECT_TRUE(facts->device->name.starts_with("loop")) << facts->device->name;
  EXPECT_EQ(facts->device->backing_file,
            machine->RealPath(mount.image()).value());
  EXPECT_EQ(facts->device->size_bytes, 320 << 20);
}

INSTANTIATE_TEST_SUITE_P(
    Filesystems, LoopMountTest,
    testing::Values(Case{{"mkfs.ext4", "-q", "-F"}, "ext4", "has_journal"},
                    Case{{"mkfs.ext4", "-q", "-F", "-O", "^has_journal"},
                         "ext4",
                         "no journal"},
                    Case{{"mkfs.xfs", "-q", "-f"}, "xfs", ""},
                    Case{{"mkfs.btrfs", "-q", "-f"}, "btrfs", ""}),
    [](const testing::TestParamInfo<Case>& test) {
      return std::string(test.param.filesystem) + std::to_string(test.index);
    });

}  // namespace
}  // namespace fsduel
