// fsduel dbench: dbench's command line in, dbench's output out.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/data_files.h"
#include "cli/dbench_defaults.h"
#include "cli/run_exit.h"
#include "cli/terminal.h"
#include "report/dbench.h"
#include "report/paint.h"
#include "run/option_values.h"
#include "run/run_observer.h"
#include "run/run_plan.h"
#include "run/runner.h"
#include "sys/machine.h"

namespace fsduel {
namespace {

constexpr std::uint32_t kMostClients = 4096;
constexpr int kWarmupDivisor = 5;
constexpr const char* kBuiltInLoad = "office";

double Seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

// Prints the ticks as they happen.
class DbenchObserver : public RunObserver {
 public:
  DbenchObserver(const DbenchStyle& style, std::uint32_t clients)
      : style_(style), clients_(clients) {}

  void OnPhase(std::string_view phase) override {
    (void)phase;
    if (!released_) {
      const std::uint32_t processes = clients_ / style_.clients_per_process;
      PrintOut(DbenchPrepared(processes, processes, 0) + DbenchReleasing());
      released_ = true;
    }
  }

  void OnInterval(const RunProgress& progress) override {
    if (!released_) {
      return;  // clients are still being started
    }
    if (progress.phase == "clean-up") {
      PrintOut(DbenchCleanup(progress.clients_busy, Seconds(progress.elapsed),
                             style_));
      return;
    }
    const bool measured = progress.phase == "measure";
    const double seconds = Seconds(progress.elapsed);
    DbenchTick tick;
    tick.clients = measured ? clients_ : progress.clients_with_bytes;
    tick.lines = progress.operations_total / clients_;
    tick.mb_per_second =
        seconds > 0 ? static_cast<double>(progress.bytes) / 1e6 / seconds : 0;
    tick.seconds = seconds;
    tick.latency_ms = 1e3 * Seconds(std::max(progress.interval_max_latency,
                                             progress.oldest_age));
    PrintOut(measured ? DbenchExecute(tick, style_)
                      : DbenchWarmup(tick, style_));
  }

  void OnFinish(const RunResult& result) override {
    if (result.phases.empty()) {
      return;  // it did not start: a throughput of 0 would look measured
    }
    // In the form of that tool's own complaints about a line.
    for (const PhaseResult& phase : result.phases) {
      for (const UnexpectedExample& example : phase.unexpected) {
        PrintOut(fmt::format("[{}] {} {} failed ({}) - expected {}\n",
                             example.line, example.operation,
                             Printable(example.path), example.got,
                             example.expected));
      }
    }
    PrintOut(DbenchTail(result, style_));
  }

 private:
  DbenchStyle style_;
  std::uint32_t clients_;
  bool released_ = false;
};

Result<RunSpec> SpecOf(const CommandOptions& options) {
  RunSpec spec = options.run;
  if (options.operands.size() != 1) {
    return Status::Usage("You need to specify NPROCS");
  }
  // Each process stands for --clients-per-process clients; here they all are
  // processes.
  const std::uint32_t each = options.dbench.clients_per_process;
  const Status status =
      SetNumber(options.operands[0], 1, kMostClients / each, &spec.clients);
  if (!status.ok()) {
    return Status::Usage(fmt::format("NPROCS: {}", status.message()));
  }
  spec.clients *= each;
  if (spec.passes) {
    // --run-once: the one pass is what counts, however short.
    spec.warmup = std::chrono::seconds(0);
  } else if (!spec.warmup) {
    spec.warmup = std::chrono::duration_cast<std::chrono::seconds>(
        *spec.time_limit / kWarmupDivisor);
  }
  if (options.dbench_mb_per_client) {
    spec.target_rate = static_cast<std::uint64_t>(
        *options.dbench_mb_per_client * 1e6 * spec.clients);
  }
  if (spec.loadfiles.empty()) {
    const Result<std::string> path =
        FindLoadfile(kBuiltInLoad, DataDirectories({}));
    if (!path.ok()) {
      return path.status();
    }
    spec.loadfiles.push_back({kBuiltInLoad, 1, path.value()});
  }
  return spec;
}

ExitCode FailAsDbench(const Status& status) {
  PrintError(fmt::format("dbench: {}\n", status.message()));
  return ExitCode::kFailed;
}

}  // namespace

CommandOptions DbenchDefaults() {
  CommandOptions options;
  options.run.directories = {"."};
  options.run.time_limit = std::chrono::seconds(600);
  options.run.semantics = Semantics::kDbench4;
  options.run.results_directory = "";
  options.dbench.use_fixed_tree = true;
  return options;
}

ExitCode RunDbenchCommand(const CommandOptions& options) {
  const Result<RunSpec> spec = SpecOf(options);
  if (!spec.ok()) {
    return FailAsDbench(spec.status());
  }
  const std::unique_ptr<Machine> machine = MakeMachine();
  const Result<RunPlan> plan =
      ResolvePlan(spec.value(), options.dbench, *machine);
  if (!plan.ok()) {
    return FailAsDbench(plan.status());
  }
  const LoadfileSpec& loadfile = spec->loadfiles[0];
  PrintOut(DbenchHead(Seconds(*spec->time_limit),
                      loadfile.path.empty() ? loadfile.name : loadfile.path,
                      Seconds(*spec->warmup)));
  DbenchStyle style = options.dbench_style;
  style.clients_per_process = options.dbench.clients_per_process;
  DbenchObserver observer(style, spec->clients);
  const Result<RunOutput> output =
      ExecutePlan(plan.value(), *machine, &observer);
  if (!output.ok()) {
    return FailAsDbench(output.status());
  }
  const ExitCode code = ExitCodeOf(output->runs);
  return code == ExitCode::kOk || code == ExitCode::kInvalid
             ? ExitCode::kOk
             : ExitCode::kFailed;
}

}  // namespace fsduel
