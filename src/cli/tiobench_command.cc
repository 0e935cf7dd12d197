// fsduel tiobench and fsduel tiotest: their command lines in, their tables out.
#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/run_exit.h"
#include "cli/terminal.h"
#include "host/host.h"
#include "report/tiobench.h"
#include "sweep/sweep_plan.h"
#include "sweep/sweep_runner.h"
#include "sys/clock.h"
#include "sys/machine.h"

namespace fsduel {
namespace {

// The originals know two exit codes.
ExitCode FailAs(std::string_view tool, const Status& status) {
  PrintError(fmt::format("{}: {}\n", tool, status.message()));
  return ExitCode::kFailed;
}

// Whether a script may trust the figures.
ExitCode ExitAs(std::string_view tool, const std::vector<RunResult>& runs) {
  const ExitCode code = ExitCodeOf(runs);
  if (code == ExitCode::kOk || code == ExitCode::kInvalid) {
    return ExitCode::kOk;
  }
  for (const RunResult& run : runs) {
    if (!run.failure.empty()) {
      PrintError(fmt::format("{}: {}\n", tool, run.failure));
    }
  }
  return ExitCode::kFailed;
}

Status RefuseOperands(const CommandOptions& options) {
  return options.operands.empty()
             ? Status::Ok()
             : Status::Usage(fmt::format("{} is no option",
                                         Quote(options.operands.front())));
}

std::string KernelRelease(Machine& machine) {
  const Result<std::string> text =
      machine.ReadFile("/proc/sys/kernel/osrelease");
  return text.ok() ? std::string(Trim(text.value())) : "unknown";
}

SweepSpec Signed(SweepSpec sweep, const CommandOptions& options) {
  sweep.command_line = options.run.command_line;
  sweep.tool_version = options.run.tool_version;
  return sweep;
}

// All configurations, or why one of them cannot be.
Result<std::vector<SweepPlan>> Resolve(
    const std::vector<TiobenchConfiguration>& configurations,
    const CommandOptions& options, Machine& machine) {
  std::vector<SweepPlan> plans;
  for (const TiobenchConfiguration& configuration : configurations) {
    Result<SweepPlan> plan =
        ResolveSweep(Signed(configuration.sweep, options), machine);
    if (!plan.ok()) {
      return plan.status();
    }
    plans.push_back(std::move(plan).value());
  }
  return plans;
}

// Defaults that depend on the machine.
TiobenchSpec Filled(TiobenchSpec spec, Machine& machine) {
  const TiobenchLayout layout = spec.layout_or_default();
  if (spec.sizes_mb.empty()) {
    spec.sizes_mb = {
        TiobenchDefaultSize(layout, ReadHostFacts(machine).memory_bytes)};
    if (layout == TiobenchLayout::k034) {
      PrintOut(TiobenchNoSize(spec.sizes_mb[0]));
    }
  }
  if (spec.identifier.empty()) {
    spec.identifier = KernelRelease(machine);
  }
  return spec;
}

}  // namespace

ExitCode RunTiobenchCommand(const CommandOptions& options) {
  constexpr const char* kTool = "tiobench";
  if (const Status status = RefuseOperands(options); !status.ok()) {
    return FailAs(kTool, status);
  }
  const std::unique_ptr<Machine> machine = MakeMachine();
  const TiobenchSpec spec = Filled(options.tiobench, *machine);
  const Result<std::vector<TiobenchConfiguration>> configurations =
      TiobenchConfigurations(spec);
  if (!configurations.ok()) {
    return FailAs(kTool, configurations.status());
  }
  const Result<std::vector<SweepPlan>> plans =
      Resolve(configurations.value(), options, *machine);
  if (!plans.ok()) {
    return FailAs(kTool, plans.status());
  }
  const MonotonicClock clock;
  const std::int64_t start_ns = clock.Now();
  std::vector<TiobenchRow> rows;
  ExitCode code = ExitCode::kOk;
  for (std::size_t i = 0; i < plans->size() && code == ExitCode::kOk; ++i) {
    if (spec.timeout && clock.Now() - start_ns >= spec.timeout->count()) {
      break;
    }
    RunObserver silent;
    const Result<RunOutput> output =
        ExecuteSweep(plans.value()[i], *machine, &silent);
    if (!output.ok()) {
      code = FailAs(kTool, output.status());
      break;
    }
    const TiobenchConfiguration& asked = configurations.value()[i];
    rows.push_back({spec.identifier, asked.size_mb, asked.block_bytes,
                    asked.threads, TiobenchBlocksOf(output->runs)});
    code = ExitAs(kTool, output->runs);
  }
  PrintOut(TiobenchReport(rows, {spec.layout_or_default(), spec.flush_rows}));
  return code;
}

ExitCode RunTiotestCommand(const CommandOptions& options) {
  constexpr const char* kTool = "tiotest";
  if (const Status status = RefuseOperands(options); !status.ok()) {
    return FailAs(kTool, status);
  }
  const Result<SweepSpec> spec = TiotestSweep(options.tiotest);
  if (!spec.ok()) {
    return FailAs(kTool, spec.status());
  }
  const std::unique_ptr<Machine> machine = MakeMachine();
  const Result<SweepPlan> plan =
      ResolveSweep(Signed(spec.value(), options), *machine);
  if (!plan.ok()) {
    return FailAs(kTool, plan.status());
  }
  RunObserver silent;
  const Result<RunOutput> output =
      ExecuteSweep(plan.value(), *machine, &silent);
  if (!output.ok()) {
    return FailAs(kTool, output.status());
  }
  PrintOut(TiotestReport(output->runs, options.tiotest.threads,
                         options.tiotest.style));
  return ExitAs(kTool, output->runs);
}

}  // namespace fsduel
