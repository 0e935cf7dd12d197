// Which runs of two sides did the same work.
#ifndef FSDUEL_COMPARE_WORKLOADS_H_
#define FSDUEL_COMPARE_WORKLOADS_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "compare/side.h"

namespace fsduel {

// Runs of both sides that did the same.
struct SharedWorkload {
  std::string name;  // "office", "dbench"
  std::vector<const RunResult*> a;
  std::vector<const RunResult*> b;
};

struct WorkloadMatch {
  std::vector<SharedWorkload> shared;
  std::vector<std::string> warnings;  // work that one side alone did
};

// By the hash of the workload. A run without one (imported) matches a single
// workload of the same kind, with a warning. Fails when nothing is shared.
Result<WorkloadMatch> MatchWorkloads(const RunsOfSide& a, const RunsOfSide& b);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_WORKLOADS_H_
