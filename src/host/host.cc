// Facts of the machine as a whole.
#include "host/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "host/cgroup.h"
#include "host/cpu.h"
#include "host/small_files.h"

namespace fsduel {
namespace {

// Settings that are known to move the results of filesystem loads, by the name
// under which people set them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14>
    kSettings = {{
        {"vm.dirty_ratio", "/proc/sys/vm/dirty_ratio"},
        {"vm.dirty_bytes", "/proc/sys/vm/dirty_bytes"},
        {"vm.dirty_background_ratio", "/proc/sys/vm/dirty_background_ratio"},
        {"vm.dirty_background_bytes", "/proc/sys/vm/dirty_background_bytes"},
        {"vm.dirty_expire_centisecs", "/proc/sys/vm/dirty_expire_centisecs"},
        {"vm.dirty_writeback_centisecs",
         "/proc/sys/vm/dirty_writeback_centisecs"},
        {"vm.vfs_cache_pressure", "/proc/sys/vm/vfs_cache_pressure"},
        {"vm.swappiness", "/proc/sys/vm/swappiness"},
        {"transparent_hugepage", "/sys/kernel/mm/transparent_hugepage/enabled"},
        {"clocksource",
         "/sys/devices/system/clocksource/clocksource0/current_clocksource"},
        {"smt", "/sys/devices/system/cpu/smt/control"},
        {"cpufreq.boost", "/sys/devices/system/cpu/cpufreq/boost"},
        {"intel_pstate.no_turbo",
         "/sys/devices/system/cpu/intel_pstate/no_turbo"},
        {"kernel.task_delayacct", "/proc/sys/kernel/task_delayacct"},
    }};

// "Linux 6.18.44 x86_64".
std::string ReadKernel(Machine& machine) {
  std::string kernel = ReadTrimmed(machine, "/proc/sys/kernel/ostype");
  const std::string release =
      ReadTrimmed(machine, "/proc/sys/kernel/osrelease");
  std::string machine_name = ReadTrimmed(machine, "/proc/sys/kernel/arch");
  if (machine_name.empty()) {  // kernels before 6.1
    const Result<CommandResult> uname = machine.Run({"uname", "-m"});
    machine_name = uname.ok() ? Trim(uname->output) : "";
  }
  for (const std::string& word : {release, machine_name}) {
    kernel += word.empty() ? "" : " " + word;
  }
  return std::string(Trim(kernel));
}

std::string ReadDistribution(Machine& machine) {
  const Result<std::string> text = machine.ReadFile("/etc/os-release");
  if (!text.ok()) {
    return "";
  }
  std::string_view name = FindValue(text.value(), "PRETTY_NAME=");
  if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
    name = name.substr(1, name.size() - 2);
  }
  return std::string(name);
}

// "mitigations=off" makes system calls several times cheaper.
std::string ReadMitigations(Machine& machine) {
  const std::string command_line = ReadTrimmed(machine, "/proc/cmdline");
  for (const std::string_view word : SplitWords(command_line)) {
    if (word.starts_with("mitigations=")) {
      return std::string(word.substr(word.find('=') + 1));
    }
  }
  return "";
}

}  // namespace

HostFacts ReadHostFacts(Machine& machine) {
  HostFacts facts;
  facts.hostname = ReadTrimmed(machine, "/proc/sys/kernel/hostname");
  facts.kernel = ReadKernel(machine);
  facts.distribution = ReadDistribution(machine);
  ReadCpuFacts(machine, &facts);
  if (const Result<std::string> meminfo = machine.ReadFile("/proc/meminfo");
      meminfo.ok()) {
    const auto bytes = [&](std::string_view key) {
      return static_cast<std::uint64_t>(
          std::max<std::int64_t>(0, MeminfoBytes(meminfo.value(), key)));
    };
    facts.memory_bytes = bytes("MemTotal:");
    facts.memory_available_bytes = bytes("MemAvailable:");
  }
  facts.cgroup_memory_limit_bytes =
      ReadCgroupMemoryLimit(machine, facts.memory_bytes);
  for (const auto& [name, path] : kSettings) {
    const std::string value =
        ActiveChoice(ReadTrimmed(machine, std::string(path)));
    if (!value.empty()) {
      facts.settings.emplace_back(name, value);
    }
  }
  if (std::string mitigations = ReadMitigations(machine);
      !mitigations.empty()) {
    facts.settings.emplace_back("mitigations", std::move(mitigations));
  }
  return facts;
}

}  // namespace fsduel
