// Where a level ends.
#include "stats/change_point.h"

#include <vector>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

TEST(ChangePointTest, FindsTheEndOfAFastCache) {
  std::vector<double> rates;
  for (int i = 0; i < 40; ++i) {
    rates.push_back(i < 25 ? 2000 + i % 3 * 40 : 450 + i % 4 * 30);
  }
  rates[7] = 300;  // a stall
  const auto change = FindChangePoint(rates);
  ASSERT_TRUE(change.has_value());
  EXPECT_EQ(change->at, 25U);
  EXPECT_NEAR(change->before, 2040, 1);
  EXPECT_NEAR(change->after, 495, 20);
}

TEST(ChangePointTest, NeitherNoiseNorASmallStepNorAStallIsOne) {
  EXPECT_FALSE(FindChangePoint(std::vector<double>(40, 500.0)).has_value());
  std::vector<double> noise;
  std::vector<double> small;
  for (int i = 0; i < 40; ++i) {
    noise.push_back(i % 2 == 0 ? 300 : 900);
    small.push_back(i < 20 ? 500 : 450);
  }
  EXPECT_FALSE(FindChangePoint(noise).has_value());
  EXPECT_FALSE(FindChangePoint(small).has_value());
  std::vector<double> stall(40, 500.0);
  stall[38] = stall[39] = 0;
  EXPECT_FALSE(FindChangePoint(stall).has_value());
  EXPECT_FALSE(FindChangePoint(std::vector<double>{9, 9, 1, 1, 1}).has_value());
}

}  // namespace
}  // namespace fsduel
