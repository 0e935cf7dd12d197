// SweepPlan -> RunResults.
#ifndef FSDUEL_SWEEP_SWEEP_RUNNER_H_
#define FSDUEL_SWEEP_SWEEP_RUNNER_H_

#include "base/status.h"
#include "run/run_observer.h"
#include "run/runner.h"
#include "sweep/sweep_plan.h"
#include "sys/machine.h"

namespace fsduel {

// Executes all runs of the plan, one after the other, each in fresh files; a
// run is a RunResult whose phases are patterns x threads x blocks. Ends early
// when interrupted or when a run fails; what was measured is returned all the
// same. A Status is returned only when nothing was measured.
Result<RunOutput> ExecuteSweep(const SweepPlan& plan, Machine& machine,
                               RunObserver* observer);

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_SWEEP_RUNNER_H_
