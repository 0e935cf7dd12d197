// The seam through which others watch a run: the live line, the drop-in dbench
// output, the stall watcher, a later coordinator of many machines.
#ifndef FSDUEL_RUN_RUN_OBSERVER_H_
#define FSDUEL_RUN_RUN_OBSERVER_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "result/run_result.h"

namespace fsduel {

// The state of a run at one tick. Counts are of the current phase.
struct RunProgress {
  std::string_view phase;       // "setup", "warm-up", "measure", "clean-up"
  std::uint32_t run_index = 1;  // of runs
  std::uint32_t runs = 1;
  std::chrono::nanoseconds elapsed{};    // of the phase
  std::chrono::nanoseconds remaining{};  // negative: unknown
  std::uint32_t clients = 0;
  std::uint32_t clients_busy = 0;  // setup: not ready; clean-up: not done
  std::uint32_t clients_with_bytes = 0;
  std::uint64_t operations = 0;        // of all clients, this phase
  std::uint64_t operations_total = 0;  // since the start of the run
  std::uint64_t bytes = 0;
  std::uint64_t unexpected = 0;
  std::uint64_t interval_operations = 0;
  std::uint64_t interval_bytes = 0;
  std::chrono::nanoseconds interval{};
  // Longest operation that ended in the interval or still runs.
  std::chrono::nanoseconds interval_max_latency{};
  // The operation that has been running longest now.
  std::chrono::nanoseconds oldest_age{};
  std::string_view oldest_operation;  // "" = none
  std::uint32_t oldest_client = 0;
};

// All functions are called from the runner's thread, never from a client; they
// must return quickly (they delay the sampler, not the clients).
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  // Before the clients are forked.
  virtual void OnStart(const RunResult& plan_echo) { (void)plan_echo; }
  // The gate opens. `phase` as in RunProgress.
  virtual void OnPhase(std::string_view phase) { (void)phase; }
  // Once per interval.
  virtual void OnInterval(const RunProgress& progress) { (void)progress; }
  // After clean-up; the result is complete.
  virtual void OnFinish(const RunResult& result) { (void)result; }
};

}  // namespace fsduel

#endif  // FSDUEL_RUN_RUN_OBSERVER_H_
