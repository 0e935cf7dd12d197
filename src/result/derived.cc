#include "result/derived.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace fsduel {
namespace {

std::uint64_t PercentileWithin(const LatencyHistogram& histogram,
                               double percent, std::uint64_t least,
                               std::uint64_t greatest) {
  const std::uint64_t value = histogram.Percentile(percent);
  return std::max(std::min(value, greatest), least);
}

std::string DescribeError(const OperationResult& operation, int error) {
  if (error == 0) {
    return operation.reads_data || operation.writes_data
               ? "wrong length or data"
               : "success, not a failure";
  }
  const char* const text = strerrordesc_np(error);
  return text != nullptr ? fmt::format("{} ({})", ErrnoName(error), text)
                         : ErrnoName(error);
}

}  // namespace

PhaseTotals TotalsOf(const PhaseResult& phase) {
  PhaseTotals totals;
  WindowTotals& early = totals.until_deadline;
  WindowTotals& all = totals.until_last;
  early.seconds = phase.seconds;
  all.seconds = phase.seconds_to_last;
  for (const OperationResult& operation : phase.operations) {
    if (operation.measure != Measure::kService) {
      continue;
    }
    const OperationSummary& summary = operation.summary;
    all.operations += summary.count;
    early.operations += summary.count - summary.late_count;
    if (operation.reads_data) {
      all.bytes_read += summary.bytes;
      early.bytes_read += summary.bytes - summary.late_bytes;
    }
    if (operation.writes_data) {
      all.bytes_written += summary.bytes;
      early.bytes_written += summary.bytes - summary.late_bytes;
    }
    totals.failures += summary.failures;
    totals.unexpected += summary.unexpected;
    totals.short_transfers += summary.short_transfers;
    totals.sum_ns += summary.sum_ns;
    totals.max_ns = std::max(totals.max_ns, summary.max_ns);
    totals.client_time_share += operation.client_time_share;
  }
  return totals;
}

std::uint64_t PercentileNs(const OperationSummary& summary, double percent) {
  return PercentileWithin(summary.histogram, percent, summary.min_ns,
                          summary.max_ns);
}

std::uint64_t PassPercentileNs(const PhaseResult& phase, double percent) {
  return PercentileWithin(phase.pass_times, percent, phase.pass_min_ns,
                          phase.pass_max_ns);
}

std::optional<Fairness> FairnessOf(const std::vector<ClientResult>& clients) {
  std::vector<std::uint64_t> counts;
  double sum = 0;
  double squares = 0;
  for (const ClientResult& client : clients) {
    const auto count = static_cast<double>(client.operations);
    counts.push_back(client.operations);
    sum += count;
    squares += count * count;
  }
  if (counts.size() < 2 || sum <= 0) {
    return std::nullopt;
  }
  std::sort(counts.begin(), counts.end());
  Fairness fairness;
  fairness.slowest = counts.front();
  fairness.median = counts[(counts.size() - 1) / 2];
  fairness.fastest = counts.back();
  fairness.jain = sum * sum / (static_cast<double>(counts.size()) * squares);
  return fairness;
}

std::vector<DeviceTotals> DeviceTotalsOf(const PhaseResult& phase) {
  std::vector<DeviceTotals> devices;
  std::vector<std::int64_t> ends;  // of each device's intervals so far
  for (const DeviceRow& row : phase.device) {
    auto device = std::find_if(
        devices.begin(), devices.end(),
        [&](const DeviceTotals& known) { return known.device == row.device; });
    if (device == devices.end()) {
      devices.emplace_back().device = row.device;
      ends.push_back(0);
      device = std::prev(devices.end());
    }
    device->reads += row.reads;
    device->read_bytes += row.read_bytes;
    device->writes += row.writes;
    device->write_bytes += row.write_bytes;
    device->flushes += row.flushes;
    device->flush_time_ms += row.flush_time_ms;
    device->discards += row.discards;
    std::int64_t& end =
        ends[static_cast<std::size_t>(device - devices.begin())];
    device->utilisation +=
        row.utilisation * static_cast<double>(row.end_ns - end);
    end = row.end_ns;
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    devices[i].utilisation =
        ends[i] > 0 ? devices[i].utilisation / static_cast<double>(ends[i]) : 0;
  }
  return devices;
}

std::vector<UnexpectedCount> UnexpectedCountsOf(const RunResult& result) {
  std::vector<UnexpectedCount> counts;
  for (const PhaseResult& phase : result.phases) {
    for (const OperationResult& operation : phase.operations) {
      for (const ErrnoCount& error : operation.summary.errors) {
        const std::string what = DescribeError(operation, error.error);
        const auto known = std::find_if(
            counts.begin(), counts.end(), [&](const UnexpectedCount& count) {
              return count.operation == operation.operation &&
                     count.what == what;
            });
        if (known != counts.end()) {
          known->count += error.count;
        } else {
          counts.push_back({operation.operation, what, error.count});
        }
      }
    }
  }
  std::stable_sort(counts.begin(), counts.end(),
                   [](const UnexpectedCount& a, const UnexpectedCount& b) {
                     return a.count > b.count;
                   });
  return counts;
}

std::string ErrnoName(int error) {
  if (error == 0) {
    return "none";
  }
  const char* const name = strerrorname_np(error);
  return name != nullptr ? name
         : error < 0     ? "other"
                         : fmt::format("{}", error);
}

std::string SpecValue(const RunResult& result, std::string_view option) {
  for (const auto& [name, value] : result.spec) {
    std::string_view plain = name;
    plain.remove_prefix(std::min(plain.find_first_not_of('-'), plain.size()));
    if (plain == option) {
      return value;
    }
  }
  return "";
}

}  // namespace fsduel
