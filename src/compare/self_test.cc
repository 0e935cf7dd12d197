#include "compare/self_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "base/text.h"
#include "compare/rows.h"
#include "compare/workloads.h"

namespace fsduel {
namespace {

using Runs = std::vector<const RunResult*>;

struct SplitVerdict {
  bool main_differs = false;
  bool row_differs = false;
  bool main_same = true;
};

// Tests the runs at the first half of `order` against those at the second.
// `all` has the values of all runs on both sides.
SplitVerdict JudgeSplit(const std::vector<CompareRow>& all,
                        const std::vector<std::size_t>& order,
                        double threshold) {
  const std::size_t half = order.size() / 2;
  std::vector<CompareRow> rows = all;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    rows[row].a.values.clear();
    rows[row].b.values.clear();
    for (std::size_t i = 0; i < 2 * half; ++i) {
      (i < half ? rows[row].a : rows[row].b)
          .values.push_back(all[row].a.values[order[i]]);
    }
  }
  TestRows(threshold, &rows);
  SplitVerdict verdict;
  for (const CompareRow& row : rows) {
    const bool differs =
        row.verdict != Verdict::kSame && row.verdict != Verdict::kInconclusive;
    bool* const flag =
        row.primary ? &verdict.main_differs : &verdict.row_differs;
    *flag = *flag || differs;
    verdict.main_same =
        verdict.main_same && (!row.primary || row.verdict == Verdict::kSame);
  }
  return verdict;
}

void Shuffle(Random* random, std::vector<std::size_t>* order) {
  for (std::size_t i = order->size(); i > 1; --i) {
    std::swap((*order)[i - 1], (*order)[random->Below(i)]);
  }
}

}  // namespace

Result<SelfTestResult> SelfTest(const RunsOfSide& side, const CompareSpec& spec,
                                std::size_t splits, std::uint64_t seed) {
  const Result<WorkloadMatch> match = MatchWorkloads(side, side);
  if (!match.ok()) {
    return match.status();
  }
  // The workload that ran most often.
  Runs runs;
  for (const SharedWorkload& workload : match->shared) {
    if (workload.a.size() > runs.size()) {
      runs = workload.a;
    }
  }
  if (runs.size() < 2 * kFewestRuns) {
    return Status::Usage(fmt::format(
        "{} has {} whole runs of one workload, a self-test splits at least "
        "{}: make them with --runs {}",
        Quote(side.name), runs.size(), 2 * kFewestRuns, 2 * kFewestRuns));
  }
  const std::vector<CompareRow> rows =
      MakeRows({"self-test", runs, runs}, RunOrder::kUnknown, 1);
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  SelfTestResult result;
  result.runs = runs.size();
  result.splits = splits;
  result.rows = rows.size();
  result.halves_differ = JudgeSplit(rows, order, spec.threshold).main_differs;
  std::vector<std::size_t> turns = order;
  std::stable_partition(turns.begin(), turns.end(),
                        [](std::size_t i) { return i % 2 == 0; });
  result.turns_differ = JudgeSplit(rows, turns, spec.threshold).main_differs;
  Random random(seed);
  for (std::size_t i = 0; i < splits; ++i) {
    Shuffle(&random, &order);
    const SplitVerdict verdict = JudgeSplit(rows, order, spec.threshold);
    result.false_main += verdict.main_differs ? 1 : 0;
    result.false_rows += verdict.row_differs ? 1 : 0;
    result.same += verdict.main_same ? 1 : 0;
  }
  return result;
}

}  // namespace fsduel
