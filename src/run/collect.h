// Shared counters -> PhaseResult, once per phase, after it is over.
#ifndef FSDUEL_RUN_COLLECT_H_
#define FSDUEL_RUN_COLLECT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "result/run_result.h"
#include "run/run_plan.h"
#include "run/shared_block.h"

namespace fsduel {

// How results call a client.
struct ClientLabel {
  std::string group;
  std::string directory;
  bool list_operations = false;  // ClientResult::operation_list
};
// One per client.
std::vector<ClientLabel> LabelsOf(const RunPlan& plan);

// Merges the statistics of `phase` over all clients.
// REQUIRES: all clients have left the phase (or are stuck in it), and
// RunControl holds its start and end.
PhaseResult CollectPhase(const SharedBlock& block, std::uint32_t phase,
                         const std::vector<ClientLabel>& labels);

// The first unexpected results of the whole run.
std::vector<UnexpectedExample> CollectExamples(
    const SharedBlock& block, const std::vector<ClientLabel>& labels);

// Operations that are still running, with their age at `now_ns`.
std::vector<StuckOperation> CollectStuck(const SharedBlock& block,
                                         std::int64_t now_ns);

// Counts of --verify over all clients.
VerifyResult CollectVerification(const SharedBlock& block);

}  // namespace fsduel

#endif  // FSDUEL_RUN_COLLECT_H_
