// What is known about one kind of operation in one phase, over all clients:
// plain data, merged once when the phase is over.
#ifndef FSDUEL_STATS_OPERATION_SUMMARY_H_
#define FSDUEL_STATS_OPERATION_SUMMARY_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stats/latency_histogram.h"

namespace fsduel {

inline constexpr std::size_t kMaxThresholds = 16;

struct ErrnoCount {
  int error = 0;  // errno; 0 = success where failure was expected
  std::uint64_t count = 0;
};

// Times in nanoseconds.
struct OperationSummary {
  std::uint64_t count = 0;  // finished, failures included
  // Failures that the loadfile expects are right and not counted here.
  std::uint64_t unexpected = 0;
  std::uint64_t failures = 0;  // calls that failed, expected or not
  std::uint64_t bytes = 0;     // really transferred
  std::uint64_t short_transfers =
      0;                          // reads and writes cut short by the kernel
  std::uint64_t interrupted = 0;  // given up because of the stop; in no count
  std::uint64_t sum_ns = 0;
  std::uint64_t min_ns = 0;
  std::uint64_t max_ns = 0;
  // Of `count` and `bytes`: started in the phase, finished after its end. In
  // the latency figures, not in throughput.
  std::uint64_t late_count = 0;
  std::uint64_t late_bytes = 0;
  // Operations of at least thresholds[i] of the plan.
  std::array<std::uint64_t, kMaxThresholds> over{};
  std::vector<ErrnoCount> errors;  // unexpected ones, by errno
  LatencyHistogram histogram;      // service time

  double average_ns() const {
    return count == 0
               ? 0.0
               : static_cast<double>(sum_ns) / static_cast<double>(count);
  }
};

}  // namespace fsduel

#endif  // FSDUEL_STATS_OPERATION_SUMMARY_H_
