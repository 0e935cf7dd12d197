// Whole sweeps on a real directory, from SweepSpec to RunResult.
#ifndef FSDUEL_TESTS_SWEEP_SWEEP_FIXTURE_H_
#define FSDUEL_TESTS_SWEEP_SWEEP_FIXTURE_H_

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/filesystem.hpp>
#include <gtest/gtest.h>

#include "sweep/sweep_plan.h"
#include "sweep/sweep_runner.h"
#include "tests/support/temp_dir.h"

namespace fsduel {

// Calls back when a phase begins and at each interval.
class SweepObserver : public RunObserver {
 public:
  std::function<void(std::string_view)> on_phase;
  std::function<void(const RunProgress&)> on_interval;

  void OnPhase(std::string_view phase) override {
    if (on_phase) {
      on_phase(phase);
    }
  }
  void OnInterval(const RunProgress& progress) override {
    if (on_interval) {
      on_interval(progress);
    }
  }
};

inline std::vector<Pattern> ParsePatterns(
    const std::vector<std::string>& names) {
  std::vector<Pattern> patterns;
  for (const std::string& name : names) {
    patterns.push_back(ParsePattern(name).value());
  }
  return patterns;
}

// The row called `name`; nothing of it when there is none.
inline OperationSummary SummaryOf(const PhaseResult& phase,
                                  std::string_view name) {
  for (const OperationResult& row : phase.operations) {
    if (row.operation == name) {
      return row.summary;
    }
  }
  return {};
}

inline std::uint64_t UnexpectedOf(const RunResult& run) {
  std::uint64_t total = 0;
  for (const PhaseResult& phase : run.phases) {
    for (const OperationResult& row : phase.operations) {
      total += row.summary.unexpected;
    }
  }
  return total;
}

class SweepTest : public testing::Test {
 protected:
  SweepTest() {
    ::setenv("XDG_STATE_HOME", (files_ / "state").c_str(), 1);
    spec_.results_directory = "";
    spec_.targets = {directory_.path()};
    spec_.seed = 1;
    spec_.threads = {2};
    spec_.size = 64 * 4096;
    spec_.interval = std::chrono::milliseconds(50);
  }
  ~SweepTest() override { ::unsetenv("XDG_STATE_HOME"); }

  void UsePatterns(const std::vector<std::string>& names) {
    spec_.patterns = ParsePatterns(names);
  }
  Result<SweepPlan> Plan() { return ResolveSweep(spec_, *machine_); }
  // REQUIRES: the plan is accepted and something was measured.
  RunOutput RunAll() {
    const Result<SweepPlan> plan = Plan();
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    Result<RunOutput> output =
        ExecuteSweep(plan.value(), *machine_, &observer_);
    EXPECT_TRUE(output.ok()) << output.status().message();
    return std::move(output).value();
  }
  RunResult Run() { return RunAll().runs.back(); }
  bool DirectoryIsEmpty() {
    return boost::filesystem::is_empty(directory_.path());
  }

  TempDir files_;
  TempDir directory_;
  SweepSpec spec_;
  SweepObserver observer_;
  std::unique_ptr<Machine> machine_ = MakeMachine();
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SWEEP_SWEEP_FIXTURE_H_
