// Body of BasicClient, for client.cc and for tests with a fake clock.
#ifndef FSDUEL_RUN_CLIENT_INL_H_
#define FSDUEL_RUN_CLIENT_INL_H_

#include <algorithm>
#include <cstring>
#include <limits>

#include "run/client.h"
#include "sys/process.h"

namespace fsduel {

// Every so many operations the gap between two is measured; a power of two.
inline constexpr std::uint32_t kGapSampling = 64;
// A longer gap is the scheduler's, not ours: the client was preempted.
inline constexpr std::int64_t kLongestGapNs = 10'000;
// What a client takes from --max-written at once.
inline constexpr std::int64_t kReserveBytes = 1 << 20;

template <typename Executor, typename Clock>
BasicClient<Executor, Clock>::BasicClient(const ClientConfig& config,
                                          OperationSource* source,
                                          Executor* executor, Clock clock)
    : lowest_threshold_(config.thresholds == 0
                            ? std::numeric_limits<std::int64_t>::max()
                            : config.thresholds_ns[0]),
      config_(config),
      source_(source),
      executor_(executor),
      clock_(std::move(clock)),
      pacer_(config.pace) {}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::Run() {
  ClientHeader& header = config_.stats.header();
  config_.stats.header().slot.PublishIdle();
  if (AwaitPhase(kPhaseSetup)) {
    RunSetup();
  }
  if (AwaitPhase(kPhaseWarmup)) {
    RunPasses();
  }
  LeavePhase();
  executor_->CloseAll();
  config_.stats.header().slot.PublishIdle();
  config_.points[config_.number].store(
      std::numeric_limits<std::uint64_t>::max(), std::memory_order_release);
  config_.control->points.Advance();
  header.state.store(static_cast<std::uint32_t>(ClientState::kDone),
                     std::memory_order_release);
}

// Sleeps at the gate until the run is at `at_least`, then enters that phase.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::AwaitPhase(std::uint32_t at_least) {
  ClientHeader& header = config_.stats.header();
  const SharedGate& gate = config_.control->phase;
  LeavePhase();
  config_.stats.header().slot.PublishIdle();
  // The runner says kRunning when it opens the gate: a client that was slow to
  // wake must not look like one that is ready again.
  if (gate.Load() < at_least) {
    header.state.store(static_cast<std::uint32_t>(ClientState::kReady),
                       std::memory_order_release);
  }
  for (std::uint32_t seen = gate.Load(); seen < at_least; seen = gate.Load()) {
    gate.WaitWhile(seen);
  }
  return SwitchPhase();
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::RunSetup() {
  if (phase_ != kPhaseSetup) {
    return;
  }
  for (;;) {
    const Batch batch = source_->NextSetupBatch();
    if (batch.operations.empty() || !RunBatch(batch)) {
      return;
    }
  }
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::RunPasses() {
  BeginPass();
  for (;;) {
    const Batch batch = source_->NextBatch();
    if (!RunBatch(batch)) {
      return;
    }
    if (batch.ends_pass && !EndPass()) {
      return;
    }
  }
}

template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::RunBatch(const Batch& batch) {
  chained_end_ = 0;  // the refill was no bookkeeping
  const bool careful = config_.verify || config_.limit_written ||
                       config_.stop_on_error || pacer_.paced();
  const bool go_on =
      careful ? RunCarefully(batch) : RunPlainly(batch.operations);
  config_.stats.header().slot.PublishIdle();
  return go_on;
}

// The loop that is measured against a bare one: no option is looked at.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::RunPlainly(
    std::span<const Operation> operations) {
  InFlightSlot& slot = config_.stats.header().slot;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& op = operations[i];
    if (!InPhase()) [[unlikely]] {
      return false;
    }
    if (IsControl(op.opcode)) [[unlikely]] {
      Control(op);
      continue;
    }
    const std::int64_t start = Start(i);
    slot.Publish(SlotState::kRunning, &op, 0, start);
    const Outcome outcome = executor_->Execute(op);
    chained_end_ = clock_.Now();
    Record(op, outcome, start, chained_end_);
  }
  return true;
}

template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::RunCarefully(const Batch& batch) {
  for (std::size_t i = 0; i < batch.operations.size(); ++i) {
    const Operation& op = batch.operations[i];
    if (!InPhase()) {
      return false;
    }
    if (IsControl(op.opcode)) {
      Control(op);
    } else if (!RunOne(op, batch.due_us.empty() ? 0 : batch.due_us[i])) {
      return false;
    }
  }
  return true;
}

