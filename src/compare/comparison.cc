#include "compare/comparison.h"

#include <cassert>

namespace fsduel {
namespace {

constexpr MetricInfo kMetrics[] = {
    {Metric::kThroughput, "throughput", "MB/s", 1e6, true},
    {Metric::kOperations, "ops/s", "/s", 1, true},
    {Metric::kPass, "time/pass", "ms", 1e6, false},
    {Metric::kAverage, "avg", "ms", 1e6, false},
    {Metric::kP50, "p50", "ms", 1e6, false},
    {Metric::kP99, "p99", "ms", 1e6, false},
    {Metric::kP999, "p99.9", "ms", 1e6, false},
    {Metric::kMax, "max", "ms", 1e6, false},
    {Metric::kOver, "over", "%", 0.01, false},
};

}  // namespace

const MetricInfo& InfoOf(Metric metric) {
  const auto& info = kMetrics[static_cast<std::size_t>(metric)];
  assert(info.metric == metric);
  return info;
}

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kObserved:
      return "observed, not tested";
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kSame:
      return "no difference";
    case Verdict::kInconclusive:
      return "inconclusive";
    case Verdict::kLessLoaded:
      return "less loaded, not faster";
  }
  return "";
}

}  // namespace fsduel
