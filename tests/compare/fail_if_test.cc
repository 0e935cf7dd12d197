// Limits for CI.
#include "compare/fail_if.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compare/compare.h"
#include "tests/compare/runs.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;

TEST(ParseFailLimitTest, TakesWhatTheHelpShows) {
  const Result<FailLimit> limit = ParseFailLimit("p99 > +10%");
  ASSERT_TRUE(limit.ok());
  EXPECT_EQ(limit->metric, Metric::kP99);
  EXPECT_TRUE(limit->above);
  EXPECT_DOUBLE_EQ(limit->ratio, 1.1);
  EXPECT_EQ(limit->operation, "");
  const Result<FailLimit> less = ParseFailLimit("throughput<-5%");
  ASSERT_TRUE(less.ok());
  EXPECT_FALSE(less->above);
  EXPECT_DOUBLE_EQ(less->ratio, 0.95);
  const Result<FailLimit> flush = ParseFailLimit("Flush max > 50 %");
  EXPECT_FALSE(flush.ok());  // a blank before the percent sign
  const Result<FailLimit> one = ParseFailLimit(" Flush  p99.9 > 50%");
  ASSERT_TRUE(one.ok()) << one.status().message();
  EXPECT_EQ(one->operation, "Flush");
  EXPECT_EQ(one->metric, Metric::kP999);
}

TEST(ParseFailLimitTest, RefusesWhatIsNoLimitAndProposes) {
  for (const char* text : {"", "p99", "p99 > ", "p99 > x", "p99 > 10",
                           "p99 > +-3%", "> 3%", "p99 > nan%", "p99 > inf%",
                           "p99 < -100%", "p99 > 1e999%", "p98 > 3%"}) {
    const Result<FailLimit> limit = ParseFailLimit(text);
    EXPECT_FALSE(limit.ok()) << text;
  }
  EXPECT_THAT(ParseFailLimit("troughput < -3%").status().message(),
              HasSubstr("did you mean \"throughput\""));
}

Comparison Slower(int runs) {
  const std::vector<RunsOfSide> sides = {
      SmallSide("A", {}, runs, 0, 20),
      SmallSide("B", {.speed = 0.8, .latency = 1.25}, runs, 10, 20)};
  return CompareSides(sides, {}).value();
}

std::size_t MetBy(const char* text, const Comparison& comparison) {
  return RowsThatMeet(ParseFailLimit(text).value(), comparison).size();
}

TEST(FailLimitTest, IsMetByAChangeBeyondIt) {
  for (const int runs : {1, 6}) {  // without and with a test
    const Comparison comparison = Slower(runs);
    EXPECT_EQ(MetBy("p99 > +10%", comparison), 2U);
    EXPECT_EQ(MetBy("ReadX p99 > +10%", comparison), 1U);
    EXPECT_EQ(MetBy("readx avg > +10%", comparison), 1U);
    EXPECT_EQ(MetBy("throughput < -10%", comparison), 1U);
    EXPECT_EQ(MetBy("p99 > +60%", comparison), 0U);
    EXPECT_EQ(MetBy("p99 < -1%", comparison), 0U);
  }
}

TEST(FailLimitTest, IsNotMetByChance) {
  const std::vector<RunsOfSide> sides = {
      SmallSide("A", {.noise = 0.2}, 6, 0, 20),
      SmallSide("B", {.noise = 0.2}, 6, 10, 20)};
  const Comparison comparison = CompareSides(sides, {}).value();
  EXPECT_EQ(MetBy("p99 > +0.1%", comparison) + MetBy("p99 < -0.1%", comparison),
            0U);
}

TEST(FailLimitTest, AboutNothingIsKnown) {
  const Comparison comparison = Slower(1);
  EXPECT_TRUE(IsAboutSomething(ParseFailLimit("p99 > 1%").value(), comparison));
  EXPECT_FALSE(
      IsAboutSomething(ParseFailLimit("Rename p99 > 1%").value(), comparison));
}

}  // namespace
}  // namespace fsduel
