#include "cli/sweep_dry_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/units.h"
#include "report/labelled_lines.h"
#include "run/spec_echo.h"

namespace fsduel {
namespace {

constexpr std::size_t kWidth = 80;

std::string Bytes(std::uint64_t bytes) {
  return FormatSizeBothWays(static_cast<std::int64_t>(bytes));
}

std::string CellsText(const SweepPlan& plan) {
  std::vector<std::string> cells;
  for (const SweepCell& cell : plan.cells) {
    cells.push_back(fmt::format(
        "{} x {} ({} each)", FormatSize(cell.block_bytes), cell.threads,
        FormatSize(static_cast<std::int64_t>(cell.bytes_per_thread))));
  }
  return fmt::format("{}", fmt::join(cells, ", "));
}

std::string EndText(const SweepSpec& spec) {
  std::string text = spec.time_based ? "until" : "one pass over the files";
  if (spec.operations) {
    text +=
        fmt::format(", at most {} operations", WithThousands(*spec.operations));
  }
  if (spec.random_operations) {
    text += fmt::format("; random patterns {} operations",
                        WithThousands(*spec.random_operations));
  }
  if (spec.time_limit) {
    text += fmt::format("{} {}", spec.time_based ? "" : ", at most",
                        FormatDuration(*spec.time_limit));
  }
  return text;
}

std::string CacheText(const SweepPlan& plan) {
  switch (plan.spec.cache) {
    case CachePolicy::kDirect:
      return "direct: O_DIRECT, past the page cache";
    case CachePolicy::kDrop:
      return "drop: flushed and dropped before each phase that finds its "
             "files; what stayed is printed";
    case CachePolicy::kWarm:
      return "warm: reads find whatever the page cache holds, which is "
             "everything when the files fit in memory";
  }
  return "";
}

std::string WhereText(const MountFacts& mount) {
  const std::string device =
      mount.device
          ? fmt::format("/dev/{} {}", mount.device->name, mount.device->model)
      : mount.in_memory
          ? std::string("memory: no device behind")
          : fmt::format("{}: no block device behind", mount.source);
  return fmt::format("{}: {} on {}, {} free", mount.directory, mount.filesystem,
                     device, Bytes(mount.free_bytes));
}

}  // namespace

std::string SweepEstimate(const SweepPlan& plan) {
  std::uint64_t written = plan.bytes_written * plan.spec.runs;
  const bool repeats =
      plan.spec.time_based &&
      std::any_of(plan.spec.patterns.begin(), plan.spec.patterns.end(),
                  [](const Pattern& p) { return p.writes(); });
  if (plan.spec.max_written) {
    written = std::min(written, *plan.spec.max_written);
  }
  std::string text =
      fmt::format("{} {} written",
                  repeats && !plan.spec.max_written ? "at least" : "at most",
                  Bytes(written));
  if (plan.spec.time_limit) {
    text += fmt::format(
        ", at most {}",
        FormatDuration(*plan.spec.time_limit * plan.phases * plan.spec.runs));
  }
  return text;
}

std::string DescribeSweep(const SweepPlan& plan) {
  const SweepSpec& spec = plan.spec;
  LabelledLines lines(kWidth);
  std::vector<std::string> patterns;
  for (const Pattern& pattern : spec.patterns) {
    patterns.push_back(PatternText(pattern));
  }
  lines.Add("durability", DescribeDurability(spec.durability));
  lines.Add("patterns", fmt::format("{}", fmt::join(patterns, ", ")));
  lines.Add("files", CellsText(plan));
  lines.Add("engine", fmt::format("{}, queue depth {}",
                                  IoEngineName(spec.engine), spec.queue_depth));
  lines.Add("cache", CacheText(plan));
  for (const MountFacts& mount : plan.mounts) {
    lines.Add(&mount == plan.mounts.data() ? "where" : "", WhereText(mount));
  }
  lines.Add("each phase", EndText(spec));
  lines.Add("space",
            fmt::format("at most {} at once", Bytes(plan.space_bytes)));
  lines.Add("in all", fmt::format("{} phases, {}", plan.phases * spec.runs,
                                  SweepEstimate(plan)));
  lines.Add("seed", std::to_string(plan.seed));
  for (const RunWarning& warning : plan.warnings) {
    lines.Add("note", warning.text);
  }
  return "Nothing was touched. Without --dry-run this would be done:\n\n" +
         lines.Render(Paint(false));
}

}  // namespace fsduel
