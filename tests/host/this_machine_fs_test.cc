// The same functions on the machine that runs the tests.
#include <string>

#include <gtest/gtest.h>

#include "host/host.h"

namespace fsduel {
namespace {

TEST(ThisMachineTest, HasAKernelProcessorsAndMemory) {
  const std::unique_ptr<Machine> machine = MakeMachine();
  const HostFacts facts = ReadHostFacts(*machine);
  EXPECT_TRUE(facts.kernel.starts_with("Linux ")) << facts.kernel;
  EXPECT_GT(facts.cpus, 0U);
  EXPECT_GT(facts.memory_bytes, 0U);
  EXPECT_LE(facts.memory_available_bytes, facts.memory_bytes);
  EXPECT_FALSE(facts.settings.empty());
  EXPECT_GE(ReadDirtyBytes(*machine), 0);
  const CpuCounters first = ReadCpuCounters(*machine);
  const CpuCounters second = ReadCpuCounters(*machine);
  EXPECT_GT(first.user + first.system + first.idle, 0U);
  EXPECT_GE(second.system, first.system);
}

TEST(ThisMachineTest, KnowsTheFilesystemOfTheRootDirectory) {
  const std::unique_ptr<Machine> machine = MakeMachine();
  const Result<MountFacts> facts = ReadMountFacts(*machine, "/");
  ASSERT_TRUE(facts.ok()) << facts.status().message();
  EXPECT_EQ(facts->directory, "/");
  EXPECT_EQ(facts->mount_point, "/");
  EXPECT_NE(facts->filesystem, "");
  EXPECT_TRUE(facts->options.starts_with("r")) << facts->options;
  EXPECT_GT(facts->size_bytes, 0U);
  if (!facts->device.has_value()) {
    GTEST_SKIP() << "no block device behind / (" << facts->filesystem << ")";
  }
  EXPECT_GT(facts->device->size_bytes, 0);
  EXPECT_GT(facts->device->logical_block_bytes, 0U);
  DeviceCounters counters;
  EXPECT_TRUE(ReadDeviceCounters(*machine, facts->device->name, &counters));
}

TEST(ThisMachineTest, KnowsThatSharedMemoryHasNoDevice) {
  const std::unique_ptr<Machine> machine = MakeMachine();
  const Result<MountFacts> facts = ReadMountFacts(*machine, "/dev/shm");
  if (!facts.ok() || facts->filesystem != "tmpfs") {
    GTEST_SKIP() << "/dev/shm is no tmpfs here";
  }
  EXPECT_TRUE(facts->in_memory);
  EXPECT_FALSE(facts->device.has_value());
  EXPECT_EQ(facts->mount_point, "/dev/shm");
}

}  // namespace
}  // namespace fsduel
