#include "sweep/metadata_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "base/text.h"
#include "base/units.h"
#include "run/spec_echo.h"

namespace fsduel {
namespace {

// What a small file takes on a disk.
constexpr std::uint64_t kLeastOnDisk = 4096;
constexpr std::uint32_t kProbeBlock = 4096;

std::vector<std::pair<std::string, std::string>> Echo(
    const MetadataPlan& plan) {
  const SweepSpec& base = plan.base.spec;
  std::vector<std::string> sizes;
  for (const std::uint32_t size : plan.spec.file_sizes) {
    sizes.push_back(FormatSize(size));
  }
  return {{"directory", fmt::format("{}", fmt::join(base.targets, " "))},
          {"threads", fmt::format("{}", fmt::join(base.threads, ","))},
          {"files", std::to_string(plan.spec.files)},
          {"file-size", fmt::format("{}", fmt::join(sizes, ","))},
          {"directories", plan.spec.shared_directory ? "one for all threads"
                                                     : "one per thread"},
          {"durability", DescribeDurability(base.durability)},
          {"runs", std::to_string(base.runs)},
          {"compressible", fmt::format("{} %", base.compressible)}};
}

std::string HashOf(const MetadataPlan& plan) {
  std::uint64_t hash = 1;
  for (const auto& [option, value] : plan.echo) {
    if (option != "directory" && option != "runs") {
      for (const char c : option + "=" + value) {
        hash = Mix64(hash ^ static_cast<std::uint64_t>(c));
      }
    }
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

const char* MetadataStepName(MetadataStep step) {
  switch (step) {
    case MetadataStep::kCreate:
      return "create";
    case MetadataStep::kStat:
      return "stat";
    case MetadataStep::kOpen:
      return "open";
    case MetadataStep::kRename:
      return "rename";
    case MetadataStep::kReaddir:
      return "readdir";
    case MetadataStep::kUnlink:
      return "unlink";
  }
  return "";
}

std::uint64_t FilesOf(const MetadataPlan& plan, const SweepCell& cell,
                      std::uint32_t thread) {
  return plan.spec.files / cell.threads +
         (thread < plan.spec.files % cell.threads ? 1 : 0);
}

Result<MetadataPlan> ResolveMetadata(const MetadataSpec& spec,
                                     Machine& machine) {
  MetadataPlan plan;
  plan.spec = spec;
  const std::uint32_t largest =
      *std::max_element(spec.file_sizes.begin(), spec.file_sizes.end());
  const std::uint32_t most_threads =
      *std::max_element(spec.base.threads.begin(), spec.base.threads.end());
  if (spec.files < most_threads) {
    return Status::Usage(
        fmt::format("{} files for {} threads: each thread needs one; raise "
                    "files, or lower threads",
                    spec.files, most_threads));
  }
  const std::uint32_t fewest_threads =
      *std::min_element(spec.base.threads.begin(), spec.base.threads.end());
  if (spec.files > kMostMetadataFiles * fewest_threads) {
    return Status::Usage(fmt::format(
        "{} files for {} thread{}: a thread takes {} at most; lower files, or "
        "raise threads",
        WithThousands(spec.files), fewest_threads,
        fewest_threads == 1 ? "" : "s", WithThousands(kMostMetadataFiles)));
  }
  // A sweep that needs as much of the machine is resolved, for its checks.
  SweepSpec probe = spec.base;
  const std::uint64_t on_disk =
      spec.files * std::max<std::uint64_t>(largest, kLeastOnDisk);
  probe.patterns = {ParsePattern("seq-write").value()};
  probe.blocks = {kProbeBlock};
  probe.size.reset();
  probe.size_per_thread = std::max<std::uint64_t>(
      on_disk / most_threads / kProbeBlock * kProbeBlock, kProbeBlock);
  probe.cache = CachePolicy::kWarm;
  probe.engine = IoEngine::kPsync;
  probe.verify = false;
  probe.durability = Durability();
  Result<SweepPlan> resolved = ResolveSweep(probe, machine);
  if (!resolved.ok()) {
    return resolved.status();
  }
  plan.base = std::move(resolved).value();
  plan.base.spec.durability = spec.base.durability;
  if (plan.base.target != TargetKind::kDirectory) {
    return Status::Usage(
        "a metadata load needs directories: name them with -D");
  }
  plan.base.cells.clear();
  plan.base.bytes_written = 0;
  plan.base.warnings.clear();
  for (const std::uint32_t size : spec.file_sizes) {
    for (const std::uint32_t threads : spec.base.threads) {
      plan.base.cells.push_back({size, threads, 0});
      plan.base.bytes_written += size * spec.files;
    }
  }
  plan.base.phases = static_cast<std::uint32_t>(plan.base.cells.size() *
                                                std::size(kMetadataSteps));
  plan.base.space_bytes = on_disk;
  plan.echo = Echo(plan);
  plan.base.workload_hash = HashOf(plan);
  return plan;
}

}  // namespace fsduel
