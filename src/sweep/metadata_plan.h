// A metadata load: threads create, stat, open, rename, list and unlink files,
// one kind of operation after the other. Specification and plan, plain data.
#ifndef FSDUEL_SWEEP_METADATA_PLAN_H_
#define FSDUEL_SWEEP_METADATA_PLAN_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "sweep/sweep_plan.h"
#include "sweep/sweep_spec.h"
#include "sys/machine.h"

namespace fsduel {

enum class MetadataStep : std::uint8_t {
  kCreate,  // open(O_CREAT | O_EXCL), write, close
  kStat,
  kOpen,     // open for reading, close
  kRename,   // to another name in the same directory
  kReaddir,  // the whole directory
  kUnlink,
};
inline constexpr MetadataStep kMetadataSteps[] = {
    MetadataStep::kCreate, MetadataStep::kStat,    MetadataStep::kOpen,
    MetadataStep::kRename, MetadataStep::kReaddir, MetadataStep::kUnlink};
const char* MetadataStepName(MetadataStep step);

// The highest number of files of a thread: what the digits of a name hold.
inline constexpr std::uint64_t kMostMetadataFiles = 99'999'999;

struct MetadataSpec {
  // Where, with how many threads, how often, how durable: fsync-each flushes
  // each file, dirs its directory. Patterns, blocks and sizes are not used.
  SweepSpec base;
  std::uint64_t files = 10'000;                 // of all threads together
  std::vector<std::uint32_t> file_sizes = {0};  // bytes
  bool shared_directory = false;  // one for all threads, not one each
};

struct MetadataPlan {
  MetadataSpec spec;
  // Its cells are threads x file sizes: block_bytes is the size of a file.
  SweepPlan base;
  std::vector<std::pair<std::string, std::string>> echo;
};

// As ResolveSweep does: touches nothing.
Result<MetadataPlan> ResolveMetadata(const MetadataSpec& spec,
                                     Machine& machine);

// Files of one thread of a cell.
std::uint64_t FilesOf(const MetadataPlan& plan, const SweepCell& cell,
                      std::uint32_t thread);

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_METADATA_PLAN_H_
