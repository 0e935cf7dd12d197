#include "cli/profile_estimate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.h"

namespace fsduel {
namespace {

// What a disk that is neither fast nor slow writes in a second.
constexpr double kGuessedRate = 300e6;
// Of a replay without a limit.
constexpr std::chrono::nanoseconds kUsualTime = std::chrono::seconds(60);

struct Estimate {
  std::uint64_t phases = 0;
  std::uint64_t written = 0;
  bool at_least = false;               // writes go on until the time is over
  std::chrono::nanoseconds limited{};  // of phases that have a limit
  std::uint64_t unlimited_bytes = 0;   // moved by phases that have none
  std::uint64_t files = 0;             // made and removed by metadata loads
};

void Add(const SweepPlan& plan, Estimate* sum) {
  const SweepSpec& spec = plan.spec;
  const std::uint64_t written = plan.bytes_written * spec.runs;
  sum->phases += std::uint64_t{plan.phases} * spec.runs;
  sum->written +=
      spec.max_written ? std::min(written, *spec.max_written) : written;
  sum->at_least |=
      spec.time_based && !spec.max_written &&
      std::any_of(spec.patterns.begin(), spec.patterns.end(),
                  [](const Pattern& pattern) { return pattern.writes(); });
  if (spec.time_limit) {
    sum->limited += *spec.time_limit * plan.phases * spec.runs;
    return;
  }
  for (const SweepCell& cell : plan.cells) {
    sum->unlimited_bytes +=
        cell.bytes_per_thread * cell.threads * spec.patterns.size() * spec.runs;
  }
}

void Add(const RunPlan& plan, Estimate* sum) {
  const RunSpec& spec = plan.spec;
  sum->phases += spec.runs;
  sum->limited += (spec.time_limit.value_or(kUsualTime) +
                   spec.warmup.value_or(std::chrono::nanoseconds(0))) *
                  spec.runs;
  sum->written += plan.bytes_written_per_pass * spec.passes.value_or(1);
  sum->at_least |= !spec.passes;
}

// What a file costs, more or less, all steps together.
constexpr std::chrono::nanoseconds kPerFile = std::chrono::microseconds(100);

void Add(const MetadataPlan& plan, Estimate* sum) {
  const std::uint64_t runs = plan.base.spec.runs;
  sum->phases += plan.base.phases * runs;
  sum->written += plan.base.bytes_written * runs;
  sum->files += plan.spec.files * plan.base.cells.size() * runs;
}

}  // namespace

std::string EstimateOf(const std::vector<StepPlan>& plans) {
  Estimate sum;
  for (const StepPlan& plan : plans) {
    std::visit([&sum](const auto& step) { Add(step, &sum); }, plan);
  }
  std::string time;
  if (sum.limited.count() > 0) {
    time = fmt::format("at most {} in phases", FormatDuration(sum.limited));
  }
  if (sum.unlimited_bytes > 0) {
    const double seconds =
        static_cast<double>(sum.unlimited_bytes) / kGuessedRate;
    time += fmt::format(
        "{}{} at 300 MB/s", time.empty() ? "" : ", and ",
        FormatDuration(std::chrono::nanoseconds(
            static_cast<std::int64_t>(std::min(seconds, 1e9) * 1e9))));
  }
  if (sum.files > 0) {
    time += fmt::format(
        "{}{} at 100 us a file", time.empty() ? "" : ", and ",
        FormatDuration(kPerFile * static_cast<std::int64_t>(sum.files)));
  }
  return fmt::format(
      "{} {}, {} {}; {}; {} {} written", plans.size(),
      plans.size() == 1 ? "step" : "steps", sum.phases,
      sum.phases == 1 ? "phase" : "phases", time,
      sum.at_least ? "at least" : "at most",
      FormatSizeBothWays(static_cast<std::int64_t>(sum.written)));
}

}  // namespace fsduel
