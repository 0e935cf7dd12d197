// What a profile will take, before it is started.
#ifndef FSDUEL_CLI_PROFILE_ESTIMATE_H_
#define FSDUEL_CLI_PROFILE_ESTIMATE_H_

#include <string>
#include <variant>
#include <vector>

#include "run/run_plan.h"
#include "sweep/metadata_plan.h"
#include "sweep/sweep_plan.h"

namespace fsduel {

using StepPlan = std::variant<RunPlan, SweepPlan, MetadataPlan>;

// "4 steps, 8 phases; at most 40 s; at least 4.29 GB (4 GiB) written".
std::string EstimateOf(const std::vector<StepPlan>& plans);

}  // namespace fsduel

#endif  // FSDUEL_CLI_PROFILE_ESTIMATE_H_
