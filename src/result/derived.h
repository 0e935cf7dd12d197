// Figures that follow from a RunResult: computed here once, so that the store
// and all reporters agree. Pure functions.
#ifndef FSDUEL_RESULT_DERIVED_H_
#define FSDUEL_RESULT_DERIVED_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "result/run_result.h"

namespace fsduel {

// What was finished in a window, and its length.
struct WindowTotals {
  double seconds = 0;
  std::uint64_t operations = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;

  // Per second; 0 for an empty window.
  double operations_rate() const { return Rate(operations); }
  double read_rate() const { return Rate(bytes_read); }
  double write_rate() const { return Rate(bytes_written); }

 private:
  double Rate(std::uint64_t amount) const {
    return seconds > 0 ? static_cast<double>(amount) / seconds : 0;
  }
};

struct PhaseTotals {
  WindowTotals until_deadline;  // without what finished late
  WindowTotals until_last;      // everything
  std::uint64_t failures = 0;
  std::uint64_t unexpected = 0;
  std::uint64_t short_transfers = 0;
  std::uint64_t sum_ns = 0;  // service time of all operations
  std::uint64_t max_ns = 0;
  double client_time_share = 0;  // sum over the operations
};
// Counts rows of measure kService alone.
PhaseTotals TotalsOf(const PhaseResult& phase);

// A percentile from the histogram, kept within the exact least and greatest
// value. 0 when nothing was counted.
std::uint64_t PercentileNs(const OperationSummary& summary, double percent);
std::uint64_t PassPercentileNs(const PhaseResult& phase, double percent);

// How evenly the clients of a phase progressed.
struct Fairness {
  std::uint64_t slowest = 0;  // operations
  std::uint64_t median = 0;   // the lower one of two
  std::uint64_t fastest = 0;
  // (sum x)^2 / (n * sum x^2): 1 = all alike, 1/n = one did everything.
  // Source: Jain, Chiu, Hawe, "A Quantitative Measure of Fairness and
  // Discrimination", DEC TR-301, 1984.
  double jain = 1;
};
// Nothing for less than two clients, or when none did anything.
std::optional<Fairness> FairnessOf(const std::vector<ClientResult>& clients);

struct DeviceTotals {
  std::string device;
  std::uint64_t reads = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t writes = 0;
  std::uint64_t write_bytes = 0;
  std::uint64_t flushes = 0;
  std::uint64_t flush_time_ms = 0;
  std::uint64_t discards = 0;
  double utilisation = 0;  // mean over the intervals, weighted by length
};
// One per device, in the order of their first row.
std::vector<DeviceTotals> DeviceTotalsOf(const PhaseResult& phase);

// Unexpected results of one kind.
struct UnexpectedCount {
  std::string operation;
  std::string what;  // "EIO (Input/output error)", "success, not a failure"
  std::uint64_t count = 0;
};
// Over all phases, most frequent first.
std::vector<UnexpectedCount> UnexpectedCountsOf(const RunResult& result);

// Name of an ErrnoCount in tables: "EIO", "none" for 0 (the call succeeded but
// should not have, or brought the wrong bytes), "other" for -1 (errnos beyond
// the places that a client keeps).
std::string ErrnoName(int error);

// A value of the specification ("semantics"), with or without leading dashes
// in the list; "" when it is not there.
std::string SpecValue(const RunResult& result, std::string_view option);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_DERIVED_H_
