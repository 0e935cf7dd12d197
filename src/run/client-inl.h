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
// What a client takes from --max-written at once.
inline constexpr std::int64_t kReserveBytes = 1 << 20;

template <typename Executor, typename Clock>
BasicClient<Executor, Clock>::BasicClient(const ClientConfig& config,
                                          OperationSource* source,
                                          Executor* executor, Clock clock)
    : lowest_threshold_(config.thresholds == 0
                            ? std::numeric_limits<std::int64_t>::max()
                            : config.thresholds_ns[0]),
      careful_(config.verify || config.limit_written),
      config_(config),
      source_(source),
      executor_(executor),
      clock_(std::move(clock)),
      pacer_(config.pace) {}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::Run() {
  ClientHeader& header = config_.stats.header();
  PublishIdle();
  if (AwaitPhase(kPhaseSetup)) {
    RunSetup();
  }
  if (AwaitPhase(kPhaseWarmup)) {
    RunPasses();
  }
  LeavePhase();
  executor_->CloseAll();
  PublishIdle();
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
  PublishIdle();
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
  const bool paced = pacer_.paced() && phase_ != kPhaseSetup;
  const std::size_t size = batch.operations.size();
  for (std::size_t i = 0; i < size; ++i) {
    const Operation& op = batch.operations[i];
    if (config_.control->phase.word().load(std::memory_order_relaxed) != phase_)
        [[unlikely]] {
      if (!SwitchPhase()) {
        return false;
      }
    }
    if (IsControl(op.opcode)) [[unlikely]] {
      Control(op);
      continue;
    }
    if (paced) [[unlikely]] {
      if (!RunPaced(op, batch.due_us.empty() ? 0 : batch.due_us[i])) {
        return false;
      }
    } else if (!RunOne(op, 0)) [[unlikely]] {
      return false;
    }
  }
  PublishIdle();
  return true;
}

template <typename Executor, typename Clock>
inline bool BasicClient<Executor, Clock>::RunOne(const Operation& op,
                                                 std::int64_t due) {
  if (careful_) [[unlikely]] {
    if (!Prepare(op)) {
      return false;
    }
  }
  std::int64_t start = chained_end_;
  if (start == 0 || ++sequence_ % kGapSampling == 0) [[unlikely]] {
    const std::int64_t now = clock_.Now();
    if (start != 0) {
      gap_ns_ += static_cast<std::uint64_t>(now - start);
      ++gap_samples_;
    }
    start = now;
  }
  Publish(SlotState::kRunning, op, due, start);
  const Outcome outcome = executor_->Execute(op);
  const std::int64_t end = clock_.Now();
  Record(op, outcome, start, end);
  chained_end_ = end;
  if (careful_) [[unlikely]] {
    return Check(op, outcome);
  }
  return !(config_.stop_on_error && outcome.verdict == Verdict::kUnexpected);
}

template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::RunPaced(const Operation& op,
                                            std::int64_t due_us) {
  const std::int64_t due = pacer_.Due(due_us);
  if (clock_.Now() < due) {
    Publish(SlotState::kWaiting, op, due, 0);
    while (!clock_.SleepUntil(due)) {
      if (Stopping()) {
        return SwitchPhase();
      }
    }
    // The phase may have changed in the sleep: the operation belongs to the
    // phase in which it starts.
    if (config_.control->phase.Load() != phase_ && !SwitchPhase()) {
      return false;
    }
  }
  chained_end_ = 0;
  const bool go_on = RunOne(op, due);
  if (recorded_) {
    RecordResponse(op, last_end_ - due);
  }
  pacer_.Advance(last_bytes_);
  return go_on;
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
    chained_end_ = 0;
  }
  return true;
}

