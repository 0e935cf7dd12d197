// Which filesystem and device are found behind a directory, from recorded
// tables.
#include <cerrno>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "host/host.h"
#include "host/mount_table.h"
#include "tests/support/fake_machine.h"

namespace fsduel {
namespace {

constexpr char kTable[] =
    "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
    "27 1 254:2 / / rw,relatime shared:1 master:7 - ext4 /dev/vda2 "
    "rw,discard,errors=remount-ro\n"
    "28 27 0:25 / /dev/shm rw,nosuid - tmpfs tmpfs rw,size=24684096k\n"
    "29 27 259:3 / /mnt/fast\\040disk ro,noatime - xfs /dev/nvme0n1p3 "
    "rw,attr2\n"
    "30 27 0:40 /@home /home rw,relatime - btrfs /dev/mapper/vg-home "
    "rw,compress=zstd:3,subvol=/@home\n"
    "31 27 0:50 / /net/a rw,relatime - nfs4 server:/export rw,vers=4.2\n"
    "32 27 0:51 / /merged rw,relatime - overlay overlay "
    "rw,lowerdir=/low,upperdir=/mnt/fast\\040disk/up,workdir=/w\n"
    "33 27 0:52 / /fuse rw,relatime - fuse.sshfs me@there: rw,user_id=0\n"
    "34 27 7:3 / /mnt/loop rw - ext4 /dev/loop3 rw\n";

FilesystemInfo Directory(std::uint32_t major, std::uint32_t minor,
                         std::uint64_t mount_id) {
  FilesystemInfo info;
  info.is_directory = true;
  info.major = major;
  info.minor = minor;
  info.mount_id = mount_id;
  info.size_bytes = 1000;
  info.free_bytes = 400;
  info.files_total = 50;
  info.files_free = 20;
  return info;
}

class MountTest : public testing::Test {
 protected:
  MountTest() {
    machine_.files["/proc/self/mountinfo"] = kTable;
    machine_.filesystems = {
        {"/", Directory(254, 2, 27)},
        {"/dev/shm", Directory(0, 25, 28)},
        {"/mnt/fast disk", Directory(259, 3, 29)},
        {"/home", Directory(0, 41, 30)},
        {"/net/a", Directory(0, 50, 31)},
        {"/merged", Directory(0, 51, 32)},
        {"/fuse", Directory(0, 52, 33)},
        {"/mnt/loop", Directory(7, 3, 34)},
    };
    AddDevice("254:2", "virtio1/block/vda/vda2", "vda2");
    AddDevice("259:3", "nvme/nvme0/nvme0n1/nvme0n1p3", "nvme0n1p3");
    AddDevice("253:0", "virtual/block/dm-0", "dm-0");
    AddDevice("7:3", "virtual/block/loop3", "loop3");
    machine_.links["/dev/mapper/vg-home"] = "/dev/dm-0";
    machine_.files["/dev/dm-0"] = "";
  }

  void AddDevice(const std::string& number, const std::string& path,
                 const std::string& name) {
    machine_.links["/sys/dev/block/" + number] = "/sys/devices/" + path;
    machine_.links["/sys/class/block/" + name] = "/sys/devices/" + path;
    machine_.files["/sys/devices/" + path + "/size"] = "2048\n";
  }

  MountFacts Read(const std::string& directory) {
    const Result<MountFacts> facts = ReadMountFacts(machine_, directory);
    EXPECT_TRUE(facts.ok()) << facts.status().message();
    return facts.ok() ? facts.value() : MountFacts();
  }

