// Body of BlockWorker, for worker.cc and for tests with hooks and a fake clock.
#ifndef FSDUEL_SWEEP_WORKER_INL_H_
#define FSDUEL_SWEEP_WORKER_INL_H_

#include <cerrno>

#include "sweep/worker.h"
#include "sweep/worker_life-inl.h"

namespace fsduel {

inline constexpr std::uint64_t kPercent = 100;

template <typename Io, typename Clock>
BlockWorker<Io, Clock>::BlockWorker(const WorkerTask& task, SysCalls sys,
                                    Clock clock)
    : Base(task, sys, std::move(clock)),
      io_(std::move(sys)),
      buffer_(AllocateAligned(task.block_bytes)) {}

template <typename Io, typename Clock>
WorkerReport BlockWorker<Io, Clock>::Run() {
  if (this->Open()) {
    const Status bound = io_.Bind(
        {this->fd_, this->task_.file.bytes, this->task_.pattern.writes()});
    if (!bound.ok()) {
      this->FailToStart(bound.message());
    }
  }
  // Before the barrier, so that page faults of the buffers are not measured.
  std::fill_n(buffer_.get(), this->task_.block_bytes, std::byte{1});
  this->Arrive();
  if (this->started()) {
    const WorkerTask& task = this->task_;
    this->wrote_ = task.pattern.writes();
    if (task.limit_written || task.verifier != nullptr) {
      WorkAs<true>(task.pattern.row->access);
    } else {
      WorkAs<false>(task.pattern.row->access);
    }
  }
  this->Finish();
  return this->report_;
}

template <typename Io, typename Clock>
template <bool kCareful>
void BlockWorker<Io, Clock>::WorkAs(BlockAccess access) {
  switch (access) {
    case BlockAccess::kRead:
      return Work<BlockAccess::kRead, kCareful>();
    case BlockAccess::kWrite:
      return Work<BlockAccess::kWrite, kCareful>();
    case BlockAccess::kMixed:
      return Work<BlockAccess::kMixed, kCareful>();
  }
}

// The measured loop. `kCareful`: with work between two operations that must not
// be measured.
template <typename Io, typename Clock>
template <BlockAccess kAccess, bool kCareful>
void BlockWorker<Io, Clock>::Work() {
  const WorkerTask& task = this->task_;
  OffsetSequence offsets(task.offsets);
  WriteData data(task.data);
  FastRandom choice(task.seed);
  const auto read_percent = static_cast<std::uint64_t>(task.pattern.parameter);
  const std::int64_t block_bytes = task.block_bytes;
  InFlightSlot& slot = task.stats.header().slot;
  const std::atomic<std::uint32_t>& attention = task.control->attention_word();
  bool write = kAccess == BlockAccess::kWrite;
  std::int64_t start = this->clock_.Now();
  this->PublishFirst(start);
  for (std::uint64_t left = task.operations; left != 0; --left) {
    if (attention.load(std::memory_order_relaxed) != this->attention_ &&
        !this->Attend()) [[unlikely]] {
      return;
    }
    const std::int64_t offset =
        static_cast<std::int64_t>(offsets.Next()) * block_bytes;
    if constexpr (kAccess == BlockAccess::kMixed) {
      write = choice.Below(kPercent) >= read_percent;
    }
    std::byte* block = buffer_.get();
    if constexpr (kCareful) {
      if (write && task.limit_written && !this->ReserveBlock()) {
        return;
      }
    }
    if (write) {
      if (kCareful && task.verifier != nullptr) {
        task.verifier->Prepare(offset, {block, task.block_bytes});
      } else {
        block = const_cast<std::byte*>(data.Next());
      }
    }
    if constexpr (kCareful) {
      start = this->clock_.Now();
    }
    slot.PublishNext(
        static_cast<std::uint64_t>(write ? Opcode::kWrite : Opcode::kRead),
        offset, start);
    SysResult moved = Transfer(write, block, offset);
    if (moved.value != block_bytes) [[unlikely]] {
      moved = TransferRest(write, block, offset, moved);
    }
    if (kAccess != BlockAccess::kRead && write) {
      moved = SyncAfterWrite(offset, moved);
    }
    const std::int64_t end = this->clock_.Now();
    if (moved.value != block_bytes) [[unlikely]] {
      this->GiveUp(write, moved.error, moved.value, offset);
      return;
    }
    const bool go_on = this->Record(write, start, end, block_bytes);
    if constexpr (kCareful) {
      if (write && task.verifier != nullptr) {
        task.verifier->Written();
      } else if (task.verifier != nullptr &&
                 !task.verifier->Check(offset, {block, task.block_bytes})) {
        this->KeepMismatch();
      }
    }
    if (!go_on) {
      return;
    }
    start = end;
  }
}

// After a short transfer or a signal: goes on until the block is moved, nothing
// more comes, or a call fails.
template <typename Io, typename Clock>
SysResult BlockWorker<Io, Clock>::TransferRest(bool write, std::byte* data,
                                               std::int64_t offset,
                                               SysResult first) {
  const auto length = static_cast<std::int64_t>(this->task_.block_bytes);
  std::int64_t moved = 0;
  for (SysResult result = first;;) {
    if (!result.ok() &&
        (result.error != EINTR || this->task_.control->stopping())) {
      return {moved, result.error};
    }
    if (result.value == 0) {
      return {moved, 0};
    }
    moved += std::max<std::int64_t>(result.value, 0);
    if (moved == length) {
      return {moved, 0};
    }
    const auto rest = static_cast<std::size_t>(length - moved);
    result = write ? io_.Write(data + moved, rest, offset + moved)
                   : io_.Read(data + moved, rest, offset + moved);
  }
}

template <typename Io, typename Clock>
inline SysResult BlockWorker<Io, Clock>::SyncAfterWrite(std::int64_t offset,
                                                        SysResult written) {
  const Durability& durability = this->task_.durability;
  if ((!durability.fdatasync_each && !durability.fsync_each) || !written.ok())
      [[likely]] {
    return written;
  }
  const std::size_t length = this->task_.block_bytes;
  const SysResult synced = durability.fsync_each ? io_.SyncAll(length, offset)
                                                 : io_.SyncData(length, offset);
  return synced.ok() ? written : SysResult{0, synced.error};
}

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_WORKER_INL_H_
