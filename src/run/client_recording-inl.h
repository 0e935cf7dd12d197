// BasicClient: what it writes into its statistics. Included by client-inl.h.
#ifndef FSDUEL_RUN_CLIENT_RECORDING_INL_H_
#define FSDUEL_RUN_CLIENT_RECORDING_INL_H_

#include <algorithm>

#include "run/client.h"

namespace fsduel {

// False when the operation was given up and counts as nothing.
template <typename Executor, typename Clock>
inline bool BasicClient<Executor, Clock>::Record(const Operation& op,
                                                 const Outcome& outcome,
                                                 std::int64_t start,
                                                 std::int64_t end) {
  OperationStats& row = *row_of_[static_cast<std::size_t>(op.opcode)];
  if (!outcome.IsPlain()) [[unlikely]] {
    if (!RecordTrouble(op, outcome, &row)) {
      return false;
    }
  }
  CountOperation(static_cast<std::uint64_t>(end - start),
                 static_cast<std::uint64_t>(outcome.bytes), &row);
  if (end - start >= lowest_threshold_) [[unlikely]] {
    CountThresholds(end - start,
                    {config_.thresholds_ns.data(), config_.thresholds}, &row);
  }
  if (end > deadline_ns_) [[unlikely]] {
    CountLate(&row, outcome);
  }
  last_end_ = end;
  return true;
}

template <typename Executor, typename Clock>
void BasicClient<Executor, Clock>::CountLate(OperationStats* row,
                                             const Outcome& outcome) {
  row->late_count.Add(1);
  row->late_bytes.Add(static_cast<std::uint64_t>(outcome.bytes));
}

// The unusual: a failure, a short transfer, an operation that was given up.
template <typename Executor, typename Clock>
bool BasicClient<Executor, Clock>::RecordTrouble(const Operation& op,
                                                 const Outcome& outcome,
                                                 OperationStats* row) {
  if (outcome.verdict == Verdict::kInterrupted) {
    row->interrupted.Add(1);
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

}  // namespace fsduel

#endif  // FSDUEL_RUN_CLIENT_RECORDING_INL_H_
