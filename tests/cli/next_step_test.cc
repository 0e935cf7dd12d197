// The command proposed after a run can be pasted into a shell.
#include "cli/next_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using ::testing::StartsWith;

RunPlan Plan() {
  RunPlan plan;
  plan.spec.command_line = {"fsduel", "replay", "office", "-D", "/mnt/my ssd"};
  plan.spec.time_limit = std::chrono::seconds(60);
  return plan;
}

std::vector<RunResult> Complete() {
  std::vector<RunResult> runs(1);
  runs[0].state = RunState::kComplete;
  return runs;
}

TEST(NextStepTest, RepeatsTheCommandLineFiveTimes) {
  EXPECT_THAT(NextStep(Plan(), Complete()),
              StartsWith("fsduel replay office -D '/mnt/my ssd' --runs 5"));
}

TEST(NextStepTest, AShortRunIsMadeLonger) {
  using Words = std::vector<std::string>;
  for (const Words& words :
       {Words{"f", "-t", "10s"}, Words{"f", "-t10s"},
        Words{"f", "--time-limit", "10s"}, Words{"f", "--time-limit=10s"}}) {
    RunPlan plan = Plan();
    plan.spec.command_line = words;
    plan.spec.time_limit = std::chrono::seconds(10);
    EXPECT_THAT(NextStep(plan, Complete()), StartsWith("f -t 60s --runs 5 "));
  }
}

TEST(NextStepTest, QuotesSurviveTheShell) {
  RunPlan plan = Plan();
  plan.spec.command_line = {"fsduel", "it's", ""};
  EXPECT_THAT(NextStep(plan, Complete()), StartsWith("fsduel 'it'\\''s' ''"));
}

TEST(NextStepTest, NothingAfterSeveralRunsOrAnInterruptedOne) {
  RunPlan plan = Plan();
  plan.spec.runs = 5;
  EXPECT_EQ(NextStep(plan, Complete()), "");
  std::vector<RunResult> runs = Complete();
  runs[0].state = RunState::kInterrupted;
  EXPECT_EQ(NextStep(Plan(), runs), "");
}

}  // namespace
}  // namespace fsduel
