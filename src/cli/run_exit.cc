#include "cli/run_exit.h"

#include <algorithm>

namespace fsduel {
namespace {

bool HadUnexpected(const RunResult& run) {
  return std::any_of(
      run.phases.begin(), run.phases.end(), [](const PhaseResult& phase) {
        return std::any_of(phase.operations.begin(), phase.operations.end(),
                           [](const OperationResult& row) {
                             return row.summary.unexpected > 0;
                           });
      });
}

}  // namespace

ExitCode ExitCodeOf(const std::vector<RunResult>& runs) {
  const auto any = [&runs](auto predicate) {
    return std::any_of(runs.begin(), runs.end(), predicate);
  };
  if (any([](const RunResult& run) {
        return run.state == RunState::kInterrupted;
      })) {
    return ExitCode::kInterrupted;
  }
  if (any([](const RunResult& run) { return run.verify.mismatches > 0; })) {
    return ExitCode::kNotVerified;
  }
  if (any([](const RunResult& run) {
        return run.state != RunState::kComplete || HadUnexpected(run);
      })) {
    return ExitCode::kFailed;
  }
  if (any([](const RunResult& run) {
        return run.validity == Validity::kInvalid;
      })) {
    return ExitCode::kInvalid;
  }
  return ExitCode::kOk;
}

}  // namespace fsduel