  FakeMachine machine_;
};

TEST_F(MountTest, FindsFilesystemOptionsAndSpace) {
  const MountFacts facts = Read("/");
  EXPECT_EQ(facts.mount_point, "/");
  EXPECT_EQ(facts.filesystem, "ext4");
  EXPECT_EQ(facts.source, "/dev/vda2");
  EXPECT_EQ(facts.options, "rw,relatime,discard,errors=remount-ro");
  EXPECT_EQ(facts.size_bytes, 1000U);
  EXPECT_EQ(facts.free_bytes, 400U);
  EXPECT_EQ(facts.files_total, 50U);
  EXPECT_EQ(facts.files_free, 20U);
  EXPECT_EQ(facts.major, 254U);
  ASSERT_TRUE(facts.device.has_value());
  EXPECT_EQ(facts.device->name, "vda2");
  EXPECT_EQ(facts.device->size_bytes, 1 << 20);
}

TEST_F(MountTest, UnescapesMountPointsAndShowsReadOnlyMounts) {
  const MountFacts facts = Read("/mnt/fast disk");
  EXPECT_EQ(facts.mount_point, "/mnt/fast disk");
  EXPECT_EQ(facts.options, "ro,noatime,attr2");
  EXPECT_EQ(facts.filesystem, "xfs");
}

TEST_F(MountTest, ResolvesLinksInTheDirectory) {
  machine_.links["/link"] = "/mnt/fast disk";
  EXPECT_EQ(Read("/link").directory, "/mnt/fast disk");
  EXPECT_EQ(Read("/link").device->name, "nvme0n1p3");
}

TEST_F(MountTest, TmpfsIsInMemoryAndHasNoDevice) {
  const MountFacts facts = Read("/dev/shm");
  EXPECT_TRUE(facts.in_memory);
  EXPECT_FALSE(facts.network);
  EXPECT_FALSE(facts.device.has_value());
}

TEST_F(MountTest, FindsTheDeviceOfBtrfsByItsSource) {
  const MountFacts facts = Read("/home");
  EXPECT_EQ(facts.filesystem, "btrfs");
  ASSERT_TRUE(facts.device.has_value());
  EXPECT_EQ(facts.device->name, "dm-0");
}

TEST_F(MountTest, NetworkFilesystemsHaveASourceAndNoDevice) {
  EXPECT_TRUE(Read("/net/a").network);
  EXPECT_EQ(Read("/net/a").source, "server:/export");
  EXPECT_FALSE(Read("/net/a").device.has_value());
  EXPECT_TRUE(Read("/fuse").network);
}

TEST_F(MountTest, FollowsOverlayToTheFilesystemOfItsUpperDirectory) {
  machine_.files["/mnt/fast disk/up/x"] = "";
  const MountFacts facts = Read("/merged");
  EXPECT_EQ(facts.filesystem, "overlay");
  EXPECT_EQ(facts.features, "writes go to xfs");
  ASSERT_TRUE(facts.device.has_value());
  EXPECT_EQ(facts.device->name, "nvme0n1p3");
}

TEST_F(MountTest, LeavesTheDeviceOfOverlayUnknownInAContainer) {
  const MountFacts facts = Read("/merged");  // no upper directory to be seen
  EXPECT_EQ(facts.features, "");
  EXPECT_FALSE(facts.device.has_value());
  EXPECT_FALSE(facts.in_memory);
}

TEST_F(MountTest, TellsWhetherExt4HasAJournal) {
  EXPECT_EQ(Read("/").features, "");
  machine_.files["/proc/fs/ext4/vda2/options"] = "rw\nbarrier\n";
  EXPECT_EQ(Read("/").features, "no journal");
  machine_.files["/proc/fs/ext4/vda2/options"] = "rw\ndata=ordered\n";
  EXPECT_EQ(Read("/").features, "has_journal");
  machine_.files["/sys/fs/ext4/vda2/journal_task"] = "<none>\n";
  EXPECT_EQ(Read("/").features, "no journal");
  machine_.files["/sys/fs/ext4/vda2/journal_task"] = "312\n";
  EXPECT_EQ(Read("/").features, "has_journal");
  machine_.files["/proc/fs/jbd2/loop3-8/info"] = "";
  EXPECT_EQ(Read("/mnt/loop").features, "has_journal");
}

TEST_F(MountTest, ExplainsWhatIsWrongWithADirectory) {
  machine_.files["/file"] = "";
  machine_.filesystems["/file"] = FilesystemInfo();
  machine_.errors = {{"/locked", EACCES}, {"/file/x", ENOTDIR}};
  struct {
    const char* directory;
    const char* message;
  } const cases[] = {
      {"/none",
       "directory '/none' does not exist: check the spelling, or create it "
       "first (nothing was created)"},
      {"/file", "'/file' is not a directory: name the directory to work in"},
      {"/locked", "directory '/locked' may not be entered by this user"},
      {"/file/x",
       "directory '/file/x': a part of the path is a file, not a directory"},
  };
  for (const auto& [directory, message] : cases) {
    const Result<MountFacts> facts = ReadMountFacts(machine_, directory);
    ASSERT_FALSE(facts.ok()) << directory;
    EXPECT_EQ(facts.status().kind(), ErrorKind::kUsage);
    EXPECT_EQ(facts.status().message(), message);
  }
}

TEST_F(MountTest, GivesTheStatisticsOfItsNetworkMount) {
  machine_.files["/proc/self/mountstats"] =
      "device rootfs mounted on / with fstype ext4\n"
      "device server:/export mounted on /net/a with fstype nfs4 "
      "statvers=1.1\n\topts:\trw\n\tage:\t99\n"
      "device other:/b mounted on /net/b with fstype nfs4 statvers=1.1\n";
  EXPECT_EQ(ReadNetworkStatistics(machine_, Read("/net/a")),
            "device server:/export mounted on /net/a with fstype nfs4 "
            "statvers=1.1\n\topts:\trw\n\tage:\t99\n");
  EXPECT_EQ(ReadNetworkStatistics(machine_, Read("/")), "");
  MountFacts cifs;
  cifs.filesystem = "cifs";
  EXPECT_EQ(ReadNetworkStatistics(machine_, cifs), "");
  machine_.files["/proc/fs/cifs/Stats"] = "Resources in use\n";
  EXPECT_EQ(ReadNetworkStatistics(machine_, cifs), "Resources in use\n");
}

TEST(MountTableTest, PicksTheRightOneOfManyMounts) {
  const std::vector<MountEntry> mounts = ParseMountTable(
      "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
      "2 1 8:2 / /a rw - ext4 /dev/sda2 rw\n"
      "3 1 8:3 / /a/b rw - ext4 /dev/sda3 rw\n"
      "4 2 8:4 / /a rw - ext4 /dev/sda4 rw\n"  // hides 2 and 3
      "5 1 0:30 / /sub rw - btrfs /dev/sdb rw\n");
  struct {
    const char* path;
    std::uint32_t major;
    std::uint32_t minor;
    std::uint64_t mount_id;
    std::uint64_t expected;
  } const cases[] = {
      {"/x", 8, 1, 0, 1},      {"/a", 8, 4, 0, 4},   {"/a/b", 8, 4, 0, 4},
      {"/a/b", 8, 3, 0, 3},    {"/ab", 8, 1, 0, 1},  {"/a/bc", 8, 4, 0, 4},
      {"/sub/v", 0, 99, 0, 5}, {"/a/b", 8, 4, 2, 2},
  };
  for (const auto& test : cases) {
    FilesystemInfo info;
    info.major = test.major;
    info.minor = test.minor;
    info.mount_id = test.mount_id;
    const MountEntry* mount = FindMount(mounts, test.path, info);
    ASSERT_NE(mount, nullptr) << test.path;
    EXPECT_EQ(mount->id, test.expected) << test.path;
  }
}

TEST(MountTableTest, SkipsBrokenLinesAndKeepsAwkwardOnes) {
  const std::vector<MountEntry> mounts = ParseMountTable(
      "\n"
      "1 2 3\n"
      "1 0 8:1 / / rw - ext4\n"
      "1 0 nonsense / / rw - ext4 /dev/sda1 rw\n"
      "7 0 0:9 /a\\134b /c\\011d rw shared:1 propagate_from:2 - x y\n"
      "8 0 0:9 / /\\9 rw - x \\043 rw");
  ASSERT_EQ(mounts.size(), 2U);
  EXPECT_EQ(mounts[0].id, 7U);
  EXPECT_EQ(mounts[0].root, "/a\\b");
  EXPECT_EQ(mounts[0].mount_point, "/c\td");
  EXPECT_EQ(mounts[0].super_options, "");
  EXPECT_EQ(mounts[1].mount_point, "/\\9");
  EXPECT_EQ(mounts[1].source, "#");
}

TEST(MountTableTest, MergesOptionsAsTheKernelShowsThem) {
  MountEntry mount;
  mount.mount_options = "rw,relatime";
  mount.super_options = "rw,discard,relatime";
  EXPECT_EQ(mount.options(), "rw,relatime,discard");
  mount.super_options = "ro";
  EXPECT_EQ(mount.options(), "ro,relatime");
  mount.super_options = "rw,upperdir=/a,upperdirx=/b";
  EXPECT_EQ(mount.option_value("upperdir"), "/a");
  EXPECT_EQ(mount.option_value("lower"), "");
}

}  // namespace
}  // namespace fsduel
