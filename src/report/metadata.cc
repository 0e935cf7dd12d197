// MetadataReport: operations per second and what one takes, by step.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/units.h"
#include "report/number_text.h"
#include "report/profile_reports.h"
#include "report/step_figures.h"
#include "result/derived.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

// One step of the load with one size and number of threads, over all runs.
struct MetadataRow {
  const StepRuns* step = nullptr;
  const PhaseResult* first = nullptr;
  std::vector<double> rates;
  std::vector<double> cpu_us;  // of the process, per operation
  OperationSummary summary;
};

void Add(const PhaseResult& phase, MetadataRow* row) {
  for (const OperationResult& operation : phase.operations) {
    const OperationSummary& part = operation.summary;
    const auto count = static_cast<double>(part.count);
    if (part.count == 0 || phase.seconds_to_last <= 0) {
      continue;
    }
    row->rates.push_back(count / phase.seconds_to_last);
    row->cpu_us.push_back(1e6 * (phase.user_seconds + phase.system_seconds) /
                          count);
    OperationSummary& sum = row->summary;
    sum.min_ns =
        sum.count == 0 ? part.min_ns : std::min(sum.min_ns, part.min_ns);
    sum.max_ns = std::max(sum.max_ns, part.max_ns);
    sum.count += part.count;
    sum.sum_ns += part.sum_ns;
    sum.histogram.Merge(part.histogram);
  }
}

std::vector<MetadataRow> RowsOf(const ProfileSteps& steps) {
  std::vector<MetadataRow> rows;
  for (const StepRuns& step : steps) {
    for (const RunResult& run : step.runs) {
      if (run.kind != "metadata") {
        continue;
      }
      for (const PhaseResult& phase : run.phases) {
        auto row = std::find_if(
            rows.begin(), rows.end(), [&](const MetadataRow& known) {
              return known.step == &step && known.first->Is(phase.key());
            });
        if (row == rows.end()) {
          row = rows.insert(rows.end(), MetadataRow());
          row->step = &step;
          row->first = &phase;
        }
        Add(phase, &*row);
      }
    }
  }
  std::erase_if(rows, [](const MetadataRow& row) { return row.rates.empty(); });
  return rows;
}

}  // namespace

std::string MetadataReport(const ProfileSteps& steps,
                           const ConsoleStyle& style) {
  const std::vector<MetadataRow> rows = RowsOf(steps);
  if (rows.empty()) {
    return "";
  }
  // Step of the profile, threads, file size, operation, rate, CPU.
  std::array<std::vector<std::string>, 6> cells;
  std::array<std::vector<std::uint64_t>, 4> times;
  for (const MetadataRow& row : rows) {
    cells[0].push_back(row.step->name);
    cells[1].push_back(std::to_string(row.first->threads));
    cells[2].push_back(FormatSize(row.first->block_bytes));
    cells[3].push_back(row.first->name);
    cells[4].push_back(RateText(Median(row.rates)));
    cells[5].push_back(fmt::format("{:.2f}", Median(row.cpu_us)));
    times[0].push_back(static_cast<std::uint64_t>(row.summary.average_ns()));
    times[1].push_back(PercentileNs(row.summary, 50));
    times[2].push_back(PercentileNs(row.summary, 99));
    times[3].push_back(row.summary.max_ns);
  }
  TextTable table;
  if (steps.size() > 1) {
    table.Add(MakeColumn("Step", "", cells[0], true));
  }
  table.Add(MakeColumn("Threads", "", cells[1]));
  table.Add(MakeColumn("File", "", cells[2]));
  table.Add(MakeColumn("Operation", "", cells[3], true));
  table.Add(MakeColumn("rate", "/s", cells[4]));
  const char* const names[] = {"avg", "p50", "p99", "max"};
  for (std::size_t i = 0; i < times.size(); ++i) {
    table.Add(MakeTimesColumn(names[i], times[i]));
  }
  table.Add(MakeColumn("CPU", "us/op", cells[5]));
  return table.Render(Paint(style.colour)) +
         "\n  create: open, write, close; readdir: a whole directory per "
         "operation.\n";
}

}  // namespace fsduel
