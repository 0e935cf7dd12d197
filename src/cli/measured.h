// One sentence on what a run really measured: a device, the page cache, memory.
#ifndef FSDUEL_CLI_MEASURED_H_
#define FSDUEL_CLI_MEASURED_H_

#include <string>

#include "result/run_result.h"

namespace fsduel {

// "" when the run has no measured phase.
std::string MeasuredSentence(const RunResult& result);

}  // namespace fsduel

#endif  // FSDUEL_CLI_MEASURED_H_
