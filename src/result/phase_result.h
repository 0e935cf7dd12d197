// What one phase of a run found out: plain data.
#ifndef FSDUEL_RESULT_PHASE_RESULT_H_
#define FSDUEL_RESULT_PHASE_RESULT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "stats/latency_histogram.h"
#include "stats/operation_summary.h"

namespace fsduel {

enum class Measure { kService, kResponse, kLateness };

// The key that every row of every table carries. Empty or 0 where it does not
// apply.
struct RowKey {
  std::string phase;       // "setup", "warm-up", "measure", "rand-read" ...
  std::string group = "";  // client group of a mix: the loadfile's name
  std::uint32_t threads = 0;
  std::uint32_t block_bytes = 0;
};

struct OperationResult {
  std::string operation;    // loadfile name: "NTCreateX"
  std::string compat_name;  // dbench 4.0's: "NTCreateX", "Qpathinfo"
  Measure measure = Measure::kService;
  bool writes_data = false;
  bool reads_data = false;
  OperationSummary summary;
  // Share of all clients' time in this phase: count x average over clients x
  // seconds; 0..1.
  double client_time_share = 0;
};

// What one client did of one kind of operation (for --per-client-results).
struct ClientOperation {
  std::string operation;  // loadfile name
  std::uint64_t count = 0;
  std::uint64_t sum_ns = 0;
  std::uint64_t max_ns = 0;
};

struct ClientResult {
  std::uint32_t client = 0;  // from 0
  std::string group;
  std::string directory;
  std::int64_t pid = 0;
  std::uint64_t operations = 0;  // finished within the phase
  std::uint64_t bytes = 0;
  std::uint64_t passes = 0;
  // Since the start of the phase; 0 when nothing was done.
  std::int64_t first_start_ns = 0;
  std::int64_t last_end_ns = 0;
  double user_seconds = 0;  // CPU of the process, whole life
  double system_seconds = 0;
  // Each complete pass: end since the start of the phase, and duration.
  std::vector<std::pair<std::int64_t, std::int64_t>> pass_ends_and_durations_ns;
  std::uint64_t passes_not_listed = 0;          // the list has a limit
  std::uint32_t leaked_handles = 0;             // most at the end of a pass
  std::vector<ClientOperation> operation_list;  // empty unless asked for
};

// An operation that had not returned when the grace period was over.
struct StuckOperation {
  std::uint32_t client = 0;
  std::string operation;
  std::uint32_t line = 0;
  std::int64_t at_least_ns = 0;  // printed as ">= X"
};

// One of the first unexpected results, in full.
struct UnexpectedExample {
  std::uint32_t client = 0;
  std::string operation;
  std::string loadfile;
  std::uint32_t line = 0;
  std::string path;      // of the operation or its handle
  std::string expected;  // "success", "ENOENT"
  std::string got;  // "ENOSPC (No space left on device)", "short read: 10 of
                    // 4096 bytes"
};

// One interval of one operation. `interval` counts from 0 within the phase.
struct TimelineRow {
  std::uint32_t interval = 0;
  std::int64_t end_ns = 0;  // since the start of the phase
  std::string operation;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  // (coarse bucket, count), sparse.
  std::vector<std::pair<std::uint16_t, std::uint32_t>> buckets;
};

// Differences of /sys/block/X/stat over one interval.
struct DeviceRow {
  std::uint32_t interval = 0;
  std::int64_t end_ns = 0;
  std::string device;
  std::uint64_t reads = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t writes = 0;
  std::uint64_t write_bytes = 0;
  std::uint64_t flushes = 0;
  std::uint64_t discards = 0;
  std::uint64_t read_time_ms = 0;  // summed over requests
  std::uint64_t write_time_ms = 0;
  std::uint64_t flush_time_ms = 0;
  double utilisation = 0;  // share of the interval with I/O in flight
  double queue = 0;        // average requests in flight
};

// Differences of /proc/stat over one interval, as shares of all CPUs; PSI "some
// avg" as share of the interval (negative: not available).
struct CpuRow {
  std::uint32_t interval = 0;
  std::int64_t end_ns = 0;
  double user = 0;
  double system = 0;
  double iowait = 0;
  double steal = 0;
  double psi_cpu = -1;
  double psi_io = -1;
  double psi_memory = -1;
};

// Samba's name resolution, counted apart from the operations in whose time it
// lies.
struct ResolutionCounts {
  std::uint64_t lookups = 0;  // stat of the name
  std::uint64_t scans = 0;    // directory scans after a failed lookup
  std::uint64_t calls = 0;    // system calls of both
};

// What only the phases of a sweep have.
struct SweepFigures {
  std::uint32_t queue_depth = 1;  // operations in flight per thread
  // From the opening of the barrier to the end of the last flush; 0 when
  // nothing was flushed.
  double seconds_to_flush = 0;
  // Until the first thread had done its work.
  double stonewall_seconds = 0;
  std::uint64_t stonewall_operations = 0;
  std::uint64_t stonewall_bytes = 0;
  // Share of the files' pages that were in the page cache when the phase began,
  // 0..1; negative = unknown.
  double cached_before = -1;
  std::string
      cache;  // how the phase treats the cache: "drop", "warm", "direct"
};

struct PhaseResult {
  std::string name;           // "setup", "warm-up", "measure", "rand-read" ...
  std::uint32_t threads = 0;  // of a sweep; with the name and the block size
                              // they tell its phases apart
  std::uint32_t block_bytes = 0;
  double seconds = 0;          // from opening to the deadline
  double seconds_to_last = 0;  // to the end of the last operation
  SweepFigures sweep;
  std::vector<OperationResult> operations;
  std::vector<ClientResult> clients;
  std::vector<TimelineRow> timeline;
  std::vector<DeviceRow> device;
  std::vector<CpuRow> cpu;
  LatencyHistogram pass_times;  // duration of complete passes
  std::uint64_t passes = 0;
  std::uint64_t pass_min_ns = 0;
  std::uint64_t pass_max_ns = 0;
  double user_seconds = 0;  // CPU of all clients in the phase
  double system_seconds = 0;
  // Bookkeeping between operations, measured on a sample of them.
  double harness_ns_per_operation = 0;
  ResolutionCounts resolution;
  std::vector<UnexpectedExample> unexpected;
  std::vector<StuckOperation> stuck;

  // `group` stays empty.
  RowKey key() const { return {name, "", threads, block_bytes}; }
  bool Is(const RowKey& row) const {
    return name == row.phase && threads == row.threads &&
           block_bytes == row.block_bytes;
  }
};

}  // namespace fsduel

#endif  // FSDUEL_RESULT_PHASE_RESULT_H_
