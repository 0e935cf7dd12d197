// The trend test against exact and published values.
#include "stats/trend.h"

#include <gtest/gtest.h>

namespace fsduel {
namespace {

TEST(TestTrend, FindsAMonotoneSeries) {
  const Trend trend = TestTrend({1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(trend.tau, 1);
  // Two of the 5! = 120 orders are as extreme.
  EXPECT_NEAR(trend.p_value, 2.0 / 120, 1e-12);
}

TEST(TestTrend, MatchesThePublishedTableForTenValues) {
  // Kendall 1975, appendix table 1: P(S >= 21) = 0.036 for n = 10.
  const Trend trend = TestTrend({2, 1, 4, 3, 6, 5, 8, 10, 7, 9});
  EXPECT_GT(trend.tau, 0.6);
  EXPECT_LT(trend.p_value, 0.02);
}

TEST(TestTrend, IsSilentAboutConstantAndShortSeries) {
  EXPECT_DOUBLE_EQ(TestTrend({5, 5, 5, 5, 5, 5}).p_value, 1);
  EXPECT_DOUBLE_EQ(TestTrend({1, 2, 3}).p_value, 1);
  EXPECT_DOUBLE_EQ(TestTrend({}).p_value, 1);
}

TEST(TestTrend, ComparesTheLastThirdWithTheFirst) {
  EXPECT_DOUBLE_EQ(TestTrend({10, 10, 10, 7, 7, 7, 5, 5, 5}).ratio, 0.5);
}

TEST(Median, TakesTheMiddle) {
  EXPECT_DOUBLE_EQ(Median({}), 0);
  EXPECT_DOUBLE_EQ(Median({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(Median({4, 1, 2, 3}), 2.5);
}

}  // namespace
}  // namespace fsduel
