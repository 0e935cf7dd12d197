// A plan in words: what `fsduel replay --dry-run` prints.
#ifndef FSDUEL_CLI_DRY_RUN_H_
#define FSDUEL_CLI_DRY_RUN_H_

#include <string>

#include "run/run_plan.h"

namespace fsduel {

std::string DescribePlan(const RunPlan& plan);

}  // namespace fsduel

#endif  // FSDUEL_CLI_DRY_RUN_H_