template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::Check(const Operation& op,
                                         const Outcome& outcome) {
  if (config_.verify) {
    if (!executor_->Check(op, outcome)) {
      KeepExample(op, outcome, true);
    }
    chained_end_ = 0;
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

template <typename Executor, typename Clock>
inline void BasicClient<Executor, Clock>::Publish(SlotState state,
                                                  const Operation& op,
                                                  std::int64_t due,
                                                  std::int64_t start) {
  config_.stats.header().slot.Publish(
      {state, static_cast<std::uint32_t>(op.opcode), op.path, op.line,
       op.offset, op.length, due, start});
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::PublishIdle() {
  config_.stats.header().slot.Publish({});
}

template <typename Executor, typename Clock>
inline void BasicClient<Executor, Clock>::Record(const Operation& op,
                                                 const Outcome& outcome,
                                                 std::int64_t start,
                                                 std::int64_t end) {
  const std::uint8_t index =
      config_.row_of[static_cast<std::size_t>(op.opcode)];
  OperationStats& row = rows_[index];
  last_end_ = end;
  last_row_ = index;
  last_bytes_ = outcome.bytes;
  recorded_ = true;
  if (outcome.error != 0 || outcome.verdict != Verdict::kExpected ||
      outcome.short_transfers != 0) [[unlikely]] {
    if (!RecordTrouble(op, outcome, &row)) {
      return;
    }
  }
  const auto latency = static_cast<std::uint64_t>(end - start);
  row.count.Add(1);
  row.bytes.Add(static_cast<std::uint64_t>(outcome.bytes));
  row.sum_ns.Add(latency);
  if (latency > row.max_ns.Load()) [[unlikely]] {
    row.max_ns.Store(latency);
  }
  if (~latency > row.inverse_min_ns.Load()) [[unlikely]] {
    row.inverse_min_ns.Store(~latency);
  }
  const std::size_t bucket = LatencyHistogram::BucketOf(latency);
  row.histogram.RecordBucket(bucket);
  row.coarse[CoarseBucketOf(bucket)].Add(1);
  if (end - start >= lowest_threshold_) [[unlikely]] {
    CountThresholds(&row, end - start);
  }
}

// False when the operation was given up and counts as nothing.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::RecordTrouble(const Operation& op,
                                                 const Outcome& outcome,
                                                 OperationStats* row) {
  if (outcome.verdict == Verdict::kInterrupted) {
    row->interrupted.Add(1);
    last_bytes_ = 0;
    recorded_ = false;
    return false;
  }
  row->short_transfers.Add(outcome.short_transfers);
  if (outcome.error != 0) {
    row->failures.Add(1);
  }
  if (outcome.verdict == Verdict::kUnexpected) {
    row->unexpected.Add(1);
    CountError(row, outcome.error);
    KeepExample(op, outcome, false);
    chained_end_ = 0;
    if (config_.stop_on_error) {
      config_.control->requests.fetch_or(kRequestError);
    }
  }
  return true;
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::RecordResponse(const Operation& op,
                                                  std::int64_t response) {
  ResponseStats& row = config_.stats.responses(
      phase_ - 1)[config_.row_of[static_cast<std::size_t>(op.opcode)]];
  const auto value =
      static_cast<std::uint64_t>(std::max<std::int64_t>(response, 0));
  row.count.Add(1);
  row.sum_ns.Add(value);
  row.max_ns.Store(std::max(row.max_ns.Load(), value));
  row.inverse_min_ns.Store(std::max(row.inverse_min_ns.Load(), ~value));
  row.histogram.Record(value);
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::CountThresholds(OperationStats* row,
                                                   std::int64_t latency) {
  for (std::size_t i = 0; i < config_.thresholds; ++i) {
    if (latency >= config_.thresholds_ns[i]) {
      row->over[i].Add(1);
    }
  }
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::KeepExample(const Operation& op,
                                               const Outcome& outcome,
                                               bool did_not_verify) {
  RunControl& control = *config_.control;
  if (control.examples_used.load(std::memory_order_relaxed) >= kMostExamples) {
    return;
  }
  const std::uint32_t place = control.examples_used.fetch_add(1);
  if (place >= kMostExamples) {
    return;
  }
  UnexpectedRecord& record = control.examples[place];
  record.client = config_.number;
  record.opcode = op.opcode;
  record.expectation = op.expectation;
  record.line = op.line;
  record.error = outcome.error;
  record.did_not_verify = did_not_verify;
  record.bytes = outcome.bytes;
  record.expected_bytes = op.opcode == Opcode::kRead ? op.expected : op.length;
  executor_->DescribePath(op).copy(record.path.data(), record.path.size() - 1);
  if (did_not_verify) {
    executor_->DescribeMismatch().copy(record.detail.data(),
                                       record.detail.size() - 1);
  }
  record.complete.store(1, std::memory_order_release);
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
  rows_ = config_.stats.operations(phase - 1);
  chained_end_ = 0;
  last_end_ = 0;
  gap_ns_ = 0;
  gap_samples_ = 0;
  const CpuTime cpu = ThreadCpuTime();
  user_us_ = cpu.user_us;
  system_us_ = cpu.system_us;
  resolution_ = executor_->resolution();
  first_start_ = clock_.Now();
  config_.stats.phase(phase - 1).first_start_ns.Store(first_start_);
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
  // Only the last operation can have ended after the deadline: the phase word
  // is looked at before each.
  const std::int64_t deadline = config_.control->end_ns[phase_].load();
  if (deadline != 0 && last_end_ > deadline) {
    rows_[last_row_].late_count.Add(1);
    rows_[last_row_].late_bytes.Add(static_cast<std::uint64_t>(last_bytes_));
  }
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
  Publish(SlotState::kWaiting, op, 0, 0);
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
  PublishIdle();
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

#endif  // FSDUEL_RUN_CLIENT_INL_H_
