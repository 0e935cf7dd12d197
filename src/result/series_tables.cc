// Columns of timeline.csv, device.csv and cpu.csv.
#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/text.h"
#include "result/tables.h"

namespace fsduel {
namespace {

using enum ValueKind;

using TimelineLine = Keyed<TimelineRow>;
constexpr std::array kTimelineColumns = {
    Field<TimelineLine>(
        "interval", "", "from 0, within the phase",
        [](auto& line) -> auto& { return line.row.interval; }),
    Field<TimelineLine>(
        "end_ns", "ns", "its end, since the start of the phase",
        [](auto& line) -> auto& { return line.row.end_ns; }),
    Field<TimelineLine>(
        "count", "", "operations that returned in it",
        [](auto& line) -> auto& { return line.row.count; }),
    Field<TimelineLine>(
        "bytes", "B", "transferred by them",
        [](auto& line) -> auto& { return line.row.bytes; }),
    Column<TimelineLine>{
        "buckets", "", "coarse histogram: bucket:count, blank-separated", kText,
        [](const TimelineLine& line) -> Value {
          return FormatBuckets(line.row);
        },
        [](TimelineLine* line, const Value& value) {
          const auto* text = std::get_if<std::string>(&value);
          return text != nullptr && ParseBuckets(*text, &line->row);
        }},
};

using DeviceLine = Keyed<DeviceRow>;
constexpr std::array kDeviceColumns = {
    Field<DeviceLine>(
        "interval", "", "from 0, within the phase",
        [](auto& line) -> auto& { return line.row.interval; }),
    Field<DeviceLine>(
        "end_ns", "ns", "its end, since the start of the phase",
        [](auto& line) -> auto& { return line.row.end_ns; }),
    Field<DeviceLine>(
        "device", "", "name below /sys/class/block",
        [](auto& line) -> auto& { return line.row.device; }),
    Field<DeviceLine>(
        "reads", "", "read requests completed",
        [](auto& line) -> auto& { return line.row.reads; }),
    Field<DeviceLine>(
        "read_bytes", "B", "read",
        [](auto& line) -> auto& { return line.row.read_bytes; }),
    Field<DeviceLine>(
        "writes", "", "write requests completed",
        [](auto& line) -> auto& { return line.row.writes; }),
    Field<DeviceLine>(
        "write_bytes", "B", "written",
        [](auto& line) -> auto& { return line.row.write_bytes; }),
    Field<DeviceLine>(
        "flushes", "", "flush requests completed",
        [](auto& line) -> auto& { return line.row.flushes; }),
    Field<DeviceLine>(
        "discards", "", "discard requests completed",
        [](auto& line) -> auto& { return line.row.discards; }),
    Field<DeviceLine>(
        "read_time_ms", "ms", "time of the read requests, added up",
        [](auto& line) -> auto& { return line.row.read_time_ms; }),
    Field<DeviceLine>(
        "write_time_ms", "ms", "time of the write requests, added up",
        [](auto& line) -> auto& { return line.row.write_time_ms; }),
    Field<DeviceLine>(
        "flush_time_ms", "ms", "time of the flush requests, added up",
        [](auto& line) -> auto& { return line.row.flush_time_ms; }),
    Field<DeviceLine>(
        "utilisation", "1", "share of the interval with a request in flight",
        [](auto& line) -> auto& { return line.row.utilisation; }),
    Field<DeviceLine>(
        "queue", "", "requests in flight, on average",
        [](auto& line) -> auto& { return line.row.queue; }),
};

using CpuLine = Keyed<CpuRow>;
constexpr std::array kCpuColumns = {
    Field<CpuLine>(
        "interval", "", "from 0, within the phase",
        [](auto& line) -> auto& { return line.row.interval; }),
    Field<CpuLine>(
        "end_ns", "ns", "its end, since the start of the phase",
        [](auto& line) -> auto& { return line.row.end_ns; }),
    Field<CpuLine>(
        "user", "1", "share of all CPUs of the machine in user mode",
        [](auto& line) -> auto& { return line.row.user; }),
    Field<CpuLine>(
        "system", "1", "in the kernel",
        [](auto& line) -> auto& { return line.row.system; }),
    Field<CpuLine>(
        "iowait", "1", "idle, with I/O outstanding",
        [](auto& line) -> auto& { return line.row.iowait; }),
    Field<CpuLine>(
        "steal", "1", "taken by the hypervisor",
        [](auto& line) -> auto& { return line.row.steal; }),
    Field<CpuLine>(
        "psi_cpu", "1",
        "share of the interval in which some task waited for a "
        "CPU; -1: not available",
        [](auto& line) -> auto& { return line.row.psi_cpu; }),
    Field<CpuLine>(
        "psi_io", "1", "for I/O",
        [](auto& line) -> auto& { return line.row.psi_io; }),
    Field<CpuLine>(
        "psi_memory", "1", "for memory",
        [](auto& line) -> auto& { return line.row.psi_memory; }),
};

}  // namespace

Columns<TimelineRow> TimelineColumns() {
  return kTimelineColumns;
}
Columns<DeviceRow> DeviceColumns() {
  return kDeviceColumns;
}
Columns<CpuRow> CpuColumns() {
  return kCpuColumns;
}

std::string FormatBuckets(const TimelineRow& row) {
  std::string text;
  for (const auto& [bucket, count] : row.buckets) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", bucket, count);
  }
  return text;
}

bool ParseBuckets(std::string_view text, TimelineRow* row) {
  row->buckets.clear();
  if (text.empty()) {
    return true;
  }
  for (const std::string_view part : Split(text, ' ')) {
    std::uint16_t bucket = 0;
    std::uint32_t count = 0;
    const char* const end = part.data() + part.size();
    const auto first = std::from_chars(part.data(), end, bucket);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ':' ||
        bucket >= kCoarseBuckets) {
      return false;
    }
    const auto second = std::from_chars(first.ptr + 1, end, count);
    if (second.ec != std::errc() || second.ptr != end) {
      return false;
    }
    row->buckets.emplace_back(bucket, count);
  }
  return true;
}

}  // namespace fsduel
