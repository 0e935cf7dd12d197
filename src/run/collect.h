// Shared counters -> PhaseResult, once per phase, after it is over.
#ifndef FSDUEL_RUN_COLLECT_H_
#define FSDUEL_RUN_COLLECT_H_

#include <cstdint>

#include "result/run_result.h"
#include "run/run_plan.h"
#include "run/shared_block.h"

namespace fsduel {

// Merges the statistics of `phase` over all clients.
// REQUIRES: all clients have left the phase (or are stuck in it), and
// RunControl holds its start and end.
PhaseResult CollectPhase(const RunPlan& plan, const SharedBlock& block,
                         std::uint32_t phase);

// The first unexpected results of the whole run.
std::vector<UnexpectedExample> CollectExamples(const RunPlan& plan,
                                               const SharedBlock& block);

// Operations that are still running, with their age at `now_ns`.
std::vector<StuckOperation> CollectStuck(const SharedBlock& block,
                                         std::int64_t now_ns);

// Counts of --verify over all clients.
VerifyResult CollectVerification(const RunPlan& plan, const SharedBlock& block);

}  // namespace fsduel

#endif  // FSDUEL_RUN_COLLECT_H_
