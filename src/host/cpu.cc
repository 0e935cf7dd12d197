#include "host/cpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "host/small_files.h"

namespace fsduel {
namespace {

// How many numbers "0-3,8" names.
std::uint32_t CountList(std::string_view list) {
  std::int64_t count = 0;
  for (const std::string_view range : Split(list, ',')) {
    const std::int64_t first = ParseNumberOr(range, -1);
    const std::size_t dash = range.find('-');
    const std::int64_t last = dash == std::string_view::npos
                                  ? first
                                  : ParseNumberOr(range.substr(dash + 1), -1);
    if (first >= 0 && last >= first) {
      count += last - first + 1;
    }
  }
  return static_cast<std::uint32_t>(count);
}

// "model name : AMD EPYC" of x86; other machines name themselves in the device
// tree.
std::string ReadModel(Machine& machine, std::string_view cpuinfo) {
  for (const std::string_view key : {"model name", "cpu model", "cpu\t"}) {
    const std::string_view value = FindValue(cpuinfo, key);
    if (const std::size_t colon = value.find(':');
        colon != std::string_view::npos) {
      return std::string(Trim(value.substr(colon + 1)));
    }
  }
  // Ends in a zero byte.
  std::string model = ReadTrimmed(machine, "/proc/device-tree/model");
  model.resize(std::min(model.size(), model.find('\0')));
  return model;
}

// The governor of all CPUs, or "mixed: performance, powersave".
std::string ReadGovernor(Machine& machine) {
  const std::string base = "/sys/devices/system/cpu/cpufreq";
  const Result<std::vector<std::string>> policies = machine.ListDirectory(base);
  if (!policies.ok()) {
    return "";
  }
  std::set<std::string> governors;
  for (const std::string& policy : policies.value()) {
    const std::string governor = ReadTrimmed(
        machine, fmt::format("{}/{}/scaling_governor", base, policy));
    if (!governor.empty()) {
      governors.insert(governor);
    }
  }
  const std::string all = fmt::format("{}", fmt::join(governors, ", "));
  return governors.size() > 1 ? "mixed: " + all : all;
}

// The hypervisor: from /sys/hypervisor (Xen), the firmware's vendor, or at
// least the flag that x86 sets below one.
std::string ReadVirtualisation(Machine& machine, std::string_view cpuinfo) {
  std::string type = ReadTrimmed(machine, "/sys/hypervisor/type");
  if (!type.empty()) {
    return type;
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8>
      kVendors = {{{"QEMU", "kvm"},
                   {"KVM", "kvm"},
                   {"Amazon EC2", "amazon"},
                   {"Google Compute", "google"},
                   {"VMware", "vmware"},
                   {"VirtualBox", "virtualbox"},
                   {"innotek", "virtualbox"},
                   {"Virtual Machine", "hyper-v"}}};
  const std::string_view flags = FindValue(cpuinfo, "flags");
  const bool guest = flags.find(" hypervisor") != std::string_view::npos;
  const std::string firmware =
      ReadTrimmed(machine, "/sys/class/dmi/id/sys_vendor") + " " +
      ReadTrimmed(machine, "/sys/class/dmi/id/product_name");
  for (const auto& [vendor, name] : kVendors) {
    // EC2 also names itself on bare metal.
    if (firmware.find(vendor) != std::string::npos &&
        (guest || flags.empty())) {
      return std::string(name);
    }
  }
  return guest ? "virtual machine" : flags.empty() ? "" : "none";
}

}  // namespace

void ReadCpuFacts(Machine& machine, HostFacts* facts) {
  const Result<std::string> cpuinfo = machine.ReadFile("/proc/cpuinfo");
  const std::string_view text =
      cpuinfo.ok() ? std::string_view(cpuinfo.value()) : std::string_view();
  facts->cpu_model = ReadModel(machine, text);
  facts->virtualisation = ReadVirtualisation(machine, text);
  facts->governor = ReadGovernor(machine);
  if (const Result<std::string> status = machine.ReadFile("/proc/self/status");
      status.ok()) {
    facts->cpus = CountList(FindValue(status.value(), "Cpus_allowed_list:"));
  }
}

}  // namespace fsduel
