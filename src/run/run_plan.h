// RunSpec + this machine -> everything that is decided before a run starts.
// Pure data apart from shared, immutable loadfiles; --dry-run prints it.
#ifndef FSDUEL_RUN_RUN_PLAN_H_
#define FSDUEL_RUN_RUN_PLAN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "host/facts.h"
#include "loadfile/analysis.h"
#include "loadfile/loadfile.h"
#include "result/run_result.h"
#include "run/run_spec.h"

namespace fsduel {

class Machine;

struct PlannedLoadfile {
  std::string name;  // as the user calls it: "office"
  std::shared_ptr<const Loadfile> loadfile;
  LoadfileAnalysis analysis;
  std::uint32_t clients = 0;  // that replay it
};

struct RunPlan {
  RunSpec spec;  // all defaults filled in
  DbenchSpec dbench;
  std::uint64_t seed = 0;
  std::vector<PlannedLoadfile> loadfiles;
  // Client i replays loadfiles[loadfile_of[i]] in directories[directory_of[i]].
  std::vector<std::uint32_t> loadfile_of;
  std::vector<std::uint32_t> directory_of;
  std::vector<std::int64_t> thresholds_ns;
  HostFacts host;
  std::vector<MountFacts> mounts;  // one per directory
  // Estimates, all clients.
  std::uint64_t space_bytes = 0;  // peak
  std::uint64_t files = 0;        // peak inodes
  std::uint64_t bytes_written_per_pass = 0;
  std::uint64_t descriptors = 0;     // most needed at once in one process
  std::vector<RunWarning> warnings;  // known before the start
};

// Looks up loadfiles, the host and the directories, and refuses what cannot
// work: unknown loadfile, missing, read-only or too small directory, too few
// inodes or descriptors, results below a directory under test. Touches nothing.
Result<RunPlan> ResolvePlan(const RunSpec& spec, const DbenchSpec& dbench,
                            Machine& machine);

}  // namespace fsduel

#endif  // FSDUEL_RUN_RUN_PLAN_H_
