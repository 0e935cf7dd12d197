// One client: the measured loop and nothing else.
//
// It takes batches from its source, gives each operation to its executor and
// writes what it saw into its own block of shared memory. The time of an
// operation is that of Executor::Execute; where only bookkeeping lies between
// two operations, the end of one serves as the start of the next, and the gap
// so absorbed is measured on every 64th.
#ifndef FSDUEL_RUN_CLIENT_H_
#define FSDUEL_RUN_CLIENT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/file_executor.h"
#include "engine/null_executor.h"
#include "engine/outcome.h"
#include "loadfile/operation.h"
#include "run/control.h"
#include "run/pacer.h"
#include "stats/client_stats.h"
#include "sys/clock.h"
#include "workload/operation_source.h"

namespace fsduel {

// Everything that a client needs to know; what is pointed to outlives it.
struct ClientConfig {
  std::uint32_t number = 0;   // from 0
  std::uint32_t clients = 1;  // of the run
  RunControl* control = nullptr;
  PassedPoint* points = nullptr;  // one per client of the run
  ClientStats stats;
  const StatsLayout* layout = nullptr;
  // Row of each opcode in the statistics.
  std::array<std::uint8_t, kOpcodeCount> row_of{};
  std::array<bool, kOpcodeCount> writes_data{};
  std::array<std::int64_t, kMaxThresholds> thresholds_ns{};
  std::size_t thresholds = 0;
  const std::vector<std::string>* patterns = nullptr;
  std::uint64_t passes = 0;  // 0 = no limit
  PaceSpec pace;
  bool limit_written = false;  // RunControl::writable_bytes counts
  bool stop_on_error = false;
  bool verify = false;
};

template <typename Executor, typename Clock>
class BasicClient {
 public:
  BasicClient(const ClientConfig& config, OperationSource* source,
              Executor* executor, Clock clock = Clock());

  // From the first gate to the end; returns when the run stops or this client
  // has done its passes. The statistics are then final.
  void Run();

 private:
  void RunSetup();
  void RunPasses();
  // All return false when the client has to leave its loop.
  bool RunBatch(const Batch& batch);
  bool RunPlainly(std::span<const Operation> operations);
  bool RunCarefully(const Batch& batch);
  bool RunOne(const Operation& op, std::int64_t due_us);
  bool AwaitDue(const Operation& op, std::int64_t due);
  std::int64_t Start(std::size_t index);
  bool InPhase();
  bool Prepare(const Operation& op);
  bool Check(const Operation& op, const Outcome& outcome);
  bool SwitchPhase();
  bool EndPass();
  bool AwaitPhase(std::uint32_t at_least);

  void LeavePhase();
  void BeginPass();
  void RecordPass(std::int64_t end);
  bool Record(const Operation& op, const Outcome& outcome, std::int64_t start,
              std::int64_t end);
  void CountLate(OperationStats* row, const Outcome& outcome);
  bool RecordTrouble(const Operation& op, const Outcome& outcome,
                     OperationStats* row);
  void RecordResponse(const Operation& op, std::int64_t response);
  void KeepExample(const Operation& op, const Outcome& outcome,
                   bool did_not_verify);
  bool ReserveBytes(std::int64_t bytes);
  void Control(const Operation& op);
  void WaitForPoint(const Operation& op);
  bool Stopping() const {
    return config_.control->stop.load(std::memory_order_relaxed) != 0;
  }

  // Hot state first.
  std::array<OperationStats*, kOpcodeCount> row_of_{};  // of the current phase
  // End of the last operation when nothing but bookkeeping came since, else 0.
  std::int64_t chained_end_ = 0;
  std::int64_t lowest_threshold_;
  std::int64_t deadline_ns_ = kNoDeadline;
  std::uint32_t phase_ = kPhaseClosed;
  std::int64_t last_end_ = 0;
  ClientConfig config_;
  OperationSource* source_;
  Executor* executor_;
  Clock clock_;
  Pacer pacer_;

  std::uint64_t gap_ns_ = 0;
  std::uint64_t gap_samples_ = 0;
  std::int64_t reserved_bytes_ = 0;
  std::uint64_t pass_number_ = 0;
  std::uint64_t passes_counted_ = 0;
  std::int64_t pass_start_ = 0;
  std::uint32_t pass_phase_ = kPhaseClosed;
  std::int64_t user_us_ = 0;
  std::int64_t system_us_ = 0;
  ResolutionCounters resolution_;
};

using ReplayClient = BasicClient<SystemExecutor, MonotonicClock>;
using NullClient = BasicClient<NullExecutor, MonotonicClock>;
extern template class BasicClient<SystemExecutor, MonotonicClock>;
extern template class BasicClient<NullExecutor, MonotonicClock>;

}  // namespace fsduel

#endif  // FSDUEL_RUN_CLIENT_H_
