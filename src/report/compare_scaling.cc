#include "report/compare_scaling.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.h"
#include "report/compare_text.h"

namespace fsduel {
namespace {

using Rows = std::vector<const CompareRow*>;

// The main rows of one pattern, in order of threads and block sizes.
struct Pattern {
  std::string name;
  Rows rows;
};

std::vector<Pattern> PatternsOf(const Rows& rows) {
  std::vector<Pattern> patterns;
  for (const CompareRow* row : rows) {
    if (!row->primary || row->subject.threads == 0) {
      continue;
    }
    auto known = std::find_if(
        patterns.begin(), patterns.end(),
        [&](const Pattern& p) { return p.name == row->subject.phase; });
    if (known == patterns.end()) {
      patterns.push_back({row->subject.phase, {}});
      known = std::prev(patterns.end());
    }
    known->rows.push_back(row);
  }
  return patterns;
}

std::vector<std::size_t> NumbersOf(const Rows& rows) {
  std::vector<std::size_t> numbers;
  for (const CompareRow* row : rows) {
    numbers.push_back(row->number);
  }
  return numbers;
}

// Whether the row counts as won by some side.
bool IsWon(const Comparison& comparison, const CompareRow& row) {
  return row.verdict == Verdict::kFaster || row.verdict == Verdict::kSlower ||
         (row.verdict == Verdict::kObserved &&
          row.Factor() > 1 + comparison.threshold);
}

std::string FactorsText(const Rows& rows) {
  double least = rows[0]->Factor();
  double most = least;
  for (const CompareRow* row : rows) {
    least = std::min(least, row->Factor());
    most = std::max(most, row->Factor());
  }
  const std::string low = RatioText(least);
  const std::string high = RatioText(most);
  return low == high ? low : fmt::format("{} to {}", low, high);
}

Sentence WinnerSentence(const Comparison& comparison, const Pattern& pattern) {
  Rows first;
  Rows other;
  bool tested = true;
  for (const CompareRow* row : pattern.rows) {
    tested = tested && row->tested;
    if (IsWon(comparison, *row)) {
      (row->OtherIsBetter() ? other : first).push_back(row);
    }
  }
  const CompareRow& any = *pattern.rows[0];
  std::vector<std::string> parts;
  for (const Rows* won : {&first, &other}) {
    if (!won->empty()) {
      parts.push_back(fmt::format("{} is {} times as fast in {} of {}",
                                  BetterSide(comparison, *won->front()),
                                  FactorsText(*won), won->size(),
                                  pattern.rows.size()));
    }
  }
  if (parts.empty()) {
    parts.push_back("no side is clearly faster");
  }
  return {
      fmt::format("{}, {}: {} combinations of threads and block size{}",
                  any.subject.workload, pattern.name, fmt::join(parts, ", "),
                  tested ? "" : " (observed, not tested)"),
      NumbersOf(pattern.rows)};
}

std::string ScalingText(double from, double to) {
  constexpr double kKeeps = 0.85;
  constexpr double kCollapses = 0.5;
  const double ratio = to / from;
  const std::string rates =
      fmt::format("{} to {}", FigureText(Metric::kThroughput, from),
                  FigureText(Metric::kThroughput, to));
  if (ratio >= 1 / kKeeps) {
    return fmt::format("grows {}-fold ({})", RatioText(ratio), rates);
  }
  if (ratio >= kKeeps) {
    return fmt::format("keeps its rate ({})", rates);
  }
  return fmt::format("{} to {} of its rate ({})",
                     ratio < kCollapses ? "collapses" : "falls",
                     RatioText(ratio), rates);
}

// Rows with the fewest and the most threads of the smallest block size that has
// several.
std::pair<const CompareRow*, const CompareRow*> EndsOf(const Pattern& pattern) {
  std::pair<const CompareRow*, const CompareRow*> best = {nullptr, nullptr};
  for (const CompareRow* low : pattern.rows) {
    for (const CompareRow* high : pattern.rows) {
      if (low->subject.block_bytes != high->subject.block_bytes ||
          low->subject.metric != Metric::kThroughput ||
          low->subject.threads >= high->subject.threads) {
        continue;
      }
      const auto span = [](const CompareRow* x, const CompareRow* y) {
        return y->subject.threads / x->subject.threads;
      };
      if (best.first == nullptr ||
          span(low, high) > span(best.first, best.second)) {
        best = {low, high};
      }
    }
  }
  return best;
}

}  // namespace

std::vector<Sentence> SweepSentences(
    const Comparison& comparison, const std::vector<const CompareRow*>& rows) {
  std::vector<Sentence> sentences;
  for (const Pattern& pattern : PatternsOf(rows)) {
    sentences.push_back(WinnerSentence(comparison, pattern));
    const auto [low, high] = EndsOf(pattern);
    if (low == nullptr) {
      continue;
    }
    sentences.push_back(
        {fmt::format("{}, {}: from {} to {} threads of {}, {} {}, {} {}",
                     low->subject.workload, pattern.name, low->subject.threads,
                     high->subject.threads,
                     FormatSize(low->subject.block_bytes),
                     comparison.sides[0].name,
                     ScalingText(low->a.median, high->a.median),
                     comparison.sides[low->side].name,
                     ScalingText(low->b.median, high->b.median)),
         {low->number, high->number}});
  }
  return sentences;
}

}  // namespace fsduel
