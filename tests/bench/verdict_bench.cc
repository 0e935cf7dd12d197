// verdict_bench: how often does `fsduel compare` give which verdict on a
// difference that is known? Two sides of made-up runs that differ in speed by a
// factor, with noise from run to run, interleaved, are compared many times. The
// first row of each cell, without a difference, is the rate of false positives.
// Prints the table of docs/statistics.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "compare/compare.h"
#include "tests/compare/runs.h"

namespace fsduel {
namespace {

constexpr int kRuns[] = {5, 10, 20};
constexpr double kNoises[] = {0.01, 0.03, 0.10};
constexpr double kEffects[] = {1.0, 1.01, 1.05, 1.10, 1.30};
// Small runs: what a verdict rests on is their number, not their length.
constexpr double kSpeed = 0.02;

struct Shares {
  double different = 0;  // of either direction
  double wrong = 0;      // of the wrong one
  double same = 0;
  double open = 0;  // inconclusive
};

struct Cell {
  int runs;
  double noise;
  double effect;
};

// Of the throughput, on which the closing words rest.
void Count(const Comparison& comparison, Shares* shares) {
  const CompareRow& row = comparison.rows.front();
  shares->different +=
      row.verdict == Verdict::kFaster || row.verdict == Verdict::kSlower;
  shares->wrong += row.verdict == Verdict::kSlower;
  shares->same += row.verdict == Verdict::kSame;
  shares->open += row.verdict == Verdict::kInconclusive;
}

Shares Simulate(const Cell& cell, int times) {
  Shares shares;
  for (int i = 0; i < times; ++i) {
    const auto seed = static_cast<std::uint64_t>(i + 1);
    const RunShape before{.speed = kSpeed, .noise = cell.noise};
    const RunShape after{.speed = kSpeed * cell.effect, .noise = cell.noise};
    const Result<Comparison> comparison =
        CompareSides({SmallSide("A", before, cell.runs, 0, 20, seed),
                      SmallSide("B", after, cell.runs, 10, 20, seed)},
                     {});
    if (comparison.ok()) {
      Count(comparison.value(), &shares);
    }
  }
  for (double* share :
       {&shares.different, &shares.wrong, &shares.same, &shares.open}) {
    *share *= 100.0 / times;
  }
  return shares;
}

int Main(int argc, char** argv) {
  int times = 1000;
  CLI::App app("Counts the verdicts of compare on differences that are known");
  app.add_option("--times", times, "comparisons per row")
      ->check(CLI::Range(10, 1'000'000));
  CLI11_PARSE(app, argc, argv);
  fmt::print(
      "| runs a side | noise | true ratio | a difference | of the wrong "
      "direction | the same within 2 % | inconclusive |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const int runs : kRuns) {
    for (const double noise : kNoises) {
      for (const double effect : kEffects) {
        const Shares shares = Simulate({runs, noise, effect}, times);
        fmt::print(
            "| {} | {:.0f} % | {:.2f} | {:.1f} % | {:.1f} % | {:.1f} % | "
            "{:.1f} % |\n",
            runs, noise * 100, effect, shares.different, shares.wrong,
            shares.same, shares.open);
        std::fflush(stdout);
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace fsduel

// NOLINTNEXTLINE(bugprone-exception-escape): std::terminate is all right here.
int main(int argc, char** argv) {
  return fsduel::Main(argc, argv);
}
