// Whole runs on a real directory, from loadfile text to RunResult.
#ifndef FSDUEL_TESTS_RUN_REPLAY_FIXTURE_H_
#define FSDUEL_TESTS_RUN_REPLAY_FIXTURE_H_

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/filesystem.hpp>
#include <gtest/gtest.h>

#include "run/runner.h"
#include "sys/machine.h"
#include "tests/support/temp_dir.h"

namespace fsduel {

// Calls back at each interval.
class CallingObserver : public RunObserver {
 public:
  std::function<void(const RunProgress&)> on_interval;
  std::vector<std::string> phases;

  void OnPhase(std::string_view phase) override { phases.emplace_back(phase); }
  void OnInterval(const RunProgress& progress) override {
    if (on_interval && progress.phase == "measure") {
      on_interval(progress);
    }
  }
};

class ReplayTest : public testing::Test {
 protected:
  ReplayTest() {
    ::setenv("XDG_STATE_HOME", (files_ / "state").c_str(), 1);
    spec_.results_directory = "";
    spec_.directories = {directory_.path()};
    spec_.seed = 1;
    spec_.warmup = std::chrono::nanoseconds(0);
    spec_.interval = std::chrono::milliseconds(50);
  }
  ~ReplayTest() override { ::unsetenv("XDG_STATE_HOME"); }

  void AddLoadfile(const std::string& name, const std::string& text,
                   std::uint32_t weight = 1) {
    spec_.loadfiles.push_back({name, weight, files_.Write(name, text)});
  }
  Result<RunPlan> Plan() { return ResolvePlan(spec_, dbench_, *machine_); }
  // REQUIRES: the plan is accepted and something was measured.
  RunResult Run() {
    const Result<RunPlan> plan = Plan();
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    Result<RunOutput> output = ExecutePlan(plan.value(), *machine_, &observer_);
    EXPECT_TRUE(output.ok()) << output.status().message();
    return output->runs.back();
  }
  bool DirectoryIsEmpty() {
    return boost::filesystem::is_empty(directory_.path());
  }
  static std::uint64_t Count(const PhaseResult& phase,
                             const std::string& operation) {
    for (const OperationResult& one : phase.operations) {
      if (one.operation == operation && one.measure == Measure::kService) {
        return one.summary.count;
      }
    }
    return 0;
  }
  static std::uint64_t Unexpected(const PhaseResult& phase) {
    std::uint64_t total = 0;
    for (const OperationResult& one : phase.operations) {
      total += one.summary.unexpected;
    }
    return total;
  }

  TempDir files_;
  TempDir directory_;
  RunSpec spec_;
  DbenchSpec dbench_;
  CallingObserver observer_;
  std::unique_ptr<Machine> machine_ = MakeMachine();
};

// A pass of nine operations that ends as it began.
inline constexpr const char* kSmallLoad =
    "Deltree \"/clients/client1\" NT_STATUS_OK\n"
    "Mkdir \"/clients\" NT_STATUS_OK\n"
    "Mkdir \"/clients/client1\" NT_STATUS_OK\n"
    "NTCreateX \"/clients/client1/a\" 0x40 0x2 1 NT_STATUS_OK\n"
    "WriteX 1 0 4096 4096 NT_STATUS_OK\n"
    "ReadX 1 0 4096 4096 NT_STATUS_OK\n"
    "Close 1 NT_STATUS_OK\n"
    "QUERY_PATH_INFORMATION \"/clients/client1/b\" 1004 "
    "NT_STATUS_OBJECT_NAME_NOT_FOUND\n"
    "Unlink \"/clients/client1/a\" 0x6 NT_STATUS_OK\n";

}  // namespace fsduel

#endif  // FSDUEL_TESTS_RUN_REPLAY_FIXTURE_H_
