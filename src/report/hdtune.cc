// HdtuneReport: transfer rate by block size, access time, burst rate, and the
// fixed cost of a transfer: t(size) = t0 + size / bandwidth.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "report/labelled_lines.h"
#include "report/number_text.h"
#include "report/profile_reports.h"
#include "report/step_figures.h"
#include "result/derived.h"
#include "stats/line_fit.h"

namespace fsduel {
namespace {

// A disk with its write cache off waits one turn for each write.
constexpr int kTurnsPerMinute[] = {4200, 5400, 5900, 7200, 10000, 15000};
constexpr double kTurnTolerance = 0.05;
constexpr std::size_t kFewestForFit = 3;
constexpr double kPoorFit = 0.1;

std::vector<const SweepRow*> RowsOfStep(const std::vector<StepRow>& rows,
                                        std::string_view name) {
  std::vector<const SweepRow*> of_step;
  for (const StepRow& row : rows) {
    if (row.step->name == name) {
      of_step.push_back(&row.row);
    }
  }
  return of_step;
}

std::string Megabytes(double bytes_per_second) {
  return RateText(bytes_per_second / kMega);
}

void AddDirection(const char* word, const std::vector<const SweepRow*>& rows,
                  const Paint& paint, std::string* text) {
  if (rows.empty()) {
    return;
  }
  // Block, least, greatest, average, IOPS, CPU.
  std::array<std::vector<std::string>, 6> cells;
  for (const SweepRow* row : rows) {
    const std::vector<double> rates = IntervalRates(MedianPhase(*row));
    const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
    cells[0].push_back(BlockName(row->block_bytes));
    cells[1].push_back(rates.empty() ? "-" : Megabytes(*least));
    cells[2].push_back(rates.empty() ? "-" : Megabytes(*most));
    cells[3].push_back(Megabytes(MedianRate(*row)));
    cells[4].push_back(RateText(MedianIops(*row)));
    cells[5].push_back(fmt::format("{:.1f}", 100 * MedianCpuShare(*row)));
  }
  TextTable table;
  table.Add(MakeColumn(word, "block", cells[0]));
  table.Add(MakeColumn("least", "MB/s", cells[1]));
  table.Add(MakeColumn("most", "MB/s", cells[2]));
  table.Add(MakeColumn("average", "MB/s", cells[3]));
  table.Add(MakeColumn("IOPS", "", cells[4]));
  table.Add(MakeColumn("CPU", "%", cells[5]));
  *text += table.Render(paint) + "\n";
}

// "as long as one turn at 15,000 rpm", "" when no disk turns like that.
std::string TurnText(double milliseconds) {
  for (const int rpm : kTurnsPerMinute) {
    const double turn = 60'000.0 / rpm;
    if (std::abs(milliseconds - turn) <= kTurnTolerance * turn) {
      return fmt::format(
          ". That is one turn of a disk with {} rpm ({:.2f} ms): each write "
          "waits for the platter, as with the drive's write cache off",
          WithThousands(static_cast<std::uint64_t>(rpm)), turn);
    }
  }
  return "";
}

std::string FitText(const std::vector<const SweepRow*>& rows, bool writes) {
  std::vector<FitPoint> points;  // bytes, seconds
  for (const SweepRow* row : rows) {
    const double rate = MedianRate(*row);
    if (rate > 0 && row->threads == 1) {
      points.push_back(
          {static_cast<double>(row->block_bytes), row->block_bytes / rate});
    }
  }
  const LineFit fit =
      points.size() < kFewestForFit ? LineFit() : FitLineRelative(points);
  if (!fit.ok || fit.slope <= 0) {
    return "";
  }
  const double t0_ms = 1000 * std::max(fit.at_zero, 0.0);
  const std::string t0 = t0_ms < 1 ? fmt::format("{:.1f} us", 1000 * t0_ms)
                                   : fmt::format("{:.3f} ms", t0_ms);
  std::string text = fmt::format(
      "a block takes {} + its size / {:.1f} MiB/s ({:.1f} MB/s), within "
      "{:.1f} %",
      t0, 1 / fit.slope / kMebi, 1 / fit.slope / kMega, 100 * fit.worst_error);
  if (fit.worst_error > kPoorFit) {
    return text + ": no straight line, so take it with care";
  }
  return text + (writes ? TurnText(t0_ms) : "");
}

}  // namespace

std::string HdtuneReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  const std::vector<StepRow> rows = StepRowsOf(steps);
  const std::vector<const SweepRow*> reads = RowsOfStep(rows, "read");
  const std::vector<const SweepRow*> writes = RowsOfStep(rows, "write");
  const Paint paint(style.colour);
  std::string text;
  AddDirection("Read", reads, paint, &text);
  AddDirection("Write", writes, paint, &text);
  LabelledLines lines(static_cast<std::size_t>(style.width));
  for (const SweepRow* row : RowsOfStep(rows, "access")) {
    const OperationSummary io = MergedIo(*row);
    lines.Add("access time",
              fmt::format(
                  "{} (random reads of {}; p99 {})",
                  NanosecondsText(io.average_ns()), BlockName(row->block_bytes),
                  NanosecondsText(static_cast<double>(PercentileNs(io, 99)))));
  }
  for (const SweepRow* row : RowsOfStep(rows, "burst")) {
    lines.Add("burst", fmt::format("{} MB/s (the same {} over and over)",
                                   Megabytes(MedianRate(*row)),
                                   BlockName(row->block_bytes)));
  }
  lines.Add("read cost", FitText(reads, false));
  lines.Add("write cost", FitText(writes, true));
  return text + lines.Render(paint);
}

}  // namespace fsduel
