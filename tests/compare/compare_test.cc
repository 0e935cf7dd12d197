// What a comparison concludes.
#include "compare/compare.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace fsduel {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Comparison Compared(const std::vector<RunsOfSide>& sides) {
  Result<Comparison> comparison = CompareSides(sides, {});
  EXPECT_TRUE(comparison.ok()) << comparison.status().message();
  return comparison.ok() ? std::move(comparison).value() : Comparison();
}

std::string Refusal(const std::vector<RunsOfSide>& sides) {
  const Result<Comparison> comparison = CompareSides(sides, {});
  EXPECT_FALSE(comparison.ok());
  EXPECT_EQ(comparison.status().kind(), ErrorKind::kUsage);
  return comparison.ok() ? "" : comparison.status().message();
}

const CompareRow& RowOf(const Comparison& comparison,
                        const std::string& operation, Metric metric,
                        std::size_t side = 1) {
  for (const CompareRow& row : comparison.rows) {
    if (row.subject.operation == operation && row.subject.metric == metric &&
        row.side == side) {
      return row;
    }
  }
  ADD_FAILURE() << "no row " << operation << " " << InfoOf(metric).name;
  static const CompareRow kNone;
  return kNone;
}

// Runs one after the other, those of the other side in between.
std::vector<RunsOfSide> Interleaved(const RunShape& a, const RunShape& b,
                                    int runs) {
  return {SmallSide("A", a, runs, 0, 20), SmallSide("B", b, runs, 10, 20)};
}

TEST(CompareTest, TellsAFasterSide) {
  const Comparison comparison =
      Compared(Interleaved({}, {.speed = 1.5, .latency = 0.67}, 6));
  const CompareRow& row = RowOf(comparison, "", Metric::kThroughput);
  EXPECT_EQ(row.verdict, Verdict::kFaster);
  EXPECT_TRUE(row.primary);
  EXPECT_NEAR(row.ratio, 1.5, 0.05);
  EXPECT_NEAR(row.shift, 1.5, 0.05);
  EXPECT_LT(row.interval.low, 1.5);
  EXPECT_GT(row.interval.high, 1.5);
  EXPECT_DOUBLE_EQ(row.delta, 1);
  EXPECT_LT(row.p_adjusted, 0.05);
  EXPECT_EQ(row.a.values.size(), 6U);
  EXPECT_EQ(RowOf(comparison, "Flush", Metric::kP50).verdict, Verdict::kFaster);
}

TEST(CompareTest, TellsASlowerSide) {
  const Comparison comparison =
      Compared(Interleaved({}, {.speed = 0.8, .latency = 1.25}, 6));
  EXPECT_EQ(RowOf(comparison, "", Metric::kOperations).verdict,
            Verdict::kSlower);
  EXPECT_EQ(RowOf(comparison, "ReadX", Metric::kAverage).verdict,
            Verdict::kSlower);
}

TEST(CompareTest, TellsWhenThereIsNoDifference) {
  const Comparison comparison =
      Compared(Interleaved({.noise = 0.002}, {.noise = 0.002}, 8));
  EXPECT_EQ(RowOf(comparison, "", Metric::kThroughput).verdict, Verdict::kSame);
}

TEST(CompareTest, TellsHowManyRunsItWouldTake) {
  const Comparison comparison =
      Compared(Interleaved({.noise = 0.2}, {.noise = 0.2}, 6));
  const CompareRow& row = RowOf(comparison, "", Metric::kThroughput);
  EXPECT_EQ(row.verdict, Verdict::kInconclusive);
  EXPECT_GT(row.runs_needed, 20U);
  EXPECT_GT(row.least_ratio, 1.2);
}

TEST(CompareTest, GivesNoVerdictBelowFiveRuns) {
  const Comparison comparison =
      Compared(Interleaved({}, {.speed = 3, .latency = 0.3}, 4));
  for (const CompareRow& row : comparison.rows) {
    EXPECT_EQ(row.verdict, Verdict::kObserved);
    EXPECT_FALSE(row.tested);
  }
  EXPECT_TRUE(RowOf(comparison, "", Metric::kThroughput).OtherIsBetter());
  EXPECT_EQ(comparison.drift_tests, 0U);
}

