// A run that was cut off: what its timeline still tells.
#ifndef FSDUEL_RESULT_REBUILD_H_
#define FSDUEL_RESULT_REBUILD_H_

#include "result/run_result.h"

namespace fsduel {

// Adds operations made from the phases' timelines: exact counts and bytes,
// latencies at the middle of coarse buckets (off by up to 10 %). Errors,
// clients and passes are lost. Adds the warning "rebuilt".
void RebuildFromTimeline(RunResult* result);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_REBUILD_H_
