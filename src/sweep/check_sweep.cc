// Refusals.
#include "sweep/check_sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include <boost/filesystem.hpp>

#include "base/text.h"
#include "base/units.h"
#include "engine/verify_cell.h"
#include "sys/direct_io.h"
#include "sys/process.h"
#include "sys/uring.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

constexpr std::uint32_t kLeastBlock = 512;
constexpr std::uint32_t kLargestBlock = 1U << 30;
constexpr std::uint32_t kMostThreads = 4096;
constexpr std::uint32_t kDeepestQueue = 4096;

std::string Size(std::uint64_t bytes) {
  return FormatSize(static_cast<std::int64_t>(bytes));
}

bool Has(const SweepSpec& spec, bool (*is)(const Pattern&)) {
  return std::any_of(spec.patterns.begin(), spec.patterns.end(), is);
}

Status CheckNumbers(const SweepSpec& spec) {
  if (spec.threads.empty() || spec.blocks.empty()) {
    return Status::Usage("--threads and --block need at least one number each");
  }
  for (const std::uint32_t threads : spec.threads) {
    if (threads < 1 || threads > kMostThreads) {
      return Status::Usage(fmt::format(
          "--threads {}: from 1 to {} are possible", threads, kMostThreads));
    }
  }
  for (const std::uint32_t block : spec.blocks) {
    if (block < kLeastBlock || block > kLargestBlock) {
      return Status::Usage(fmt::format("--block {}: from {} to {} are possible",
                                       Size(block), Size(kLeastBlock),
                                       Size(kLargestBlock)));
    }
  }
  if (spec.queue_depth < 1 || spec.queue_depth > kDeepestQueue) {
    return Status::Usage(
        fmt::format("--queue-depth {}: from 1 to {} are "
                    "possible",
                    spec.queue_depth, kDeepestQueue));
  }
  if (spec.size && spec.size_per_thread) {
    return Status::Usage(
        "--size and --size-per-thread exclude each other: give one");
  }
  return Status::Ok();
}

Status CheckEngineOptions(const SweepSpec& spec) {
  const bool uring = spec.engine == IoEngine::kUring;
  const Durability& durability = spec.durability;
  if (!uring && spec.queue_depth > 1) {
    return Status::Usage(fmt::format(
        "--queue-depth {} needs --engine io_uring: the others do one "
        "operation at a time; use --threads instead",
        spec.queue_depth));
  }
  if (!uring && (spec.poll_submission || spec.poll_completion)) {
    return Status::Usage("--poll needs --engine io_uring");
  }
  if (spec.poll_completion && spec.cache != CachePolicy::kDirect) {
    return Status::Usage(
        "--poll completion needs --cache direct: only direct I/O is polled");
  }
  if (uring && (durability.fdatasync_each || durability.fsync_each)) {
    return Status::Usage(
        "--engine io_uring cannot sync after each write: use --durability "
        "dsync, or --engine psync");
  }
  if (spec.engine == IoEngine::kMmap && spec.cache == CachePolicy::kDirect) {
    return Status::Usage(
        "--engine mmap works on the page cache: --cache direct is for the "
        "others");
  }
  if (spec.engine == IoEngine::kMmap && (durability.dsync || durability.sync)) {
    return Status::Usage(
        "--engine mmap: O_DSYNC and O_SYNC do nothing for a mapping: use "
        "--durability fdatasync-each, which calls msync");
  }
  if (durability.dirs) {
    return Status::Usage(
        "--durability dirs: a sweep changes no directories; leave it out");
  }
  return Status::Ok();
}