TEST(CompareTest, OneSideBelowFiveIsEnoughToTestNothing) {
  std::vector<RunsOfSide> sides = Interleaved({}, {.speed = 3}, 9);
  sides[1].runs.resize(4);
  EXPECT_FALSE(RowOf(Compared(sides), "", Metric::kThroughput).tested);
}

TEST(CompareTest, CallsALatencyWinAtALowerLoadLessLoaded) {
  // B waits in Flush and does a third: its reads see an idle machine.
  const Comparison comparison = Compared(
      Interleaved({}, {.speed = 0.33, .latency = 3, .read_latency = 0.2}, 6));
  const CompareRow& read = RowOf(comparison, "ReadX", Metric::kAverage);
  EXPECT_TRUE(read.OtherIsBetter());
  EXPECT_EQ(read.verdict, Verdict::kLessLoaded);
  EXPECT_EQ(read.less_loaded, 1);
  EXPECT_EQ(RowOf(comparison, "Flush", Metric::kAverage).verdict,
            Verdict::kSlower);
  EXPECT_EQ(RowOf(comparison, "", Metric::kThroughput).verdict,
            Verdict::kSlower);
}

TEST(CompareTest, TheFirstSideCanBeTheLessLoadedOne) {
  const Comparison comparison = Compared(
      Interleaved({}, {.speed = 3, .latency = 0.3, .read_latency = 6}, 6));
  const CompareRow& read = RowOf(comparison, "ReadX", Metric::kAverage);
  EXPECT_FALSE(read.OtherIsBetter());
  EXPECT_EQ(read.verdict, Verdict::kLessLoaded);
  EXPECT_EQ(read.less_loaded, -1);
}

TEST(CompareTest, InAnOpenLoopALatencyStandsForItself) {
  std::vector<RunsOfSide> sides =
      Interleaved({}, {.speed = 0.33, .latency = 3, .read_latency = 0.2}, 6);
  for (RunsOfSide& side : sides) {
    for (RunResult& run : side.runs) {
      run.spec[2].second = "500 operations/s";
    }
  }
  EXPECT_EQ(RowOf(Compared(sides), "ReadX", Metric::kAverage).verdict,
            Verdict::kFaster);
}

