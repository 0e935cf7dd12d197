// What a user should know before trusting the numbers of a run.
#ifndef FSDUEL_RUN_WARNINGS_H_
#define FSDUEL_RUN_WARNINGS_H_

#include <string>
#include <vector>

#include "result/run_result.h"
#include "run/run_plan.h"
#include "sys/machine.h"

namespace fsduel {

// Adds a warning unless one with this id is there. `severity` kWarn.
void AddWarning(RunResult* result, const std::string& id, std::string text);

// Looks at a finished run: too short, inside the first pass, skewed clients,
// unexpected results, nothing reached the device, drift within the run, debug
// build. Sets `validity`.
void JudgeRun(RunResult* result);

// What holds for any run: debug build. Then `validity` is that of the worst
// warning.
void SettleValidity(RunResult* result);

// Looks at the runs of one group: drift from run to run (needs 5).
void JudgeRuns(std::vector<RunResult>* runs);

// Whether `path` lies on one of the filesystems under test.
bool ResultsOnFilesystemUnderTest(const RunPlan& plan, const std::string& path,
                                  Machine* machine);

}  // namespace fsduel

#endif  // FSDUEL_RUN_WARNINGS_H_
