#include "result/rebuild.h"

#include <algorithm>

namespace fsduel {
namespace {

constexpr std::size_t kFinePerCoarse =
    LatencyHistogram::kBuckets / kCoarseBuckets;

OperationResult* FindOrAdd(PhaseResult* phase, const std::string& name) {
  for (OperationResult& operation : phase->operations) {
    if (operation.operation == name) {
      return &operation;
    }
  }
  OperationResult& operation = phase->operations.emplace_back();
  operation.operation = name;
  operation.compat_name = name;
  operation.summary.min_ns = UINT64_MAX;
  return &operation;
}

void AddBucket(std::size_t coarse, std::uint64_t count,
               OperationSummary* summary) {
  const std::size_t first = coarse * kFinePerCoarse;
  const std::size_t middle = first + kFinePerCoarse / 2;
  summary->histogram.AddCount(middle, count);
  summary->sum_ns += LatencyHistogram::LowerBound(middle) * count;
  summary->min_ns =
      std::min(summary->min_ns, LatencyHistogram::LowerBound(first));
  summary->max_ns = std::max(
      summary->max_ns, LatencyHistogram::LowerBound(first + kFinePerCoarse));
}

void RebuildPhase(const RunResult& result, PhaseResult* phase) {
  std::int64_t end_ns = 0;
  for (const TimelineRow& row : phase->timeline) {
    OperationResult* const operation = FindOrAdd(phase, row.operation);
    operation->summary.count += row.count;
    operation->summary.bytes += row.bytes;
    for (const auto& [bucket, count] : row.buckets) {
      AddBucket(bucket, count, &operation->summary);
    }
    end_ns = std::max(end_ns, row.end_ns);
  }
  phase->seconds = static_cast<double>(end_ns) / 1e9;
  phase->seconds_to_last = phase->seconds;
  const double all_clients_ns =
      static_cast<double>(end_ns) *
      (phase->threads != 0 ? phase->threads : result.client_count);
  for (OperationResult& operation : phase->operations) {
    operation.summary.min_ns =
        std::min(operation.summary.min_ns, operation.summary.max_ns);
    operation.client_time_share =
        all_clients_ns > 0
            ? static_cast<double>(operation.summary.sum_ns) / all_clients_ns
            : 0;
    // Loadfiles and sweeps move bytes by these alone.
    operation.reads_data =
        operation.operation == "ReadX" || operation.operation == "read";
    operation.writes_data =
        operation.operation == "WriteX" || operation.operation == "write";
  }
}

}  // namespace

void RebuildFromTimeline(RunResult* result) {
  for (PhaseResult& phase : result->phases) {
    RebuildPhase(*result, &phase);
  }
  result->warnings.push_back(
      {"rebuilt",
       "the run was cut off and is rebuilt from its timeline: latencies come "
       "from coarse buckets (off by up to 10 %), errors, clients and passes "
       "are lost",
       Validity::kWarn});
  result->validity = std::max(result->validity, Validity::kWarn);
}

}  // namespace fsduel
