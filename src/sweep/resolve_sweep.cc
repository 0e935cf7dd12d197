// SweepSpec -> SweepPlan: defaults, sizes, and everything that can be refused
// before anything is touched.
#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "base/text.h"
#include "base/units.h"
#include "device/raw_target.h"
#include "host/block_device.h"
#include "host/host.h"
#include "sweep/check_sweep.h"
#include "sweep/sweep_plan.h"
#include "sys/clock.h"
#include "sys/process.h"

namespace fsduel {
namespace {

constexpr std::uint64_t kDefaultBytes = std::uint64_t{1} << 30;
constexpr std::chrono::seconds kDefaultTimeLimit(60);
// Share of the free space that may be planned for.
constexpr double kUsableSpace = 0.95;

Status FillDefaults(SweepSpec* spec) {
  if (spec->targets.empty()) {
    return Status::Usage(
        "no directory named: add -D DIR, a folder on the filesystem to "
        "measure");
  }
  if (spec->patterns.empty()) {
    for (const char* name :
         {"seq-write", "rand-write", "seq-read", "rand-read"}) {
      spec->patterns.push_back(ParsePattern(name).value());
    }
  }
  if (spec->time_based && !spec->time_limit) {
    return Status::Usage(
        "--time-based needs an end: add --time-limit 30s, for example");
  }
  if (!spec->time_limit && !spec->operations) {
    spec->time_limit = kDefaultTimeLimit;
  }
  return Status::Ok();
}

MountFacts FactsOfDevice(Machine& machine, const RawTarget& target) {
  MountFacts facts;
  facts.directory = target.path;
  facts.source = target.path;
  facts.filesystem = "none (block device)";
  facts.size_bytes = target.bytes;
  const std::string name = BlockDeviceNameOfNode(machine, target.path);
  if (!name.empty()) {
    facts.device = ReadBlockDeviceFacts(machine, name);
  }
  return facts;
}

Status ReadTarget(std::string* path, SweepPlan* plan, Machine& machine) {
  Result<RawTarget> target = InspectTarget(*path);
  if (!target.ok()) {
    return target.status();
  }
  const auto kind = target->kind == RawKind::kFile     ? TargetKind::kFile
                    : target->kind == RawKind::kDevice ? TargetKind::kDevice
                                                       : TargetKind::kDirectory;
  if (target->kind == RawKind::kNone ||
      (kind != TargetKind::kDirectory && plan->spec.targets.size() > 1)) {
    return Status::Usage(
        fmt::format("{}: name directories, or one regular file or block device",
                    Quote(*path)));
  }
  plan->target = kind;
  if (Status allowed = CheckOverwrite(plan->spec, target.value());
      !allowed.ok()) {
    return allowed;
  }
  *path = target->path;
  if (kind == TargetKind::kDevice) {
    plan->mounts.push_back(FactsOfDevice(machine, target.value()));
    return CheckTargetSize(target.value(), &plan->spec);
  }
  const std::string directory =
      kind == TargetKind::kFile
          ? target->path.substr(
                0, std::max<std::size_t>(1, target->path.rfind('/')))
          : target->path;
  Result<MountFacts> facts = ReadMountFacts(machine, directory);
  if (!facts.ok()) {
    return facts.status();
  }
  if (facts->read_only && (kind == TargetKind::kDirectory)) {
    return Status::System(fmt::format(
        "{} lies on a read-only filesystem ({} at {}): remount it, or give "
        "another directory with -D",
        Quote(*path), facts->filesystem, facts->mount_point));
  }
  plan->mounts.push_back(std::move(facts).value());
  return kind == TargetKind::kFile
             ? CheckTargetSize(target.value(), &plan->spec)
             : Status::Ok();
}

// All combinations of blocks and threads, each with the size of its files.
Status MakeCells(SweepPlan* plan) {
  SweepSpec& spec = plan->spec;
  if (!spec.size && !spec.size_per_thread) {
    spec.size = kDefaultBytes;
  }
  for (const std::uint32_t block : spec.blocks) {
    for (const std::uint32_t threads : spec.threads) {
      const Result<SweepCell> cell = MakeCell(spec, block, threads);
      if (!cell.ok()) {
        return cell.status();
      }
      const std::uint64_t used = cell->bytes_per_thread * threads;
      if (spec.size && used != *spec.size) {
        plan->warnings.push_back(
            {fmt::format("size-{}-{}", block, threads),
             fmt::format(
                 "{} in files of {} threads and blocks of {} make {}, "
                 "not the {} asked for",
                 FormatSize(static_cast<std::int64_t>(cell->bytes_per_thread)),
                 threads, FormatSize(block),
                 FormatSize(static_cast<std::int64_t>(used)),
                 FormatSize(static_cast<std::int64_t>(*spec.size))),
             Validity::kValid});
      }
      plan->cells.push_back(cell.value());
    }
  }
  return Status::Ok();
}

std::uint64_t BytesOfPhase(const SweepSpec& spec, const SweepCell& cell,
                           const Pattern& pattern) {
  const std::uint64_t all = cell.bytes_per_thread * cell.threads;
  const bool random = pattern.row->order == BlockOrder::kRandom;
  const auto operations = random && spec.random_operations
                              ? spec.random_operations
                              : spec.operations;
  return operations ? std::min(all, *operations * cell.block_bytes) : all;
}

void Estimate(SweepPlan* plan) {
  for (const SweepCell& cell : plan->cells) {
    const std::uint64_t all = cell.bytes_per_thread * cell.threads;
    plan->space_bytes = std::max(plan->space_bytes, all);
    bool complete = plan->target != TargetKind::kDirectory;
    for (const Pattern& pattern : plan->spec.patterns) {
      ++plan->phases;
      if (pattern.row->needs == NeedsFile::kComplete && !complete) {
        ++plan->phases;
        plan->bytes_written += all;
      }
      complete = true;
      if (pattern.writes()) {
        plan->bytes_written += BytesOfPhase(plan->spec, cell, pattern);
      }
    }
  }
}

Status CheckSpace(const SweepPlan& plan) {
  const auto places = static_cast<double>(plan.mounts.size());
  for (const MountFacts& mount : plan.mounts) {
    // Several directories may lie on one filesystem.
    const auto here = std::count_if(
        plan.mounts.begin(), plan.mounts.end(), [&mount](const auto& other) {
          return other.major == mount.major && other.minor == mount.minor;
        });
    const double share = static_cast<double>(plan.space_bytes) / places *
                         static_cast<double>(here);
    if (plan.target == TargetKind::kDirectory &&
        share > kUsableSpace * static_cast<double>(mount.free_bytes)) {
      return Status::System(fmt::format(
          "the files need {} in {}, where {} are free: lower --size, or give "
          "a directory with more room",
          FormatSize(static_cast<std::int64_t>(share)), Quote(mount.directory),
          FormatSize(static_cast<std::int64_t>(mount.free_bytes))));
    }
  }
  return Status::Ok();
}

std::string HashOf(const SweepPlan& plan) {
  std::uint64_t hash = 0;
  for (const auto& [option, value] : EchoSweep(plan)) {
    // Where and how often is no part of what is done.
    if (option == "directory" || option == "results" || option == "runs" ||
        option == "interval" || option == "cgroup") {
      continue;
    }
    for (const char c : option + "=" + value) {
      hash = Mix64(hash ^ static_cast<std::uint64_t>(c));
    }
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

Result<SweepPlan> ResolveSweep(const SweepSpec& spec, Machine& machine) {
  SweepPlan plan;
  plan.spec = spec;
  // design.md section 6.
  plan.thresholds_ns = {1'000'000, 10'000'000, 100'000'000, 2'000'000'000,
                        10'000'000'000};
  plan.seed = spec.seed.value_or(
      Mix64(static_cast<std::uint64_t>(MonotonicClock().Now()) ^
            static_cast<std::uint64_t>(CurrentProcess())) >>
      32);  // short enough to be typed again
  plan.spec.seed = plan.seed;
  Status status = FillDefaults(&plan.spec);
  if (status.ok()) {
    status = CheckCombinations(plan.spec);
  }
  if (status.ok()) {
    status = CheckPlaces(plan.spec, machine);
  }
  for (std::size_t i = 0; status.ok() && i < plan.spec.targets.size(); ++i) {
    status = ReadTarget(&plan.spec.targets[i], &plan, machine);
  }
  if (status.ok()) {
    status = MakeCells(&plan);
  }
  if (status.ok()) {
    status = CheckEngine(plan.spec);
  }
  if (!status.ok()) {
    return status;
  }
  Estimate(&plan);
  if (status = CheckSpace(plan); !status.ok()) {
    return status;
  }
  if (status = CheckResultsPlace(plan.spec); !status.ok()) {
    return status;
  }
  plan.host = ReadHostFacts(machine);
  plan.workload_hash = HashOf(plan);
  return plan;
}

}  // namespace fsduel
