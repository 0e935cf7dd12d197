// Which exit code wins: 130 before 3 before 1 before 5.
#include "cli/run_exit.h"

#include <gtest/gtest.h>

namespace fsduel {
namespace {

RunResult Complete() {
  RunResult run;
  run.state = RunState::kComplete;
  return run;
}

RunResult WithUnexpected(RunResult run) {
  PhaseResult phase;
  phase.operations.resize(2);
  phase.operations[1].summary.unexpected = 1;
  run.phases.push_back(phase);
  return run;
}

RunResult WithMismatch(RunResult run) {
  run.verify.mismatches = 1;
  return run;
}

RunResult In(RunState state, RunResult run = {}) {
  run.state = state;
  return run;
}

RunResult Invalid(RunResult run) {
  run.validity = Validity::kInvalid;
  return run;
}

TEST(RunExitTest, ARunThatDidWhatItShouldIsZero) {
  EXPECT_EQ(ExitCodeOf({Complete()}), ExitCode::kOk);
  RunResult warned = Complete();
  warned.validity = Validity::kWarn;
  EXPECT_EQ(ExitCodeOf({warned, Complete()}), ExitCode::kOk);
}

TEST(RunExitTest, FailedAndUnexpectedAreOne) {
  EXPECT_EQ(ExitCodeOf({In(RunState::kFailed)}), ExitCode::kFailed);
  EXPECT_EQ(ExitCodeOf({In(RunState::kRunning)}), ExitCode::kFailed);
  EXPECT_EQ(ExitCodeOf({WithUnexpected(Complete())}), ExitCode::kFailed);
  EXPECT_EQ(ExitCodeOf({Complete(), WithUnexpected(Complete()), Complete()}),
            ExitCode::kFailed);
}

TEST(RunExitTest, TheGraverReasonWins) {
  const RunResult everything = Invalid(WithMismatch(WithUnexpected({})));
  EXPECT_EQ(ExitCodeOf({In(RunState::kInterrupted, everything)}),
            ExitCode::kInterrupted);
  EXPECT_EQ(ExitCodeOf({In(RunState::kFailed, everything)}),
            ExitCode::kNotVerified);
  EXPECT_EQ(ExitCodeOf({Invalid(WithUnexpected(Complete()))}),
            ExitCode::kFailed);
  EXPECT_EQ(ExitCodeOf({Invalid(Complete())}), ExitCode::kInvalid);
  EXPECT_EQ(ExitCodeOf({WithUnexpected(Complete()),
                        In(RunState::kInterrupted, Complete())}),
            ExitCode::kInterrupted);
}

}  // namespace
}  // namespace fsduel
