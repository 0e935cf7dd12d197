// A against A.
#include "compare/self_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;

TEST(SelfTestTest, SplitsRepeatedRuns) {
  const Result<SelfTestResult> result =
      SelfTest(SmallSide("A", {.noise = 0.05}, 12, 0, 10), {}, 100, 1);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->runs, 12U);
  EXPECT_EQ(result->splits, 100U);
  EXPECT_GT(result->rows, 5U);
  EXPECT_LE(result->false_main, 12U);
  EXPECT_LE(result->false_rows, 12U);
}

TEST(SelfTestTest, SeesAHostThatDrifts) {
  RunsOfSide side = SmallSide("A", {.noise = 0.002}, 12, 0, 10);
  for (std::size_t i = 0; i < side.runs.size(); ++i) {
    side.runs[i].phases[0].seconds *= 1 + 0.05 * static_cast<double>(i);
  }
  const Result<SelfTestResult> result = SelfTest(side, {}, 20, 1);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->halves_differ);
  EXPECT_FALSE(result->turns_differ);
}

TEST(SelfTestTest, NeedsTenRuns) {
  const Result<SelfTestResult> result =
      SelfTest(SmallSide("A", {}, 9, 0, 10), {}, 20, 1);
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.status().message(), HasSubstr("--runs 10"));
}

}  // namespace
}  // namespace fsduel
