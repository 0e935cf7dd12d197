#include "compare/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/random.h"
#include "compare/figures.h"
#include "stats/rank_tests.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

constexpr double kSignificant = 0.05;

std::string KeyOf(const RowSubject& subject) {
  return fmt::format("{}|{}|{}|{}|{}|{}|{}", subject.phase, subject.threads,
                     subject.block_bytes, subject.operation,
                     static_cast<int>(subject.measure),
                     static_cast<int>(subject.metric), subject.threshold_ns);
}

using FigureMap = std::map<std::string, Figure>;

FigureMap MapOf(std::vector<Figure> figures) {
  FigureMap map;
  for (Figure& figure : figures) {
    std::string key = KeyOf(figure.subject);
    map.emplace(std::move(key), std::move(figure));
  }
  return map;
}

// The figures of one side, by run and merged.
class SideFigures {
 public:
  explicit SideFigures(const std::vector<const RunResult*>& runs)
      : merged_(MapOf(MergedFiguresOf(runs))) {
    for (const RunResult* run : runs) {
      runs_.push_back(MapOf(FiguresOf(*run)));
    }
  }

  // False when a run lacks the figure.
  bool Fill(const RowSubject& subject, RowSide* side) const {
    const std::string key = KeyOf(subject);
    std::vector<double> rates;
    std::vector<double> shares;
    for (const FigureMap& run : runs_) {
      const auto found = run.find(key);
      if (found == run.end()) {
        return false;
      }
      side->values.push_back(found->second.value);
      rates.push_back(found->second.rate);
      shares.push_back(found->second.share);
    }
    side->median = Median(side->values);
    side->rate = Median(rates);
    side->share = Median(shares);
    const auto merged = merged_.find(key);
    side->merged = merged == merged_.end() ? 0 : merged->second.value;
    return true;
  }

 private:
  std::vector<FigureMap> runs_;
  FigureMap merged_;
};

TwoSamples SamplesOf(const CompareRow& row) {
  return {row.a.values, row.b.values, row.paired};
}

// Rows of one kind are corrected together: those that give the verdict, or all
// others.
struct Family {
  std::vector<CompareRow*> rows;
  std::vector<double> p_values;
  std::vector<double> equivalence;

  double alpha() const {
    return kSignificant /
           static_cast<double>(std::max<std::size_t>(rows.size(), 1));
  }
};

// A pair of runs counts for more than two runs, but few pairs can never give a
// small p value: then they are tested as two sides. Decided by numbers of runs
// and rows alone.
bool PairsSuffice(const CompareRow& row, double alpha) {
  return row.a.values.size() == row.b.values.size() &&
         LeastSignedRankP(row.a.values.size()) <= alpha;
}

void MeasureRow(double threshold, double alpha, Family* family,
                CompareRow* row) {
  const TwoSamples samples = SamplesOf(*row);
  family->p_values.push_back(DifferencePValue(samples));
  family->equivalence.push_back(EquivalencePValue(samples, threshold));
  row->p_value = family->p_values.back();
  const Precision precision{LogDeviation(samples), alpha, row->paired};
  const auto a = static_cast<double>(row->a.values.size());
  const auto b = static_cast<double>(row->b.values.size());
  row->least_ratio = LeastDetectableRatio(precision, 2 * a * b / (a + b));
}

std::size_t NeededFor(const CompareRow& row, double threshold, double alpha) {
  const double effect = std::abs(std::log(row.shift));
  const double limit = std::log1p(threshold);
  // To show the difference that there seems to be, or that there is none.
  const double seen =
      effect > limit ? effect : std::max(limit - effect, limit / 4);
  return RunsNeeded({LogDeviation(SamplesOf(row)), alpha, row.paired}, seen);
}

void JudgeRow(double threshold, double alpha, CompareRow* row) {
  const double effect = std::abs(std::log(row->shift));
  if (row->p_equivalence < kSignificant) {
    row->verdict = Verdict::kSame;
  } else if (row->p_adjusted < kSignificant && effect > std::log1p(threshold)) {
    const bool better =
        (row->shift > 1) == InfoOf(row->subject.metric).more_is_better;
    row->verdict = better ? Verdict::kFaster : Verdict::kSlower;
  } else {
    row->verdict = Verdict::kInconclusive;
    row->runs_needed = NeededFor(*row, threshold, alpha);
  }
}

