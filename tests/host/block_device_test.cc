// Block devices of every kind, from recorded /sys trees.
#include "host/block_device.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/fake_machine.h"

namespace fsduel {
namespace {

class BlockDeviceTest : public testing::Test {
 protected:
  // Lays down files below the device's directory in /sys.
  void Add(const std::string& path, const std::string& name,
           const std::map<std::string, std::string>& files) {
    const std::string directory = "/sys/devices/" + path + "/";
    machine_.links["/sys/class/block/" + name] = "/sys/devices/" + path;
    for (const auto& [file, text] : files) {
      machine_.files[directory + file] = text + "\n";
    }
  }

  FakeMachine machine_;
};

TEST_F(BlockDeviceTest, ReadsAnNvmePartitionFromItsDisk) {
  Add("pci/nvme0/nvme0n1", "nvme0n1",
      {{"size", "4000797360"},
       {"device/model", "Samsung SSD 970 EVO Plus 2TB            "},
       {"device/serial", "S59CNM0R123456  "},
       {"device/firmware_rev", "2B2QEXM7"},
       {"queue/logical_block_size", "512"},
       {"queue/physical_block_size", "4096"},
       {"queue/rotational", "0"},
       {"queue/scheduler", "[none] mq-deadline"},
       {"queue/write_cache", "write back"},
       {"queue/nr_requests", "1023"},
       {"queue/wbt_lat_usec", "2000"}});
  Add("pci/nvme0/nvme0n1/nvme0n1p2", "nvme0n1p2",
      {{"size", "2048"}, {"partition", "2"}});
  const BlockDeviceFacts facts = ReadBlockDeviceFacts(machine_, "nvme0n1p2");
  EXPECT_EQ(facts.name, "nvme0n1p2");
  EXPECT_EQ(facts.parent, "nvme0n1");
  EXPECT_EQ(facts.size_bytes, 1 << 20);
  EXPECT_EQ(facts.model, "Samsung SSD 970 EVO Plus 2TB");
  EXPECT_EQ(facts.serial, "S59CNM0R123456");
  EXPECT_EQ(facts.firmware, "2B2QEXM7");
  EXPECT_EQ(facts.logical_block_bytes, 512U);
  EXPECT_EQ(facts.physical_block_bytes, 4096U);
  EXPECT_FALSE(facts.rotational);
  EXPECT_EQ(facts.scheduler, "none");
  EXPECT_EQ(facts.write_cache, "write back");
  EXPECT_EQ(facts.queue_requests, 1023);
  EXPECT_EQ(facts.wbt_lat_us, 2000);
}

TEST_F(BlockDeviceTest, JoinsVendorAndModelOfScsiButNotOfSata) {
  Add("scsi/sda", "sda",
      {{"size", "8"},
       {"device/vendor", "SEAGATE"},
       {"device/model", "ST900MM0168"},
       {"device/rev", "N003"},
       {"queue/rotational", "1"}});
  Add("ata/sdb", "sdb",
      {{"size", "8"},
       {"device/vendor", "ATA     "},
       {"device/model", "OCZ-VERTEX2"}});
  EXPECT_EQ(ReadBlockDeviceFacts(machine_, "sda").model, "SEAGATE ST900MM0168");
  EXPECT_EQ(ReadBlockDeviceFacts(machine_, "sda").firmware, "N003");
  EXPECT_TRUE(ReadBlockDeviceFacts(machine_, "sda").rotational);
  EXPECT_EQ(ReadBlockDeviceFacts(machine_, "sdb").model, "OCZ-VERTEX2");
}

TEST_F(BlockDeviceTest, ReadsALoopDeviceWithItsBackingFile) {
  Add("virtual/block/loop3", "loop3",
      {{"size", "204800"},
       {"loop/backing_file", "/var/tmp/disk image"},
       {"loop/dio", "1"}});
  const BlockDeviceFacts facts = ReadBlockDeviceFacts(machine_, "loop3");
  EXPECT_EQ(facts.backing_file, "/var/tmp/disk image");
  EXPECT_TRUE(facts.loop_direct_io);
  EXPECT_EQ(facts.model, "");
  EXPECT_EQ(facts.wbt_lat_us, -1);
  EXPECT_EQ(facts.parent, "");
}

TEST_F(BlockDeviceTest, SaysWhatStackedDevicesAreMadeOf) {
  Add("virtual/block/dm-0", "dm-0",
      {{"size", "8"}, {"dm/name", "vg-home"}, {"slaves/sda2/x", ""}});
  Add("virtual/block/md0", "md0",
      {{"size", "8"},
       {"md/level", "raid0"},
       {"slaves/sda1/x", ""},
       {"slaves/sdb1/x", ""}});
  EXPECT_EQ(ReadBlockDeviceFacts(machine_, "dm-0").model,
            "device mapper vg-home over sda2");
  EXPECT_EQ(ReadBlockDeviceFacts(machine_, "md0").model,
            "md raid0 over sda1+sdb1");
}

TEST_F(BlockDeviceTest, LeavesWhatItCannotReadEmpty) {
  const BlockDeviceFacts facts = ReadBlockDeviceFacts(machine_, "gone");
  EXPECT_EQ(facts.name, "gone");
  EXPECT_EQ(facts.model, "");
  EXPECT_EQ(facts.size_bytes, 0);
}

TEST_F(BlockDeviceTest, FindsTheNameByNumberAndByNode) {
  Add("virtio1/block/vda", "vda", {{"size", "8"}});
  Add("cciss/c0d0", "cciss!c0d0", {{"size", "8"}});
  machine_.links["/sys/dev/block/254:0"] = "/sys/devices/virtio1/block/vda";
  machine_.links["/dev/disk/by-id/virtio-x"] = "/dev/vda";
  for (const char* node : {"/dev/vda", "/dev/cciss/c0d0", "/dev/fuse"}) {
    machine_.files[node] = "";
  }
  EXPECT_EQ(BlockDeviceName(machine_, 254, 0), "vda");
  EXPECT_EQ(BlockDeviceName(machine_, 0, 25), "");
  EXPECT_EQ(BlockDeviceNameOfNode(machine_, "/dev/disk/by-id/virtio-x"), "vda");
  EXPECT_EQ(BlockDeviceNameOfNode(machine_, "/dev/cciss/c0d0"), "cciss!c0d0");
  EXPECT_EQ(BlockDeviceNameOfNode(machine_, "/dev/fuse"), "");
  EXPECT_EQ(BlockDeviceNameOfNode(machine_, "server:/export"), "");
}

}  // namespace
}  // namespace fsduel
