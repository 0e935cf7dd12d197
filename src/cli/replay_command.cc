// fsduel replay: command line -> RunSpec -> RunPlan -> run -> report.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "cli/command.h"
#include "cli/data_files.h"
#include "cli/dry_run.h"
#include "cli/failure.h"
#include "cli/help.h"
#include "cli/measured.h"
#include "cli/next_step.h"
#include "cli/run_exit.h"
#include "cli/run_observer.h"
#include "cli/terminal.h"
#include "report/report.h"
#include "run/option_values.h"
#include "run/run_plan.h"
#include "run/runner.h"
#include "sys/machine.h"

namespace fsduel {
namespace {

// Part of a folder's name: no slash, no blank, nothing a shell would expand.
std::string LabelOf(const std::vector<LoadfileSpec>& loadfiles) {
  std::string label;
  for (const LoadfileSpec& loadfile : loadfiles) {
    std::string_view name = loadfile.name;
    name.remove_prefix(std::min(name.size(), name.rfind('/') + 1));
    name = name.substr(0, name.find('.'));
    label += fmt::format("{}{}", label.empty() ? "" : "+", name);
  }
  return label;
}

Result<RunSpec> SpecOf(const CommandOptions& options) {
  RunSpec spec = options.run;
  spec.data_directories = DataDirectories(spec.data_directories);
  for (const std::string& operand : options.operands) {
    Status status = AppendLoadfile(operand, &spec.loadfiles);
    if (!status.ok()) {
      return status;
    }
    LoadfileSpec& loadfile = spec.loadfiles.back();
    const Result<std::string> path =
        FindLoadfile(loadfile.name, spec.data_directories);
    if (!path.ok()) {
      return path.status();
    }
    loadfile.path = path.value();
  }
  if (spec.label.empty()) {
    spec.label = LabelOf(spec.loadfiles);
  }
  return spec;
}

// What was measured, where it is kept, what to do next. Paths and commands are
// never broken: they are to be copied.
std::string Closing(const RunOutput& output, const RunPlan& plan,
                    const Terminal& terminal) {
  std::string text = "\n";
  const std::string measured = MeasuredSentence(output.runs.back());
  if (!measured.empty()) {
    text += fmt::format("Measured  {}\n",
                        Wrap(measured, std::strlen("Measured  "),
                             static_cast<std::size_t>(terminal.width)));
  }
  for (const std::string& path : output.paths) {
    text += fmt::format("{:<10}{}\n",
                        path == output.paths.front() ? "Results" : "", path);
  }
  const std::string next = NextStep(plan, output.runs);
  return next.empty() ? text : fmt::format("{}Next      {}\n", text, next);
}

Status Report(const RunOutput& output, const CommandOptions& options,
              const RunPlan& plan, const Terminal& terminal) {
  for (const std::string& line : output.leftovers) {
    PrintError(fmt::format("fsduel replay: {}\n", line));
  }
  if (!options.json.empty()) {
    Status status = WriteReport(options.json, JsonReport(output.runs));
    if (!status.ok() || options.json == "-") {
      return status;
    }
  }
  const ConsoleStyle style{terminal.colour, terminal.width};
  std::string text = ConsoleReport(output.runs.back(), style);
  if (output.runs.size() > 1) {
    text += '\n';
    text += ConsoleRunsReport(output.runs, style);
  }
  text += Closing(output, plan, terminal);
  return WriteReport("-", text);
}

}  // namespace

ExitCode RunReplayCommand(const CommandOptions& options) {
  const Result<RunSpec> spec = SpecOf(options);
  if (!spec.ok()) {
    return Fail("replay", spec.status());
  }
  const std::unique_ptr<Machine> machine = MakeMachine();
  const Result<RunPlan> plan =
      ResolvePlan(spec.value(), options.dbench, *machine);
  if (!plan.ok()) {
    return Fail("replay", plan.status());
  }
  if (options.dry_run) {
    PrintOut(DescribePlan(plan.value()));
    return ExitCode::kOk;
  }
  const Terminal terminal = AskTerminal();
  const std::unique_ptr<RunObserver> observer = MakeObserver(options, terminal);
  const Result<RunOutput> output =
      ExecutePlan(plan.value(), *machine, observer.get());
  if (!output.ok()) {
    return Fail("replay", output.status());
  }
  const Status status = Report(output.value(), options, plan.value(), terminal);
  if (!status.ok()) {
    return Fail("replay", status);
  }
  return ExitCodeOf(output->runs);
}

}  // namespace fsduel
