// RunPlan -> RunResults: trees, clients, phases, clean-up.
#ifndef FSDUEL_RUN_RUNNER_H_
#define FSDUEL_RUN_RUNNER_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "result/run_result.h"
#include "run/run_observer.h"
#include "run/run_plan.h"
#include "sys/machine.h"

namespace fsduel {

struct RunOutput {
  std::vector<RunResult> runs;
  // Folder of each run below RunSpec::results_directory; empty when nothing is
  // stored.
  std::vector<std::string> paths;
  // What was removed of earlier runs that were killed; one line each.
  std::vector<std::string> leftovers;
};

// Executes all runs of the plan, one after the other, each in fresh trees. Ends
// early when interrupted or when a run fails; what was measured is returned all
// the same. A Status is returned only when nothing was measured.
//
// REQUIRES: no other thread exists in this process, and this thread outlives
// the call (clients die with the thread that forked them).
Result<RunOutput> ExecutePlan(const RunPlan& plan, Machine& machine,
                              RunObserver* observer);

}  // namespace fsduel

#endif  // FSDUEL_RUN_RUNNER_H_
