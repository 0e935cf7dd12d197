// Sizes of differences against published and independently computed values.
#include "stats/effect.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "stats/rank_tests.h"

namespace fsduel {
namespace {

using Values = std::vector<double>;

TEST(RatioOfMediansTest, DividesTheMedians) {
  EXPECT_DOUBLE_EQ(RatioOfMedians({{1, 2, 9}, {4, 6, 8, 100}}), 3.5);
}

TEST(HodgesLehmannTest, MatchesR) {
  // On the logarithms of R's example of wilcox.test the estimate is a shift;
  // for exact powers of two it can be read off: all ratios are 1/2 .. 8.
  EXPECT_NEAR(HodgesLehmannRatio({{1, 2, 4}, {2, 4, 8}}), 2, 1e-12);
  // Depression data of Hollander and Wolfe: R, wilcox.test(y, x, paired =
  // TRUE, conf.int = TRUE) gives a pseudomedian of -0.46; here of ratios, so
  // the data are their exponentials.
  const Values first = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const Values second = {0.878, 0.647, 0.598, 2.05, 1.06,
                         1.29,  1.06,  3.14,  1.29};
  TwoSamples samples{{}, {}, true};
  for (std::size_t i = 0; i < first.size(); ++i) {
    samples.a.push_back(std::exp(first[i]));
    samples.b.push_back(std::exp(second[i]));
  }
  EXPECT_NEAR(std::log(HodgesLehmannRatio(samples)), -0.46, 1e-9);
}

TEST(CliffsDeltaTest, CountsDominance) {
  EXPECT_DOUBLE_EQ(CliffsDelta({1, 2, 3}, {4, 5, 6}), 1);
  EXPECT_DOUBLE_EQ(CliffsDelta({4, 5, 6}, {1, 2, 3}), -1);
  EXPECT_DOUBLE_EQ(CliffsDelta({1, 2}, {1, 2}), 0);
  // Of 50 pairs 35 are greater, 15 smaller (U = 35 of the placenta data).
  EXPECT_DOUBLE_EQ(
      CliffsDelta({1.15, 0.88, 0.90, 0.74, 1.21},
                  {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}),
      0.4);
  EXPECT_DOUBLE_EQ(CliffsDelta({}, {1}), 0);
}

TEST(BootstrapRatioTest, IsRepeatableAndHoldsTheRatio) {
  const TwoSamples samples{{10, 11, 12, 10.5, 11.5}, {20, 21, 23, 22, 24}};
  const Interval interval = BootstrapRatio(samples, 7);
  EXPECT_LT(interval.low, RatioOfMedians(samples));
  EXPECT_GT(interval.high, RatioOfMedians(samples));
  EXPECT_GT(interval.low, 20.0 / 12);
  EXPECT_LT(interval.high, 2.4);
  const Interval again = BootstrapRatio(samples, 7);
  EXPECT_DOUBLE_EQ(interval.low, again.low);
  EXPECT_DOUBLE_EQ(interval.high, again.high);
  EXPECT_DOUBLE_EQ(BootstrapRatio({{2}, {3}}, 1).low, 1.5);
}

TEST(BootstrapRatioTest, DrawsPairsTogether) {
  // Every pair has the ratio 2, however far apart the pairs are.
  const TwoSamples samples{{1, 10, 100, 1000, 5}, {2, 20, 200, 2000, 10}, true};
  const Interval interval = BootstrapRatio(samples, 3);
  EXPECT_DOUBLE_EQ(interval.low, 2);
  EXPECT_DOUBLE_EQ(interval.high, 2);
}

double Uniform(Random* random) {
  return static_cast<double>(random->Below(1U << 30)) / (1U << 30);
}

TEST(BootstrapRatioTest, CoversByAndLarge) {
  Random random(11);
  int covered = 0;
  constexpr int kTimes = 300;
  for (int i = 0; i < kTimes; ++i) {
    TwoSamples samples;
    for (int run = 0; run < 10; ++run) {
      samples.a.push_back(1 + 0.2 * Uniform(&random));
      samples.b.push_back(1.5 * (1 + 0.2 * Uniform(&random)));
    }
    const Interval interval =
        BootstrapRatio(samples, static_cast<std::uint64_t>(i));
    covered += interval.low <= 1.5 && 1.5 <= interval.high ? 1 : 0;
  }
  EXPECT_GT(covered, 0.90 * kTimes);
}

TEST(EquivalenceTest, NeedsBothSides) {
  const TwoSamples same{{100, 101, 99, 100.5, 99.5, 100.2},
                        {100.1, 100.9, 99.2, 100.4, 99.6, 100.3}};
  EXPECT_LT(EquivalencePValue(same, 0.02), 0.005);
  EXPECT_GT(EquivalencePValue(same, 0.001), 0.05);
  TwoSamples apart = same;
  for (double& value : apart.b) {
    value *= 1.05;
  }
  EXPECT_GT(EquivalencePValue(apart, 0.02), 0.9);
  EXPECT_LT(EquivalencePValue(apart, 0.10), 0.005);
}

TEST(EquivalenceTest, UsesPairs) {
  const TwoSamples samples{{1, 10, 100, 1000, 50, 7, 3, 900},
                           {1.001, 10.02, 99.9, 1003, 50.01, 7.003, 2.99, 901},
                           true};
  EXPECT_LT(EquivalencePValue(samples, 0.02), 0.01);
}

TEST(DifferenceTest, ChoosesTheTestByPairs) {
  const TwoSamples samples{{1, 2, 3, 4, 5, 6}, {2, 3, 4, 5, 6, 7}};
  EXPECT_DOUBLE_EQ(DifferencePValue(samples),
                   MannWhitney(samples.a, samples.b).p_value);
  EXPECT_DOUBLE_EQ(DifferencePValue({samples.a, samples.b, true}), 0.03125);
}

TEST(PrecisionTest, MatchesTheFormulaForNormalData) {
  // R: power.t.test(n = 10, sd = 0.05, power = 0.8) gives delta = 0.0662;
  // the formula with quantiles of t in place of the non-central one gives
  // 0.0661, over sqrt(0.955) 0.0677.
  const Precision precision{0.05, 0.05, false};
  EXPECT_NEAR(std::log(LeastDetectableRatio(precision, 10)), 0.0677, 0.0005);
  EXPECT_TRUE(std::isinf(LeastDetectableRatio(precision, 1)));
}

TEST(PrecisionTest, NeedsMoreRunsForLess) {
  const Precision precision{0.05, 0.05, false};
  const std::size_t for_five = RunsNeeded(precision, std::log(1.05));
  const std::size_t for_two = RunsNeeded(precision, std::log(1.02));
  EXPECT_NEAR(static_cast<double>(for_five), 18, 2);
  EXPECT_GT(for_two, 5 * for_five);
  EXPECT_LE(LeastDetectableRatio(precision, static_cast<double>(for_five)),
            1.05);
  EXPECT_EQ(RunsNeeded({3, 0.05, false}, std::log(1.001)), 0U);
}

TEST(PrecisionTest, KnowsThatFewRunsCanNotReachASmallP) {
  // Values all alike: only the number of orders limits.
  EXPECT_EQ(RunsNeeded({0, 0.05, false}, 1), 5U);
  EXPECT_EQ(RunsNeeded({0, 0.0005, false}, 1), 8U);  // 2 / 12,870
  EXPECT_EQ(RunsNeeded({0, 0.0005, true}, 1), 12U);  // 2 / 4,096
}

TEST(LogDeviationTest, PoolsTheSidesOrTakesTheRatios) {
  const double e = std::exp(1.0);
  EXPECT_NEAR(LogDeviation({{1, e}, {1, e}}), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(LogDeviation({{1, 7}, {2, 14}, true}), 0, 1e-12);
  EXPECT_DOUBLE_EQ(LogDeviation({{1}, {2}}), 0);
}

}  // namespace
}  // namespace fsduel
