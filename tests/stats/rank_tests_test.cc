// Tests of ranks against published values, R, scipy and plain enumeration.
#include "stats/rank_tests.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"

namespace fsduel {
namespace {

using Values = std::vector<double>;

// Hollander, Wolfe, "Nonparametric Statistical Methods", 1973, page 69 (water
// permeability of placentas), as in R's help page of wilcox.test: W = 35,
// one-sided p = 0.1272.
const Values kTerm = {0.80, 0.83, 1.89, 1.04, 1.45,
                      1.38, 1.91, 1.64, 0.73, 1.46};
const Values kEarly = {1.15, 0.88, 0.90, 0.74, 1.21};

TEST(MannWhitneyTest, MatchesHollanderAndWolfe) {
  const RankTest test = MannWhitney(kEarly, kTerm, Tail::kGreater);
  EXPECT_TRUE(test.exact);
  EXPECT_DOUBLE_EQ(test.statistic, 35);
  EXPECT_NEAR(test.p_value, 0.127206127206, 1e-9);
  EXPECT_NEAR(MannWhitney(kEarly, kTerm).p_value, 0.254412254412, 1e-9);
  EXPECT_NEAR(MannWhitney(kEarly, kTerm, Tail::kLess).p_value, 0.896769896770,
              1e-9);
}

TEST(MannWhitneyTest, MatchesScipy) {
  // scipy.stats.mannwhitneyu, example of its documentation: U1 = 17, exact
  // p = 0.1111111111111111.
  const RankTest test =
      MannWhitney({20, 11, 17, 12}, {19, 22, 16, 29, 24}, Tail::kTwoSided);
  EXPECT_DOUBLE_EQ(test.statistic, 17);
  EXPECT_NEAR(test.p_value, 0.1111111111111111, 1e-12);
}

TEST(MannWhitneyTest, IsExactWithTies) {
  // All 924 ways to choose 6 of these 12 values, enumerated.
  const RankTest test =
      MannWhitney({1, 2, 2, 3, 5, 5}, {2, 4, 5, 6, 6, 7}, Tail::kTwoSided);
  EXPECT_DOUBLE_EQ(test.statistic, 29);
  EXPECT_NEAR(test.p_value, 74.0 / 924, 1e-12);
}

TEST(MannWhitneyTest, SidesMayBeExchanged) {
  EXPECT_NEAR(MannWhitney(kTerm, kEarly, Tail::kLess).p_value,
              MannWhitney(kEarly, kTerm, Tail::kGreater).p_value, 1e-12);
}

TEST(MannWhitneyTest, ApproximatesManyValues) {
  // 21 a side: beyond the exact range, by the normal distribution.
  Values a;
  Values b;
  for (int i = 0; i < 21; ++i) {
    a.push_back(i);
    b.push_back(i + 4.5);
  }
  const RankTest test = MannWhitney(a, b);
  EXPECT_FALSE(test.exact);
  // By hand: U = 305, mean 220.5, sd = sqrt(21 * 21 * 43 / 12) = 39.7523.
  EXPECT_DOUBLE_EQ(test.statistic, 305);
  EXPECT_NEAR(test.p_value, std::erfc(84.0 / 39.7523 / std::sqrt(2.0)), 1e-5);
}

TEST(MannWhitneyTest, SaysNothingAboutNothing) {
  EXPECT_DOUBLE_EQ(MannWhitney({}, {1, 2}).p_value, 1);
  EXPECT_DOUBLE_EQ(MannWhitney({3, 3, 3}, {3, 3, 3}).p_value, 1);
  const Values same(30, 7);
  EXPECT_DOUBLE_EQ(MannWhitney(same, same).p_value, 1);
}

TEST(SignedRankTest, MatchesHollanderAndWolfe) {
  // 1973, page 29 (Hamilton depression scale), as in R's help page of
  // wilcox.test: V = 40, one-sided p = 0.01953.
  const Values first = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const Values second = {0.878, 0.647, 0.598, 2.05, 1.06,
                         1.29,  1.06,  3.14,  1.29};
  Values differences;
  for (std::size_t i = 0; i < first.size(); ++i) {
    differences.push_back(first[i] - second[i]);
  }
  const RankTest test = SignedRank(differences, Tail::kGreater);
  EXPECT_DOUBLE_EQ(test.statistic, 40);
  EXPECT_NEAR(test.p_value, 0.01953125, 1e-12);
  EXPECT_NEAR(SignedRank(differences).p_value, 0.0390625, 1e-12);
}

TEST(SignedRankTest, MatchesScipy) {
  // scipy.stats.wilcoxon, example of its documentation (Darwin's maize):
  // statistic 24 = 120 - 96, p = 0.041259765625.
  const RankTest test =
      SignedRank({6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75});
  EXPECT_DOUBLE_EQ(test.statistic, 96);
  EXPECT_NEAR(test.p_value, 0.041259765625, 1e-12);
}

TEST(SignedRankTest, IsExactWithTiesAndLeavesOutZeros) {
  // All 128 signs of the seven others, enumerated.
  const RankTest test = SignedRank({0, 1, 1, -1, 2, 3, 3, 4});
  EXPECT_DOUBLE_EQ(test.statistic, 26);
  EXPECT_NEAR(test.p_value, 8.0 / 128, 1e-12);
  EXPECT_DOUBLE_EQ(SignedRank({0, 0, 0}).p_value, 1);
}

TEST(SignedRankTest, ApproximatesManyPairs) {
  Values differences;
  for (int i = 1; i <= 60; ++i) {
    differences.push_back(i % 3 == 0 ? -i : i);
  }
  const RankTest test = SignedRank(differences);
  EXPECT_FALSE(test.exact);
  // V = 1830 - 630 = 1200, mean 915, sd = sqrt(60 * 61 * 121 / 24).
  EXPECT_NEAR(test.p_value,
              std::erfc(284.5 / std::sqrt(18452.5) / std::sqrt(2.0)), 1e-9);
}

TEST(LeastPTest, IsWhatTheMostExtremeOrderGives) {
  // facts of every table: 3 + 3 runs can never reach 5 %.
  EXPECT_NEAR(LeastMannWhitneyP(3, 3), 0.1, 1e-12);
  EXPECT_NEAR(LeastMannWhitneyP(4, 4), 2.0 / 70, 1e-12);
  EXPECT_NEAR(LeastMannWhitneyP(5, 5), 2.0 / 252, 1e-12);
  EXPECT_NEAR(MannWhitney({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}).p_value,
              LeastMannWhitneyP(5, 5), 1e-12);
  EXPECT_NEAR(LeastSignedRankP(5), 0.0625, 1e-12);
  EXPECT_NEAR(SignedRank({1, 2, 3, 4, 5}).p_value, LeastSignedRankP(5), 1e-12);
}

TEST(HolmAdjustTest, MatchesR) {
  // As R does it: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") = 0.03 0.06 0.06
  // 0.02.
  const Values adjusted = HolmAdjust({0.01, 0.04, 0.03, 0.005});
  ASSERT_EQ(adjusted.size(), 4U);
  EXPECT_NEAR(adjusted[0], 0.03, 1e-12);
  EXPECT_NEAR(adjusted[1], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[2], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[3], 0.02, 1e-12);
  EXPECT_TRUE(HolmAdjust({}).empty());
  EXPECT_DOUBLE_EQ(HolmAdjust({0.7, 0.8})[1], 1);
}

// Every exact test holds its level: over all outcomes of equal sides, p falls
// below 5 % in at most 5 % of them.
TEST(RankTest, HoldsItsLevelBySimulation) {
  Random random(1);
  int below = 0;
  constexpr int kTimes = 4000;
  for (int i = 0; i < kTimes; ++i) {
    Values a;
    Values b;
    for (int run = 0; run < 6; ++run) {
      a.push_back(static_cast<double>(random.Below(1000)));
      b.push_back(static_cast<double>(random.Below(1000)));
    }
    below += MannWhitney(a, b).p_value <= 0.05 ? 1 : 0;
  }
  // 0.0411 is possible; three standard errors above 5 % are 0.0603.
  EXPECT_LT(below, 0.0603 * kTimes);
  EXPECT_GT(below, 0.025 * kTimes);
}

}  // namespace
}  // namespace fsduel
