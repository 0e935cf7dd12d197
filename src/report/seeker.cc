// SeekerReport: seeks per second, and what one takes.
#include <fmt/format.h>

#include "report/labelled_lines.h"
#include "report/number_text.h"
#include "report/profile_reports.h"
#include "report/step_figures.h"
#include "result/derived.h"

namespace fsduel {

std::string SeekerReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  const std::vector<StepRow> rows = StepRowsOf(steps);
  if (rows.empty()) {
    return "";
  }
  std::vector<std::string> threads;
  std::vector<std::string> blocks;
  std::vector<std::string> seeks;
  std::vector<std::string> old;
  std::vector<std::uint64_t> times[4];
  for (const StepRow& step : rows) {
    const SweepRow& row = step.row;
    const OperationSummary io = MergedIo(row);
    const double iops = MedianIops(row);
    threads.push_back(std::to_string(row.threads));
    blocks.push_back(BlockName(row.block_bytes));
    seeks.push_back(RateText(iops));
    old.push_back(iops > 0 ? fmt::format("{:.3f}", 1000 / iops) : "-");
    times[0].push_back(static_cast<std::uint64_t>(io.average_ns()));
    times[1].push_back(PercentileNs(io, 50));
    times[2].push_back(PercentileNs(io, 99));
    times[3].push_back(io.max_ns);
  }
  TextTable table;
  table.Add(MakeColumn("Threads", "", threads));
  table.Add(MakeColumn("Block", "", blocks));
  table.Add(MakeColumn("Seeks", "/s", seeks));
  const char* const names[] = {"mean", "p50", "p99", "max"};
  for (int i = 0; i < 4; ++i) {
    table.Add(MakeTimesColumn(names[i], times[i]));
  }
  table.Add(MakeColumn("1000 T/n", "ms", old));
  LabelledLines lines(static_cast<std::size_t>(style.width));
  lines.Add("1000 T/n",
            "what seeker prints as \"random access time\": time over seeks. "
            "With N threads it is N times less than what one seek takes, which "
            "is the mean.");
  const Paint paint(style.colour);
  return table.Render(paint) + "\n" + lines.Render(paint);
}

}  // namespace fsduel
