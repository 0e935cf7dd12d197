// Everything that one run found out: plain data, independent of how the load
// was made. The runner fills it, the store keeps it, reporters print it.
#ifndef FSDUEL_RESULT_RUN_RESULT_H_
#define FSDUEL_RESULT_RUN_RESULT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "host/facts.h"
#include "result/phase_result.h"

namespace fsduel {

enum class RunState { kRunning, kComplete, kInterrupted, kFailed };
enum class Validity { kValid, kWarn, kInvalid };
// What --verify found.
struct VerifyResult {
  bool enabled = false;
  std::uint64_t verified_bytes = 0;    // read, and as they were written
  std::uint64_t unverified_bytes = 0;  // read, but nothing to compare with
  std::uint64_t mismatches = 0;        // reads that brought something else
};

// A warning names the fact and the option that changes it.
struct RunWarning {
  std::string id;  // stable: "page-cache-only", "too-short" ...
  std::string text;
  Validity severity = Validity::kWarn;
};

struct RunResult {
  // Identity.
  std::string run_id;           // folder name: "20261130T210409Z-office"
  std::string group_id;         // the same for the runs of one --runs N
  std::uint32_t run_index = 1;  // 1..runs
  std::uint32_t runs = 1;
  std::string label;
  std::string kind = "replay";  // or "sweep"
  std::string profile;          // that the load came from, "" = none
  std::string tool_version;
  bool debug_build = false;
  std::vector<std::string> command_line;
  std::string start_utc;  // "2026-11-30T21:04:09Z"
  std::uint64_t seed = 0;
  // Workload: ("office", hash) ...; one combined hash is compared by `compare`.
  std::vector<std::pair<std::string, std::string>> loadfiles;
  std::string workload_hash;
  std::uint32_t client_count = 0;
  std::string client_host;  // "process", "thread"
  // The rest of the specification as (option, value) in canonical spelling.
  std::vector<std::pair<std::string, std::string>> spec;
  std::vector<std::int64_t> thresholds_ns;  // of OperationSummary::over

  HostFacts host;
  std::vector<MountFacts> mounts;  // one per -D
  std::vector<PhaseResult> phases;

  VerifyResult verify;

  // After the measured phase.
  std::int64_t dirty_bytes_at_end = -1;      // of the machine; -1 = unknown
  double closing_sync_seconds = -1;          // -1 = not done
  double null_harness_ns_per_operation = 0;  // NullExecutor, this machine, now
  double cleanup_seconds = 0;

  RunState state = RunState::kRunning;
  Validity validity = Validity::kValid;
  std::string failure;  // why state is kFailed
  std::vector<RunWarning> warnings;

  const PhaseResult* FindPhase(std::string_view name) const {
    for (const PhaseResult& phase : phases) {
      if (phase.name == name) {
        return &phase;
      }
    }
    return nullptr;
  }
};

}  // namespace fsduel

#endif  // FSDUEL_RESULT_RUN_RESULT_H_
