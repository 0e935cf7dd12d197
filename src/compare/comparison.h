// What a comparison of two or more sides found: plain data. `compare` fills it,
// reporters print it.
#ifndef FSDUEL_COMPARE_COMPARISON_H_
#define FSDUEL_COMPARE_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "result/run_result.h"
#include "stats/effect.h"

namespace fsduel {

enum class Metric {
  kThroughput,  // bytes read and written, per second
  kOperations,  // operations per second
  kPass,        // median time of a pass
  kAverage,
  kP50,
  kP99,
  kP999,
  kMax,
  kOver,  // share of operations of at least RowSubject::threshold_ns
};

struct MetricInfo {
  Metric metric;
  std::string_view name;  // "p99"
  std::string_view unit;  // "MB/s", "/s", "ms", "%"
  double per_unit;        // 1 unit in bytes/s, operations/s or ns
  bool more_is_better;
};
const MetricInfo& InfoOf(Metric metric);

// What a row is about.
struct RowSubject {
  std::string workload;  // "office"
  std::string phase;     // "measure", "seq-write"
  std::uint32_t threads = 0;
  std::uint32_t block_bytes = 0;
  std::string operation;  // "" = all of the phase together
  std::string printed;    // its name in tables: "Qpathinfo"
  Measure measure = Measure::kService;
  Metric metric = Metric::kThroughput;
  std::int64_t threshold_ns = 0;  // of kOver
};

enum class Verdict {
  kObserved,      // fewer than kFewestRuns runs a side: not tested
  kFaster,        // the other side than the first is better
  kSlower,        // the other side is worse
  kSame,          // no difference larger than the threshold
  kInconclusive,  // needs more runs
  // In a closed loop, the side with the better latency did less in the same
  // time: it saw an idler machine.
  kLessLoaded,
};
std::string_view NameOf(Verdict verdict);

inline constexpr std::size_t kFewestRuns = 5;

// One figure of one side.
struct RowSide {
  std::vector<double> values;  // one per run, in order of start
  double median = 0;
  // Of all runs together: percentiles of the merged histograms, total over
  // total time. 0 where there is none.
  double merged = 0;
  double rate = 0;   // operations per second of the row's operation, median
  double share = 0;  // of all clients' time, median
};

struct CompareRow {
  std::size_t number = 0;  // from 1, in the whole comparison
  std::size_t side = 1;    // which side is compared with the first
  RowSubject subject;
  RowSide a;  // the first side
  RowSide b;
  bool primary = false;  // the verdict of its workload comes from such rows
  bool closed_loop = true;
  bool tested = false;
  bool paired = false;       // by signed ranks of pairs
  double ratio = 1;          // median of b over median of a
  Interval interval;         // of `ratio`, 95 %; only with more than one run
  double shift = 1;          // Hodges-Lehmann
  double p_value = 1;        // of a difference
  double p_adjusted = 1;     // Holm, over the rows of its kind
  double p_equivalence = 1;  // of a difference beyond the threshold, adjusted
  double delta = 0;          // Cliff
  double least_ratio = 0;    // that could have been seen; 0 = not tested
  std::size_t runs_needed = 0;  // when inconclusive; 0 = more than 10,000
  Verdict verdict = Verdict::kObserved;
  // -1: the first side saw less load, 1: the other; 0: neither, or no matter.
  int less_loaded = 0;

  // Whether the other side's median is better, and by which factor, >= 1.
  bool OtherIsBetter() const {
    return (ratio > 1) == InfoOf(subject.metric).more_is_better;
  }
  double Factor() const { return ratio >= 1 ? ratio : 1 / ratio; }
};

struct CompareSide {
  std::string name;
  std::vector<std::string> run_ids;
};

enum class FactKind {
  kSame,     // on all sides
  kSubject,  // what one compares: device, filesystem, options, label
  kWarning,  // differs, and should not
};

// A fact about the runs, and its value on each side ("a, b" where it varies).
struct CompareFact {
  FactKind kind = FactKind::kSame;
  std::string name;
  std::vector<std::string> values;  // one per side; one when all are the same
};

struct CompareDrift {
  std::size_t side = 0;
  std::size_t row = 0;  // number of a row with this figure
  double tau = 0;
  double p_value = 1;
  double ratio = 1;  // last third over first third
};

struct Comparison {
  std::vector<CompareSide> sides;
  double threshold = 0.02;
  std::vector<CompareFact> facts;
  std::vector<std::string> warnings;
  std::vector<CompareRow> rows;
  std::vector<CompareDrift> drifts;  // significant ones alone
  std::size_t drift_tests = 0;
  std::size_t pairs = 0;  // that were recognised; 0 = none
};

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_COMPARISON_H_
