// What a loadfile does, for people.
#include "cli/lint_report.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/units.h"
#include "loadfile/operation_table.h"
#include "report/labelled_lines.h"

namespace fsduel {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kMostSizes = 5;

std::string Bytes(std::uint64_t bytes) {
  return FormatSizeBothWays(static_cast<std::int64_t>(bytes));
}

std::string Percent(std::uint64_t part, std::uint64_t whole) {
  const double share = whole == 0 ? 0.0
                                  : 100.0 * static_cast<double>(part) /
                                        static_cast<double>(whole);
  return fmt::format("{:.1f} %", share);
}

std::string OperationTableText(const LoadfileAnalysis& analysis) {
  std::uint64_t all = 0;
  for (const OperationRow& row : OperationTable()) {
    if (!IsControl(row.opcode)) {
      all += analysis.operations[static_cast<std::size_t>(row.opcode)].count;
    }
  }
  std::string text =
      fmt::format("\n  {:<23}{:>11}{:>9}{:>13}  {}\n", "Operation", "Count",
                  "Share", "Should fail", "Bytes");
  for (const OperationRow& row : OperationTable()) {
    const auto& counted =
        analysis.operations[static_cast<std::size_t>(row.opcode)];
    if (counted.count == 0 || IsControl(row.opcode)) {
      continue;
    }
    text += fmt::format(
        "  {:<23}{:>11}{:>9}{:>13}{}\n", row.name, WithThousands(counted.count),
        Percent(counted.count, all),
        counted.expected_failures == 0
            ? "-"
            : Percent(counted.expected_failures, counted.count),
        counted.bytes == 0 ? "" : fmt::format("  {}", Bytes(counted.bytes)));
  }
  return text + "\n";
}

// "4 KiB 67.0 %, 60 KiB 13.4 %, 12 others 5.0 %; 50.0 % continue the last"
std::string SizesText(
    const std::vector<std::pair<std::int64_t, std::uint64_t>>& sizes,
    std::uint64_t sequential) {
  std::uint64_t all = 0;
  for (const auto& [size, count] : sizes) {
    all += count;
  }
  std::string text;
  std::uint64_t named = 0;
  for (std::size_t i = 0; i < std::min(sizes.size(), kMostSizes); ++i) {
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", FormatSize(sizes[i].first),
                    Percent(sizes[i].second, all));
    named += sizes[i].second;
  }
  if (sizes.size() > kMostSizes) {
    text += fmt::format(", {} other sizes {}", sizes.size() - kMostSizes,
                        Percent(all - named, all));
  }
  return fmt::format("{}; {} go on where the last one ended", text,
                     Percent(sequential, all));
}

void AddPass(const LoadfileAnalysis& analysis, LabelledLines* lines) {
  if (analysis.setup_operations > 0) {
    lines->Add("set-up",
               fmt::format("{} operations once per client, {} written",
                           WithThousands(analysis.setup_operations),
                           Bytes(analysis.setup_bytes_written)));
  }
  lines->Add("one pass", fmt::format("{} operations, {} read, {} written",
                                     WithThousands(analysis.pass_operations),
                                     Bytes(analysis.bytes_read),
                                     Bytes(analysis.bytes_written)));
  if (analysis.directives > 0) {
    lines->Add("directives", WithThousands(analysis.directives));
  }
  lines->Add("timestamps", analysis.has_timestamps
                               ? "yes: --pace recorded can be used"
                               : "none");
  if (!analysis.read_sizes.empty()) {
    lines->Add("reads",
               SizesText(analysis.read_sizes, analysis.sequential_reads));
  }
  if (!analysis.write_sizes.empty()) {
    lines->Add("writes",
               SizesText(analysis.write_sizes, analysis.sequential_writes));
  }
}

void AddNeeds(const LoadfileAnalysis& analysis, LabelledLines* lines) {
  lines->Add("names", fmt::format("{} paths, at most {} components deep",
                                  WithThousands(analysis.distinct_paths),
                                  analysis.deepest_path));
  lines->Add("one client",
             fmt::format("at most {} in {} files and {} directories, {} open "
                         "at once",
                         Bytes(analysis.peak_bytes),
                         WithThousands(analysis.peak_files),
                         WithThousands(analysis.peak_directories),
                         analysis.peak_open_handles));
  if (!analysis.complete) {
    lines->Add("", "not modelled to the end: these are lower bounds");
  }
}

void AddWarnings(const LoadfileAnalysis& analysis, LabelledLines* lines) {
  for (const LoadfileWarning& warning : analysis.warnings) {
    const std::string place =
        warning.line == 0 ? "" : fmt::format("line {}: ", warning.line);
    const std::string more =
        warning.count > 1
            ? fmt::format(" (and {} more)", WithThousands(warning.count - 1))
            : "";
    lines->Add("warning", fmt::format("{}{}{}", place, warning.message, more));
  }
}

}  // namespace

std::string LintText(const Loadfile& loadfile,
                     const LoadfileAnalysis& analysis) {
  LabelledLines lines(kWidth);
  AddPass(analysis, &lines);
  AddNeeds(analysis, &lines);
  AddWarnings(analysis, &lines);
  return fmt::format("{}: {} lines, no errors; hash {}\n{}{}",
                     Printable(loadfile.name()),
                     WithThousands(loadfile.lines()), loadfile.hash(),
                     OperationTableText(analysis), lines.Render(Paint(false)));
}

}  // namespace fsduel
