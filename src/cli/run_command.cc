// fsduel run: profile -> specs -> plans -> runs of all steps -> its report.
#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/text.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/data_files.h"
#include "cli/dry_run.h"
#include "cli/failure.h"
#include "cli/profile_estimate.h"
#include "cli/run_exit.h"
#include "cli/run_observer.h"
#include "cli/sweep_dry_run.h"
#include "cli/terminal.h"
#include "profile/profile.h"
#include "report/profile_reports.h"
#include "run/runner.h"
#include "sweep/metadata_runner.h"
#include "sweep/sweep_runner.h"
#include "sys/machine.h"

namespace fsduel {
namespace {

Result<Profile> ReadProfile(const CommandOptions& options, Machine* machine) {
  if (options.operands.size() != 1) {
    return Status::Usage(
        "name one profile: `fsduel run quick -D DIR`; `fsduel list profiles` "
        "shows them");
  }
  const std::string& name = options.operands.front();
  const Result<std::string> path =
      FindProfile(name, DataDirectories(options.run.data_directories));
  if (!path.ok()) {
    return path.status();
  }
  const Result<std::string> text = machine->ReadFile(path.value());
  if (!text.ok()) {
    return text.status();
  }
  std::vector<std::string_view> reports;
  for (const ProfileReportRow& report : ProfileReports()) {
    reports.push_back(report.name);
  }
  const std::size_t slash = name.rfind('/');
  const std::string plain =
      name.substr(slash == std::string::npos ? 0 : slash + 1);
  return ParseProfile(
      {plain.substr(0, plain.find('.')), path.value(), text.value(), reports},
      options.settings);
}

std::string LabelOf(const Profile& profile, const ProfileStep& step,
                    const CommandOptions& options) {
  const std::string label =
      options.run.label.empty() ? profile.name : options.run.label;
  return step.name.empty() ? label : fmt::format("{}-{}", label, step.name);
}

// What the command line says of every load.
template <typename Spec>
void TakeOptions(const CommandOptions& options, Spec* spec) {
  const RunSpec& shared = options.run;
  spec->seed = shared.seed ? shared.seed : spec->seed;
  spec->max_written =
      shared.max_written ? shared.max_written : spec->max_written;
  spec->results_directory = shared.results_directory;
  spec->command_line = shared.command_line;
  spec->tool_version = shared.tool_version;
}

Result<StepPlan> PlanReplay(const ProfileStep& step,
                            const CommandOptions& options, Machine* machine) {
  RunSpec spec = step.replay;
  TakeOptions(options, &spec);
  spec.directories = options.run.directories;
  spec.data_directories = DataDirectories(options.run.data_directories);
  for (LoadfileSpec& loadfile : spec.loadfiles) {
    const Result<std::string> path =
        FindLoadfile(loadfile.name, spec.data_directories);
    if (!path.ok()) {
      return path.status();
    }
    loadfile.path = path.value();
  }
  const Result<RunPlan> plan = ResolvePlan(spec, DbenchSpec(), *machine);
  return plan.ok() ? Result<StepPlan>(StepPlan(plan.value())) : plan.status();
}

Result<StepPlan> PlanSweep(const Profile& profile, const ProfileStep& step,
                           const CommandOptions& options, Machine* machine) {
  SweepSpec spec = step.sweep;
  TakeOptions(options, &spec);
  spec.targets = options.run.directories;
  spec.write_device = options.sweep.write_device;
  spec.profile = profile.name;
  const Result<SweepPlan> plan = ResolveSweep(spec, *machine);
  return plan.ok() ? Result<StepPlan>(StepPlan(plan.value())) : plan.status();
}

Result<StepPlan> PlanMetadata(const Profile& profile, const ProfileStep& step,
                              const CommandOptions& options, Machine* machine) {
  MetadataSpec spec = step.metadata;
  spec.base = step.sweep;
  TakeOptions(options, &spec.base);
  spec.base.targets = options.run.directories;
  spec.base.profile = profile.name;
  const Result<MetadataPlan> plan = ResolveMetadata(spec, *machine);
  return plan.ok() ? Result<StepPlan>(StepPlan(plan.value())) : plan.status();
}

Result<StepPlan> PlanStep(const Profile& profile, const ProfileStep& step,
                          const CommandOptions& options, Machine* machine) {
  switch (profile.kind) {
    case ProfileKind::kReplay:
      return PlanReplay(step, options, machine);
    case ProfileKind::kMetadata:
      return PlanMetadata(profile, step, options, machine);
    case ProfileKind::kSweep:
      break;
  }
  return PlanSweep(profile, step, options, machine);
}

// All steps are planned before the first is run.
Result<std::vector<StepPlan>> PlanSteps(const Profile& profile,
                                        const CommandOptions& options,
                                        Machine* machine) {
  std::vector<StepPlan> plans;
  for (ProfileStep step : profile.steps) {
    step.sweep.label = step.replay.label = LabelOf(profile, step, options);
    const Result<StepPlan> plan = PlanStep(profile, step, options, machine);
    if (!plan.ok()) {
      return step.name.empty() || plan.status().kind() != ErrorKind::kUsage
                 ? plan.status()
                 : Status::Usage(fmt::format("step {}: {}", step.name,
                                             plan.status().message()));
    }
    plans.push_back(plan.value());
  }
  return plans;
}

std::string DescribeStep(const StepPlan& plan) {
  if (const auto* sweep = std::get_if<SweepPlan>(&plan)) {
    return DescribeSweep(*sweep);
  }
  if (const auto* replay = std::get_if<RunPlan>(&plan)) {
    return DescribePlan(*replay);
  }
  std::string text =
      "Nothing was touched. Without --dry-run this would be done:\n\n";
  for (const auto& [option, value] : std::get<MetadataPlan>(plan).echo) {
    text += fmt::format("  {:<13}{}\n", option, value);
  }
  return text;
}

Result<RunOutput> ExecuteStep(const StepPlan& plan, Machine* machine,
                              RunObserver* observer) {
  if (const auto* sweep = std::get_if<SweepPlan>(&plan)) {
    return ExecuteSweep(*sweep, *machine, observer);
  }
  if (const auto* replay = std::get_if<RunPlan>(&plan)) {
    return ExecutePlan(*replay, *machine, observer);
  }
  return ExecuteMetadata(std::get<MetadataPlan>(plan), *machine, observer);
}

std::string Describe(const Profile& profile,
                     const std::vector<StepPlan>& plans) {
  std::string text = fmt::format("{}: {}\n", profile.name, profile.summary);
  if (!profile.about.empty()) {
    text += fmt::format("{}\n", Trim(profile.about));
  }
  text += fmt::format("In all: {}\n", EstimateOf(plans));
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (!profile.steps[i].name.empty()) {
      text += fmt::format("\nStep {}\n", profile.steps[i].name);
    }
    text += DescribeStep(plans[i]);
  }
  return text;
}

struct ProfileOutput {
  ProfileSteps steps;
  std::vector<std::string> paths;
  std::vector<RunResult> runs;  // of all steps
};

// Ends with the first step that did not come to its end.
Result<ProfileOutput> Execute(const Profile& profile,
                              const std::vector<StepPlan>& plans,
                              Machine* machine, RunObserver* observer) {
  ProfileOutput all;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    Result<RunOutput> output = ExecuteStep(plans[i], machine, observer);
    if (!output.ok()) {
      if (all.steps.empty()) {
        return output.status();
      }
      all.runs.back().state = all.steps.back().runs.back().state =
          output.status().kind() == ErrorKind::kInterrupted
              ? RunState::kInterrupted
              : RunState::kFailed;
      PrintError(fmt::format("fsduel run: step {}: {}\n", profile.steps[i].name,
                             output.status().message()));
      return all;
    }
    for (const std::string& line : output->leftovers) {
      PrintError(fmt::format("fsduel run: {}\n", line));
    }
    all.paths.insert(all.paths.end(), output->paths.begin(),
                     output->paths.end());
    all.runs.insert(all.runs.end(), output->runs.begin(), output->runs.end());
    all.steps.push_back({profile.steps[i].name, std::move(output->runs)});
    if (all.runs.back().state != RunState::kComplete) {
      break;
    }
  }
  return all;
}

