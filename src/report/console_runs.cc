// ConsoleRunsReport: the runs of one --runs N beside each other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "report/labelled_lines.h"
#include "report/number_text.h"
#include "report/report.h"
#include "report/text_table.h"
#include "result/derived.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

constexpr std::size_t kFewestForDrift = 5;
constexpr double kSignificant = 0.05;

// The main figures of one run.
struct RunFigures {
  double rate = 0;         // operations per second
  double pass_p50_ns = 0;  // 0 = no client finished a pass
  double worst_p99_ns = 0;
  std::string worst_operation;
  double read_rate = 0;  // bytes per second
  double write_rate = 0;
  std::uint64_t errors = 0;
};

RunFigures FiguresOf(const RunResult& run) {
  RunFigures figures;
  const PhaseResult* phase = run.FindPhase("measure");
  if (phase == nullptr) {
    return figures;
  }
  const PhaseTotals totals = TotalsOf(*phase);
  figures.rate = totals.until_deadline.operations_rate();
  figures.read_rate = totals.until_deadline.read_rate();
  figures.write_rate = totals.until_deadline.write_rate();
  figures.errors = totals.unexpected;
  figures.pass_p50_ns = static_cast<double>(PassPercentileNs(*phase, 50));
  for (const OperationResult& operation : phase->operations) {
    const auto p99 = static_cast<double>(PercentileNs(operation.summary, 99));
    if (operation.measure == Measure::kService && p99 > figures.worst_p99_ns) {
      figures.worst_p99_ns = p99;
      figures.worst_operation = operation.operation;
    }
  }
  return figures;
}

std::vector<double> RatesOf(const std::vector<RunFigures>& figures) {
  std::vector<double> rates(figures.size());
  std::transform(figures.begin(), figures.end(), rates.begin(),
                 [](const RunFigures& run) { return run.rate; });
  return rates;
}

// A column: one cell per run, then median, least and greatest.
template <typename Value, typename Print>
TableColumn FigureColumn(const std::vector<RunFigures>& runs, const char* name,
                         const char* unit, Value value, Print print) {
  TableColumn column;
  column.name = name;
  column.unit = unit;
  std::vector<double> values;
  for (const RunFigures& run : runs) {
    values.push_back(value(run));
    column.cells.push_back({print(value(run))});
  }
  const auto [least, greatest] =
      std::minmax_element(values.begin(), values.end());
  column.cells.push_back({print(Median(values)), Tone::kStrong});
  column.cells.push_back({print(*least)});
  column.cells.push_back({print(*greatest)});
  return column;
}

// The same for times, in one unit; "-" where a run has none.
TableColumn TimeFigureColumn(const std::vector<RunFigures>& runs,
                             const char* name, double RunFigures::*value) {
  std::vector<double> values(runs.size());
  std::transform(runs.begin(), runs.end(), values.begin(),
                 [&](const RunFigures& run) { return run.*value; });
  const auto [least, greatest] =
      std::minmax_element(values.begin(), values.end());
  const double summary[] = {Median(values), *least, *greatest};
  values.insert(values.end(), std::begin(summary), std::end(summary));
  TimeColumn times = MakeTimeColumn({values.begin(), values.end()});
  TableColumn column;
  column.name = name;
  column.unit = std::move(times.unit);
  for (std::size_t i = 0; i < values.size(); ++i) {
    column.cells.push_back({values[i] == 0 ? "-" : std::move(times.cells[i]),
                            i == runs.size() ? Tone::kStrong : Tone::kPlain});
  }
  return column;
}

TableColumn RunColumn(const std::vector<RunResult>& runs) {
  TableColumn column;
  column.name = "Run";
  column.align_left = true;
  for (const RunResult& run : runs) {
    const bool whole = run.state == RunState::kComplete;
    column.cells.push_back(
        {fmt::format("{}{}", run.run_index, whole ? "" : " (partial)"),
         whole ? Tone::kPlain : Tone::kBad});
  }
  for (const char* name : {"median", "least", "greatest"}) {
    column.cells.push_back({name});
  }
  return column;
}

TableColumn WorstOperationColumn(const std::vector<RunFigures>& runs) {
  TableColumn column;
  column.name = "of";
  column.align_left = true;
  for (const RunFigures& run : runs) {
    column.cells.push_back({run.worst_operation});
  }
  column.cells.resize(runs.size() + 3);
  return column;
}

