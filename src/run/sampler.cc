// Reads the shared counters, devices and CPUs once per interval.
#include "run/sampler.h"

#include <algorithm>

namespace fsduel {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;
constexpr std::uint64_t kSectorBytes = 512;

// Share of `part` ticks in `total` ticks.
double Share(std::uint64_t part, std::uint64_t total) {
  return total == 0 ? 0
                    : static_cast<double>(part) / static_cast<double>(total);
}

double PressureShare(std::int64_t before_us, std::int64_t after_us,
                     double seconds) {
  constexpr double kMicrosecondsPerSecond = 1e6;
  if (before_us < 0 || after_us < 0) {
    return -1;
  }
  return static_cast<double>(after_us - before_us) / kMicrosecondsPerSecond /
         seconds;
}

// Upper end of a coarse bucket, ns: nothing in the interval took longer.
std::uint64_t CoarseUpperBound(std::size_t coarse) {
  return LatencyHistogram::LowerBound((coarse + 1) * 16);
}

}  // namespace

std::vector<std::string> DevicesOf(const std::vector<MountFacts>& mounts) {
  std::vector<std::string> devices;
  for (const MountFacts& mount : mounts) {
    if (mount.device && std::find(devices.begin(), devices.end(),
                                  mount.device->name) == devices.end()) {
      devices.push_back(mount.device->name);
    }
  }
  return devices;
}

Sampler::Sampler(std::vector<std::string> devices, const SharedBlock& block,
                 Machine* machine)
    : block_(block), machine_(machine), devices_(std::move(devices)) {}

void Sampler::BeginPhase(std::uint32_t phase, std::int64_t now_ns) {
  for (std::size_t row = 0; phase_ != 0 && row < last_.size(); ++row) {
    operations_before_ += Sum(row).count;
  }
  phase_ = phase;
  interval_ = 0;
  phase_start_ns_ = now_ns;
  last_ns_ = now_ns;
  last_.assign(block_.rows().opcodes.size(), RowTotals());
  last_device_.assign(devices_.size(), DeviceCounters());
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    ReadDeviceCounters(*machine_, devices_[i], &last_device_[i]);
  }
  last_cpu_ = ReadCpuCounters(*machine_);
  interval_operations_ = 0;
  interval_bytes_ = 0;
  interval_max_ns_ = 0;
}

Sampler::RowTotals Sampler::Sum(std::size_t row) const {
  RowTotals totals;
  for (std::uint32_t i = 0; i < block_.clients(); ++i) {
    const OperationStats& stats = block_.stats(i).operations(phase_ - 1)[row];
    const std::uint64_t count = stats.count.Load();
    if (count == 0) {
      continue;
    }
    totals.count += count;
    totals.bytes += stats.bytes.Load();
    totals.max_ns = std::max(totals.max_ns, stats.max_ns.Load());
    for (std::size_t bucket = 0; bucket < kCoarseBuckets; ++bucket) {
      totals.coarse[bucket] += stats.coarse[bucket].Load();
    }
  }
  return totals;
}

Sampler::Interval Sampler::Sample(std::int64_t now_ns) {
  Interval interval;
  interval_length_ns_ = std::max<std::int64_t>(now_ns - last_ns_, 1);
  end_ns_ = now_ns - phase_start_ns_;
  const double seconds =
      static_cast<double>(interval_length_ns_) / kNanosecondsPerSecond;
  SampleOperations(&interval);
  SampleDevices(seconds, &interval);
  SampleCpu(seconds, &interval);
  last_ns_ = now_ns;
  ++interval_;
  return interval;
}

void Sampler::SampleOperations(Interval* interval) {
  interval_operations_ = 0;
  interval_bytes_ = 0;
  interval_max_ns_ = 0;
  for (std::size_t row = 0; row < last_.size(); ++row) {
    RowTotals now = Sum(row);
    TimelineRow line;
    line.interval = interval_;
    line.end_ns = end_ns_;
    line.operation = block_.rows().labels[row].name;
    line.count = now.count - last_[row].count;
    line.bytes = now.bytes - last_[row].bytes;
    for (std::size_t bucket = 0; bucket < kCoarseBuckets; ++bucket) {
      const std::uint32_t more = now.coarse[bucket] - last_[row].coarse[bucket];
      if (more != 0) {
        line.buckets.emplace_back(static_cast<std::uint16_t>(bucket), more);
        interval_max_ns_ = std::max(interval_max_ns_, CoarseUpperBound(bucket));
      }
    }
    interval_operations_ += line.count;
    interval_bytes_ += line.bytes;
    if (line.count != 0) {
      interval->timeline.push_back(std::move(line));
    }
    last_[row] = now;
  }
}