TEST(CompareTest, MergesHistogramsInsteadOfAveragingPercentiles) {
  std::vector<RunsOfSide> sides = Interleaved({.noise = 0}, {.noise = 0}, 2);
  // One run with ten times the operations, all of them slow.
  OperationSummary& summary = sides[0].runs[1].phases[0].operations[0].summary;
  summary = OperationSummary();
  summary.count = 500'000;
  summary.sum_ns = summary.count * 1'000'000;
  summary.min_ns = summary.max_ns = 1'000'000;
  summary.histogram.AddCount(LatencyHistogram::BucketOf(1'000'000), 500'000);
  const CompareRow row = RowOf(Compared(sides), "ReadX", Metric::kP50);
  EXPECT_NEAR(row.a.merged, 1e6, 1e4);
  EXPECT_NEAR(row.a.median, (1e6 + 1e5) / 2, 2e4);  // of the runs' medians
  EXPECT_NEAR(row.b.merged, 1e5, 2e3);
}

TEST(CompareTest, UsesInterleavedRunsAsPairs) {
  const Comparison pairs = Compared(Interleaved({}, {.speed = 1.5}, 8));
  EXPECT_EQ(pairs.pairs, 8U);
  EXPECT_TRUE(RowOf(pairs, "", Metric::kThroughput).paired);
  // Five pairs can never reach 5 %: they are tested as two sides.
  const Comparison few = Compared(Interleaved({}, {.speed = 1.5}, 5));
  EXPECT_EQ(few.pairs, 5U);
  EXPECT_FALSE(RowOf(few, "", Metric::kThroughput).paired);
  EXPECT_EQ(RowOf(few, "", Metric::kThroughput).verdict, Verdict::kFaster);
}

TEST(CompareTest, RunsOfOneGroupArePairsWhateverTheirTimes) {
  std::vector<RunsOfSide> sides = {SmallSide("A", {}, 8, 0, 1),
                                   SmallSide("B", {}, 8, 100, 1)};
  for (RunsOfSide& side : sides) {
    for (std::uint32_t i = 0; i < side.runs.size(); ++i) {
      side.runs[i].group_id = "duel";
      side.runs[i].run_index = i + 1;
    }
  }
  EXPECT_EQ(Compared(sides).pairs, 8U);
}

TEST(CompareTest, WarnsOfBlocksOfRuns) {
  const Comparison comparison =
      Compared({SmallSide("A", {}, 5, 0, 1), SmallSide("B", {}, 5, 100, 1)});
  EXPECT_EQ(comparison.pairs, 0U);
  EXPECT_THAT(comparison.warnings, Contains(HasSubstr("not interleaved")));
}

TEST(CompareTest, ReportsDrift) {
  std::vector<RunsOfSide> sides =
      Interleaved({.noise = 0.001}, {.noise = 0.001}, 8);
  double slower = 1;
  for (RunResult& run : sides[1].runs) {
    run.phases[0].seconds = 10 * slower;
    slower += 0.05;
  }
  const Comparison comparison = Compared(sides);
  ASSERT_FALSE(comparison.drifts.empty());
  EXPECT_EQ(comparison.drifts[0].side, 1U);
  EXPECT_LT(comparison.drifts[0].ratio, 0.9);
  EXPECT_GE(comparison.drift_tests, 4U);
  EXPECT_TRUE(Compared(Interleaved({}, {}, 6)).drifts.empty());
}

TEST(CompareTest, ComparesEveryFurtherSideWithTheFirst) {
  std::vector<RunsOfSide> sides = Interleaved({}, {.speed = 1.5}, 6);
  sides.push_back(SmallSide("C", {.speed = 0.5}, 6, 5, 20));
  const Comparison comparison = Compared(sides);
  EXPECT_EQ(RowOf(comparison, "", Metric::kThroughput, 1).verdict,
            Verdict::kFaster);
  EXPECT_EQ(RowOf(comparison, "", Metric::kThroughput, 2).verdict,
            Verdict::kSlower);
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    EXPECT_EQ(comparison.rows[i].number, i + 1);
  }
}

TEST(CompareTest, RefusesOtherWork) {
  std::vector<RunsOfSide> sides = Interleaved({}, {}, 2);
  for (RunResult& run : sides[1].runs) {
    run.workload_hash = "fedcba9876543210";
  }
  EXPECT_THAT(Refusal(sides), HasSubstr("did different work"));
}

TEST(CompareTest, RefusesOtherSemanticsAndDurability) {
  std::vector<RunsOfSide> sides = Interleaved({}, {}, 2);
  sides[1].runs[0].spec[0].second = "dbench4";
  EXPECT_THAT(Refusal(sides), HasSubstr("semantics differs"));
  sides = Interleaved({}, {}, 2);
  for (RunResult& run : sides[1].runs) {
    run.spec[1].second = "fsync-end";
  }
  EXPECT_THAT(Refusal(sides),
              HasSubstr("durability differs (A: none; B: fsync-end)"));
}

TEST(CompareTest, WarnsOfOtherKernelsAndSeeds) {
  std::vector<RunsOfSide> sides = Interleaved({}, {}, 2);
  for (RunResult& run : sides[1].runs) {
    run.host.kernel = "Linux 6.2";
    run.seed = 5;
  }
  const Comparison comparison = Compared(sides);
  int differs = 0;
  for (const CompareFact& fact : comparison.facts) {
    differs += fact.kind == FactKind::kWarning ? 1 : 0;
    if (fact.name == "kernel") {
      EXPECT_EQ(fact.values[1], "Linux 6.2");
    }
  }
  EXPECT_EQ(differs, 2);
}

