// A sweep's plan in words: what `fsduel sweep --dry-run` prints.
#ifndef FSDUEL_CLI_SWEEP_DRY_RUN_H_
#define FSDUEL_CLI_SWEEP_DRY_RUN_H_

#include <string>

#include "sweep/sweep_plan.h"

namespace fsduel {

std::string DescribeSweep(const SweepPlan& plan);

// "at most 1.2 GB (1.1 GiB) written, at most 4 min": both of all runs.
std::string SweepEstimate(const SweepPlan& plan);

}  // namespace fsduel

#endif  // FSDUEL_CLI_SWEEP_DRY_RUN_H_