Status CheckPatterns(const SweepSpec& spec) {
  const bool appends =
      Has(spec, [](const Pattern& pattern) { return pattern.row->appends; });
  if (appends && (spec.engine == IoEngine::kMmap || spec.shared_file)) {
    return Status::Usage(
        "append does not go with --engine mmap or --shared-file: where its "
        "blocks land could not be told");
  }
  if (appends && spec.time_based) {
    return Status::Usage(
        "append with --time-based would fill the filesystem: give --size or "
        "--operations instead");
  }
  if (appends && spec.verify && spec.queue_depth > 1) {
    return Status::Usage(
        "append with --verify needs --queue-depth 1: the order of blocks in "
        "flight is not known");
  }
  if (spec.verify && (spec.compressible != 0 || spec.dedup != 0)) {
    return Status::Usage(
        "--verify writes blocks of its own: leave --compressible and --dedup "
        "out");
  }
  for (const std::uint32_t block : spec.blocks) {
    if (spec.verify && block % kCellBytes != 0) {
      return Status::Usage(fmt::format(
          "--verify --block {}: blocks must be multiples of {} bytes, the "
          "cells that are checked",
          Size(block), kCellBytes));
    }
  }
  const bool shared = spec.shared_file || !spec.write_device.empty();
  const bool again = spec.time_based || spec.operations.has_value() ||
                     spec.random_operations.has_value();
  if (spec.verify && shared && again && Has(spec, [](const Pattern& pattern) {
        return pattern.row->access == BlockAccess::kMixed;
      })) {
    return Status::Usage(
        "--verify of a mixed pattern in a shared file: threads would read "
        "blocks that others are writing; leave out --operations and "
        "--time-based, or give each thread its file");
  }
  return Status::Ok();
}

std::string NearestSizes(std::uint64_t bytes, std::uint64_t unit) {
  const std::uint64_t below = bytes / unit * unit;
  return below == 0 ? Size(unit)
                    : fmt::format("{} or {} ({} or {} bytes)", Size(below),
                                  Size(below + unit), below, below + unit);
}

}  // namespace

const char* IoEngineName(IoEngine engine) {
  switch (engine) {
    case IoEngine::kPsync:
      return "psync";
    case IoEngine::kVectored:
      return "vectored";
    case IoEngine::kMmap:
      return "mmap";
    case IoEngine::kUring:
      return "io_uring";
  }
  return "";
}

Status CheckCombinations(const SweepSpec& spec) {
  Status status = CheckNumbers(spec);
  if (status.ok()) {
    status = CheckEngineOptions(spec);
  }
  return status.ok() ? CheckPatterns(spec) : status;
}

Status CheckPlaces(const SweepSpec& spec, Machine& machine) {
  for (const std::uint32_t cpu : spec.cpus) {
    if (!machine
             .ListDirectory(fmt::format("/sys/devices/system/cpu/cpu{}", cpu))
             .ok()) {
      return Status::Usage(
          fmt::format("--cpus {}: this machine has no such CPU", cpu));
    }
  }
  if (spec.numa_node &&
      !machine
           .ListDirectory(
               fmt::format("/sys/devices/system/node/node{}", *spec.numa_node))
           .ok()) {
    return Status::Usage(fmt::format("--numa {}: this machine has no such node",
                                     *spec.numa_node));
  }
  if (!spec.cgroup.empty() && !fs::exists(spec.cgroup + "/cgroup.threads") &&
      !fs::exists(spec.cgroup + "/tasks")) {
    return Status::Usage(fmt::format(
        "--cgroup {}: neither cgroup.threads nor tasks there; give the folder "
        "of an existing cgroup that takes threads",
        Quote(spec.cgroup)));
  }
  return CheckIoPriority(spec.ioprio);
}

Status CheckOverwrite(const SweepSpec& spec, const RawTarget& target) {
  const bool writes =
      Has(spec, [](const Pattern& pattern) { return pattern.writes(); });
  if (target.kind == RawKind::kDirectory || !writes) {
    return Status::Ok();
  }
  boost::system::error_code error;
  const std::string named =
      spec.write_device.empty()
          ? ""
          : fs::canonical(spec.write_device, error).string();
  if (error || named != target.path) {
    return Status::Usage(fmt::format(
        "{} would be overwritten: use reading patterns (--pattern "
        "seq-read,rand-read), or say its name twice: --write-device {}",
        Quote(target.path), target.path));
  }
  return CheckMayOverwrite(target);
}

