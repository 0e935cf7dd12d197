// After a run: the command that answers the next question.
#ifndef FSDUEL_CLI_NEXT_STEP_H_
#define FSDUEL_CLI_NEXT_STEP_H_

#include <string>
#include <vector>

#include "result/run_result.h"
#include "run/run_plan.h"

namespace fsduel {

// A command line and what it is good for, "" when there is nothing to add.
std::string NextStep(const RunPlan& plan, const std::vector<RunResult>& runs);

}  // namespace fsduel

#endif  // FSDUEL_CLI_NEXT_STEP_H_
