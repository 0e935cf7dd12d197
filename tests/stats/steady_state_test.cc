// The criterion for the steady state.
#include "stats/steady_state.h"

#include <vector>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

TEST(SteadyStateTest, RangeAndSlopeHaveToBeWithinTheirLimits) {
  struct {
    std::vector<double> values;
    bool steady;
    const char* why;
  } const cases[] = {
      {{100, 100, 100, 100, 100}, true, "level"},
      {{100, 110, 90, 110, 100}, true, "range of exactly a fifth"},
      {{100, 111, 90, 110, 100}, false, "range above a fifth"},
      {{105, 102, 100, 98, 95}, true, "line falls by 9.8 %"},
      {{107, 104, 100, 96, 93}, false, "line falls by 14.4 %"},
      {{93, 96, 100, 104, 107}, false, "and rises"},
      {{0, 0, 0, 0, 0}, false, "nothing was done"},
  };
  for (const auto& [values, steady, why] : cases) {
    EXPECT_EQ(CheckSteadyWindow(values).steady(), steady) << why;
  }
}

TEST(SteadyStateTest, SlopeIsThatOfTheBestLine) {
  const SteadyWindow window =
      CheckSteadyWindow(std::vector<double>{10, 12, 14, 16, 18});
  EXPECT_DOUBLE_EQ(window.average, 14);
  EXPECT_DOUBLE_EQ(window.range, 8.0 / 14);
  EXPECT_DOUBLE_EQ(window.slope, 8.0 / 14);
}

TEST(SteadyStateTest, TheFirstWindowInWhichAllSeriesAreSteadyCounts) {
  const std::vector<double> rate = {900, 700, 500, 400, 400,
                                    400, 400, 400, 400};
  const std::vector<double> p99 = {1, 2, 9, 9, 5, 5, 5, 5, 5};
  const std::span<const double> one[] = {rate};
  const std::span<const double> both[] = {rate, p99};
  EXPECT_EQ(FindSteadyState(one), 3U);
  EXPECT_EQ(FindSteadyState(both), 4U);
  const std::span<const double> few[] = {std::span(rate).first(7)};
  EXPECT_EQ(FindSteadyState(few), std::nullopt);
  EXPECT_EQ(FindSteadyState({}), std::nullopt);
}

}  // namespace
}  // namespace fsduel
