// Figures of a sweep that follow from its RunResults: computed here once, so
// that the console table and the drop-in tables agree. Pure functions.
#ifndef FSDUEL_RESULT_SWEEP_FIGURES_H_
#define FSDUEL_RESULT_SWEEP_FIGURES_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result/run_result.h"

namespace fsduel {

// The names of the operations of a sweep.
inline constexpr std::string_view kSweepRead = "read";
inline constexpr std::string_view kSweepWrite = "write";
inline constexpr std::string_view kSweepOpen = "open";
inline constexpr std::string_view kSweepFlush = "flush";
inline constexpr std::string_view kSweepClose = "close";
// The phase that prepares files outside the measurement.
inline constexpr std::string_view kSweepLayout = "layout";

// One pattern with one block size and one number of threads.
struct SweepRow {
  std::string pattern;
  std::uint32_t block_bytes = 0;
  std::uint32_t threads = 0;
  // One of each run that has it, never empty; owned by the runs.
  std::vector<const PhaseResult*> phases;
};
// In the order in which they were measured, those of a pattern together. Phases
// that read or wrote nothing, and the layout, are left out. REQUIRES: `runs`
// outlives the rows.
std::vector<SweepRow> SweepRowsOf(const std::vector<RunResult>& runs);

// The reads and writes of one phase. Bytes and rates in bytes.
struct SweepTotals {
  std::uint64_t operations = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  double seconds = 0;           // from the barrier to the last read or write
  double seconds_to_flush = 0;  // to the last flush; `seconds` without one
  double cpu_seconds = 0;       // of the process, over exactly the phase

  std::uint64_t bytes() const { return bytes_read + bytes_written; }
  double rate() const { return Per(seconds, bytes()); }
  // What was safe on the device, per second.
  double rate_to_flush() const { return Per(seconds_to_flush, bytes()); }
  double iops() const { return Per(seconds, operations); }
  // 1 = one CPU was busy all the time.
  double cpu_share() const {
    return seconds_to_flush > 0 ? cpu_seconds / seconds_to_flush : 0;
  }
  // Bytes per second of CPU time.
  double rate_per_cpu() const { return Per(cpu_seconds, bytes()); }

 private:
  static double Per(double seconds, std::uint64_t amount) {
    return seconds > 0 ? static_cast<double>(amount) / seconds : 0;
  }
};
SweepTotals SweepTotalsOf(const PhaseResult& phase);

// The operations of these names over all phases, as if they were one: counts
// and histograms added, the greatest of the maxima.
OperationSummary MergedSummary(std::span<const PhaseResult* const> phases,
                               std::span<const std::string_view> operations);
// The same of all reads and writes, and of all flushes.
OperationSummary MergedIo(const SweepRow& row);
OperationSummary MergedFlushes(const SweepRow& row);

// Share of the operations that took `limit` or longer, 0..1. Exact when `limit`
// is one of the thresholds, else from the histogram.
double ShareOver(const OperationSummary& summary,
                 const std::vector<std::int64_t>& thresholds_ns,
                 std::chrono::nanoseconds limit);

// Bytes per second that each thread made until its own last read or write.
struct ThreadRates {
  double slowest = 0;
  double median = 0;
  double fastest = 0;
};
ThreadRates ThreadRatesOf(const PhaseResult& phase);

// Bytes that the devices moved per byte that was read (or written, in a phase
// without reads). Nothing when no device is known, or nothing was moved.
std::optional<double> DeviceShareOf(const PhaseResult& phase);

// Who answered the reads.
enum class ServedBy { kUnknown, kDevice, kMemory, kBoth };
// kDevice: at least 90 % of the bytes came from devices; kMemory: less than 10
// %. Without a device that is known: kMemory when at least 90 % of the pages
// were cached before. kUnknown in a phase without reads.
ServedBy ReadsServedBy(const PhaseResult& phase);

// Where a thread's time went that was not spent in reads and writes.
enum class GapCause {
  kNone,
  kStart,    // between the barrier and the first operation
  kBetween,  // between operations: CPUs shared, data made or checked
  kFlush,    // writing back
  kEnd,      // done, while others were still at work
};

// Little's law: operations in flight = rate x latency. With N threads that are
// never idle, N x queue depth / rate is the mean latency; what lies above it is
// time outside the operations. Files are opened before the barrier: that is in
// neither of the two.
struct LittleCheck {
  double expected_ns = 0;  // N x queue depth / rate, flush included
  double mean_ns = 0;
  GapCause cause = GapCause::kNone;  // the largest part of the gap
  double cause_share = 0;            // of all threads' time, 0..1
  double operations_per_thread = 0;

  double ratio() const { return mean_ns > 0 ? expected_ns / mean_ns : 0; }
  // The rate does not follow from the latency.
  bool disagrees() const { return ratio() > 1.5; }
};
// Source: Little, "A Proof for the Queuing Formula: L = lambda W", Operations
// Research 9, 1961.
LittleCheck LittleCheckOf(const PhaseResult& phase);

// The phase of the run whose rate is the median of all runs (the lower one of
// two).
const PhaseResult& MedianPhase(const SweepRow& row);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_SWEEP_FIGURES_H_
