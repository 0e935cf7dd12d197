#include "result/sweep_figures.h"

#include <algorithm>
#include <cmath>

#include "result/derived.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

constexpr std::string_view kIo[] = {kSweepRead, kSweepWrite};
constexpr std::string_view kFlush[] = {kSweepFlush};
constexpr double kNearlyAll = 0.9;

bool IsMeasured(const PhaseResult& phase) {
  return phase.name != kSweepLayout && phase.threads != 0 &&
         SweepTotalsOf(phase).operations != 0;
}

SweepRow* FindRow(std::vector<SweepRow>* rows, const PhaseResult& phase) {
  const auto row =
      std::find_if(rows->begin(), rows->end(), [&](const SweepRow& known) {
        return known.pattern == phase.name && known.threads == phase.threads &&
               known.block_bytes == phase.block_bytes;
      });
  return row == rows->end() ? nullptr : &*row;
}

void Add(const OperationSummary& part, OperationSummary* sum) {
  sum->min_ns =
      sum->count == 0 ? part.min_ns : std::min(sum->min_ns, part.min_ns);
  sum->max_ns = std::max(sum->max_ns, part.max_ns);
  sum->count += part.count;
  sum->bytes += part.bytes;
  sum->sum_ns += part.sum_ns;
  sum->unexpected += part.unexpected;
  sum->failures += part.failures;
  for (std::size_t i = 0; i < kMaxThresholds; ++i) {
    sum->over[i] += part.over[i];
  }
  sum->histogram.Merge(part.histogram);
}

OperationSummary SummaryOf(const PhaseResult& phase,
                           std::span<const std::string_view> operations) {
  const PhaseResult* const one[] = {&phase};
  return MergedSummary(one, operations);
}

std::uint64_t CountOver(const LatencyHistogram& histogram,
                        std::chrono::nanoseconds limit) {
  std::uint64_t count = 0;
  for (std::size_t bucket = LatencyHistogram::BucketOf(
           static_cast<std::uint64_t>(limit.count()));
       bucket < LatencyHistogram::kBuckets; ++bucket) {
    count += histogram.CountAt(bucket);
  }
  return count;
}

// The threads' time of a phase, in ns, by what it was spent on.
struct TimeParts {
  double all = 0;
  double start = 0;
  double between = 0;
  double flush = 0;
  double end = 0;
};

TimeParts TimePartsOf(const PhaseResult& phase, double io_ns) {
  const OperationSummary flushes = SummaryOf(phase, kFlush);
  const auto flush_ns = static_cast<double>(flushes.sum_ns);
  // Once per thread is at the end, more often is after each write.
  const bool at_end = flushes.count <= phase.threads;
  TimeParts parts;
  parts.all = 1e9 * SweepTotalsOf(phase).seconds_to_flush * phase.threads;
  parts.flush = flush_ns;
  double before = 0;
  double until = 0;
  for (const ClientResult& client : phase.clients) {
    before += static_cast<double>(client.first_start_ns);
    until += static_cast<double>(client.last_end_ns);
  }
  parts.start = before;
  parts.between = until - before - io_ns - (at_end ? 0 : flush_ns);
  parts.end = parts.all - until - (at_end ? flush_ns : 0);
  return parts;
}

}  // namespace

std::vector<SweepRow> SweepRowsOf(const std::vector<RunResult>& runs) {
  std::vector<SweepRow> rows;
  for (const RunResult& run : runs) {
    for (const PhaseResult& phase : run.phases) {
      if (!IsMeasured(phase)) {
        continue;
      }
      if (SweepRow* row = FindRow(&rows, phase)) {
        row->phases.push_back(&phase);
        continue;
      }
      // Behind the last one of its pattern.
      const auto last = std::find_if(
          rows.rbegin(), rows.rend(),
          [&](const SweepRow& row) { return row.pattern == phase.name; });
      rows.insert(last == rows.rend() ? rows.end() : last.base(),
                  {phase.name, phase.block_bytes, phase.threads, {&phase}});
    }
  }
  return rows;
}

SweepTotals SweepTotalsOf(const PhaseResult& phase) {
  SweepTotals totals;
  for (const OperationResult& operation : phase.operations) {
    if (operation.measure != Measure::kService) {
      continue;
    }
    const OperationSummary& summary = operation.summary;
    if (operation.operation == kSweepRead) {
      totals.bytes_read += summary.bytes;
      totals.operations += summary.count;
    } else if (operation.operation == kSweepWrite) {
      totals.bytes_written += summary.bytes;
      totals.operations += summary.count;
    }
  }
  totals.seconds = phase.seconds_to_last;
  totals.seconds_to_flush =
      std::max(phase.seconds_to_last, phase.sweep.seconds_to_flush);
  totals.cpu_seconds = phase.user_seconds + phase.system_seconds;
  return totals;
}

