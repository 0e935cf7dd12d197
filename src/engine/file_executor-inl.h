// FileExecutor: the operations on open files. See directory_operations-inl.h
// for those on names.
#ifndef FSDUEL_ENGINE_FILE_EXECUTOR_INL_H_
#define FSDUEL_ENGINE_FILE_EXECUTOR_INL_H_

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/random.h"
#include "engine/file_executor.h"
#include "engine/judge.h"
#include "workload/data_pool.h"

namespace fsduel {

template <typename SysType>
void FileExecutor<SysType>::AlignedDelete::operator()(std::byte* memory) const {
  std::free(memory);
}

template <typename SysType>
typename FileExecutor<SysType>::AlignedBuffer FileExecutor<SysType>::Allocate(
    std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  void* const memory =
      std::aligned_alloc(kPage, (bytes + kPage) / kPage * kPage);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return AlignedBuffer(static_cast<std::byte*>(memory));
}

template <typename SysType>
FileExecutor<SysType>::FileExecutor(SysType sys, const ExecutorOptions& options,
                                    const ExecutorClient& client)
    : sys_(std::move(sys)),
      options_(options),
      client_(client),
      handles_(client.handle_slots),
      dynamic_names_(client.handle_slots),
      read_buffer_(Allocate(client.longest_read)),
      list_buffer_(Allocate(kListBytes)),
      use_write_buffer_(client.verifier != nullptr),
      data_position_(Mix64(client.seed)),
      lock_command_(options.ofd_locks ? F_OFD_SETLKW : F_SETLKW) {
  if (client_.verifier != nullptr) {
    write_buffer_ = Allocate(client_.longest_write);
  }
}

template <typename SysType>
Outcome FileExecutor<SysType>::Execute(const Operation& op) {
  switch (op.opcode) {
    case Opcode::kCreate:
      return Create(op);
    case Opcode::kClose:
      return Close(op);
    case Opcode::kRename:
      return Rename(op);
    case Opcode::kUnlink:
      return Unlink(op);
    case Opcode::kDeltree:
      return Deltree(op);
    case Opcode::kRmdir:
      return Rmdir(op);
    case Opcode::kMkdir:
      return Mkdir(op);
    case Opcode::kQueryPath:
      return QueryPath(op);
    case Opcode::kQueryFile:
      return QueryFile(op);
    case Opcode::kQueryFs:
      return QueryFs(op);
    case Opcode::kSetFile:
      return SetFile(op);
    case Opcode::kFind:
      return Find(op);
    case Opcode::kWrite:
      return Write(op);
    case Opcode::kRead:
      return Read(op);
    case Opcode::kLock:
    case Opcode::kUnlock:
      return Lock(op);
    case Opcode::kFlush:
      return Flush(op);
    default:
      return {};
  }
}

template <typename SysType>
template <typename Function>
SysResult FileExecutor<SysType>::Retry(Function function) {
  for (;;) {
    const SysResult result = function();
    if (result.error != EINTR ||
        client_.stop->load(std::memory_order_relaxed) != 0) [[likely]] {
      return result;
    }
  }
}

template <typename SysType>
Outcome FileExecutor<SysType>::Finish(const Operation& op,
                                      SysResult result) const {
  if (result.error == 0 && op.expectation == Expectation::kSuccess) [[likely]] {
    return {};
  }
  return FinishError(op, result.error);
}

template <typename SysType>
Outcome FileExecutor<SysType>::FinishError(const Operation& op,
                                           int error) const {
  if (error == EINTR) {
    return {0, error, Verdict::kInterrupted};
  }
  Verdict verdict = JudgeStatus(op.expectation, error);
  if (options_.dbench4) {
    verdict = DbenchChecksStatus(op.opcode)
                  ? JudgeOutcome(op.expectation, error)
                  : JudgeIgnored(error);
  }
  return {0, error, verdict};
}

template <typename SysType>
typename FileExecutor<SysType>::HandleSlot* FileExecutor<SysType>::SlotOf(
    const Operation& op) {
  if (op.handle >= handles_.size() || handles_[op.handle].fd < 0) [[unlikely]] {
    return nullptr;
  }
  return &handles_[op.handle];
}

template <typename SysType>
void FileExecutor<SysType>::Forget(HandleSlot* slot) {
  if (slot->fd >= 0) {
    sys_.Close(slot->fd);
  }
  *slot = HandleSlot();
}

template <typename SysType>
std::uint32_t FileExecutor<SysType>::CloseAll() {
  std::uint32_t open = 0;
  for (HandleSlot& slot : handles_) {
    if (slot.fd >= 0) {
      ++open;
      Forget(&slot);
    }
  }
  return open;
}

template <typename SysType>
Outcome FileExecutor<SysType>::Close(const Operation& op) {
  HandleSlot* const slot = SlotOf(op);
  if (slot == nullptr) [[unlikely]] {
    return FinishError(op, EBADF);
  }
  int error = 0;
  if (slot->written && options_.fsync_end) {
    error = Retry([&] { return sys_.Fsync(slot->fd); }).error;
  }
  // Linux releases the descriptor whatever close() returns: never repeated.
  const SysResult closed = sys_.Close(slot->fd);
  slot->fd = -1;
  if (slot->delete_on_close) [[unlikely]] {
    const SysResult removed = Retry([&] {
      return sys_.UnlinkAt(client_.root_fd, client_.paths->Get(slot->path));
    });
    error = error == 0 ? removed.error : error;
  }
  slot->written = false;
  slot->delete_on_close = false;
  return Finish(op, {0, error == 0 ? closed.error : error});
}

template <typename SysType>
const std::byte* FileExecutor<SysType>::NextData() {
  if (use_write_buffer_) [[unlikely]] {
    return write_buffer_.get();
  }
  // Another start for each write, so that no two blocks need be the same.
  data_position_ += 0x9E3779B97F4A7C15ULL;
  return client_.data.data() + (data_position_ >> 32) % kDataPoolStarts /
                                   kDataPoolStep * kDataPoolStep;
}

template <typename SysType>
Outcome FileExecutor<SysType>::Write(const Operation& op) {
  HandleSlot* const slot = SlotOf(op);
  if (slot == nullptr) [[unlikely]] {
    return FinishError(op, EBADF);
  }
  if (options_.fake_io) [[unlikely]] {
    return {op.length, 0, Verdict::kExpected};
  }
  if (options_.one_byte_write_fix && op.length == 1) [[unlikely]] {
    return WriteOneByte(op, *slot);
  }
  slot->written = true;
  const auto length = static_cast<std::size_t>(op.length);
  const SysResult written =
      sys_.Pwrite(slot->fd, NextData(), length, op.offset);
  Outcome outcome{op.length, 0, Verdict::kExpected};
  if (written.value != op.length || op.expectation != Expectation::kSuccess)
      [[unlikely]] {
    outcome = WriteRest(op, *slot, written);
  }
  if (options_.fdatasync_each || options_.fsync_each) [[unlikely]] {
    return SyncWritten(op, outcome, slot->fd);
  }
  return outcome;
}

// The kernel took less than all, or failed: goes on until everything is
// written or the cause is known.
template <typename SysType>
Outcome FileExecutor<SysType>::WriteRest(const Operation& op,
                                         const HandleSlot& slot,
                                         SysResult first) {
  Outcome outcome;
  SysResult last = first;
  const std::byte* const data =
      use_write_buffer_ ? write_buffer_.get() : client_.data.data();
  for (;;) {
    if (last.ok()) {
      outcome.bytes += last.value;
      if (outcome.bytes >= op.length) {
        break;
      }
      ++outcome.short_transfers;
    } else if (last.error != EINTR ||
               client_.stop->load(std::memory_order_relaxed) != 0) {
      break;
    }
    last = sys_.Pwrite(slot.fd, data + outcome.bytes,
                       static_cast<std::size_t>(op.length - outcome.bytes),
                       op.offset + outcome.bytes);
    if (last.ok() && last.value == 0) {
      last = {-1, EIO};  // no progress and no reason: do not spin
    }
  }
  Outcome judged = FinishError(op, last.ok() ? 0 : last.error);
  if (options_.dbench4 && !last.ok() && last.error != EINTR) {
    judged.verdict = Verdict::kUnexpected;  // dbench ends on a failed write
  }
  judged.bytes = outcome.bytes;
  judged.short_transfers = outcome.short_transfers;
  return judged;
}

template <typename SysType>
Outcome FileExecutor<SysType>::WriteOneByte(const Operation& op,
                                            const HandleSlot& slot) {
  SysResult result = sys_.Fstat(slot.fd, &status_);
  if (result.ok() && status_.st_size > op.offset) {
    std::byte current;
    result = Retry([&] { return sys_.Pread(slot.fd, &current, 1, op.offset); });
    const std::byte* const data = NextData();
    if (result.ok() && current != *data) {
      result = Retry([&] { return sys_.Pwrite(slot.fd, data, 1, op.offset); });
    }
  } else if (result.ok()) {
    result = Retry([&] { return sys_.Ftruncate(slot.fd, op.offset + 1); });
  }
  Outcome outcome = Finish(op, {0, result.error});
  outcome.bytes = result.ok() ? 1 : 0;
  return outcome;
}

template <typename SysType>
Outcome FileExecutor<SysType>::SyncWritten(const Operation& op, Outcome outcome,
                                           int fd) {
  if (outcome.error != 0) {
    return outcome;
  }
  const SysResult synced = Retry([&] {
    return options_.fsync_each ? sys_.Fsync(fd) : sys_.Fdatasync(fd);
  });
  if (!synced.ok()) {
    const Outcome judged = FinishError(op, synced.error);
    outcome.error = judged.error;
    outcome.verdict = judged.verdict;
  }
  return outcome;
}

template <typename SysType>
Outcome FileExecutor<SysType>::Read(const Operation& op) {
  HandleSlot* const slot = SlotOf(op);
  if (slot == nullptr) [[unlikely]] {
    return FinishError(op, EBADF);
  }
  if (options_.fake_io) [[unlikely]] {
    return {op.expected, 0, Verdict::kExpected};
  }
  const SysResult read =
      sys_.Pread(slot->fd, read_buffer_.get(),
                 static_cast<std::size_t>(op.length), op.offset);
  if (read.value == op.expected && op.expectation == Expectation::kSuccess)
      [[likely]] {
    return {read.value, 0, Verdict::kExpected};
  }
  return ReadRest(op, slot->fd, read);
}

template <typename SysType>
Outcome FileExecutor<SysType>::ReadRest(const Operation& op, int fd,
                                        SysResult first) {
  Outcome outcome;
  SysResult last = first;
  for (;;) {
    if (last.ok()) {
      outcome.bytes += last.value;
      if (last.value == 0 || outcome.bytes >= op.length ||
          outcome.bytes == op.expected) {
        break;
      }
      ++outcome.short_transfers;
    } else if (last.error != EINTR ||
               client_.stop->load(std::memory_order_relaxed) != 0) {
      break;
    }
    last = sys_.Pread(fd, read_buffer_.get() + outcome.bytes,
                      static_cast<std::size_t>(op.length - outcome.bytes),
                      op.offset + outcome.bytes);
  }
  outcome.error = last.ok() ? 0 : last.error;
  if (outcome.error == EINTR) {
    outcome.verdict = Verdict::kInterrupted;
  } else if (op.expectation == Expectation::kSuccess) {
    // dbench compares the count too.
    outcome.verdict = outcome.error == 0 && outcome.bytes == op.expected
                          ? Verdict::kExpected
                          : Verdict::kUnexpected;
  } else if (op.expectation != Expectation::kAny || outcome.error != 0) {
    // A recorded failure (end of file) is a read of nothing here.
    const bool nothing = outcome.error == 0 && outcome.bytes == 0;
    outcome.verdict =
        nothing ? Verdict::kExpected : FinishError(op, outcome.error).verdict;
  }
  return outcome;
}

template <typename SysType>
Outcome FileExecutor<SysType>::Flush(const Operation& op) {
  HandleSlot* const slot = SlotOf(op);
  if (slot == nullptr) [[unlikely]] {
    return FinishError(op, EBADF);
  }
  return Finish(op, Retry([&] { return sys_.Fsync(slot->fd); }));
}

template <typename SysType>
Outcome FileExecutor<SysType>::Lock(const Operation& op) {
  HandleSlot* const slot = SlotOf(op);
  if (slot == nullptr) [[unlikely]] {
    return FinishError(op, EBADF);
  }
  struct flock lock = {};
  lock.l_type = op.opcode == Opcode::kLock ? F_WRLCK : F_UNLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = op.offset;
  lock.l_len = op.length;
  return Finish(
      op, Retry([&] { return sys_.Lock(slot->fd, lock_command_, &lock); }));
}

template <typename SysType>
Outcome FileExecutor<SysType>::QueryFile(const Operation& op) {
  HandleSlot* const slot = SlotOf(op);
  if (slot == nullptr) [[unlikely]] {
    return FinishError(op, EBADF);
  }
  const SysResult result = sys_.Fstat(slot->fd, &status_);
  if (options_.xattr && result.ok()) {
    QueryXattr(slot->fd);
  }
  return Finish(op, result);
}

template <typename SysType>
Outcome FileExecutor<SysType>::QueryFs(const Operation& op) {
  return Finish(
      op, Retry([&] { return sys_.Fstatfs(client_.root_fd, &filesystem_); }));
}

template <typename SysType>
Outcome FileExecutor<SysType>::SetFile(const Operation& op) {
  HandleSlot* const slot = SlotOf(op);
  if (slot == nullptr) [[unlikely]] {
    return FinishError(op, EBADF);
  }
  if (options_.xattr) {
    QueryXattr(slot->fd);
  }
  SysResult result{0, 0};
  if (options_.dbench4) {
    // By the remembered name, as dbench does, even after a rename.
    result = sys_.Fstat(slot->fd, &status_);
    if (result.ok()) {
      const timespec times[2] = {{status_.st_atim.tv_sec - 10, 0},
                                 {status_.st_mtim.tv_sec - 12, 0}};
      result = sys_.UtimensAt(client_.root_fd, client_.paths->Get(slot->path),
                              times);
    }
  } else {
    const timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
    result = sys_.Futimens(slot->fd, times);
  }
  if (options_.xattr && result.ok()) {
    QueryXattr(slot->fd);
    result = {0, StoreXattr(slot->fd)};
  }
  return Finish(op, result);
}

template <typename SysType>
void FileExecutor<SysType>::UsePattern(const std::string& pattern) {
  if (client_.verifier != nullptr) {
    return;  // verified data is self-describing and cannot be a text
  }
  if (write_buffer_ == nullptr) {
    write_buffer_ = Allocate(client_.longest_write);
  }
  FillPattern({write_buffer_.get(), client_.longest_write}, pattern);
  use_write_buffer_ = true;
}

}  // namespace fsduel

// IWYU pragma: begin_exports
#include "engine/directory_operations-inl.h"
#include "engine/verification-inl.h"
// IWYU pragma: end_exports

#endif  // FSDUEL_ENGINE_FILE_EXECUTOR_INL_H_