std::string MegabytesText(double rate) {
  return RateText(rate / 1e6);
}

TextTable MakeTable(const std::vector<RunResult>& runs,
                    const std::vector<RunFigures>& figures) {
  TextTable table;
  table.set_summary_rows(3);
  table.Add(RunColumn(runs));
  table.Add(FigureColumn(
      figures, "Operations", "/s", [](const RunFigures& f) { return f.rate; },
      RateText));
  table.Add(TimeFigureColumn(figures, "Pass p50", &RunFigures::pass_p50_ns));
  table.Add(FigureColumn(
      figures, "Read", "MB/s", [](const RunFigures& f) { return f.read_rate; },
      MegabytesText));
  table.Add(FigureColumn(
      figures, "Written", "MB/s",
      [](const RunFigures& f) { return f.write_rate; }, MegabytesText));
  table.Add(FigureColumn(
      figures, "Errors", "",
      [](const RunFigures& f) { return static_cast<double>(f.errors); },
      [](double errors) { return fmt::format("{:.15g}", errors); }));
  table.Add(TimeFigureColumn(figures, "Worst p99", &RunFigures::worst_p99_ns));
  table.Add(WorstOperationColumn(figures));
  return table;
}

// Whether a figure moved with the number of the run, in words. `more_is_better`
// says which direction is "faster".
std::string DriftText(const std::vector<double>& values, bool more_is_better) {
  const Trend trend = TestTrend(values);
  if (trend.p_value >= kSignificant) {
    return fmt::format("no drift over {} runs (p = {:.2f})", values.size(),
                       trend.p_value);
  }
  const bool faster = (trend.tau > 0) == more_is_better;
  return fmt::format(
      "{} {}: the last third is {:.2f} x the first (p = {:.3f}); these runs "
      "are not repetitions of one experiment",
      faster ? "faster" : "slower",
      std::abs(trend.tau) == 1 ? "with every run" : "from run to run",
      trend.ratio, trend.p_value);
}

void AddDrift(const std::vector<RunFigures>& figures, LabelledLines* lines) {
  if (figures.size() < kFewestForDrift) {
    lines->Add("drift",
               fmt::format("not tested: {} runs are too few to tell drift from "
                           "chance (--runs {} or more)",
                           figures.size(), kFewestForDrift));
    return;
  }
  std::vector<double> passes(figures.size());
  std::transform(figures.begin(), figures.end(), passes.begin(),
                 [](const RunFigures& run) { return run.pass_p50_ns; });
  lines->Add("drift", "operations/s: " + DriftText(RatesOf(figures), true));
  if (*std::min_element(passes.begin(), passes.end()) > 0) {
    lines->Add("", "time per pass: " + DriftText(passes, false));
  }
}

// How far the runs lie apart, the first thing to know before comparing.
std::string SpreadText(const std::vector<RunFigures>& figures) {
  const std::vector<double> rates = RatesOf(figures);
  const auto [least, greatest] =
      std::minmax_element(rates.begin(), rates.end());
  const double median = Median(rates);
  return median <= 0
             ? ""
             : fmt::format(
                   "operations/s of the slowest and the fastest run lie "
                   "{:.1f} % of the median apart",
                   100 * (*greatest - *least) / median);
}

}  // namespace

std::string ConsoleRunsReport(const std::vector<RunResult>& runs,
                              const ConsoleStyle& style) {
  if (runs.empty()) {
    return "";
  }
  const Paint paint(style.colour);
  std::vector<RunFigures> figures(runs.size());
  std::transform(runs.begin(), runs.end(), figures.begin(), FiguresOf);
  TextTable table = MakeTable(runs, figures);
  if (table.width() > static_cast<std::size_t>(style.width)) {
    table.set_gap(1);
  }
  LabelledLines lines(static_cast<std::size_t>(style.width));
  lines.Add("spread", SpreadText(figures));
  AddDrift(figures, &lines);
  return paint(Tone::kStrong,
               fmt::format("{} run{} of the same load", runs.size(),
                           runs.size() == 1 ? "" : "s")) +
         "\n" + table.Render(paint) + "\n" + lines.Render(paint);
}

}  // namespace fsduel