OperationSummary MergedSummary(std::span<const PhaseResult* const> phases,
                               std::span<const std::string_view> operations) {
  OperationSummary sum;
  for (const PhaseResult* phase : phases) {
    for (const OperationResult& row : phase->operations) {
      if (row.measure == Measure::kService &&
          std::find(operations.begin(), operations.end(), row.operation) !=
              operations.end() &&
          row.summary.count != 0) {
        Add(row.summary, &sum);
      }
    }
  }
  return sum;
}

OperationSummary MergedIo(const SweepRow& row) {
  return MergedSummary(row.phases, kIo);
}

OperationSummary MergedFlushes(const SweepRow& row) {
  return MergedSummary(row.phases, kFlush);
}

double ShareOver(const OperationSummary& summary,
                 const std::vector<std::int64_t>& thresholds_ns,
                 std::chrono::nanoseconds limit) {
  if (summary.count == 0) {
    return 0;
  }
  const auto known = static_cast<std::size_t>(
      std::find(thresholds_ns.begin(), thresholds_ns.end(), limit.count()) -
      thresholds_ns.begin());
  const std::uint64_t over =
      known < std::min(thresholds_ns.size(), kMaxThresholds)
          ? summary.over[known]
          : CountOver(summary.histogram, limit);
  return static_cast<double>(over) / static_cast<double>(summary.count);
}

ThreadRates ThreadRatesOf(const PhaseResult& phase) {
  std::vector<double> rates;
  for (const ClientResult& client : phase.clients) {
    rates.push_back(client.last_end_ns > 0
                        ? 1e9 * static_cast<double>(client.bytes) /
                              static_cast<double>(client.last_end_ns)
                        : 0);
  }
  if (rates.empty()) {
    return {};
  }
  const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
  return {*least, Median(rates), *most};
}

std::optional<double> DeviceShareOf(const PhaseResult& phase) {
  const SweepTotals totals = SweepTotalsOf(phase);
  const std::vector<DeviceTotals> devices = DeviceTotalsOf(phase);
  const bool reads = totals.bytes_read != 0;
  const std::uint64_t moved = reads ? totals.bytes_read : totals.bytes_written;
  if (devices.empty() || moved == 0) {
    return std::nullopt;
  }
  std::uint64_t bytes = 0;
  for (const DeviceTotals& device : devices) {
    bytes += reads ? device.read_bytes : device.write_bytes;
  }
  return static_cast<double>(bytes) / static_cast<double>(moved);
}

ServedBy ReadsServedBy(const PhaseResult& phase) {
  if (SweepTotalsOf(phase).bytes_read == 0) {
    return ServedBy::kUnknown;
  }
  const std::optional<double> share = DeviceShareOf(phase);
  if (!share) {
    return phase.sweep.cached_before >= kNearlyAll ? ServedBy::kMemory
                                                   : ServedBy::kUnknown;
  }
  return *share >= kNearlyAll      ? ServedBy::kDevice
         : *share < 1 - kNearlyAll ? ServedBy::kMemory
                                   : ServedBy::kBoth;
}

LittleCheck LittleCheckOf(const PhaseResult& phase) {
  LittleCheck check;
  const SweepTotals totals = SweepTotalsOf(phase);
  const OperationSummary io = SummaryOf(phase, kIo);
  if (totals.operations == 0 || totals.seconds_to_flush <= 0) {
    return check;
  }
  const double depth = std::max(phase.sweep.queue_depth, 1U);
  const auto operations = static_cast<double>(totals.operations);
  check.expected_ns =
      1e9 * phase.threads * depth * totals.seconds_to_flush / operations;
  check.mean_ns = io.average_ns();
  check.operations_per_thread = operations / std::max(phase.threads, 1U);
  const TimeParts parts =
      TimePartsOf(phase, static_cast<double>(io.sum_ns) / depth);
  double largest = 0;
  for (const auto& [cause, time] : {std::pair{GapCause::kStart, parts.start},
                                    {GapCause::kBetween, parts.between},
                                    {GapCause::kFlush, parts.flush},
                                    {GapCause::kEnd, parts.end}}) {
    if (time > largest) {
      largest = time;
      check.cause = cause;
    }
  }
  check.cause_share = parts.all > 0 ? std::min(1.0, largest / parts.all) : 0;
  return check;
}

const PhaseResult& MedianPhase(const SweepRow& row) {
  std::vector<const PhaseResult*> phases = row.phases;
  std::stable_sort(phases.begin(), phases.end(),
                   [](const PhaseResult* a, const PhaseResult* b) {
                     return SweepTotalsOf(*a).rate() < SweepTotalsOf(*b).rate();
                   });
  return *phases[(phases.size() - 1) / 2];
}

}  // namespace fsduel
