// Small runs for tests of the comparison.
#ifndef FSDUEL_TESTS_COMPARE_RUNS_H_
#define FSDUEL_TESTS_COMPARE_RUNS_H_

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "compare/side.h"

namespace fsduel {

struct RunShape {
  double speed = 1;         // operations in the same time
  double latency = 1;       // of every operation
  double read_latency = 1;  // of ReadX, besides
  double noise = 0.01;      // standard deviation, about
};

// A second's worth of a closed loop: reads and flushes of 8 clients, 10 s.
inline RunResult SmallRun(const RunShape& shape, Random* random) {
  const auto noisy = [&](double value) {
    double sum = 0;
    for (int i = 0; i < 12; ++i) {
      sum += static_cast<double>(random->Below(1U << 20)) / (1U << 20);
    }
    return value * std::exp(shape.noise * (sum - 6));
  };
  RunResult run;
  run.label = "small";
  run.loadfiles = {{"office", "0123456789abcdef"}};
  run.workload_hash = "0123456789abcdef";
  run.client_count = 8;
  run.host.kernel = "Linux 6.1";
  run.spec = {
      {"semantics", "posix"}, {"durability", "none"}, {"pace", "closed loop"}};
  run.state = RunState::kComplete;
  PhaseResult phase;
  phase.name = "measure";
  phase.seconds = 10;
  phase.seconds_to_last = 10;
  for (const bool flushes : {false, true}) {
    OperationResult operation;
    operation.operation = flushes ? "Flush" : "ReadX";
    operation.reads_data = !flushes;
    OperationSummary& summary = operation.summary;
    summary.count = static_cast<std::uint64_t>(
        noisy((flushes ? 2'000 : 50'000) * shape.speed));
    summary.bytes = flushes ? 0 : summary.count * 4096;
    const double latency = noisy((flushes ? 5e6 : 1e5) * shape.latency *
                                 (flushes ? 1 : shape.read_latency));
    for (std::uint64_t i = 0; i < summary.count; ++i) {
      const double one =
          latency *
          (0.5 + static_cast<double>(i) / static_cast<double>(summary.count));
      const auto ns = static_cast<std::uint64_t>(one);
      summary.histogram.Record(ns);
      summary.sum_ns += ns;
      summary.min_ns = i == 0 ? ns : std::min(summary.min_ns, ns);
      summary.max_ns = std::max(summary.max_ns, ns);
    }
    operation.client_time_share =
        static_cast<double>(summary.sum_ns) / (phase.seconds * 1e9 * 8);
    phase.operations.push_back(std::move(operation));
  }
  run.phases.push_back(std::move(phase));
  return run;
}

// `count` runs from second `start` on, `step` seconds apart.
inline RunsOfSide SmallSide(const std::string& name, const RunShape& shape,
                            int count, int start, int step,
                            std::uint64_t seed = 1) {
  Random random(seed * 1000 + static_cast<std::uint64_t>(start));
  RunsOfSide side;
  side.name = name;
  for (int i = 0; i < count; ++i) {
    RunResult run = SmallRun(shape, &random);
    const int second = start + i * step;
    run.start_utc =
        fmt::format("2026-11-30T10:{:02}:{:02}Z", second / 60, second % 60);
    run.run_id = fmt::format("{}-{}", name, i + 1);
    run.label = name;
    side.runs.push_back(std::move(run));
  }
  return side;
}

}  // namespace fsduel

#endif  // FSDUEL_TESTS_COMPARE_RUNS_H_