TEST(CompareTest, ComparesSharedWorkAndNamesTheRest) {
  std::vector<RunsOfSide> sides = Interleaved({}, {}, 2);
  RunsOfSide other = SmallSide("A", {}, 1, 50, 1);
  other.runs[0].workload_hash = "aaaa";
  other.runs[0].loadfiles = {{"backup", "aaaa"}};
  sides[0].runs.push_back(other.runs[0]);
  const Comparison comparison = Compared(sides);
  EXPECT_THAT(comparison.warnings, Contains(HasSubstr("A alone ran backup")));
  EXPECT_EQ(comparison.rows[0].a.values.size(), 2U);
}

TEST(CompareTest, AnImportedRunMatchesTheOnlyWorkOfItsKind) {
  std::vector<RunsOfSide> sides = Interleaved({}, {}, 1);
  sides[1].runs[0].workload_hash = "";
  sides[1].runs[0].loadfiles = {{"dbench", ""}};
  EXPECT_THAT(Compared(sides).warnings,
              Contains(HasSubstr("taken for the same work")));
}

TEST(CompareTest, NamesRunsThatAreNotToBeTrusted) {
  std::vector<RunsOfSide> sides = Interleaved({}, {}, 2);
  sides[0].left_out = {"results/x (interrupted)"};
  sides[0].runs[0].debug_build = true;
  sides[1].runs[0].warnings = {
      {"too-short", "measured too short", Validity::kWarn}};
  const Comparison comparison = Compared(sides);
  EXPECT_THAT(comparison.warnings,
              Contains("left out: results/x (interrupted)"));
  EXPECT_THAT(comparison.warnings, Contains(HasSubstr("A: made by a debug")));
  EXPECT_THAT(comparison.warnings, Contains("B: measured too short"));
}

TEST(CompareTest, HasNothingToSayAboutRunsThatMeasuredNothing) {
  std::vector<RunsOfSide> sides = Interleaved({}, {}, 1);
  sides[1].runs[0].phases.clear();
  EXPECT_THAT(Refusal(sides), HasSubstr("no figure in common"));
  EXPECT_THAT(Refusal({sides[0]}), HasSubstr("name two sides"));
}

// The promise of the verdict: of equal sides, at most 5 % are told apart, in
// any of the main figures and in any of the others.
TEST(CompareTest, TellsEqualSidesApartAtMostInOneOfTwenty) {
  constexpr int kTimes = 150;
  int main_differs = 0;
  int row_differs = 0;
  for (int i = 0; i < kTimes; ++i) {
    const auto seed = static_cast<std::uint64_t>(i + 1);
    const RunShape shape{.speed = 0.02, .noise = 0.1};
    const Comparison comparison =
        Compared({SmallSide("A", shape, 6, 0, 20, seed),
                  SmallSide("B", shape, 6, 10, 20, seed)});
    const auto differs = [&](bool primary) {
      return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                         [&](const CompareRow& row) {
                           return row.primary == primary &&
                                  (row.verdict == Verdict::kFaster ||
                                   row.verdict == Verdict::kSlower ||
                                   row.verdict == Verdict::kLessLoaded);
                         });
    };
    main_differs += differs(true) ? 1 : 0;
    row_differs += differs(false) ? 1 : 0;
  }
  // 5 % and three standard errors.
  EXPECT_LE(main_differs, 0.104 * kTimes);
  EXPECT_LE(row_differs, 0.104 * kTimes);
}

TEST(CompareTest, IsRepeatable) {
  const Comparison one = Compared(Interleaved({}, {.speed = 1.1}, 6));
  const Comparison two = Compared(Interleaved({}, {.speed = 1.1}, 6));
  EXPECT_DOUBLE_EQ(one.rows[0].interval.low, two.rows[0].interval.low);
}

}  // namespace
}  // namespace fsduel
