// The runs of one metadata load, one after the other.
#include "sweep/metadata_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/units.h"
#include "result/store.h"
#include "run/held_journal.h"
#include "run/identity.h"
#include "run/warnings.h"
#include "stats/trend.h"
#include "sweep/metadata_phase.h"
#include "sys/clock.h"
#include "sys/process.h"

namespace fsduel {
namespace {

constexpr std::size_t kFewestForDrift = 4;
constexpr double kSignificant = 0.05;

class SingleMetadata {
 public:
  SingleMetadata(const MetadataPlan& plan, Machine* machine,
                 RunObserver* observer, RunStore* store, RunResult* result)
      : plan_(plan),
        machine_(machine),
        observer_(observer),
        store_(store),
        result_(result) {}

  // What went wrong is in the result.
  void Execute();

 private:
  // Both return false when the run is over.
  bool RunCell(const SweepCell& cell, std::uint32_t number);
  bool RunStep(const SweepCell& cell, MetadataStep step, bool renamed,
               const MetadataPlaces& places);
  bool End(PhaseEnd end, const std::string& name);
  bool Fail(const std::string& why);

  const MetadataPlan& plan_;
  Machine* machine_;
  RunObserver* observer_;
  RunStore* store_;
  RunResult* result_;
  std::optional<SignalWaiter> signals_;
  std::optional<Trees> trees_;
  std::uint64_t phases_run_ = 0;
  bool stuck_ = false;
};

void SingleMetadata::Execute() {
  signals_.emplace();
  Result<Trees> trees = Trees::Create({.directories = plan_.base.spec.targets,
                                       .directory_of = {},
                                       .shared = true,
                                       .fixed_names = {}},
                                      result_->run_index);
  if (!trees.ok()) {
    Fail(trees.status().message());
    return;
  }
  trees_.emplace(std::move(trees).value());
  observer_->OnStart(*result_);
  result_->state = RunState::kComplete;
  std::uint32_t number = 0;
  for (const SweepCell& cell : plan_.base.cells) {
    if (!RunCell(cell, number++)) {
      break;
    }
  }
  if (stuck_) {
    AddWarning(result_, "tree-left",
               "left behind because threads did not end, removed by the next "
               "start: " +
                   trees_->Describe());
    return;
  }
  const MonotonicClock clock;
  const std::int64_t start = clock.Now();
  if (const Status removed = trees_->Remove([](std::uint32_t) {});
      !removed.ok()) {
    AddWarning(result_, "clean-up", removed.message());
  }
  result_->cleanup_seconds = static_cast<double>(clock.Now() - start) / 1e9;
}

bool SingleMetadata::RunCell(const SweepCell& cell, std::uint32_t number) {
  const Result<MetadataPlaces> places =
      MetadataPlaces::Make(plan_, cell, number, *trees_);
  if (!places.ok()) {
    return Fail(places.status().message());
  }
  bool renamed = false;
  for (const MetadataStep step : kMetadataSteps) {
    if (!RunStep(cell, step, renamed, places.value())) {
      return false;
    }
    renamed = renamed || step == MetadataStep::kRename;
  }
  return true;
}

bool SingleMetadata::RunStep(const SweepCell& cell, MetadataStep step,
                             bool renamed, const MetadataPlaces& places) {
  PhaseSpec spec;
  spec.pattern = ParsePattern("seq-read").value();  // counted as reads
  spec.name = MetadataStepName(step);
  spec.number = phases_run_++;
  spec.threads = cell.threads;
  spec.block_bytes = cell.block_bytes;
  spec.one_pass = false;  // the worker knows how many files it has
  PhaseWitnesses witnesses;
  witnesses.machine = machine_;
  witnesses.observer = observer_;
  witnesses.store = store_;
  witnesses.signals = &*signals_;
  witnesses.progress.run_index = result_->run_index;
  witnesses.progress.runs = result_->runs;
  auto phase = std::make_unique<MetadataPhase>(plan_, spec, step, renamed,
                                               places, witnesses);
  const Result<PhaseEnd> end = phase->Execute();
  if (!end.ok()) {
    return Fail(fmt::format("{}: {}", spec.name, end.status().message()));
  }
  result_->phases.push_back(phase->TakeResult());
  if (end.value() == PhaseEnd::kStuck) {
    stuck_ = true;
    (void)phase.release();  // its threads cannot be ended and still use it
  }
  return End(end.value(), spec.name);
}

bool SingleMetadata::End(PhaseEnd end, const std::string& name) {
  if (end == PhaseEnd::kDone) {
    return true;
  }
  if (end == PhaseEnd::kInterrupted) {
    result_->state = RunState::kInterrupted;
    result_->failure = "interrupted";
    return false;
  }
  if (end == PhaseEnd::kStuck) {
    return Fail(
        fmt::format("{}: threads did not end within the grace period of {}",
                    name, FormatDuration(plan_.base.spec.grace)));
  }
  const std::vector<UnexpectedExample>& examples =
      result_->phases.back().unexpected;
  return Fail(examples.empty()
                  ? fmt::format("{}: an operation failed", name)
                  : fmt::format("{} {}: {}", name, examples.front().path,
                                examples.front().got));
}

bool SingleMetadata::Fail(const std::string& why) {
  result_->state = RunState::kFailed;
  result_->failure = why;
  return false;
}

RunResult MakeIdentity(const MetadataPlan& plan, std::uint32_t index,
                       const std::string& group) {
  const SweepPlan& base = plan.base;
  RunResult result;
  StartIdentity(index, base.spec.runs, group, &result);
  result.kind = "metadata";
  result.profile = base.spec.profile;
  result.label = base.spec.label;
  result.tool_version = base.spec.tool_version;
  result.command_line = base.spec.command_line;
  result.seed = base.seed;
  result.workload_hash = base.workload_hash;
  result.client_count =
      *std::max_element(base.spec.threads.begin(), base.spec.threads.end());
  result.client_host = "thread";
  result.spec = plan.echo;
  result.thresholds_ns = base.thresholds_ns;
  result.host = base.host;
  result.mounts = base.mounts;
  result.warnings = base.warnings;
  return result;
}

double RateOf(const PhaseResult& phase) {
  double count = 0;
  for (const OperationResult& operation : phase.operations) {
    count += static_cast<double>(operation.summary.count);
  }
  return phase.seconds_to_last > 0 ? count / phase.seconds_to_last : 0;
}

// Runs are not independent of each other on every filesystem: ext4 without a
// journal looks for inodes that were not deleted lately, and create() becomes
// slower with each run.
void WarnOfDrift(std::vector<RunResult>* runs) {
  if (runs->size() < kFewestForDrift) {
    return;
  }
  RunResult& last = runs->back();
  for (std::size_t i = 0; i < last.phases.size(); ++i) {
    std::vector<double> rates;
    for (const RunResult& run : *runs) {
      if (i < run.phases.size()) {
        rates.push_back(RateOf(run.phases[i]));
      }
    }
    const Trend trend = TestTrend(rates);
    if (rates.size() == runs->size() && trend.p_value < kSignificant) {
      const PhaseResult& phase = last.phases[i];
      AddWarning(&last, "drift",
                 fmt::format("{} with {} threads became {} from run to run "
                             "({:.2f} x, p = {:.3f}): the runs depend on each "
                             "other; make a fresh filesystem for each",
                             phase.name, phase.threads,
                             trend.tau < 0 ? "slower" : "faster", trend.ratio,
                             trend.p_value));
      return;
    }
  }
}

}  // namespace

Result<RunOutput> ExecuteMetadata(const MetadataPlan& plan, Machine& machine,
                                  RunObserver* observer) {
  RunOutput output;
  output.leftovers = RemoveLeftovers();
  const SweepSpec& spec = plan.base.spec;
  const std::string group = MakeGroupId(plan.base.seed);
  for (std::uint32_t index = 1; index <= spec.runs; ++index) {
    RunResult result = MakeIdentity(plan, index, group);
    std::optional<RunStore> store;
    if (!spec.results_directory.empty()) {
      Result<RunStore> created =
          RunStore::Create(spec.results_directory, &result);
      if (!created.ok()) {
        return created.status();
      }
      store.emplace(std::move(created).value());
    }
    SingleMetadata(plan, &machine, observer, store ? &*store : nullptr, &result)
        .Execute();
    output.runs.push_back(std::move(result));
    WarnOfDrift(&output.runs);
    observer->OnFinish(output.runs.back());
    if (store) {
      output.paths.push_back(store->path());
      if (Status stored = store->Finish(output.runs.back()); !stored.ok()) {
        return stored;
      }
    }
    const RunResult& last = output.runs.back();
    if (last.phases.empty() && !last.failure.empty() && index == 1) {
      return last.state == RunState::kInterrupted
                 ? Status::Interrupted(last.failure)
                 : Status::System(last.failure);
    }
    if (last.state != RunState::kComplete) {
      break;
    }
  }
  return output;
}

}  // namespace fsduel