Status Report(const Profile& profile, const ProfileOutput& output,
              const CommandOptions& options, const Terminal& terminal) {
  if (!options.json.empty()) {
    Status status = WriteReport(options.json, JsonReport(output.runs));
    if (!status.ok() || options.json == "-") {
      return status;
    }
  }
  std::string text =
      PrintProfile(*FindProfileReport(profile.report), output.steps,
                   {terminal.colour, terminal.width});
  text += '\n';
  for (const std::string& path : output.paths) {
    text += fmt::format("{:<10}{}\n",
                        path == output.paths.front() ? "Results" : "", path);
  }
  return WriteReport("-", text);
}

}  // namespace

ExitCode RunProfileCommand(const CommandOptions& options) {
  const std::unique_ptr<Machine> machine = MakeMachine();
  const Result<Profile> profile = ReadProfile(options, machine.get());
  if (!profile.ok()) {
    return Fail("run", profile.status());
  }
  const Result<std::vector<StepPlan>> plans =
      PlanSteps(profile.value(), options, machine.get());
  if (!plans.ok()) {
    return Fail("run", plans.status());
  }
  if (options.dry_run) {
    PrintOut(Describe(profile.value(), plans.value()));
    return ExitCode::kOk;
  }
  if (!options.quiet) {
    PrintError(fmt::format("{}: {}; {}\n", profile->name, profile->summary,
                           EstimateOf(plans.value())));
  }
  const Terminal terminal = AskTerminal();
  const std::unique_ptr<RunObserver> observer = MakeObserver(options, terminal);
  const Result<ProfileOutput> output =
      Execute(profile.value(), plans.value(), machine.get(), observer.get());
  if (!output.ok()) {
    return Fail("run", output.status());
  }
  const Status status =
      Report(profile.value(), output.value(), options, terminal);
  if (!status.ok()) {
    return Fail("run", status);
  }
  return ExitCodeOf(output->runs);
}

}  // namespace fsduel
