// Facts of the machine and readings of its counters, from recorded files.
#include "host/host.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/fake_machine.h"

namespace fsduel {
namespace {

TEST(HostFactsTest, ReadsAnOrdinaryServer) {
  FakeMachine machine;
  machine.files = {
      {"/proc/sys/kernel/hostname", "bench1\n"},
      {"/proc/sys/kernel/ostype", "Linux\n"},
      {"/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n"},
      {"/etc/os-release",
       "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"},
      {"/proc/cpuinfo",
       "processor\t: 0\nvendor_id\t: X\ncpu family\t: 25\n"
       "model name\t: AMD EPYC 7313P 16-Core Processor\n"
       "flags\t\t: fpu vme sse\n"},
      {"/proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-15,32,40-41\n"},
      {"/sys/devices/system/cpu/cpufreq/policy0/scaling_governor",
       "performance\n"},
      {"/sys/devices/system/cpu/cpufreq/policy1/scaling_governor",
       "performance\n"},
      {"/proc/meminfo", "MemTotal:  1000 kB\nMemAvailable:  600 kB\n"},
      {"/proc/sys/vm/dirty_ratio", "20\n"},
      {"/sys/kernel/mm/transparent_hugepage/enabled",
       "always [madvise] never\n"},
      {"/proc/cmdline", "root=/dev/sda1 mitigations=off quiet\n"},
  };
  machine.commands["uname -m"] = {0, "x86_64\n"};
  const HostFacts facts = ReadHostFacts(machine);
  EXPECT_EQ(facts.hostname, "bench1");
  EXPECT_EQ(facts.kernel, "Linux 6.1.0-18-amd64 x86_64");
  EXPECT_EQ(facts.distribution, "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(facts.cpu_model, "AMD EPYC 7313P 16-Core Processor");
  EXPECT_EQ(facts.cpus, 19U);
  EXPECT_EQ(facts.governor, "performance");
  EXPECT_EQ(facts.virtualisation, "none");
  EXPECT_EQ(facts.memory_bytes, 1024000U);
  EXPECT_EQ(facts.memory_available_bytes, 614400U);
  EXPECT_EQ(facts.cgroup_memory_limit_bytes, 0U);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"vm.dirty_ratio", "20"},
      {"transparent_hugepage", "madvise"},
      {"mitigations", "off"}};
  EXPECT_EQ(facts.settings, expected);
}

TEST(HostFactsTest, LeavesEverythingEmptyWhereNothingIsKnown) {
  FakeMachine machine;
  const HostFacts facts = ReadHostFacts(machine);
  EXPECT_EQ(facts.kernel, "");
  EXPECT_EQ(facts.cpus, 0U);
  EXPECT_EQ(facts.virtualisation, "");
  EXPECT_EQ(facts.memory_bytes, 0U);
  EXPECT_TRUE(facts.settings.empty());
  EXPECT_EQ(ReadDirtyBytes(machine), -1);
  EXPECT_EQ(ReadCpuCounters(machine).psi_io_us, -1);
}

TEST(HostFactsTest, NamesTheHypervisor) {
  struct {
    const char* flags;
    const char* vendor;
    const char* product;
    const char* expected;
  } const cases[] = {
      {"flags : fpu hypervisor lahf\n", "QEMU", "Standard PC", "kvm"},
      {"flags : fpu hypervisor\n", "Microsoft Corporation", "Virtual Machine",
       "hyper-v"},
      {"flags : fpu hypervisor\n", "", "", "virtual machine"},
      {"flags : fpu\n", "Amazon EC2", "i3.metal", "none"},
      {"flags : fpu\n", "Dell Inc.", "PowerEdge", "none"},
      {"Features : fp asimd\n", "QEMU", "KVM Virtual Machine", "kvm"},
      {"Features : fp asimd\n", "", "", ""},
  };
  for (const auto& test : cases) {
    FakeMachine machine;
    machine.files = {{"/proc/cpuinfo", test.flags},
                     {"/sys/class/dmi/id/sys_vendor", test.vendor},
                     {"/sys/class/dmi/id/product_name", test.product}};
    EXPECT_EQ(ReadHostFacts(machine).virtualisation, test.expected)
        << test.flags << test.vendor;
  }
}

TEST(HostFactsTest, SaysWhenGovernorsDiffer) {
  FakeMachine machine;
  const std::string base = "/sys/devices/system/cpu/cpufreq/";
  machine.files = {{base + "policy0/scaling_governor", "powersave\n"},
                   {base + "policy4/scaling_governor", "performance\n"},
                   {base + "boost", "1\n"}};
  EXPECT_EQ(ReadHostFacts(machine).governor, "mixed: performance, powersave");
}

TEST(HostFactsTest, FindsTheLeastMemoryLimitOfItsCgroupAndThoseAbove) {
  struct {
    const char* what;
    const char* mountinfo;
    const char* cgroup;
    std::map<std::string, std::string> files;
    std::uint64_t expected;
  } const cases[] = {
      {"version 2, limit on the parent",
       "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
       "0::/user.slice/a.service\n",
       {{"/sys/fs/cgroup/user.slice/a.service/memory.max", "max"},
        {"/sys/fs/cgroup/user.slice/memory.max", "500000"}},
       500000},
      {"version 2, no limit",
       "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
       "0::/a\n",
       {{"/sys/fs/cgroup/a/memory.max", "max"}},
       0},
      {"version 1 beside version 2",
       "30 1 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
       "31 1 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n",
       "4:memory:/box\n1:cpu:/\n0::/\n",
       {{"/sys/fs/cgroup/memory/box/memory.limit_in_bytes", "300000"},
        {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712"}},
       300000},
      {"a container that sees its own group as the root",
       "30 1 0:26 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup "
       "rw,memory\n",
       "4:memory:/docker/abc\n",
       {{"/sys/fs/cgroup/memory/memory.limit_in_bytes", "200000"}},
       200000},
      {"a limit above the memory of the machine is none",
       "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
       "0::/\n",
       {{"/sys/fs/cgroup/memory.max", "99000000"}},
       0},
  };
  for (const auto& test : cases) {
    FakeMachine machine;
    machine.files = test.files;
    machine.files["/proc/meminfo"] = "MemTotal:  1000 kB\n";
    machine.files["/proc/self/mountinfo"] = test.mountinfo;
    machine.files["/proc/self/cgroup"] = test.cgroup;
    EXPECT_EQ(ReadHostFacts(machine).cgroup_memory_limit_bytes, test.expected)
        << test.what;
  }
}

TEST(CountersTest, AddsDirtyAndWriteback) {
  FakeMachine machine;
  machine.files["/proc/meminfo"] =
      "MemTotal: 9 kB\nDirty:   100 kB\nWriteback:   20 kB\n"
      "WritebackTmp:   5 kB\n";
  EXPECT_EQ(ReadDirtyBytes(machine), 120 * 1024);
}

TEST(CountersTest, ReadsDeviceCountersOfOldAndNewKernels) {
  FakeMachine machine;
  const std::string path = "/sys/class/block/sda/stat";
  DeviceCounters counters;
  EXPECT_FALSE(ReadDeviceCounters(machine, "sda", &counters));

  machine.files[path] = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n";
  ASSERT_TRUE(ReadDeviceCounters(machine, "sda", &counters));
  EXPECT_EQ(counters.reads, 1U);
  EXPECT_EQ(counters.read_sectors, 3U);
  EXPECT_EQ(counters.read_ms, 4U);
  EXPECT_EQ(counters.writes, 5U);
  EXPECT_EQ(counters.write_sectors, 7U);
  EXPECT_EQ(counters.write_ms, 8U);
  EXPECT_EQ(counters.in_flight, 9U);
  EXPECT_EQ(counters.busy_ms, 10U);
  EXPECT_EQ(counters.weighted_ms, 11U);
  EXPECT_EQ(counters.discards, 12U);
  EXPECT_EQ(counters.flushes, 16U);
  EXPECT_EQ(counters.flush_ms, 17U);

  machine.files[path] = "1 2 3 4 5 6 7 8 9 10 11\n";
  ASSERT_TRUE(ReadDeviceCounters(machine, "sda", &counters));
  EXPECT_EQ(counters.reads, 1U);
  EXPECT_EQ(counters.discards, 0U);
  EXPECT_EQ(counters.flushes, 0U);

  machine.files[path] = "1 2 3\n";
  EXPECT_FALSE(ReadDeviceCounters(machine, "sda", &counters));
}

TEST(CountersTest, ReadsCpuTimesAndPressure) {
  FakeMachine machine;
  machine.files["/proc/stat"] = "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 1 1 1\n";
  machine.files["/proc/pressure/io"] =
      "some avg10=0.00 avg60=1.00 avg300=0.00 total=1234\n"
      "full avg10=0.00 avg60=0.00 avg300=0.00 total=99\n";
  const CpuCounters counters = ReadCpuCounters(machine);
  EXPECT_EQ(counters.user, 1U);
  EXPECT_EQ(counters.system, 3U);
  EXPECT_EQ(counters.idle, 4U);
  EXPECT_EQ(counters.iowait, 5U);
  EXPECT_EQ(counters.steal, 8U);
  EXPECT_EQ(counters.psi_io_us, 1234);
  EXPECT_EQ(counters.psi_cpu_us, -1);
}

}  // namespace
}  // namespace fsduel
