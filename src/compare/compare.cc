#include "compare/compare.h"

#include <fmt/format.h>

#include <algorithm>

#include "compare/checks.h"
#include "compare/pairs.h"
#include "compare/rows.h"
#include "compare/workloads.h"
#include "stats/rank_tests.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

constexpr double kSignificant = 0.05;

void AddWarning(std::string warning, std::vector<std::string>* warnings) {
  if (std::find(warnings->begin(), warnings->end(), warning) ==
      warnings->end()) {
    warnings->push_back(std::move(warning));
  }
}

void WarnOfOrder(RunOrder order, const std::string& a, const std::string& b,
                 Comparison* comparison) {
  if (order == RunOrder::kBlocks) {
    AddWarning(
        fmt::format("the runs of {} and {} were not interleaved: a drift of "
                    "the machine would look like a difference of the sides",
                    a, b),
        &comparison->warnings);
  }
}

Status AddSide(const std::vector<RunsOfSide>& sides, std::size_t number,
               Comparison* comparison) {
  Result<WorkloadMatch> match = MatchWorkloads(sides[0], sides[number]);
  if (!match.ok()) {
    return match.status();
  }
  for (std::string& warning : match->warnings) {
    AddWarning(std::move(warning), &comparison->warnings);
  }
  for (const SharedWorkload& workload : match->shared) {
    const RunOrder order = OrderOf(workload.a, workload.b);
    WarnOfOrder(order, sides[0].name, sides[number].name, comparison);
    comparison->pairs +=
        order == RunOrder::kInterleaved ? workload.a.size() : 0;
    std::vector<CompareRow> rows = MakeRows(workload, order, number);
    comparison->rows.insert(comparison->rows.end(), rows.begin(), rows.end());
  }
  return Status::Ok();
}

// Did a side move while it was measured? The runs of one side, in order of
// start; the first side is looked at once.
void TestDrift(Comparison* comparison) {
  std::vector<CompareDrift> drifts;
  std::vector<double> p_values;
  const auto test = [&](const RowSide& side, std::size_t number,
                        std::size_t row) {
    if (side.values.size() >= kFewestRuns) {
      const Trend trend = TestTrend(side.values);
      drifts.push_back({number, row, trend.tau, trend.p_value, trend.ratio});
      p_values.push_back(trend.p_value);
    }
  };
  for (const CompareRow& row : comparison->rows) {
    if (row.primary && row.side == 1) {
      test(row.a, 0, row.number);
    }
    if (row.primary) {
      test(row.b, row.side, row.number);
    }
  }
  const std::vector<double> adjusted = HolmAdjust(p_values);
  for (std::size_t i = 0; i < drifts.size(); ++i) {
    if (adjusted[i] < kSignificant) {
      comparison->drifts.push_back(drifts[i]);
    }
  }
  comparison->drift_tests = drifts.size();
}

}  // namespace

Result<Comparison> CompareSides(const std::vector<RunsOfSide>& sides,
                                const CompareSpec& spec) {
  if (sides.size() < 2) {
    return Status::Usage("there is nothing to compare with: name two sides");
  }
  Comparison comparison;
  comparison.threshold = spec.threshold;
  for (const RunsOfSide& side : sides) {
    CompareSide& named = comparison.sides.emplace_back();
    named.name = side.name;
    for (const RunResult& run : side.runs) {
      named.run_ids.push_back(run.run_id);
    }
  }
  Result<std::vector<CompareFact>> facts = CheckSides(sides);
  if (!facts.ok()) {
    return facts.status();
  }
  comparison.facts = std::move(facts).value();
  comparison.warnings = WarningsOf(sides);
  for (std::size_t number = 1; number < sides.size(); ++number) {
    Status status = AddSide(sides, number, &comparison);
    if (!status.ok()) {
      return status;
    }
  }
  if (comparison.rows.empty()) {
    return Status::Usage(
        "these runs have no figure in common: no operation ran on all sides");
  }
  TestRows(spec.threshold, &comparison.rows);
  AddIntervals(&comparison.rows);
  TestDrift(&comparison);
  return comparison;
}

}  // namespace fsduel