void Sampler::SampleDevices(double seconds, Interval* interval) {
  constexpr double kMillisecondsPerSecond = 1000;
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    DeviceCounters now;
    if (!ReadDeviceCounters(*machine_, devices_[i], &now)) {
      continue;
    }
    const DeviceCounters& before = last_device_[i];
    DeviceRow row;
    row.interval = interval_;
    row.end_ns = end_ns_;
    row.device = devices_[i];
    row.reads = now.reads - before.reads;
    row.read_bytes = (now.read_sectors - before.read_sectors) * kSectorBytes;
    row.writes = now.writes - before.writes;
    row.write_bytes = (now.write_sectors - before.write_sectors) * kSectorBytes;
    row.flushes = now.flushes - before.flushes;
    row.discards = now.discards - before.discards;
    row.read_time_ms = now.read_ms - before.read_ms;
    row.write_time_ms = now.write_ms - before.write_ms;
    row.flush_time_ms = now.flush_ms - before.flush_ms;
    const double milliseconds = seconds * kMillisecondsPerSecond;
    row.utilisation = std::min(
        1.0, static_cast<double>(now.busy_ms - before.busy_ms) / milliseconds);
    row.queue = static_cast<double>(now.weighted_ms - before.weighted_ms) /
                milliseconds;
    interval->device.push_back(std::move(row));
    last_device_[i] = now;
  }
}

void Sampler::SampleCpu(double seconds, Interval* interval) {
  const CpuCounters now = ReadCpuCounters(*machine_);
  const CpuCounters& before = last_cpu_;
  const auto ticks = [](const CpuCounters& c) {
    return c.user + c.nice + c.system + c.idle + c.iowait + c.irq + c.softirq +
           c.steal;
  };
  const std::uint64_t total = ticks(now) - ticks(before);
  CpuRow row;
  row.interval = interval_;
  row.end_ns = end_ns_;
  row.user = Share(now.user + now.nice - before.user - before.nice, total);
  row.system = Share(now.system + now.irq + now.softirq - before.system -
                         before.irq - before.softirq,
                     total);
  // The kernel's iowait can step back a little; see proc_stat(5).
  row.iowait =
      now.iowait > before.iowait ? Share(now.iowait - before.iowait, total) : 0;
  row.steal = Share(now.steal - before.steal, total);
  row.psi_cpu = PressureShare(before.psi_cpu_us, now.psi_cpu_us, seconds);
  row.psi_io = PressureShare(before.psi_io_us, now.psi_io_us, seconds);
  row.psi_memory =
      PressureShare(before.psi_memory_us, now.psi_memory_us, seconds);
  interval->cpu.push_back(row);
  last_cpu_ = now;
}

void Sampler::Fill(std::int64_t now_ns, RunProgress* progress) const {
  progress->phase = PhaseName(phase_);
  progress->elapsed = std::chrono::nanoseconds(now_ns - phase_start_ns_);
  progress->clients = block_.clients();
  progress->operations_total = operations_before_;
  for (std::uint32_t i = 0; i < block_.clients(); ++i) {
    const ClientStats stats = block_.stats(i);
    std::uint64_t bytes = 0;
    for (std::size_t row = 0; row < last_.size(); ++row) {
      const OperationStats& operation = stats.operations(phase_ - 1)[row];
      const std::uint64_t count = operation.count.Load();
      if (count != 0) {
        progress->operations += count;
        bytes += operation.bytes.Load();
        progress->unexpected += operation.unexpected.Load();
      }
    }
    progress->bytes += bytes;
    progress->clients_with_bytes += bytes != 0 ? 1 : 0;
    InFlight now;
    if (stats.header().slot.Read(&now) && now.state == SlotState::kRunning) {
      const std::chrono::nanoseconds age(now_ns - now.start_ns);
      if (age > progress->oldest_age) {
        progress->oldest_age = age;
        progress->oldest_operation =
            block_.rows().LabelOf(PublishedOperation(now).opcode).name;
        progress->oldest_client = i;
      }
    }
  }
  progress->operations_total += progress->operations;
  progress->interval_operations = interval_operations_;
  progress->interval_bytes = interval_bytes_;
  progress->interval = std::chrono::nanoseconds(interval_length_ns_);
  progress->interval_max_latency = std::max(
      progress->oldest_age, std::chrono::nanoseconds(interval_max_ns_));
}

}  // namespace fsduel
