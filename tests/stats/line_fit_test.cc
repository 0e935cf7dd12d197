// Least squares.
#include "stats/line_fit.h"

#include <vector>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

TEST(LineFitTest, FindsALineExactly) {
  const FitPoint points[] = {{1, 5}, {2, 7}, {10, 23}};
  const LineFit fit = FitLine(points);
  ASSERT_TRUE(fit.ok);
  EXPECT_DOUBLE_EQ(fit.slope, 2);
  EXPECT_DOUBLE_EQ(fit.at_zero, 3);
  EXPECT_NEAR(fit.worst_error, 0, 1e-12);
}

TEST(LineFitTest, NeedsTwoPlaces) {
  EXPECT_FALSE(FitLine({}).ok);
  const FitPoint same[] = {{1, 5}, {1, 7}};
  EXPECT_FALSE(FitLine(same).ok);
}

// A 15,000 rpm disk with its write cache off: each write waits one turn, 4 ms.
TEST(LineFitTest, FindsTheTurnOfADiskInItsWriteRates) {
  struct {
    double kib;
    double kib_per_s;
  } const rates[] = {{1, 248},           {8, 1968},
                     {16, 3880},         {64, 13.8 * 1024},
                     {256, 41.3 * 1024}, {2048, 97.4 * 1024}};
  std::vector<FitPoint> points;
  for (const auto& [kib, kib_per_s] : rates) {
    points.push_back({kib / 1024, kib / kib_per_s * 1000});  // MiB, ms
  }
  const LineFit fit = FitLineRelative(points);
  ASSERT_TRUE(fit.ok);
  EXPECT_NEAR(fit.at_zero, 4.006, 0.0005);
  EXPECT_NEAR(1000 / fit.slope, 121.2, 0.05);
  EXPECT_LT(fit.worst_error, 0.005);
}

}  // namespace
}  // namespace fsduel
