// SteadyReport: rate and p99 round by round, and the five rounds in which the
// drive was in its steady state.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "report/labelled_lines.h"
#include "report/number_text.h"
#include "report/profile_reports.h"
#include "report/step_figures.h"
#include "stats/latency_histogram.h"
#include "stats/steady_state.h"

namespace fsduel {
namespace {

constexpr std::int64_t kRoundNs = 60'000'000'000;
constexpr std::int64_t kMostRounds = 25;

struct Rounds {
  std::int64_t length_ns = 0;
  std::vector<double> rates;  // bytes/s
  std::vector<double> iops;
  std::vector<double> p99_ns;  // off by up to 10 %: from coarse buckets
};

struct Round {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  double bytes = 0;
  double count = 0;
  std::map<std::uint16_t, std::uint64_t> buckets;
};

// Middle of a coarse bucket: 16 buckets of the histogram.
double MiddleOf(std::uint16_t coarse) {
  const std::size_t bucket = std::min<std::size_t>(
      coarse * std::size_t{16} + 8, LatencyHistogram::kBuckets - 1);
  return static_cast<double>(LatencyHistogram::Midpoint(bucket));
}

double P99Of(const Round& round) {
  double left = 0.99 * round.count;
  double last = 0;
  for (const auto& [coarse, count] : round.buckets) {
    left -= static_cast<double>(count);
    last = MiddleOf(coarse);
    if (left <= 0) {
      break;
    }
  }
  return last;
}

void Close(Round* round, Rounds* rounds) {
  const std::int64_t length = round->end_ns - round->begin_ns;
  // What is left at the end is no round.
  if (10 * length >= 9 * rounds->length_ns) {
    const double seconds = static_cast<double>(length) / 1e9;
    rounds->rates.push_back(round->bytes / seconds);
    rounds->iops.push_back(round->count / seconds);
    rounds->p99_ns.push_back(P99Of(*round));
  }
  const std::int64_t end = round->end_ns;
  *round = Round();
  round->begin_ns = end;
}

// Rounds of a minute; of a twenty-fifth of a shorter phase.
Rounds RoundsOf(const PhaseResult& phase) {
  Rounds rounds;
  std::vector<const TimelineRow*> rows;
  for (const TimelineRow& row : phase.timeline) {
    if (row.operation == kSweepRead || row.operation == kSweepWrite) {
      rows.push_back(&row);
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const TimelineRow* a, const TimelineRow* b) {
                     return a->end_ns < b->end_ns;
                   });
  const std::int64_t all = rows.empty() ? 0 : rows.back()->end_ns;
  rounds.length_ns = std::min(kRoundNs, all / kMostRounds);
  Round round;
  for (const TimelineRow* row : rows) {
    if (row->end_ns != round.end_ns && round.end_ns > 0 &&
        round.end_ns - round.begin_ns >= rounds.length_ns) {
      Close(&round, &rounds);
    }
    round.end_ns = row->end_ns;
    round.bytes += static_cast<double>(row->bytes);
    round.count += static_cast<double>(row->count);
    for (const auto& [coarse, count] : row->buckets) {
      round.buckets[coarse] += count;
    }
  }
  Close(&round, &rounds);
  return rounds;
}

std::string Table(const Rounds& rounds, std::optional<std::size_t> steady,
                  const Paint& paint) {
  // Round, MB/s, IOPS, mark.
  std::array<std::vector<std::string>, 4> cells;
  std::vector<std::uint64_t> p99;
  for (std::size_t i = 0; i < rounds.rates.size(); ++i) {
    const bool counts = steady && i >= *steady && i < *steady + kSteadyRounds;
    cells[0].push_back(std::to_string(i + 1));
    cells[1].push_back(RateText(rounds.rates[i] / kMega));
    cells[2].push_back(RateText(rounds.iops[i]));
    cells[3].push_back(counts ? "steady" : "");
    p99.push_back(static_cast<std::uint64_t>(rounds.p99_ns[i]));
  }
  TextTable table;
  table.Add(MakeColumn("Round", "", cells[0]));
  table.Add(MakeColumn("rate", "MB/s", cells[1]));
  table.Add(MakeColumn("IOPS", "", cells[2]));
  table.Add(MakeTimesColumn("p99", p99));
  table.Add(MakeColumn("", "", cells[3], true));
  return table.Render(paint);
}

double MeanOf(const std::vector<double>& values, std::size_t first) {
  return CheckSteadyWindow(std::span(values).subspan(first, kSteadyRounds))
      .average;
}

std::string Verdict(const Rounds& rounds, std::optional<std::size_t> steady) {
  if (rounds.rates.size() < kSteadyRounds) {
    return fmt::format("{} rounds; five are needed: raise time-limit",
                       rounds.rates.size());
  }
  if (steady) {
    const std::span<const double> rates(rounds.rates);
    const SteadyWindow window =
        CheckSteadyWindow(rates.subspan(*steady, kSteadyRounds));
    return fmt::format(
        "from round {} on: {} MB/s, {} IOPS, p99 {}; over five rounds the rate "
        "stays within {:.1f} % and drifts by {:.1f} %",
        *steady + 1, RateText(window.average / kMega),
        RateText(MeanOf(rounds.iops, *steady)),
        NanosecondsText(MeanOf(rounds.p99_ns, *steady)), 100 * window.range,
        100 * window.slope);
  }
  const std::size_t last = rounds.rates.size() - kSteadyRounds;
  const SteadyWindow rate =
      CheckSteadyWindow(std::span(rounds.rates).subspan(last, kSteadyRounds));
  const SteadyWindow p99 =
      CheckSteadyWindow(std::span(rounds.p99_ns).subspan(last, kSteadyRounds));
  return fmt::format(
      "NOT reached in {} rounds. In the last five the rate moved within {:.0f} "
      "% and drifted by {:.0f} %, p99 within {:.0f} % and by {:.0f} %; allowed "
      "are 20 % and 10 %. Raise time-limit",
      rounds.rates.size(), 100 * rate.range, 100 * rate.slope, 100 * p99.range,
      100 * p99.slope);
}

}  // namespace

std::string SteadyReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  const Paint paint(style.colour);
  std::string text;
  for (const StepRow& row : StepRowsOf(steps)) {
    const Rounds rounds = RoundsOf(MedianPhase(row.row));
    const std::span<const double> series[] = {rounds.rates, rounds.p99_ns};
    const std::optional<std::size_t> steady = FindSteadyState(series);
    LabelledLines lines(static_cast<std::size_t>(style.width));
    lines.Add("round", NanosecondsText(static_cast<double>(rounds.length_ns)));
    lines.Add("steady", Verdict(rounds, steady), Tone::kStrong);
    lines.Add("criterion",
              "SNIA SSS PTS 2.0.2: five rounds within 20 % of their average, "
              "drift within 10 %, of rate and p99 both");
    text += Table(rounds, steady, paint) + "\n" + lines.Render(paint);
  }
  return text;
}

}  // namespace fsduel