Status CheckTargetSize(const RawTarget& target, SweepSpec* spec) {
  const std::uint64_t largest =
      *std::max_element(spec->blocks.begin(), spec->blocks.end());
  const std::uint64_t most_threads =
      *std::max_element(spec->threads.begin(), spec->threads.end());
  if (!spec->size && !spec->size_per_thread) {
    const std::uint64_t unit = largest * most_threads;
    spec->size = target.bytes / unit * unit;
    if (*spec->size == 0) {
      spec->size = target.bytes / largest * largest;
    }
  }
  const std::uint64_t wanted =
      spec->size ? *spec->size : *spec->size_per_thread * most_threads;
  if (wanted > target.bytes) {
    return Status::Usage(
        fmt::format("{} holds {}, {} are asked for: lower "
                    "--size",
                    Quote(target.path), Size(target.bytes), Size(wanted)));
  }
  return Status::Ok();
}

Result<SweepCell> MakeCell(const SweepSpec& spec, std::uint32_t block,
                           std::uint32_t threads) {
  const bool total = spec.size.has_value();
  const std::uint64_t size = total ? *spec.size : *spec.size_per_thread;
  const char* const option = total ? "--size" : "--size-per-thread";
  if (size < block) {
    return Status::Usage(fmt::format(
        "--block {} is larger than {} {}: raise the one or lower the other",
        Size(block), option, Size(size)));
  }
  if (size % block != 0) {
    return Status::Usage(
        fmt::format("{} {} is no multiple of --block {}: take {}", option,
                    Size(size), Size(block), NearestSizes(size, block)));
  }
  SweepCell cell;
  cell.block_bytes = block;
  cell.threads = threads;
  cell.bytes_per_thread = total ? size / threads / block * block : size;
  if (cell.bytes_per_thread == 0) {
    return Status::Usage(fmt::format(
        "{} threads share the {} blocks of {} in {} {}: raise it to {} or "
        "more, or lower --threads",
        threads, size / block, Size(block), option, Size(size),
        Size(std::uint64_t{threads} * block)));
  }
  const auto fewest = [&](const std::optional<std::uint64_t>& operations,
                          const char* name) {
    return operations && *operations < threads
               ? Status::Usage(fmt::format(
                     "{} threads for {} operations: raise {} to {} or more, "
                     "or lower --threads",
                     threads, *operations, name, threads))
               : Status::Ok();
  };
  if (Status s = fewest(spec.operations, "--operations"); !s.ok()) {
    return s;
  }
  if (Status s = fewest(spec.random_operations, "--random-operations");
      !s.ok()) {
    return s;
  }
  return cell;
}

Status CheckEngine(const SweepSpec& spec) {
  if (spec.engine == IoEngine::kUring) {
    if (const Status ring =
            Uring::Create(
                {spec.queue_depth, spec.poll_submission, spec.poll_completion})
                .status();
        !ring.ok()) {
      return Status::System(fmt::format(
          "--engine io_uring: {}; see /proc/sys/kernel/io_uring_disabled, or "
          "use --engine psync",
          ring.message()));
    }
  }
  if (spec.cache != CachePolicy::kDirect) {
    return Status::Ok();
  }
  const std::uint32_t least =
      *std::min_element(spec.blocks.begin(), spec.blocks.end());
  for (const std::string& directory : spec.targets) {
    const Result<DirectAlignment> direct = ProbeDirectIo(directory);
    if (!direct.ok()) {
      return Status::System(fmt::format(
          "--cache direct: {} cannot be used with O_DIRECT ({}): use "
          "--cache drop",
          Quote(directory), direct.status().message()));
    }
    for (const std::uint32_t block : spec.blocks) {
      if (direct->offset != 0 && block % direct->offset != 0) {
        return Status::Usage(fmt::format(
            "--cache direct: blocks in {} must be multiples of {} bytes, {} "
            "is not; use --block {}",
            Quote(directory), direct->offset, Size(block),
            std::max(direct->offset, least)));
      }
    }
  }
  return Status::Ok();
}

Status CheckResultsPlace(const SweepSpec& spec) {
  if (spec.results_directory.empty()) {
    return Status::Ok();
  }
  const std::string results =
      fs::absolute(spec.results_directory).lexically_normal().string() + "/";
  for (const std::string& directory : spec.targets) {
    if (results.starts_with(directory == "/" ? "/" : directory + "/")) {
      return Status::Usage(fmt::format(
          "results would go to {}, below the directory under test: name a "
          "folder inside it with -D, or another place with --results DIR",
          Quote(results)));
    }
  }
  return Status::Ok();
}

}  // namespace fsduel