// False when the run is over.
template <typename Executor, typename Clock>
inline bool BasicClient<Executor, Clock>::InPhase() {
  return config_.control->phase.word().load(std::memory_order_relaxed) ==
             phase_ ||
         SwitchPhase();
}

// When operation `index` of a batch starts: the end of the one before, or now.
template <typename Executor, typename Clock>
inline std::int64_t BasicClient<Executor, Clock>::Start(std::size_t index) {
  if (chained_end_ != 0 && index % kGapSampling != kGapSampling - 1)
      [[likely]] {
    return chained_end_;
  }
  const std::int64_t now = clock_.Now();
  if (chained_end_ != 0 && now - chained_end_ < kLongestGapNs) {
    gap_ns_ += static_cast<std::uint64_t>(now - chained_end_);
    ++gap_samples_;
  }
  return now;
}

// One operation with all that may surround it: pace, limits, verification.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::RunOne(const Operation& op,
                                          std::int64_t due_us) {
  const bool paced = pacer_.paced() && phase_ != kPhaseSetup;
  const std::int64_t due = paced ? pacer_.Due(due_us) : 0;
  if ((paced && !AwaitDue(op, due)) || !Prepare(op)) {
    return false;
  }
  const std::int64_t start = clock_.Now();
  config_.stats.header().slot.Publish(SlotState::kRunning, &op, due, start);
  const Outcome outcome = executor_->Execute(op);
  const std::int64_t end = clock_.Now();
  const bool counted = Record(op, outcome, start, end);
  if (paced) {
    if (counted) {
      RecordResponse(op, end - due);
    }
    pacer_.Advance(outcome.bytes);
  }
  return Check(op, outcome);
}

// Sleeps until the operation is due; false when the run ends meanwhile.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::AwaitDue(const Operation& op,
                                            std::int64_t due) {
  if (clock_.Now() < due) {
    config_.stats.header().slot.Publish(SlotState::kWaiting, &op, due, 0);
    while (!clock_.SleepUntil(due) && !Stopping()) {
    }
  }
  // The phase may have changed in the sleep: an operation belongs to the one
  // in which it starts.
  return InPhase();
}

// What must happen before the clock starts; false when --max-written is used
// up.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::Prepare(const Operation& op) {
  if (config_.limit_written && op.opcode == Opcode::kWrite &&
      !ReserveBytes(op.length)) {
    config_.control->requests.fetch_or(kRequestBudget);
    return false;
  }
  if (config_.verify) {
    executor_->Prepare(op);
  }
  return true;
}

template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::Check(const Operation& op,
                                         const Outcome& outcome) {
  if (config_.verify && !executor_->Check(op, outcome)) {
    KeepExample(op, outcome, true);
  }
  return !(config_.stop_on_error && outcome.verdict == Verdict::kUnexpected);
}

template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::ReserveBytes(std::int64_t bytes) {
  if (reserved_bytes_ < bytes) {
    const std::int64_t wanted =
        std::max(bytes - reserved_bytes_, kReserveBytes);
    const std::int64_t left = config_.control->writable_bytes.fetch_sub(wanted);
    reserved_bytes_ += std::clamp<std::int64_t>(left, 0, wanted);
  }
  if (reserved_bytes_ < bytes) {
    return false;
  }
  reserved_bytes_ -= bytes;
  return true;
}

// Enters the phase that the run is in. False when it is over.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::SwitchPhase() {
  LeavePhase();
  const std::uint32_t phase = config_.control->phase.Load();
  if (phase == kPhaseStop) {
    return false;
  }
  phase_ = phase;
  for (std::size_t opcode = 0; opcode < row_of_.size(); ++opcode) {
    row_of_[opcode] =
        config_.stats.operations(phase - 1) + config_.row_of[opcode];
  }
  deadline_ns_ = config_.control->deadline_ns[phase].load();
  chained_end_ = 0;
  last_end_ = 0;
  gap_ns_ = 0;
  gap_samples_ = 0;
  const CpuTime cpu = ThreadCpuTime();
  user_us_ = cpu.user_us;
  system_us_ = cpu.system_us;
  resolution_ = executor_->resolution();
  config_.stats.phase(phase - 1).first_start_ns.Store(clock_.Now());
  pacer_.Restart(config_.control->start_ns[phase].load());
  return true;
}

