// What a user should know before trusting the numbers of a sweep.
#ifndef FSDUEL_SWEEP_JUDGE_H_
#define FSDUEL_SWEEP_JUDGE_H_

#include <vector>

#include "result/run_result.h"

namespace fsduel {

// Looks at a finished run: phases too short to mean anything, too little work
// per thread, reads from memory that were to come from the device, unexpected
// results, skewed threads. Sets `validity`.
void JudgeSweep(RunResult* result);

// Looks at the runs of one group: drift from run to run (needs 5).
void JudgeSweeps(std::vector<RunResult>* runs);

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_JUDGE_H_
