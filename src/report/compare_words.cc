#include "report/compare_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/units.h"
#include "report/compare_scaling.h"
#include "report/compare_text.h"
#include "report/number_text.h"

namespace fsduel {
namespace {

using Rows = std::vector<const CompareRow*>;

std::vector<std::size_t> NumbersOf(const Rows& rows) {
  std::vector<std::size_t> numbers;
  for (const CompareRow* row : rows) {
    numbers.push_back(row->number);
  }
  return numbers;
}

// The rows of one workload and one pair of sides.
struct Part {
  std::string workload;
  std::size_t side = 1;
  Rows rows;
};

std::vector<Part> PartsOf(const Comparison& comparison) {
  std::vector<Part> parts;
  for (const CompareRow& row : comparison.rows) {
    if (parts.empty() || parts.back().side != row.side ||
        parts.back().workload != row.subject.workload) {
      parts.push_back({row.subject.workload, row.side, {}});
    }
    parts.back().rows.push_back(&row);
  }
  return parts;
}

// The interval is of the factor that the sentence names, which is above 1.
std::string Sureness(const CompareRow& row) {
  const bool inverse = row.ratio < 1;
  const double low = inverse ? 1 / row.interval.high : row.interval.low;
  const double high = inverse ? 1 / row.interval.low : row.interval.high;
  return row.tested
             ? fmt::format("95 % interval {} to {}, p = {:.2g}", RatioText(low),
                           RatioText(high), row.p_adjusted)
             : "observed, not tested";
}

std::string WinText(const Comparison& comparison, const CompareRow& row) {
  const Metric metric = row.subject.metric;
  const bool more = InfoOf(metric).more_is_better;
  const RowSide& best = row.OtherIsBetter() ? row.b : row.a;
  const RowSide& rest = row.OtherIsBetter() ? row.a : row.b;
  const std::string what = row.primary
                               ? FigureName(row.subject)
                               : fmt::format("share of {} {}", SubjectText(row),
                                             FigureName(row.subject));
  return fmt::format(
      "{} has {} times the {} of {}: {} against {} ({})",
      more ? BetterSide(comparison, row) : WorseSide(comparison, row),
      RatioText(row.Factor()), what,
      more ? WorseSide(comparison, row) : BetterSide(comparison, row),
      FigureText(metric, more ? best.median : rest.median),
      FigureText(metric, more ? rest.median : best.median), Sureness(row));
}

// What the main figure of a replay says.
void AddVerdict(const Comparison& comparison, const Part& part,
                const CompareRow& row, std::vector<Sentence>* sentences) {
  const std::string start = part.workload + ": ";
  std::string text;
  if (row.verdict == Verdict::kSame) {
    text = fmt::format("no difference larger than {:.3g} % in {}",
                       comparison.threshold * 100,
                       InfoOf(row.subject.metric).name);
  } else if (row.verdict == Verdict::kInconclusive) {
    text = fmt::format("inconclusive: {} differs by a factor of {}, {}",
                       InfoOf(row.subject.metric).name, RatioText(row.Factor()),
                       VerdictText(comparison, row).substr(14));
  } else if (row.Factor() <= 1 + comparison.threshold) {
    text = fmt::format("about the same {} ({})",
                       InfoOf(row.subject.metric).name, Sureness(row));
  } else {
    text = WinText(comparison, row);
  }
  sentences->push_back({start + text, {row.number}});
}

void AddReplayVerdicts(const Comparison& comparison, const Part& part,
                       std::vector<Sentence>* sentences) {
  for (const CompareRow* row : part.rows) {
    const Metric metric = row->subject.metric;
    // Operations per second say the same as bytes, where there are any.
    const bool repeats =
        metric == Metric::kOperations &&
        std::any_of(part.rows.begin(), part.rows.end(),
                    [](const CompareRow* other) {
                      return other->primary &&
                             other->subject.metric == Metric::kThroughput;
                    });
    if (row->primary && row->subject.threads == 0 && !repeats) {
      AddVerdict(comparison, part, *row, sentences);
    }
  }
}

// Where only shares of slow operations are known.
void AddSlowShare(const Comparison& comparison, const Part& part,
                  std::vector<Sentence>* sentences) {
  const CompareRow* slow = nullptr;
  for (const CompareRow* row : part.rows) {
    if (row->primary) {
      return;
    }
    if (slow == nullptr && row->subject.metric == Metric::kOver) {
      slow = row;
    }
  }
  if (slow != nullptr) {
    AddVerdict(comparison, part, *slow, sentences);
  }
}

// Where the clients' time went.
void AddShares(const Comparison& comparison, const Part& part,
               std::vector<Sentence>* sentences) {
  constexpr double kWorthAWord = 0.3;
  const CompareRow* most = nullptr;
  for (const CompareRow* row : part.rows) {
    if (row->subject.metric == Metric::kAverage && row->subject.threads == 0 &&
        (most == nullptr || std::max(row->a.share, row->b.share) >
                                std::max(most->a.share, most->b.share))) {
      most = row;
    }
  }
  if (most == nullptr || std::max(most->a.share, most->b.share) < kWorthAWord) {
    return;
  }
  sentences->push_back(
      {fmt::format("{}: clients of {} spent {:.0f} % of their time in {}, "
                   "those of {} {:.0f} %",
                   part.workload, comparison.sides[0].name, most->a.share * 100,
                   most->subject.printed, comparison.sides[most->side].name,
                   most->b.share * 100),
       {most->number}});
}

void AddLessLoaded(const Comparison& comparison, const Part& part,
                   std::vector<Sentence>* sentences) {
  for (const int which : {-1, 1}) {
    Rows rows;
    for (const CompareRow* row : part.rows) {
      if (row->less_loaded == which &&
          row->subject.metric == Metric::kAverage) {
        rows.push_back(row);
      }
    }
    if (rows.empty()) {
      continue;
    }
    std::vector<std::string> names;
    for (const CompareRow* row : rows) {
      names.push_back(SubjectText(*row));
    }
    constexpr std::size_t kMostNamed = 4;
    const std::size_t more = names.size() - std::min(names.size(), kMostNamed);
    names.resize(std::min(names.size(), kMostNamed));
    sentences->push_back(
        {fmt::format("{}: {} has the lower latency in {}{} while it does less "
                     "in the same time: less loaded, not faster",
                     part.workload, BetterSide(comparison, *rows[0]),
                     fmt::join(names, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more)),
         NumbersOf(rows)});
  }
}

// The longest single operation.
void AddStall(const Comparison& comparison, const Part& part,
              std::vector<Sentence>* sentences) {
  constexpr double kStallNs = 1e9;
  const CompareRow* longest = nullptr;
  const auto greatest = [](const CompareRow& row) {
    return std::max(row.a.median, row.b.median);
  };
  for (const CompareRow* row : part.rows) {
    if (row->subject.metric == Metric::kMax &&
        (longest == nullptr || greatest(*row) > greatest(*longest))) {
      longest = row;
    }
  }
  if (longest == nullptr || greatest(*longest) < kStallNs) {
    return;
  }
  const bool other = longest->b.median > longest->a.median;
  sentences->push_back(
      {fmt::format(
           "{}: {} stalls: the longest {} took {}, on {} {}", part.workload,
           comparison.sides[other ? longest->side : 0].name,
           SubjectText(*longest), NanosecondsText(greatest(*longest)),
           comparison.sides[other ? 0 : longest->side].name,
           NanosecondsText(std::min(longest->a.median, longest->b.median))),
       {longest->number}});
}

void AddUncertainty(const Comparison& comparison,
                    std::vector<Sentence>* sentences) {
  std::size_t tested = 0;
  Rows open;
  double least = 0;
  for (const CompareRow& row : comparison.rows) {
    tested += row.tested ? 1 : 0;
    if (row.verdict == Verdict::kInconclusive) {
      open.push_back(&row);
    }
    if (row.tested && row.primary) {
      least = std::max(least, row.least_ratio);
    }
  }
  if (tested == 0) {
    sentences->push_back(
        {fmt::format("nothing was tested: {} or more runs of each side are "
                     "needed for a verdict (--runs {})",
                     kFewestRuns, kFewestRuns),
         {}});
    return;
  }
  if (!open.empty()) {
    sentences->push_back({fmt::format("{} of {} tested rows are inconclusive",
                                      open.size(), tested),
                          {}});
  }
  sentences->push_back(
      {fmt::format("in the main figures a difference of {:.2g} % would have "
                   "been seen (chance of 80 %)",
                   (least - 1) * 100),
       {}});
}

void AddDrift(const Comparison& comparison, std::vector<Sentence>* sentences) {
  for (const CompareDrift& drift : comparison.drifts) {
    const CompareRow& row = comparison.rows[drift.row - 1];
    sentences->push_back(
        {fmt::format("{} drifted: {} of its last runs is {} of the first (p = "
                     "{:.2g}); these are not repetitions of one experiment",
                     comparison.sides[drift.side].name,
                     InfoOf(row.subject.metric).name, RatioText(drift.ratio),
                     drift.p_value),
         {drift.row}});
  }
}

}  // namespace

std::string RowReference(std::vector<std::size_t> rows) {
  if (rows.empty()) {
    return "";
  }
  std::sort(rows.begin(), rows.end());
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t last = i;
    while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1) {
      ++last;
    }
    parts.push_back(last == i ? std::to_string(rows[i])
                              : fmt::format("{}-{}", rows[i], rows[last]));
    i = last + 1;
  }
  return fmt::format("(row{} {})", rows.size() == 1 ? "" : "s",
                     fmt::join(parts, ", "));
}

std::vector<Sentence> ClosingSentences(const Comparison& comparison) {
  std::vector<Sentence> sentences;
  for (const Part& part : PartsOf(comparison)) {
    AddReplayVerdicts(comparison, part, &sentences);
    AddSlowShare(comparison, part, &sentences);
    AddShares(comparison, part, &sentences);
    for (Sentence& sentence : SweepSentences(comparison, part.rows)) {
      sentences.push_back(std::move(sentence));
    }
    AddStall(comparison, part, &sentences);
    AddLessLoaded(comparison, part, &sentences);
  }
  AddDrift(comparison, &sentences);
  AddUncertainty(comparison, &sentences);
  return sentences;
}

}  // namespace fsduel
