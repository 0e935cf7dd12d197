#include "report/step_figures.h"

#include <algorithm>
#include <map>

#include "base/units.h"
#include "report/number_text.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

template <typename Figure>
double MedianOf(const SweepRow& row, Figure figure) {
  std::vector<double> values;
  for (const PhaseResult* phase : row.phases) {
    values.push_back(figure(SweepTotalsOf(*phase)));
  }
  return Median(std::move(values));
}

}  // namespace

std::vector<StepRow> StepRowsOf(const ProfileSteps& steps) {
  std::vector<StepRow> rows;
  for (const StepRuns& step : steps) {
    for (SweepRow& row : SweepRowsOf(step.runs)) {
      rows.push_back({&step, std::move(row)});
    }
  }
  return rows;
}

double MedianRate(const SweepRow& row) {
  return MedianOf(row, [](const SweepTotals& totals) { return totals.rate(); });
}

double MedianRateToFlush(const SweepRow& row) {
  return MedianOf(
      row, [](const SweepTotals& totals) { return totals.rate_to_flush(); });
}

double MedianIops(const SweepRow& row) {
  return MedianOf(row, [](const SweepTotals& totals) { return totals.iops(); });
}

double MedianCpuShare(const SweepRow& row) {
  return MedianOf(row,
                  [](const SweepTotals& totals) { return totals.cpu_share(); });
}

std::vector<double> IntervalRates(const PhaseResult& phase) {
  std::map<std::int64_t, double> bytes;  // by the end of the interval
  for (const TimelineRow& row : phase.timeline) {
    const bool moves =
        row.operation == kSweepRead || row.operation == kSweepWrite;
    bytes[row.end_ns] += moves ? static_cast<double>(row.bytes) : 0;
  }
  std::int64_t begin = 0;
  std::int64_t longest = 0;
  for (const auto& [end, amount] : bytes) {
    longest = std::max(longest, end - begin);
    begin = end;
  }
  std::vector<double> rates;
  begin = 0;
  for (const auto& [end, amount] : bytes) {
    // What is left at the end is no whole interval.
    if (2 * (end - begin) > longest) {
      rates.push_back(1e9 * amount / static_cast<double>(end - begin));
    }
    begin = end;
  }
  return rates;
}

std::string BlockName(std::uint32_t bytes) {
  return FormatSize(bytes);
}

TableColumn MakeColumn(std::string name, std::string unit,
                       std::vector<std::string> cells, bool align_left) {
  TableColumn column;
  column.name = std::move(name);
  column.unit = std::move(unit);
  column.align_left = align_left;
  for (std::string& cell : cells) {
    column.cells.push_back({std::move(cell)});
  }
  return column;
}

TableColumn MakeTimesColumn(std::string name,
                            const std::vector<std::uint64_t>& times_ns) {
  TimeColumn times = MakeTimeColumn(times_ns);
  for (std::size_t i = 0; i < times_ns.size(); ++i) {
    if (times_ns[i] == 0) {
      times.cells[i] = "-";
    }
  }
  return MakeColumn(std::move(name), std::move(times.unit),
                    std::move(times.cells));
}

}  // namespace fsduel
