// CliffReport: after how many bytes the rate of one long write falls.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/labelled_lines.h"
#include "report/number_text.h"
#include "report/profile_reports.h"
#include "report/step_figures.h"
#include "stats/change_point.h"

namespace fsduel {
namespace {

// Rate of each interval and what was moved until its end.
struct WriteCurve {
  std::vector<double> rates;   // bytes/s
  std::vector<double> ends_s;  // since the start
  std::vector<double> moved;   // bytes
};

WriteCurve CurveOf(const PhaseResult& phase) {
  WriteCurve curve;
  std::int64_t begin = 0;
  double moved = 0;
  for (const TimelineRow& row : phase.timeline) {
    if ((row.operation != kSweepRead && row.operation != kSweepWrite) ||
        row.end_ns <= begin) {
      continue;
    }
    moved += static_cast<double>(row.bytes);
    curve.rates.push_back(1e9 * static_cast<double>(row.bytes) /
                          static_cast<double>(row.end_ns - begin));
    curve.ends_s.push_back(static_cast<double>(row.end_ns) / 1e9);
    curve.moved.push_back(moved);
    begin = row.end_ns;
  }
  return curve;
}

// A bar per twentieth of the time.
std::string Bars(const WriteCurve& curve) {
  constexpr std::size_t kBars = 20;
  constexpr double kLongest = 50;
  const double most = *std::max_element(curve.rates.begin(), curve.rates.end());
  const std::size_t bars = std::min(kBars, curve.rates.size());
  std::string text;
  for (std::size_t i = 0; i < bars; ++i) {
    const std::size_t first = i * curve.rates.size() / bars;
    const std::size_t last = (i + 1) * curve.rates.size() / bars;
    double rate = 0;
    for (std::size_t k = first; k < last; ++k) {
      rate += curve.rates[k] / static_cast<double>(last - first);
    }
    text += fmt::format(
        "  {:>9}  {:>10}  {:>7} MB/s  {}\n",
        SecondsText(curve.ends_s[last - 1]),
        BytesText(static_cast<std::uint64_t>(curve.moved[last - 1])),
        RateText(rate / kMega),
        std::string(
            most > 0 ? static_cast<std::size_t>(kLongest * rate / most) : 0,
            '#'));
  }
  return text;
}

std::string Verdict(const WriteCurve& curve) {
  const std::optional<ChangePoint> change = FindChangePoint(curve.rates);
  if (!change) {
    return fmt::format(
        "none within {}: the rate has one level. The fast cache may be larger "
        "(--set size=...), or there is none",
        BytesText(static_cast<std::uint64_t>(curve.moved.back())));
  }
  const std::size_t before = change->at - 1;
  return fmt::format(
      "after {} ({}) the rate {} from {} to {} MB/s, {:.2f} of it",
      BytesText(static_cast<std::uint64_t>(curve.moved[before])),
      SecondsText(curve.ends_s[before]),
      change->after < change->before ? "falls" : "rises",
      RateText(change->before / kMega), RateText(change->after / kMega),
      change->after / change->before);
}

}  // namespace

std::string CliffReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  const Paint paint(style.colour);
  std::string text;
  for (const StepRow& row : StepRowsOf(steps)) {
    const WriteCurve curve = CurveOf(MedianPhase(row.row));
    if (curve.rates.empty()) {
      continue;
    }
    LabelledLines lines(static_cast<std::size_t>(style.width));
    lines.Add("cliff", Verdict(curve), Tone::kStrong);
    text += Bars(curve) + "\n" + lines.Render(paint);
  }
  return text;
}

}  // namespace fsduel