// Writes the totals of the phase that ends for this client.
template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::LeavePhase() {
  if (phase_ == kPhaseClosed) {
    return;
  }
  PhaseHeader& header = config_.stats.phase(phase_ - 1);
  header.last_end_ns.Store(last_end_);
  header.gap_ns.Add(gap_ns_);
  header.gap_samples.Add(gap_samples_);
  const CpuTime cpu = ThreadCpuTime();
  header.user_us.Add(static_cast<std::uint64_t>(cpu.user_us - user_us_));
  header.system_us.Add(static_cast<std::uint64_t>(cpu.system_us - system_us_));
  const ResolutionCounters& now = executor_->resolution();
  header.lookups.Add(now.lookups - resolution_.lookups);
  header.scans.Add(now.scans - resolution_.scans);
  header.resolution_calls.Add(now.calls - resolution_.calls);
  const VerifyCounts verified = executor_->verification();
  ClientHeader& client = config_.stats.header();
  client.verified_bytes.Store(verified.verified_bytes);
  client.unverified_bytes.Store(verified.unverified_bytes);
  client.mismatches.Store(verified.mismatches);
  phase_ = kPhaseClosed;
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::BeginPass() {
  ++pass_number_;
  pass_start_ = clock_.Now();
  pass_phase_ = phase_;
  pacer_.BeginPass(pass_start_);
}

// Counts a pass that began and ended in the same phase. False when it was the
// last one.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::EndPass() {
  const std::int64_t end = clock_.Now();
  PhaseHeader& header = config_.stats.phase(phase_ - 1);
  const std::uint32_t leaked = executor_->CloseAll();
  header.leaked_handles.Store(std::max(header.leaked_handles.Load(), leaked));
  if (pass_phase_ == phase_) {
    RecordPass(end);
    if (phase_ == kPhaseMeasure && ++passes_counted_ == config_.passes) {
      return false;
    }
  }
  BeginPass();
  return true;
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::RecordPass(std::int64_t end) {
  PhaseHeader& header = config_.stats.phase(phase_ - 1);
  const auto duration = static_cast<std::uint64_t>(end - pass_start_);
  header.pass_times.Record(duration);
  header.pass_max_ns.Store(std::max(header.pass_max_ns.Load(), duration));
  header.pass_min_ns.Store(header.passes.Load() == 0
                               ? duration
                               : std::min(header.pass_min_ns.Load(), duration));
  header.passes.Add(1);
  ClientHeader& client = config_.stats.header();
  const std::uint32_t listed = client.passes_listed.Load();
  if (listed == config_.layout->passes()) {
    client.passes_not_listed.Add(1);
    return;
  }
  PassRecord& record = config_.stats.passes()[listed];
  record.end_ns.Store(end);
  record.duration_ns.Store(static_cast<std::int64_t>(duration));
  record.phase.Store(phase_);
  client.passes_listed.Store(listed + 1);
}

// SLEEP, SETSP, WAITSP, WRITEPATTERN: outside of every measured interval.
template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::Control(const Operation& op) {
  chained_end_ = 0;
  InFlightSlot& slot = config_.stats.header().slot;
  slot.Publish(SlotState::kWaiting, &op, 0, 0);
  switch (op.opcode) {
    case Opcode::kSleep: {
      constexpr std::int64_t kNanosecondsPerMicrosecond = 1000;
      const std::int64_t until =
          clock_.Now() + op.length * kNanosecondsPerMicrosecond;
      while (!Stopping() && !clock_.SleepUntil(until)) {
      }
      break;
    }
    case Opcode::kSetPoint:
      config_.points[config_.number].store(
          (pass_number_ << 32) | (std::uint64_t{op.argument} + 1),
          std::memory_order_release);
      config_.control->points.Advance();
      break;
    case Opcode::kWaitPoint:
      WaitForPoint(op);
      break;
    case Opcode::kWritePattern:
      executor_->UsePattern((*config_.patterns)[op.argument]);
      break;
    default:
      break;
  }
  slot.PublishIdle();
}

// A point that was passed already, in this pass or in a later one, does not
// hold anybody up.
template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::WaitForPoint(const Operation& op) {
  const std::uint64_t wanted =
      (pass_number_ << 32) | (std::uint64_t{op.argument} + 1);
  if (op.handle >= config_.clients) {
    return;  // refused when the plan was made
  }
  const SharedGate& moved = config_.control->points;
  while (!Stopping()) {
    const std::uint32_t seen = moved.Load();
    if (config_.points[op.handle].load(std::memory_order_acquire) >= wanted) {
      return;
    }
    moved.WaitWhile(seen);
  }
}

}  // namespace fsduel

#include "run/client_recording-inl.h"  // IWYU pragma: export

#endif  // FSDUEL_RUN_CLIENT_INL_H_
