// WorkerBase: what surrounds the loop of a thread. Included by worker-inl.h.
#ifndef FSDUEL_SWEEP_WORKER_LIFE_INL_H_
#define FSDUEL_SWEEP_WORKER_LIFE_INL_H_

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "sweep/worker.h"
#include "sys/process.h"

namespace fsduel {

template <typename SysType, typename Clock>
WorkerBase<SysType, Clock>::WorkerBase(const WorkerTask& task, SysType sys,
                                       Clock clock)
    : task_(task),
      sys_(std::move(sys)),
      clock_(std::move(clock)),
      lowest_threshold_ns_(task.thresholds_ns.empty()
                               ? std::numeric_limits<std::int64_t>::max()
                               : task.thresholds_ns[0]),
      read_row_(RowOf(Opcode::kRead)),
      write_row_(RowOf(Opcode::kWrite)) {
  task_.stats.header().pid.Store(CurrentProcess());
  task_.stats.header().tid.Store(CurrentThread());
}

// Only a thread that was interrupted at the barrier still has its file open.
template <typename SysType, typename Clock>
WorkerBase<SysType, Clock>::~WorkerBase() {
  if (fd_ >= 0) {
    sys_.Close(fd_);
  }
}

template <typename SysType, typename Clock>
OperationStats* WorkerBase<SysType, Clock>::RowOf(Opcode opcode) const {
  return task_.stats.operations(kPhaseMeasure - 1) +
         task_.rows->row_of[static_cast<std::size_t>(opcode)];
}

// A call that is a row of its own: open, flush, close.
template <typename SysType, typename Clock>
template <typename Function>
SysResult WorkerBase<SysType, Clock>::Timed(Opcode opcode, Function function) {
  Operation op;
  op.opcode = opcode;
  op.handle = task_.number;
  InFlightSlot& slot = task_.stats.header().slot;
  const std::int64_t start = clock_.Now();
  slot.Publish(SlotState::kRunning, &op, 0, start);
  const SysResult result = function();
  const std::int64_t end = clock_.Now();
  slot.PublishIdle();
  OperationStats* const row = RowOf(opcode);
  CountOperation(static_cast<std::uint64_t>(end - start), 0, row);
  CountThresholds(end - start, task_.thresholds_ns, row);
  if (!result.ok()) {
    row->failures.Add(1);
    row->unexpected.Add(1);
    CountError(row, result.error);
    KeepExample(opcode, result.error, 0, "");
  }
  return result;
}

template <typename SysType, typename Clock>
Status WorkerBase<SysType, Clock>::TakePlace() const {
  const WorkerPlace& place = task_.place;
  Status status;
  if (place.numa_node) {
    status = BindToNumaNode(*place.numa_node);
  }
  if (status.ok() && place.cpu) {
    status = PinToCpu(*place.cpu);
  }
  if (status.ok() && !place.ioprio.empty()) {
    status = SetIoPriority(place.ioprio);
  }
  if (status.ok() && !place.cgroup.empty()) {
    status = JoinCgroupAsThread(place.cgroup);
  }
  return status;
}

template <typename SysType, typename Clock>
bool WorkerBase<SysType, Clock>::Open() {
  if (const Status placed = TakePlace(); !placed.ok()) {
    FailToStart(placed.message());
    return false;
  }
  constexpr mode_t kMode = 0600;
  const WorkerFile& file = task_.file;
  const SysResult opened = Timed(Opcode::kCreate, [&] {
    return sys_.OpenAt(file.directory_fd, file.name.c_str(), file.flags, kMode);
  });
  if (!opened.ok()) {
    FailToStart(Status::FromErrno(opened.error, "open", file.name).message());
    return false;
  }
  fd_ = static_cast<int>(opened.value);
  if (file.allocate) {
    const SysResult sized =
        sys_.Fallocate(fd_, static_cast<std::int64_t>(file.bytes));
    if (!sized.ok()) {
      FailToStart(
          Status::FromErrno(sized.error, "fallocate", file.name).message());
      return false;
    }
  }
  started_ = true;
  return true;
}

template <typename SysType, typename Clock>
void WorkerBase<SysType, Clock>::FailToStart(const std::string& why) {
  started_ = false;
  RunControl& run = task_.control->run();
  if (run.start_failed.fetch_add(1) == 0) {
    why.copy(run.start_error.data(), run.start_error.size() - 1);
  }
}

template <typename SysType, typename Clock>
void WorkerBase<SysType, Clock>::Arrive() {
  task_.stats.header().state.store(
      static_cast<std::uint32_t>(ClientState::kRunning));
  attention_ = task_.control->attention();
  task_.control->Arrive();
  deadline_ns_ = task_.control->deadline_ns();
  started_ = started_ && task_.control->run().start_failed.load() == 0 &&
             !task_.control->stopping();
  PhaseHeader& header = task_.stats.phase(kPhaseMeasure - 1);
  header.first_start_ns.Store(clock_.Now());
}

template <typename SysType, typename Clock>
void WorkerBase<SysType, Clock>::PublishFirst(std::int64_t now) {
  Operation op;
  op.opcode = task_.pattern.writes() ? Opcode::kWrite : Opcode::kRead;
  op.line = 0;
  op.handle = task_.number;
  op.length = task_.block_bytes;
  task_.stats.header().slot.Publish(SlotState::kRunning, &op, 0, now);
}

template <typename SysType, typename Clock>
void WorkerBase<SysType, Clock>::Finish() {
  PhaseHeader& header = task_.stats.phase(kPhaseMeasure - 1);
  header.last_end_ns.Store(last_end_ns_);
  task_.stats.header().slot.PublishIdle();
  SnapshotStonewall();
  if (last_end_ns_ != 0) {
    task_.control->RaiseStonewall(last_end_ns_);
  }
  if (fd_ >= 0) {
    if (wrote_) {
      Timed(Opcode::kFlush, [&] { return sys_.Fsync(fd_); });
      report_.flush_end_ns = clock_.Now();
    }
    Timed(Opcode::kClose, [&] { return sys_.Close(fd_); });
    fd_ = -1;
  }
  const CpuTime cpu = ThreadCpuTime();
  header.user_us.Store(static_cast<std::uint64_t>(cpu.user_us));
  header.system_us.Store(static_cast<std::uint64_t>(cpu.system_us));
  task_.stats.header().state.store(
      static_cast<std::uint32_t>(ClientState::kDone),
      std::memory_order_release);
  task_.control->Leave();
}

// In the loop.
template <typename SysType, typename Clock>
inline bool WorkerBase<SysType, Clock>::Record(bool write, std::int64_t start,
                                               std::int64_t end,
                                               std::int64_t bytes) {
  OperationStats* const row = write ? write_row_ : read_row_;
  CountOperation(static_cast<std::uint64_t>(end - start),
                 static_cast<std::uint64_t>(bytes), row);
  last_end_ns_ = end;
  if (end - start >= lowest_threshold_ns_) [[unlikely]] {
    CountThresholds(end - start, task_.thresholds_ns, row);
  }
  if (end >= deadline_ns_) [[unlikely]] {
    if (end > deadline_ns_) {
      row->late_count.Add(1);
      row->late_bytes.Add(static_cast<std::uint64_t>(bytes));
    }
    return false;
  }
  return true;
}

template <typename SysType, typename Clock>
void WorkerBase<SysType, Clock>::GiveUp(bool write, int error,
                                        std::int64_t bytes,
                                        std::int64_t offset) {
  OperationStats* const row = write ? write_row_ : read_row_;
  if (error == EINTR && task_.control->stopping()) {
    row->interrupted.Add(1);
    return;
  }
  row->unexpected.Add(1);
  CountError(row, error);
  if (error != 0) {
    row->failures.Add(1);
  } else {
    row->short_transfers.Add(1);
  }
  KeepExample(write ? Opcode::kWrite : Opcode::kRead, error, bytes,
              fmt::format("{} at offset {}", task_.file.name, offset));
  task_.control->run().requests.fetch_or(kRequestError);
  task_.control->Stop();
}

template <typename SysType, typename Clock>
void WorkerBase<SysType, Clock>::KeepExample(Opcode opcode, int error,
                                             std::int64_t bytes,
                                             const std::string& detail) {
  RunControl& run = task_.control->run();
  const std::uint32_t place = run.examples_used.fetch_add(1);
  if (place >= kMostExamples) {
    return;
  }
  UnexpectedRecord& record = run.examples[place];
  record.client = task_.number;
  record.opcode = opcode;
  record.error = error;
  record.bytes = bytes;
  record.expected_bytes = task_.block_bytes;
  const std::string& where = detail.empty() ? task_.file.name : detail;
  where.copy(record.path.data(), record.path.size() - 1);
  record.complete.store(1, std::memory_order_release);
}

template <typename SysType, typename Clock>
void WorkerBase<SysType, Clock>::KeepMismatch() {
  RunControl& run = task_.control->run();
  const std::uint32_t place = run.examples_used.fetch_add(1);
  if (place >= kMostExamples) {
    return;
  }
  UnexpectedRecord& record = run.examples[place];
  record.client = task_.number;
  record.opcode = Opcode::kRead;
  record.did_not_verify = true;
  task_.file.name.copy(record.path.data(), record.path.size() - 1);
  task_.verifier->first_mismatch().copy(record.detail.data(),
                                        record.detail.size() - 1);
  record.complete.store(1, std::memory_order_release);
}

template <typename SysType, typename Clock>
bool WorkerBase<SysType, Clock>::Attend() {
  attention_ = task_.control->attention();
  if (task_.control->stonewall_ns() != 0) {
    SnapshotStonewall();
  }
  return !task_.control->stopping();
}

// What this thread had done when the first one was ready; its own end at the
// latest.
template <typename SysType, typename Clock>
void WorkerBase<SysType, Clock>::SnapshotStonewall() {
  if (snapshot_taken_) {
    return;
  }
  snapshot_taken_ = true;
  const auto add = [this](const OperationStats& row) {
    report_.stonewall_operations += row.count.Load();
    report_.stonewall_bytes += row.bytes.Load();
  };
  if (task_.pattern.reads()) {
    add(*read_row_);
  }
  if (task_.pattern.writes()) {
    add(*write_row_);
  }
}

// Block by block, so that all that is allowed can be written, whoever does it.
template <typename SysType, typename Clock>
bool WorkerBase<SysType, Clock>::ReserveBlock() {
  const std::int64_t block = task_.block_bytes;
  RunControl& run = task_.control->run();
  if (run.writable_bytes.fetch_sub(block) >= block) {
    return true;
  }
  run.requests.fetch_or(kRequestBudget);
  task_.control->Stop();
  return false;
}

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_WORKER_LIFE_INL_H_
