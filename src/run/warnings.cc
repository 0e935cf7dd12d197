// Judges a finished run.
#include "run/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/units.h"
#include "host/host.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

// The least that a short run should measure; below it start-up and the first
// write-back dominate.
constexpr double kShortSeconds = 5;
constexpr double kSkewLimit = 1.5;
constexpr double kDriftProbability = 0.01;
constexpr double kDriftRatio = 0.2;
constexpr std::size_t kFewestIntervals = 9;
// Below this share of the application's bytes, the device was not measured.
constexpr double kDeviceShare = 0.01;

void JudgeLength(const PhaseResult& phase, RunResult* result) {
  std::uint64_t fewest = phase.clients.empty() ? 0 : phase.clients[0].passes;
  for (const ClientResult& client : phase.clients) {
    fewest = std::min(fewest, client.passes);
  }
  if (fewest == 0 && result->state == RunState::kComplete) {
    AddWarning(result, "inside-first-pass",
               "the time limit fell inside the first pass of at least one "
               "client: rates describe a part of the loadfile only; use "
               "--passes 1 or a longer --time-limit");
  } else if (phase.seconds < kShortSeconds) {
    AddWarning(result, "too-short",
               fmt::format("only {:.1f} s were measured: caches and write-back "
                           "have not settled; use --time-limit 30s or more",
                           phase.seconds));
  }
}

// Compares clients of the same loadfile only.
void JudgeFairness(const PhaseResult& phase, RunResult* result) {
  std::vector<std::string> groups;
  for (const ClientResult& client : phase.clients) {
    if (std::find(groups.begin(), groups.end(), client.group) == groups.end()) {
      groups.push_back(client.group);
    }
  }
  for (const std::string& group : groups) {
    std::uint64_t least = UINT64_MAX;
    std::uint64_t most = 0;
    for (const ClientResult& client : phase.clients) {
      if (client.group == group) {
        least = std::min(least, client.operations);
        most = std::max(most, client.operations);
      }
    }
    if (static_cast<double>(most) > kSkewLimit * static_cast<double>(least)) {
      AddWarning(
          result, "skewed-clients",
          fmt::format("clients are skewed: the fastest of {} did {} "
                      "operations, the slowest {}; totals hide that, "
                      "compare --passes and the time per pass instead",
                      Quote(group), WithThousands(most), WithThousands(least)));
    }
  }
}

void JudgeDrift(const PhaseResult& phase, RunResult* result) {
  std::vector<double> rates;
  for (const TimelineRow& row : phase.timeline) {
    rates.resize(std::max<std::size_t>(rates.size(), row.interval + 1));
    rates[row.interval] += static_cast<double>(row.count);
  }
  if (rates.size() < kFewestIntervals + 1) {
    return;
  }
  rates.pop_back();  // cut short by the deadline
  const Trend trend = TestTrend(rates);
  if (trend.p_value < kDriftProbability &&
      std::abs(trend.ratio - 1) > kDriftRatio) {
    AddWarning(result, "drift",
               fmt::format("the rate drifted: the last third of the run was "
                           "{:.2f} x the first; use a longer --warmup, or "
                           "compare runs of equal length only",
                           trend.ratio));
  }
}

void JudgeDevice(const PhaseResult& phase, RunResult* result) {
  std::uint64_t application = 0;
  std::uint64_t device = 0;
  for (const OperationResult& operation : phase.operations) {
    application += operation.summary.bytes;
  }
  for (const DeviceRow& row : phase.device) {
    device += row.read_bytes + row.write_bytes;
  }
  const bool has_device =
      std::any_of(result->mounts.begin(), result->mounts.end(),
                  [](const MountFacts& mount) { return mount.device; });
  if (has_device && application != 0 &&
      static_cast<double>(device) <
          kDeviceShare * static_cast<double>(application)) {
    AddWarning(result, "page-cache-only",
               "next to nothing reached the device: the page cache was "
               "measured; add --durability fsync-end, --cache drop, more "
               "clients or a longer --time-limit");
  }
}

void JudgeResults(const PhaseResult& phase, RunResult* result) {
  std::uint64_t unexpected = 0;
  for (const OperationResult& operation : phase.operations) {
    unexpected += operation.summary.unexpected;
  }
  if (unexpected != 0) {
    AddWarning(result, "unexpected",
               fmt::format("{} operations had another result than the loadfile "
                           "says; see the list of the first ones",
                           WithThousands(unexpected)));
  }
}

}  // namespace

void AddWarning(RunResult* result, const std::string& id, std::string text) {
  for (const RunWarning& warning : result->warnings) {
    if (warning.id == id) {
      return;
    }
  }
  result->warnings.push_back({id, std::move(text), Validity::kWarn});
}

void JudgeRun(RunResult* result) {
  const PhaseResult* const measured = result->FindPhase("measure");
  if (measured != nullptr) {
    JudgeLength(*measured, result);
    JudgeFairness(*measured, result);
    JudgeDrift(*measured, result);
    JudgeDevice(*measured, result);
    JudgeResults(*measured, result);
  } else {
    AddWarning(result, "nothing-measured",
               "the run ended before the measured phase began");
  }
  SettleValidity(result);
}

void SettleValidity(RunResult* result) {
  if (result->debug_build) {
    AddWarning(result, "debug-build",
               "built without optimisation, with assertions or with a "
               "sanitizer: build Release (make) before trusting any figure");
  }
  for (const RunWarning& warning : result->warnings) {
    result->validity = std::max(result->validity, warning.severity);
  }
}

void JudgeRuns(std::vector<RunResult>* runs) {
  constexpr std::size_t kFewestRuns = 5;
  if (runs->size() < kFewestRuns) {
    return;
  }
  std::vector<double> rates;
  for (const RunResult& run : *runs) {
    const PhaseResult* const measured = run.FindPhase("measure");
    double count = 0;
    for (std::size_t i = 0;
         measured != nullptr && i < measured->operations.size(); ++i) {
      if (measured->operations[i].measure == Measure::kService) {
        count += static_cast<double>(measured->operations[i].summary.count);
      }
    }
    rates.push_back(measured == nullptr || measured->seconds <= 0
                        ? 0
                        : count / measured->seconds);
  }
  constexpr double kRunsProbability = 0.05;
  const Trend trend = TestTrend(rates);
  if (trend.p_value < kRunsProbability) {
    AddWarning(&runs->back(), "drift-across-runs",
               fmt::format("the rate drifted from run to run (the last third "
                           "{:.2f} x the first, p = {:.3f}): the runs are not "
                           "repetitions of the same; interleave what you "
                           "compare, or make the filesystem anew for each run",
                           trend.ratio, trend.p_value));
  }
}

bool ResultsOnFilesystemUnderTest(const RunPlan& plan, const std::string& path,
                                  Machine* machine) {
  const Result<MountFacts> facts = ReadMountFacts(*machine, path);
  if (!facts.ok()) {
    return false;
  }
  return std::any_of(
      plan.mounts.begin(), plan.mounts.end(), [&](const MountFacts& mount) {
        return mount.major == facts->major && mount.minor == facts->minor;
      });
}

}  // namespace fsduel
