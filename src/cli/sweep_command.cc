// fsduel sweep: command line -> SweepSpec -> SweepPlan -> runs -> table.
#include <fmt/format.h>

#include <cstdlib>

#include "base/units.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/help.h"
#include "cli/run_exit.h"
#include "cli/run_observer.h"
#include "cli/sweep_dry_run.h"
#include "cli/sweep_spec_of.h"
#include "cli/terminal.h"
#include "report/report.h"
#include "sweep/sweep_plan.h"
#include "sweep/sweep_runner.h"
#include "sys/machine.h"

namespace fsduel {
namespace {

std::string LabelOf(const SweepSpec& spec) {
  return spec.label.empty() ? "sweep" : spec.label;
}

}  // namespace

SweepSpec SweepSpecOf(const CommandOptions& options) {
  const RunSpec& shared = options.run;
  SweepSpec spec = options.sweep;
  spec.targets = shared.directories;
  spec.runs = shared.runs;
  spec.time_limit = shared.time_limit;
  spec.max_written = shared.max_written;
  spec.grace = shared.grace;
  spec.durability = shared.durability;
  spec.compressible = shared.compressible;
  spec.verify = shared.verify;
  spec.cpus = shared.cpus;
  spec.ioprio = shared.ioprio;
  spec.cgroup = shared.cgroup;
  spec.seed = shared.seed;
  spec.stall_threshold = shared.stall_threshold;
  spec.interval = shared.interval;
  spec.results_directory = shared.results_directory;
  spec.label = shared.label;
  spec.command_line = shared.command_line;
  spec.tool_version = shared.tool_version;
  spec.label = LabelOf(spec);
  return spec;
}

Status ReportSweep(const RunOutput& output, const CommandOptions& options,
                   const Terminal& terminal) {
  for (const std::string& line : output.leftovers) {
    PrintError(fmt::format("fsduel: {}\n", line));
  }
  if (!options.json.empty()) {
    Status status = WriteReport(options.json, JsonReport(output.runs));
    if (!status.ok() || options.json == "-") {
      return status;
    }
  }
  std::string text =
      ConsoleSweepReport(output.runs, {terminal.colour, terminal.width});
  for (const std::string& path : output.paths) {
    text += fmt::format("{:<10}{}\n",
                        path == output.paths.front() ? "\nResults" : "", path);
  }
  return WriteReport("-", text);
}

ExitCode RunSweepCommand(const CommandOptions& options) {
  if (!options.operands.empty()) {
    return Fail("sweep", Status::Usage(fmt::format(
                             "{} is no option: a directory is named with -D",
                             options.operands.front())));
  }
  const std::unique_ptr<Machine> machine = MakeMachine();
  const Result<SweepPlan> plan = ResolveSweep(SweepSpecOf(options), *machine);
  if (!plan.ok()) {
    return Fail("sweep", plan.status());
  }
  if (options.dry_run) {
    PrintOut(DescribeSweep(plan.value()));
    return ExitCode::kOk;
  }
  const Terminal terminal = AskTerminal();
  const std::unique_ptr<RunObserver> observer = MakeObserver(options, terminal);
  const Result<RunOutput> output =
      ExecuteSweep(plan.value(), *machine, observer.get());
  if (!output.ok()) {
    return Fail("sweep", output.status());
  }
  if (const Status status = ReportSweep(output.value(), options, terminal);
      !status.ok()) {
    return Fail("sweep", status);
  }
  return ExitCodeOf(output->runs);
}

}  // namespace fsduel
