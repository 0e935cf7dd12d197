// Body of MetadataWorker, for metadata_worker.cc and for tests with hooks.
#ifndef FSDUEL_SWEEP_METADATA_WORKER_INL_H_
#define FSDUEL_SWEEP_METADATA_WORKER_INL_H_

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "sweep/metadata_worker.h"
#include "sweep/worker_life-inl.h"

namespace fsduel {

inline constexpr std::size_t kListingBytes = std::size_t{32} * 1024;
// A file without data still needs a block to draw data from.
inline constexpr std::uint32_t kLeastDataBlock = 512;

inline WriteDataSpec MetadataDataOf(const WorkerTask& task) {
  WriteDataSpec data = task.data;
  data.block_bytes = std::max(task.block_bytes, kLeastDataBlock);
  return data;
}

template <typename SysType, typename Clock>
MetadataWorker<SysType, Clock>::MetadataWorker(const MetadataTask& task,
                                               SysType sys, Clock clock)
    : Base(task.base, std::move(sys), std::move(clock)),
      task_(task),
      before_(task.before),
      after_(task.after),
      data_(MetadataDataOf(task.base)),
      entries_(AllocateAligned(kListingBytes)) {}

template <typename SysType, typename Clock>
WorkerReport MetadataWorker<SysType, Clock>::Run() {
  OpenDirectory();
  std::fill_n(entries_.get(), kListingBytes, std::byte{1});
  this->Arrive();
  if (this->started()) {
    switch (task_.step) {
      case MetadataStep::kCreate:
        Work<MetadataStep::kCreate>();
        break;
      case MetadataStep::kStat:
        Work<MetadataStep::kStat>();
        break;
      case MetadataStep::kOpen:
        Work<MetadataStep::kOpen>();
        break;
      case MetadataStep::kRename:
        Work<MetadataStep::kRename>();
        break;
      case MetadataStep::kReaddir:
        Work<MetadataStep::kReaddir>();
        break;
      case MetadataStep::kUnlink:
        Work<MetadataStep::kUnlink>();
        break;
    }
  }
  CloseDirectory();
  this->Finish();
  return this->report_;
}

template <typename SysType, typename Clock>
void MetadataWorker<SysType, Clock>::OpenDirectory() {
  if (const Status placed = this->TakePlace(); !placed.ok()) {
    this->FailToStart(placed.message());
    return;
  }
  const SysResult opened =
      this->sys_.OpenAt(task_.base.file.directory_fd, task_.directory.c_str(),
                        O_RDONLY | O_DIRECTORY);
  if (!opened.ok()) {
    this->FailToStart(
        Status::FromErrno(opened.error, "open", task_.directory).message());
    return;
  }
  directory_ = static_cast<int>(opened.value);
  this->started_ = true;
}

template <typename SysType, typename Clock>
void MetadataWorker<SysType, Clock>::CloseDirectory() {
  if (directory_ >= 0) {
    this->sys_.Close(directory_);
    directory_ = -1;
  }
}

// The measured loop.
template <typename SysType, typename Clock>
template <MetadataStep kStep>
void MetadataWorker<SysType, Clock>::Work() {
  const WorkerTask& task = this->task_.base;
  Operation op;
  op.opcode = Opcode::kRead;
  op.handle = task.number;
  op.length = task.block_bytes;
  InFlightSlot& slot = task.stats.header().slot;
  std::int64_t start = this->clock_.Now();
  for (std::uint64_t left = task.operations; left != 0; --left) {
    if (task.control->attention() != this->attention_) [[unlikely]] {
      if (!this->Attend()) {
        return;
      }
    }
    slot.Publish(SlotState::kRunning, &op, 0, start);
    const SysResult done = Do<kStep>();
    const std::int64_t end = this->clock_.Now();
    if (!done.ok()) [[unlikely]] {
      GiveUp(done);
      return;
    }
    if (!this->Record(false, start, end, done.value)) {
      return;
    }
    if constexpr (kStep != MetadataStep::kReaddir) {
      before_.Next();
    }
    if constexpr (kStep == MetadataStep::kRename) {
      after_.Next();
    }
    start = end;
  }
}

// `value` of the result: bytes of data.
template <typename SysType, typename Clock>
template <MetadataStep kStep>
inline SysResult MetadataWorker<SysType, Clock>::Do() {
  const char* const name = before_.c_str();
  if constexpr (kStep == MetadataStep::kCreate) {
    return Create();
  } else if constexpr (kStep == MetadataStep::kStat) {
    struct stat status;
    return this->sys_.FstatAt(directory_, name, &status);
  } else if constexpr (kStep == MetadataStep::kOpen) {
    const SysResult opened = this->sys_.OpenAt(directory_, name, O_RDONLY);
    return opened.ok() ? this->sys_.Close(static_cast<int>(opened.value))
                       : opened;
  } else if constexpr (kStep == MetadataStep::kRename) {
    return SyncDirectory(this->sys_.RenameAt(directory_, name, after_.c_str()));
  } else if constexpr (kStep == MetadataStep::kReaddir) {
    return List();
  } else {
    return SyncDirectory(this->sys_.UnlinkAt(directory_, name));
  }
}

template <typename SysType, typename Clock>
inline SysResult MetadataWorker<SysType, Clock>::Create() {
  constexpr mode_t kMode = 0600;
  const SysResult opened = this->sys_.OpenAt(
      directory_, before_.c_str(), O_WRONLY | O_CREAT | O_EXCL, kMode);
  if (!opened.ok()) [[unlikely]] {
    return opened;
  }
  const int fd = static_cast<int>(opened.value);
  SysResult written = {0, 0};
  if (this->task_.base.block_bytes != 0 ||
      this->task_.base.durability.fsync_each) {
    written = WriteFile(fd);
  }
  const SysResult closed = this->sys_.Close(fd);
  if (!written.ok() || !closed.ok()) [[unlikely]] {
    return written.ok() ? closed : written;
  }
  return SyncDirectory(written);
}

// Data in one piece, as long as the file is, then fsync where it is wanted.
template <typename SysType, typename Clock>
SysResult MetadataWorker<SysType, Clock>::WriteFile(int fd) {
  const WorkerTask& task = this->task_.base;
  std::size_t moved = 0;
  if (task.block_bytes != 0) {
    const std::byte* const data = data_.Next();
    while (moved < task.block_bytes) {
      const SysResult part =
          this->sys_.Pwrite(fd, data + moved, task.block_bytes - moved,
                            static_cast<std::int64_t>(moved));
      if (!part.ok() && (part.error != EINTR || task.control->stopping())) {
        return part;
      }
      moved += static_cast<std::size_t>(std::max<std::int64_t>(part.value, 0));
    }
  }
  if (task.durability.fsync_each) {
    if (const SysResult synced = this->sys_.Fsync(fd); !synced.ok()) {
      return synced;
    }
  }
  return {static_cast<std::int64_t>(moved), 0};
}

template <typename SysType, typename Clock>
inline SysResult MetadataWorker<SysType, Clock>::SyncDirectory(SysResult done) {
  if (!done.ok() || !this->task_.base.durability.dirs) [[likely]] {
    return done;
  }
  const SysResult synced = this->sys_.Fsync(directory_);
  return synced.ok() ? done : synced;
}

template <typename SysType, typename Clock>
SysResult MetadataWorker<SysType, Clock>::List() {
  const SysResult opened =
      this->sys_.OpenAt(directory_, ".", O_RDONLY | O_DIRECTORY);
  if (!opened.ok()) {
    return opened;
  }
  const int fd = static_cast<int>(opened.value);
  SysResult read;
  do {
    read = this->sys_.Getdents(fd, entries_.get(), kListingBytes);
  } while (read.value > 0);
  const SysResult closed = this->sys_.Close(fd);
  return read.ok() ? closed : read;
}

template <typename SysType, typename Clock>
void MetadataWorker<SysType, Clock>::GiveUp(SysResult result) {
  if (result.error == EINTR && this->task_.base.control->stopping()) {
    this->read_row_->interrupted.Add(1);
    return;
  }
  this->read_row_->unexpected.Add(1);
  this->read_row_->failures.Add(1);
  CountError(this->read_row_, result.error);
  this->KeepExample(
      Opcode::kRead, result.error, 0,
      fmt::format("{}/{}", this->task_.directory, before_.c_str()));
  this->task_.base.control->run().requests.fetch_or(kRequestError);
  this->task_.base.control->Stop();
}

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_METADATA_WORKER_INL_H_
