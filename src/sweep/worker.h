// One thread of one phase: opens its file, waits at the barrier, reads or
// writes blocks, flushes, closes. The loop is the measured part and nothing
// else.
//
// The end of an operation serves as the start of the next: between them lie the
// choice of the next block, of its data, and bookkeeping, whose cost is
// measured apart (MeasureSweepHarness).
#ifndef FSDUEL_SWEEP_WORKER_H_
#define FSDUEL_SWEEP_WORKER_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/block_io.h"
#include "engine/block_verifier.h"
#include "run/run_spec.h"
#include "run/shared_block.h"
#include "stats/client_stats.h"
#include "sweep/phase_control.h"
#include "sys/clock.h"
#include "sys/uring.h"
#include "workload/offset_sequence.h"
#include "workload/pattern.h"
#include "workload/write_data.h"

namespace fsduel {

inline constexpr std::uint64_t kNoLimit =
    std::numeric_limits<std::uint64_t>::max();

// The file of a thread: `name` relative to `directory_fd`.
struct WorkerFile {
  int directory_fd = -1;
  std::string name;
  int flags = 0;  // of open(2)
  std::uint64_t bytes = 0;
  // Made as long as it is to be before the barrier: a mapping cannot grow.
  bool allocate = false;
};

struct WorkerPlace {
  std::optional<std::uint32_t> cpu;
  std::optional<std::uint32_t> numa_node;
  std::string ioprio;
  std::string cgroup;
};

// What is pointed to outlives the thread.
struct WorkerTask {
  std::uint32_t number = 0;  // from 0
  PhaseControl* control = nullptr;
  ClientStats stats;
  const RowTable* rows = nullptr;
  std::span<const std::int64_t> thresholds_ns;
  WorkerFile file;
  WorkerPlace place;
  Pattern pattern;
  std::uint32_t block_bytes = 4096;
  OffsetSpec offsets;
  std::uint64_t operations = kNoLimit;
  bool limit_written = false;  // RunControl::writable_bytes counts
  Durability durability;
  WriteDataSpec data;
  std::uint64_t seed = 0;  // of the thread
  BlockVerifier* verifier = nullptr;
  UringSpec uring;
};

// Valid once the thread has left.
struct WorkerReport {
  std::int64_t flush_end_ns = 0;  // 0 = nothing was flushed
  std::uint64_t stonewall_operations = 0;
  std::uint64_t stonewall_bytes = 0;
};

// The rows of a phase, in this order: read and write as the pattern does, open,
// flush, close.
RowTable MakeSweepRows(const Pattern& pattern);

// What all engines have in common: the life of the thread around its loop.
template <typename SysType, typename Clock>
class WorkerBase {
 public:
  WorkerBase(const WorkerTask& task, SysType sys, Clock clock);
  ~WorkerBase();
  WorkerBase(const WorkerBase&) = delete;
  WorkerBase& operator=(const WorkerBase&) = delete;

 protected:
  // Its CPU, NUMA node, priority, cgroup.
  Status TakePlace() const;
  // False when the thread cannot work; the reason is in RunControl.
  bool Open();
  void Arrive();
  // What stays the same in the slot of a loop that uses PublishNext.
  void PublishFirst(std::int64_t now);
  // After the loop: flush, close, leave.
  void Finish();
  bool started() const { return started_; }

  OperationStats* RowOf(Opcode opcode) const;
  // Adds one finished operation; false when the phase is over for this thread.
  bool Record(bool write, std::int64_t start, std::int64_t end,
              std::int64_t bytes);
  // An operation that failed, or moved only `bytes`: counted, kept as an
  // example, and the end of the sweep.
  void GiveUp(bool write, int error, std::int64_t bytes, std::int64_t offset);
  void KeepExample(Opcode opcode, int error, std::int64_t bytes,
                   const std::string& detail);
  // The verifier's first mismatch, as an example.
  void KeepMismatch();
  // Something happened: a stop, or the stonewall. False = stop.
  bool Attend();
  // --max-written: false when it is used up.
  bool ReserveBlock();
  void SnapshotStonewall();
  void FailToStart(const std::string& why);

  WorkerTask task_;
  SysType sys_;
  Clock clock_;
  int fd_ = -1;
  bool started_ = false;
  bool wrote_ = false;
  std::uint32_t attention_ = 0;
  bool snapshot_taken_ = false;
  std::int64_t deadline_ns_ = kNoDeadline;
  std::int64_t lowest_threshold_ns_;
  OperationStats* read_row_;
  OperationStats* write_row_;
  std::int64_t last_end_ns_ = 0;
  WorkerReport report_;

 private:
  template <typename Function>
  SysResult Timed(Opcode opcode, Function function);
};

// `Io` as in engine/block_io.h.
template <typename Io, typename Clock>
class BlockWorker : private WorkerBase<typename Io::SysCalls, Clock> {
 public:
  using SysCalls = typename Io::SysCalls;
  explicit BlockWorker(const WorkerTask& task, SysCalls sys = SysCalls(),
                       Clock clock = Clock());
  // The whole life of the thread.
  WorkerReport Run();

 private:
  using Base = WorkerBase<SysCalls, Clock>;
  // What the loop of a thread may take for granted.
  template <BlockAccess kAccess, bool kCareful>
  void Work();
  template <bool kCareful>
  void WorkAs(BlockAccess access);
  SysResult Transfer(bool write, std::byte* data, std::int64_t offset) {
    const std::size_t length = this->task_.block_bytes;
    return write ? io_.Write(data, length, offset)
                 : io_.Read(data, length, offset);
  }
  SysResult TransferRest(bool write, std::byte* data, std::int64_t offset,
                         SysResult first);
  SysResult SyncAfterWrite(std::int64_t offset, SysResult written);

  Io io_;
  AlignedMemory buffer_;
};

class UringWorker : private WorkerBase<Sys<>, MonotonicClock> {
 public:
  explicit UringWorker(const WorkerTask& task);
  WorkerReport Run();

 private:
  struct Flight {
    std::int64_t offset = 0;
    std::int64_t start_ns = 0;
    bool write = false;
  };
  void Work();
  void QueueAll(std::int64_t now);
  bool ChooseNext();
  bool MustWait() const;
  void Queue(std::uint32_t place, std::int64_t now);
  void Complete(const UringDone& done, std::int64_t now);

  std::optional<Uring> ring_;
  AlignedMemory buffers_;
  std::vector<Flight> flights_;      // by place
  std::vector<std::uint32_t> idle_;  // places with nothing in flight
  std::optional<Flight> next_;       // chosen, not yet queued
  std::optional<OffsetSequence> offsets_;
  std::optional<WriteData> data_;
  Random random_;
  std::uint64_t left_ = 0;
};

extern template class BlockWorker<PsyncIo<Sys<>>, MonotonicClock>;
extern template class BlockWorker<VectoredIo<Sys<>>, MonotonicClock>;
extern template class BlockWorker<MmapIo<Sys<>>, MonotonicClock>;
extern template class BlockWorker<NullIo, MonotonicClock>;

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_WORKER_H_
