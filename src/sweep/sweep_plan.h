// SweepSpec + this machine -> everything that is decided before a sweep starts:
// plain data, printed by --dry-run.
#ifndef FSDUEL_SWEEP_SWEEP_PLAN_H_
#define FSDUEL_SWEEP_SWEEP_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "host/facts.h"
#include "result/run_result.h"
#include "sweep/sweep_spec.h"
#include "sys/machine.h"

namespace fsduel {

enum class TargetKind : std::uint8_t {
  kDirectory,  // files of our own in it, removed at the end
  kFile,       // one that exists; never made longer or shorter, and kept
  kDevice,     // a block device
};

// One combination of block size and thread count; its patterns run one after
// the other on the same files.
struct SweepCell {
  std::uint32_t block_bytes = 0;
  std::uint32_t threads = 0;
  // Of each thread's file, or share of one; a multiple of the block size.
  std::uint64_t bytes_per_thread = 0;
};

struct SweepPlan {
  SweepSpec spec;  // all defaults filled in
  std::uint64_t seed = 0;
  TargetKind target = TargetKind::kDirectory;
  std::vector<SweepCell> cells;
  std::vector<std::int64_t> thresholds_ns;
  HostFacts host;
  std::vector<MountFacts> mounts;  // one per target
  std::string workload_hash;
  // Estimates. Bytes of one run; what is laid out outside of the patterns
  // included.
  std::uint64_t bytes_written = 0;
  std::uint64_t space_bytes = 0;  // most at one time
  std::uint32_t phases = 0;       // of one run
  std::vector<RunWarning> warnings;
};

// Fills in defaults and refuses what cannot work, with the remedy: a block
// larger than the file, more threads than blocks, a directory that is missing,
// read-only or too small, O_DIRECT where there is none, a device that was not
// named twice. Touches nothing.
Result<SweepPlan> ResolveSweep(const SweepSpec& spec, Machine& machine);

// The specification in words, (option, value), as run.json and reports show it.
std::vector<std::pair<std::string, std::string>> EchoSweep(
    const SweepPlan& plan);

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_SWEEP_PLAN_H_
