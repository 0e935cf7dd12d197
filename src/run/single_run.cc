// Gates, phases, stop and clean-up of one run.
#include "run/single_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <limits>

#include "base/units.h"
#include "host/host.h"
#include "run/collect.h"
#include "run/harness_cost.h"
#include "run/warnings.h"
#include "sys/tree.h"

namespace fsduel {
namespace {

constexpr std::int64_t kPollNs = 5'000'000;
constexpr double kNanosecondsPerSecond = 1e9;
// How many passes each client can list: enough for those who plot each one.
constexpr std::uint32_t kPassesListed = 512;
constexpr std::uint32_t kPassesListedByDbench = 16384;

bool HasSetup(const RunPlan& plan) {
  return !plan.dbench.use_fixed_tree &&
         std::any_of(plan.loadfiles.begin(), plan.loadfiles.end(),
                     [](const PlannedLoadfile& planned) {
                       return planned.loadfile->setup_end() != 0;
                     });
}

}  // namespace

SingleRun::SingleRun(const RunPlan& plan, Machine* machine,
                     RunObserver* observer, RunStore* store, RunResult* result)
    : plan_(plan),
      machine_(machine),
      observer_(observer),
      store_(store),
      result_(result),
      run_number_(result->run_index),
      store_late_(store != nullptr &&
                  ResultsOnFilesystemUnderTest(plan, store->path(), machine)) {}

Status SingleRun::Execute() {
  signals_.emplace();
  Result<Trees> trees = Trees::Create(TreesOf(plan_), run_number_);
  if (!trees.ok()) {
    return trees.status();
  }
  trees_.emplace(std::move(trees).value());
  std::optional<SchedulingBoost> boost(std::in_place);
  if (Status started = StartClients(); !started.ok()) {
    clients_.reset();
    CleanUp();
    return started;
  }
  NoteEnd(RunPhases());
  StopClients();
  boost.reset();
  CloseFilesystems();
  Collect();
  clients_->Kill();
  NoteLosses();
  FlushIntervals();
  CleanUp();
  return Status::Ok();
}

Status SingleRun::StartClients() {
  Result<SharedBlock> block = SharedBlock::Create(
      {.rows = MakeRowTable(plan_),
       .clients = plan_.spec.clients,
       .paced = IsPaced(plan_.spec),
       .passes = plan_.dbench.use_fixed_tree ? kPassesListedByDbench
                                             : kPassesListed});
  if (!block.ok()) {
    return block.status();
  }
  block_.emplace(std::move(block).value());
  result_->null_harness_ns_per_operation = MeasureHarness();
  block_->control().writable_bytes.store(
      static_cast<std::int64_t>(plan_.spec.max_written.value_or(0)));
  world_ =
      std::make_unique<ClientWorld>(MakeClientWorld(plan_, *block_, *trees_));
  sampler_.emplace(DevicesOf(plan_.mounts), *block_, machine_);
  observer_->OnStart(*result_);
  clients_ = plan_.spec.client_host == ClientHostKind::kProcess
                 ? MakeProcessClients(*world_)
                 : MakeThreadClients(*world_);
  if (Status started = clients_->Start(); !started.ok()) {
    return started;
  }
  const Wake wake = Watch();
  if (wake == Wake::kReady) {
    return Status::Ok();
  }
  block_->control().stop.store(1);
  block_->control().phase.Set(kPhaseStop);
  clients_->Kill();
  if (wake == Wake::kInterrupted) {
    return Status::Interrupted("interrupted before the run began");
  }
  const char* const reason = block_->control().start_error.data();
  return Status::System(
      fmt::format("client {} could not start: {}", losses_.front().client,
                  *reason != '\0' ? reason : losses_.front().how.c_str()));
}

SingleRun::Wake SingleRun::RunPhases() {
  if (HasSetup(plan_)) {
    OpenPhase(kPhaseSetup, std::chrono::nanoseconds(0));
    const Wake wake = Watch();
    ClosePhase();
    if (wake != Wake::kReady) {
      return wake;
    }
  }
  if (plan_.spec.cache == CachePolicy::kDrop) {
    DropCaches();
  }
  if (plan_.spec.warmup.value_or(std::chrono::nanoseconds(0)).count() > 0) {
    OpenPhase(kPhaseWarmup, *plan_.spec.warmup);
    const Wake wake = Watch();
    ClosePhase();
    if (wake != Wake::kDeadline) {
      return wake;
    }
  }
  OpenPhase(kPhaseMeasure,
            plan_.spec.time_limit.value_or(std::chrono::nanoseconds(0)));
  return Watch();
}

// `length` 0 = until something else ends it.
void SingleRun::OpenPhase(std::uint32_t phase,
                          std::chrono::nanoseconds length) {
  RunControl& control = block_->control();
  const std::int64_t now = clock_.Now();
  sampler_->BeginPhase(phase, now);
  phase_ = phase;
  next_tick_ns_ = now + plan_.spec.interval.count();
  observer_->OnPhase(PhaseName(phase));
  // Not `now`: what came since is no part of the phase.
  for (std::uint32_t i = 0; i < block_->clients(); ++i) {
    auto ready = static_cast<std::uint32_t>(ClientState::kReady);
    block_->stats(i).header().state.compare_exchange_strong(
        ready, static_cast<std::uint32_t>(ClientState::kRunning));
  }
  const std::int64_t start = clock_.Now();
  control.start_ns[phase].store(start);
  deadline_ns_ = length.count() == 0 ? kNoDeadline : start + length.count();
  control.deadline_ns[phase].store(deadline_ns_);
  control.phase.Set(phase);
}

void SingleRun::ClosePhase() {
  const std::int64_t now = clock_.Now();
  block_->control().end_ns[phase_].store(std::min(now, deadline_ns_));
  StoreIntervals(phase_, sampler_->Sample(now));
  phases_done_.push_back(phase_);
}

bool SingleRun::AllAtGate() const {
  for (std::uint32_t i = 0; i < block_->clients(); ++i) {
    const auto state = static_cast<ClientState>(
        block_->stats(i).header().state.load(std::memory_order_acquire));
    if (state != ClientState::kReady && state != ClientState::kDone) {
      return false;
    }
  }
  return true;
}

// A process that ends sends a signal; a client that waits at the gate and a
// thread that ends do not.
bool SingleRun::NeedsPolling() const {
  return phase_ == kPhaseClosed || phase_ == kPhaseSetup ||
         plan_.spec.client_host == ClientHostKind::kThread;
}

// Lets the clients work until something happens.
SingleRun::Wake SingleRun::Watch() {
  for (;;) {
    const std::vector<ClientLoss> lost = clients_->Reap();
    losses_.insert(losses_.end(), lost.begin(), lost.end());
    if (!losses_.empty()) {
      return Wake::kLost;
    }
    if (AllAtGate()) {
      return Wake::kReady;
    }
    if (block_->control().requests.load() != 0) {
      return Wake::kRequest;
    }
    const std::int64_t now = clock_.Now();
    if (now >= deadline_ns_) {
      return Wake::kDeadline;
    }
    if (phase_ != kPhaseClosed && now >= next_tick_ns_) {
      Tick();
    }
    const std::int64_t until = std::min(
        {deadline_ns_, phase_ == kPhaseClosed ? kNoDeadline : next_tick_ns_,
         NeedsPolling() ? now + kPollNs : kNoDeadline});
    const int signal =
        signals_->Wait(std::chrono::nanoseconds(until - clock_.Now()));
    if (signal != 0 && signal != SIGCHLD) {
      interrupted_ns_ = clock_.Now();
      return Wake::kInterrupted;
    }
  }
}

void SingleRun::Tick() {
  const std::int64_t now = clock_.Now();
  // Absolute: intervals do not drift, and one that was missed is not made up.
  while (next_tick_ns_ <= now) {
    next_tick_ns_ += plan_.spec.interval.count();
  }
  StoreIntervals(phase_, sampler_->Sample(now));
  RunProgress progress;
  progress.run_index = result_->run_index;
  progress.runs = result_->runs;
  progress.remaining = std::chrono::nanoseconds(
      deadline_ns_ == kNoDeadline ? -1 : deadline_ns_ - now);
  sampler_->Fill(now, &progress);
  for (std::uint32_t i = 0; i < block_->clients(); ++i) {
    const auto state = static_cast<ClientState>(
        block_->stats(i).header().state.load(std::memory_order_relaxed));
    progress.clients_busy += state == ClientState::kRunning ? 1 : 0;
  }
  observer_->OnInterval(progress);
}

void SingleRun::NoteEnd(Wake wake) {
  const std::uint32_t requests = block_->control().requests.load();
  if (wake == Wake::kInterrupted) {
    result_->state = RunState::kInterrupted;
  } else if (wake == Wake::kLost) {
    result_->state = RunState::kFailed;
  } else if ((requests & kRequestError) != 0) {
    result_->state = RunState::kFailed;
    result_->failure =
        "stopped at the first unexpected result (--on-error stop)";
  } else {
    result_->state = RunState::kComplete;
  }
  if ((requests & kRequestBudget) != 0) {
    AddWarning(result_, "max-written",
               "ended early: the bytes allowed by --max-written are written");
  }
}

// Every client sees the stop at its next operation. What is running may finish
// within the grace period: it counts in latency, not in throughput.
void SingleRun::StopClients() {
  RunControl& control = block_->control();
  const bool phase_is_open =
      phases_done_.empty() || phases_done_.back() != phase_;
  const std::int64_t now = clock_.Now();
  if (phase_is_open) {
    control.end_ns[phase_].store(std::min(now, deadline_ns_));
  }
  control.stop.store(1);
  control.phase.Set(kPhaseStop);
  control.points.Advance();
  if (phase_is_open) {
    StoreIntervals(phase_, sampler_->Sample(now));
    phases_done_.push_back(phase_);
  }
  if (AwaitEnd(clock_.Now() + plan_.spec.grace.count())) {
    return;
  }
  stuck_ = true;
  result_->state = aborted_ ? RunState::kInterrupted : RunState::kFailed;
  result_->failure =
      aborted_
          ? "aborted by a second interrupt"
          : fmt::format("clients did not end within the grace period of {}",
                        FormatDuration(plan_.spec.grace));
}

// timeout(1) and some shells send the same signal twice at once: to the process
// and to its group.
bool SingleRun::IsSecondInterrupt() {
  constexpr std::int64_t kSameInterruptNs = 500'000'000;
  const std::int64_t now = clock_.Now();
  const bool second =
      interrupted_ns_ != 0 && now - interrupted_ns_ > kSameInterruptNs;
  interrupted_ns_ = interrupted_ns_ == 0 ? now : interrupted_ns_;
  return second;
}

// True when all clients have ended; false at the deadline or at a second
// interrupt.
bool SingleRun::AwaitEnd(std::int64_t deadline_ns) {
  for (;;) {
    const std::vector<ClientLoss> lost = clients_->Reap();
    losses_.insert(losses_.end(), lost.begin(), lost.end());
    if (clients_->AllEnded()) {
      return true;
    }
    if (clock_.Now() >= deadline_ns) {
      return false;
    }
    InterruptWaiting();
    const int signal = signals_->Wait(std::chrono::nanoseconds(kPollNs));
    if (signal != 0 && signal != SIGCHLD && IsSecondInterrupt()) {
      aborted_ = true;
      return false;
    }
  }
}

// Sleeps and blocking locks end by a signal; a read or an fsync that is under
// way is left alone, because it is what was to be measured.
void SingleRun::InterruptWaiting() {
  for (std::uint32_t i = 0; i < block_->clients(); ++i) {
    InFlight now;
    if (block_->stats(i).header().slot.Read(&now) &&
        (now.state == SlotState::kWaiting ||
         (now.state == SlotState::kRunning &&
          PublishedOperation(now).opcode == Opcode::kLock))) {
      clients_->Interrupt(i);
    }
  }
}

void SingleRun::NoteLosses() {
  if (losses_.empty()) {
    return;
  }
  result_->state = RunState::kFailed;
  const ClientLoss& first = losses_.front();
  result_->failure =
      fmt::format("client {} was lost: {}", first.client, first.how);
  if (losses_.size() > 1) {
    result_->failure += fmt::format(" (and {} more)", losses_.size() - 1);
  }
}

void SingleRun::DropCaches() {
  for (std::uint32_t i = 0; i < trees_->size(); ++i) {
    (void)SyncFilesystem(trees_->fd(i)).ok();
  }
  constexpr std::string_view kPagesAndInodes = "3\n";
  const Status dropped =
      machine_->WriteFile("/proc/sys/vm/drop_caches", kPagesAndInodes);
  if (!dropped.ok()) {
    AddWarning(result_, "cache-not-dropped",
               "--cache drop needs root: the caches were flushed but not "
               "dropped (" +
                   dropped.message() + ")");
  }
}

void SingleRun::CloseFilesystems() {
  result_->dirty_bytes_at_end = ReadDirtyBytes(*machine_);
  if (stuck_) {
    return;  // would hang as well
  }
  const std::int64_t start = clock_.Now();
  for (std::uint32_t i = 0; i < trees_->size(); ++i) {
    if (Status synced = SyncFilesystem(trees_->fd(i)); !synced.ok()) {
      AddWarning(result_, "closing-sync", synced.message());
    }
  }
  result_->closing_sync_seconds =
      static_cast<double>(clock_.Now() - start) / kNanosecondsPerSecond;
}

void SingleRun::Collect() {
  const std::vector<ClientLabel> labels = LabelsOf(plan_);
  for (const std::uint32_t phase : phases_done_) {
    result_->phases.push_back(CollectPhase(*block_, phase, labels));
    PhaseResult& collected = result_->phases.back();
    for (Series& series : series_) {
      if (series.phase != phase) {
        continue;
      }
      const auto append = [](auto* to, const auto& from) {
        to->insert(to->end(), from.begin(), from.end());
      };
      append(&collected.timeline, series.rows.timeline);
      append(&collected.device, series.rows.device);
      append(&collected.cpu, series.rows.cpu);
    }
  }
  if (!result_->phases.empty()) {
    PhaseResult& last = result_->phases.back();
    last.unexpected = CollectExamples(*block_, labels);
    if (stuck_) {
      last.stuck = CollectStuck(*block_, clock_.Now());
    }
  }
  result_->verify = CollectVerification(*block_);
  result_->verify.enabled = plan_.spec.verify;
}

void SingleRun::StoreIntervals(std::uint32_t phase,
                               Sampler::Interval interval) {
  series_.push_back({phase, std::move(interval)});
  if (!store_late_) {
    FlushIntervals();
  }
}

void SingleRun::FlushIntervals() {
  for (; store_ != nullptr && series_stored_ < series_.size();
       ++series_stored_) {
    const Series& series = series_[series_stored_];
    const Status stored =
        store_->AppendInterval({PhaseName(series.phase)}, series.rows.timeline,
                               series.rows.device, series.rows.cpu);
    if (!stored.ok()) {
      AddWarning(result_, "results", stored.message());
      store_ = nullptr;
      return;
    }
  }
}

void SingleRun::CleanUp() {
  const std::int64_t start = clock_.Now();
  if (stuck_) {
    AddWarning(result_, "tree-left",
               "left behind because clients did not end, removed by the next "
               "start: " +
                   trees_->Describe());
    return;
  }
  if (plan_.dbench.skip_cleanup) {
    trees_->Keep();
    return;
  }
  observer_->OnPhase("clean-up");
  std::int64_t next_ns = start;
  const Status removed = trees_->Remove([&](std::uint32_t left) {
    const std::int64_t now = clock_.Now();
    if (now < next_ns && left != 0) {
      return;
    }
    next_ns = now + plan_.spec.interval.count();
    RunProgress progress;
    progress.phase = "clean-up";
    progress.elapsed = std::chrono::nanoseconds(now - start);
    progress.clients = plan_.spec.clients;
    progress.clients_busy = left == 0 ? 0 : plan_.spec.clients;
    observer_->OnInterval(progress);
  });
  if (!removed.ok()) {
    AddWarning(result_, "clean-up", removed.message());
  }
  result_->cleanup_seconds =
      static_cast<double>(clock_.Now() - start) / kNanosecondsPerSecond;
}

}  // namespace fsduel
