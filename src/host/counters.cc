// Readings that the sampler takes once per interval.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/host.h"
#include "host/small_files.h"

namespace fsduel {
namespace {

std::uint64_t ToCount(std::string_view word) {
  return static_cast<std::uint64_t>(
      std::max<std::int64_t>(0, ParseNumberOr(word, 0)));
}

// "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345" -> 12345.
std::int64_t ReadPressure(Machine& machine, const std::string& resource) {
  const Result<std::string> text =
      machine.ReadFile("/proc/pressure/" + resource);
  if (!text.ok()) {
    return -1;
  }
  const std::string_view some = FindValue(text.value(), "some ");
  const std::size_t total = some.find("total=");
  return total == std::string_view::npos
             ? -1
             : ParseNumberOr(some.substr(total + 6), -1);
}

}  // namespace

std::int64_t ReadDirtyBytes(Machine& machine) {
  const Result<std::string> meminfo = machine.ReadFile("/proc/meminfo");
  if (!meminfo.ok()) {
    return -1;
  }
  const std::int64_t dirty = MeminfoBytes(meminfo.value(), "Dirty:");
  const std::int64_t writeback = MeminfoBytes(meminfo.value(), "Writeback:");
  return dirty < 0 || writeback < 0 ? -1 : dirty + writeback;
}

bool ReadDeviceCounters(Machine& machine, const std::string& device,
                        DeviceCounters* counters) {
  const Result<std::string> text =
      machine.ReadFile("/sys/class/block/" + device + "/stat");
  if (!text.ok()) {
    return false;
  }
  // 11 numbers; since 4.18 four of discards; since 5.5 two of flushes.
  constexpr std::size_t kOldest = 11;
  std::vector<std::string_view> words = SplitWords(text.value());
  if (words.size() < kOldest) {
    return false;
  }
  words.resize(17, "0");
  counters->reads = ToCount(words[0]);
  counters->read_sectors = ToCount(words[2]);
  counters->read_ms = ToCount(words[3]);
  counters->writes = ToCount(words[4]);
  counters->write_sectors = ToCount(words[6]);
  counters->write_ms = ToCount(words[7]);
  counters->in_flight = ToCount(words[8]);
  counters->busy_ms = ToCount(words[9]);
  counters->weighted_ms = ToCount(words[10]);
  counters->discards = ToCount(words[11]);
  counters->flushes = ToCount(words[15]);
  counters->flush_ms = ToCount(words[16]);
  return true;
}

CpuCounters ReadCpuCounters(Machine& machine) {
  CpuCounters counters;
  if (const Result<std::string> text = machine.ReadFile("/proc/stat");
      text.ok()) {
    const std::array<std::uint64_t*, 8> fields = {
        &counters.user,   &counters.nice, &counters.system,  &counters.idle,
        &counters.iowait, &counters.irq,  &counters.softirq, &counters.steal};
    const std::vector<std::string_view> words =
        SplitWords(FindValue(text.value(), "cpu "));
    for (std::size_t i = 0; i < std::min(fields.size(), words.size()); ++i) {
      *fields[i] = ToCount(words[i]);
    }
  }
  counters.psi_cpu_us = ReadPressure(machine, "cpu");
  counters.psi_io_us = ReadPressure(machine, "io");
  counters.psi_memory_us = ReadPressure(machine, "memory");
  return counters;
}

}  // namespace fsduel
