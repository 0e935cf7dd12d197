// Judges a finished sweep.
#include "sweep/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/units.h"
#include "run/warnings.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

// Below these a phase measures the start and end of its threads.
constexpr double kShortSeconds = 0.5;
constexpr std::uint64_t kFewestPerThread = 100;
// Above this share, "the cache was dropped" is not true.
constexpr double kCachedLimit = 0.02;
// Below this share of the bytes read, reads came from memory.
constexpr double kDeviceShare = 0.5;

std::string Describe(const PhaseResult& phase) {
  return fmt::format("{}, {} thread{}, {}", phase.name, phase.threads,
                     phase.threads == 1 ? "" : "s",
                     FormatSize(phase.block_bytes));
}

// Phases that have something in common, for one sentence about all of them.
class Offenders {
 public:
  void Add(const PhaseResult& phase) {
    if (count_++ < kNamed) {
      names_ += (names_.empty() ? "" : "; ") + Describe(phase);
    }
  }
  bool any() const { return count_ != 0; }
  std::string Text() const {
    return count_ <= kNamed
               ? names_
               : fmt::format("{}; and {} more", names_, count_ - kNamed);
  }

 private:
  static constexpr std::size_t kNamed = 3;
  std::size_t count_ = 0;
  std::string names_;
};

bool IsLoad(const OperationResult& operation) {
  return operation.operation == "read" || operation.operation == "write";
}

struct PhaseSums {
  std::uint64_t operations = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t unexpected = 0;
  std::uint64_t device_read = 0;
};

PhaseSums SumsOf(const PhaseResult& phase) {
  PhaseSums sums;
  for (const OperationResult& operation : phase.operations) {
    sums.unexpected += operation.summary.unexpected;
    if (IsLoad(operation)) {
      sums.operations += operation.summary.count;
      sums.bytes_read += operation.reads_data ? operation.summary.bytes : 0;
    }
  }
  for (const DeviceRow& row : phase.device) {
    sums.device_read += row.read_bytes;
  }
  return sums;
}

void JudgeWork(RunResult* result) {
  Offenders few;
  Offenders brief;
  for (const PhaseResult& phase : result->phases) {
    const PhaseSums sums = SumsOf(phase);
    if (phase.name == "layout" || sums.operations == 0) {
      continue;
    }
    if (phase.threads > 1 &&
        sums.operations < kFewestPerThread * phase.threads) {
      few.Add(phase);
    } else if (phase.seconds < kShortSeconds) {
      brief.Add(phase);
    }
  }
  if (few.any()) {
    AddWarning(result, "little-work",
               fmt::format("less than {} operations per thread: what is "
                           "measured is how threads start and end; raise "
                           "--size or --operations, or use --time-based ({})",
                           kFewestPerThread, few.Text()));
  }
  if (brief.any()) {
    AddWarning(result, "too-short",
               fmt::format("shorter than {} s: raise --size, or use "
                           "--time-based --time-limit 10s ({})",
                           kShortSeconds, brief.Text()));
  }
}

void JudgeCache(RunResult* result) {
  Offenders warm;
  Offenders memory;
  const bool has_device =
      std::any_of(result->mounts.begin(), result->mounts.end(),
                  [](const MountFacts& mount) { return mount.device; });
  for (const PhaseResult& phase : result->phases) {
    const PhaseSums sums = SumsOf(phase);
    if (phase.sweep.cache == "drop" &&
        phase.sweep.cached_before > kCachedLimit) {
      warm.Add(phase);
    } else if (phase.sweep.cache != "warm" && has_device &&
               static_cast<double>(sums.device_read) <
                   kDeviceShare * static_cast<double>(sums.bytes_read)) {
      memory.Add(phase);
    }
  }
  if (warm.any()) {
    AddWarning(result, "cache-not-dropped",
               fmt::format("part of the files stayed in the page cache, reads "
                           "are too fast: use --cache direct, or run as root "
                           "({})",
                           warm.Text()));
  }
  if (memory.any()) {
    AddWarning(result, "served-by-memory",
               fmt::format("less than half of what was read came from the "
                           "device: a cache below the filesystem served the "
                           "rest ({})",
                           memory.Text()));
  }
  if (!has_device && !result->mounts.empty()) {
    AddWarning(result, "no-device",
               "no block device behind the files: memory or a server was "
               "measured");
  }
}

}  // namespace

void JudgeSweep(RunResult* result) {
  std::uint64_t unexpected = 0;
  for (const PhaseResult& phase : result->phases) {
    unexpected += SumsOf(phase).unexpected;
  }
  if (unexpected != 0) {
    AddWarning(result, "unexpected",
               fmt::format("{} operations failed; see the list of the first "
                           "ones",
                           WithThousands(unexpected)));
  }
  JudgeWork(result);
  JudgeCache(result);
  SettleValidity(result);
}

void JudgeSweeps(std::vector<RunResult>* runs) {
  constexpr std::size_t kFewestRuns = 5;
  constexpr double kProbability = 0.01;
  if (runs->size() < kFewestRuns) {
    return;
  }
  Offenders drifting;
  for (std::size_t i = 0; i < runs->back().phases.size(); ++i) {
    std::vector<double> rates;
    for (const RunResult& run : *runs) {
      if (i < run.phases.size() && run.phases[i].seconds > 0) {
        rates.push_back(static_cast<double>(SumsOf(run.phases[i]).operations) /
                        run.phases[i].seconds);
      }
    }
    if (rates.size() == runs->size() &&
        TestTrend(rates).p_value < kProbability) {
      drifting.Add(runs->back().phases[i]);
    }
  }
  if (drifting.any()) {
    AddWarning(&runs->back(), "drift-across-runs",
               fmt::format("the rate drifted from run to run: the runs are "
                           "not repetitions of the same; interleave what you "
                           "compare, or make the filesystem anew for each "
                           "run ({})",
                           drifting.Text()));
  }
}

}  // namespace fsduel