void TestFamily(double threshold, Family* family) {
  const double alpha = family->alpha();
  for (CompareRow* row : family->rows) {
    MeasureRow(threshold, alpha, family, row);
  }
  const std::vector<double> adjusted = HolmAdjust(family->p_values);
  const std::vector<double> equivalence = HolmAdjust(family->equivalence);
  for (std::size_t i = 0; i < family->rows.size(); ++i) {
    family->rows[i]->p_adjusted = adjusted[i];
    family->rows[i]->p_equivalence = equivalence[i];
    JudgeRow(threshold, alpha, family->rows[i]);
  }
}

void DescribeRow(CompareRow* row) {
  const TwoSamples samples = SamplesOf(*row);
  row->ratio = RatioOfMedians(samples);
  row->shift = HodgesLehmannRatio(samples);
  row->delta = CliffsDelta(row->a.values, row->b.values);
  row->interval = {row->ratio, row->ratio};
}

bool SamePhase(const CompareRow& x, const CompareRow& y) {
  return x.side == y.side && x.subject.workload == y.subject.workload &&
         x.subject.phase == y.subject.phase &&
         x.subject.threads == y.subject.threads &&
         x.subject.block_bytes == y.subject.block_bytes;
}

// The row of the whole phase that tells how much was done in it.
const CompareRow* LoadRow(const std::vector<CompareRow>& rows,
                          const CompareRow& row) {
  const CompareRow* found = nullptr;
  for (const CompareRow& other : rows) {
    if (SamePhase(row, other) && other.subject.operation.empty() &&
        other.subject.metric != Metric::kPass &&
        (found == nullptr || other.primary)) {
      found = &other;
    }
  }
  return found;
}

// A latency that is better because the side did less in the same time.
void MarkLessLoaded(double threshold, const std::vector<CompareRow>& rows,
                    CompareRow* row) {
  const bool is_latency = !InfoOf(row->subject.metric).more_is_better &&
                          !row->subject.operation.empty();
  const CompareRow* const load =
      is_latency && row->closed_loop &&
              row->subject.measure == Measure::kService
          ? LoadRow(rows, *row)
          : nullptr;
  if (load == nullptr || row->Factor() <= 1 + threshold ||
      row->OtherIsBetter() == load->OtherIsBetter()) {
    return;
  }
  const bool sure = row->tested ? load->verdict == Verdict::kFaster ||
                                      load->verdict == Verdict::kSlower
                                : load->Factor() > 1 + threshold;
  if (!sure) {
    return;
  }
  row->less_loaded = row->OtherIsBetter() ? 1 : -1;
  if (row->verdict == Verdict::kFaster || row->verdict == Verdict::kSlower) {
    row->verdict = Verdict::kLessLoaded;
  }
}

}  // namespace

std::vector<CompareRow> MakeRows(const SharedWorkload& workload, RunOrder order,
                                 std::size_t side) {
  const SideFigures a(workload.a);
  const SideFigures b(workload.b);
  const auto closed = [](const RunResult* run) { return IsClosedLoop(*run); };
  const bool all_closed =
      std::all_of(workload.a.begin(), workload.a.end(), closed) &&
      std::all_of(workload.b.begin(), workload.b.end(), closed);
  std::vector<CompareRow> rows;
  for (const Figure& figure : FiguresOf(*workload.a.front())) {
    CompareRow row;
    row.side = side;
    row.subject = figure.subject;
    row.primary = figure.primary;
    row.closed_loop = all_closed;
    row.paired = order == RunOrder::kInterleaved;
    row.tested =
        workload.a.size() >= kFewestRuns && workload.b.size() >= kFewestRuns;
    if (a.Fill(row.subject, &row.a) && b.Fill(row.subject, &row.b)) {
      row.subject.workload = workload.name;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

void TestRows(double threshold, std::vector<CompareRow>* rows) {
  Family verdicts;
  Family others;
  for (CompareRow& row : *rows) {
    row.number = static_cast<std::size_t>(&row - rows->data()) + 1;
    if (row.tested) {
      (row.primary ? verdicts : others).rows.push_back(&row);
    }
  }
  for (CompareRow& row : *rows) {
    row.paired = row.paired &&
                 (!row.tested ||
                  PairsSuffice(row, (row.primary ? verdicts : others).alpha()));
    DescribeRow(&row);
  }
  TestFamily(threshold, &verdicts);
  TestFamily(threshold, &others);
  for (CompareRow& row : *rows) {
    MarkLessLoaded(threshold, *rows, &row);
  }
}

void AddIntervals(std::vector<CompareRow>* rows) {
  for (CompareRow& row : *rows) {
    if (row.a.values.size() > 1 || row.b.values.size() > 1) {
      row.interval = BootstrapRatio(SamplesOf(row), Mix64(row.number));
    }
  }
}

}  // namespace fsduel
