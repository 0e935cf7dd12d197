// fsduel compare: stored runs -> who wins, by how much, how sure.
#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/terminal.h"
#include "compare/compare.h"
#include "compare/self_test.h"
#include "report/compare_report.h"
#include "report/compare_words.h"

namespace fsduel {
namespace {

constexpr std::size_t kSplits = 200;
constexpr std::uint64_t kSelfTestSeed = 1;

Result<std::vector<RunsOfSide>> SidesOf(const CommandOptions& options) {
  if (options.operands.empty()) {
    return Status::Usage(
        "name runs, or folders of runs: `fsduel compare results/before "
        "results/after`");
  }
  return LoadSides(options.operands);
}

ExitCode RunSelfTest(const CommandOptions& options) {
  if (options.operands.size() != 1) {
    return Fail("compare",
                Status::Usage("--self-test takes one folder of repeated runs"));
  }
  const Result<RunsOfSide> side = LoadOneSide(options.operands[0]);
  if (!side.ok()) {
    return Fail("compare", side.status());
  }
  const Result<SelfTestResult> result = SelfTest(
      side.value(), {options.compare.threshold}, kSplits, kSelfTestSeed);
  if (!result.ok()) {
    return Fail("compare", result.status());
  }
  PrintOut(SelfTestText(result.value(), side->name));
  return ExitCode::kOk;
}

Status WriteAll(const CommandOptions& options, const Comparison& comparison) {
  struct Output {
    const std::string& target;
    std::string (*report)(const Comparison&);
  };
  bool on_stdout = false;
  for (const Output& output :
       {Output{options.json, CompareJson},
        Output{options.compare.markdown, CompareMarkdown},
        Output{options.compare.csv, CompareCsv}}) {
    if (output.target.empty()) {
      continue;
    }
    if (output.target == "-" && on_stdout) {
      return Status::Usage("only one report fits on standard output");
    }
    on_stdout = on_stdout || output.target == "-";
    Status status = WriteReport(output.target, output.report(comparison));
    if (!status.ok()) {
      return status;
    }
  }
  if (!on_stdout) {
    const Terminal terminal = AskTerminal();
    return WriteReport(
        "-", CompareConsole(comparison, {terminal.colour, terminal.width}));
  }
  return Status::Ok();
}

// Says on standard error which limits were met.
ExitCode CheckLimits(const CommandOptions& options,
                     const Comparison& comparison) {
  ExitCode code = ExitCode::kOk;
  for (const FailLimit& limit : options.compare.fail_if) {
    if (!IsAboutSomething(limit, comparison)) {
      return Fail("compare",
                  Status::Usage(fmt::format(
                      "--fail-if {}: the comparison has no such figure",
                      Quote(limit.text))));
    }
    const std::vector<std::size_t> rows = RowsThatMeet(limit, comparison);
    if (!rows.empty()) {
      code = ExitCode::kLimitMet;
      PrintError(fmt::format("fsduel compare: {} is met {}\n", limit.text,
                             RowReference(rows)));
    }
  }
  return code;
}

}  // namespace

ExitCode RunCompareCommand(const CommandOptions& options) {
  if (options.compare.self_test) {
    return RunSelfTest(options);
  }
  const Result<std::vector<RunsOfSide>> sides = SidesOf(options);
  if (!sides.ok()) {
    return Fail("compare", sides.status());
  }
  const Result<Comparison> comparison =
      CompareSides(sides.value(), {options.compare.threshold});
  if (!comparison.ok()) {
    return Fail("compare", comparison.status());
  }
  const Status status = WriteAll(options, comparison.value());
  if (!status.ok()) {
    return Fail("compare", status);
  }
  return CheckLimits(options, comparison.value());
}

}  // namespace fsduel
