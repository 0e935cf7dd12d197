// FileExecutor: what surrounds an operation when data is verified. Included by
// file_executor-inl.h; nothing here runs inside a measured interval.
#ifndef FSDUEL_ENGINE_VERIFICATION_INL_H_
#define FSDUEL_ENGINE_VERIFICATION_INL_H_

#include <fmt/format.h>

#include <cerrno>
#include <span>
#include <string>

#include "base/text.h"
#include "engine/data_verifier.h"
#include "engine/file_executor.h"

namespace fsduel {

// Whether a call that failed so may have done its work all the same, in part or
// in whole.
inline bool MayHaveHappened(int error) {
  switch (error) {
    case EIO:
    case EINTR:
    case ENOSPC:
    case EDQUOT:
    case ENOMEM:
    case ESTALE:
    case ETIMEDOUT:
    case EREMOTEIO:
      return true;
    default:
      return false;
  }
}

template <typename SysType>
void FileExecutor<SysType>::Prepare(const Operation& op) {
  deleted_by_close_.clear();
  if (op.opcode == Opcode::kWrite) {
    client_.verifier->Prepare(
        op.handle, op.offset,
        {write_buffer_.get(), static_cast<std::size_t>(op.length)});
  } else if (op.opcode == Opcode::kClose) {
    const HandleSlot* const slot = SlotOf(op);
    if (slot != nullptr && slot->delete_on_close) {
      deleted_by_close_ = DescribePath(op);
    }
  }
}

template <typename SysType>
bool FileExecutor<SysType>::Check(const Operation& op, const Outcome& outcome) {
  DataVerifier& verifier = *client_.verifier;
  switch (op.opcode) {
    case Opcode::kRead:
      return CheckRead(op, outcome);
    case Opcode::kWrite:
      verifier.Written(op.handle, op.offset, outcome.bytes, outcome.bytes);
      if (outcome.bytes < op.length) {
        verifier.Written(op.handle, op.offset + outcome.bytes,
                         op.length - outcome.bytes, -1);
      }
      break;
    case Opcode::kFlush:
      if (outcome.error != 0) {
        verifier.DataLost(op.handle);
      }
      break;
    case Opcode::kCreate:
      CheckOpened(op, outcome);
      break;
    case Opcode::kClose:
      if (outcome.error != 0) {
        verifier.DataLost(op.handle);
      }
      verifier.Closed(op.handle);
      if (!deleted_by_close_.empty()) {
        verifier.Unlinked(deleted_by_close_);
      }
      break;
    default:
      CheckNames(op, outcome);
  }
  return true;
}

template <typename SysType>
bool FileExecutor<SysType>::CheckRead(const Operation& op,
                                      const Outcome& outcome) {
  if (outcome.error != 0 && outcome.bytes == 0) {
    return true;
  }
  const auto bytes = static_cast<std::size_t>(outcome.bytes);
  const bool at_end = outcome.error == 0 && outcome.bytes != op.expected;
  return client_.verifier->CheckRead(op.handle, op.offset,
                                     {read_buffer_.get(), bytes},
                                     at_end ? op.length : outcome.bytes);
}

template <typename SysType>
void FileExecutor<SysType>::CheckOpened(const Operation& op,
                                        const Outcome& outcome) {
  const HandleSlot* const slot = SlotOf(op);
  if ((op.argument & kOptionDirectory) != 0 ||
      (slot != nullptr && slot->directory)) {
    return;
  }
  const int flags = options_.dbench4 ? kDbenchFlags[op.disposition]
                                     : kPosixFlags[op.disposition];
  const char* const path = client_.paths->Get(op.path);
  if (outcome.error != 0) {
    if (MayHaveHappened(outcome.error)) {
      client_.verifier->Unsure(path);
    }
    return;
  }
  struct stat status = {};
  std::int64_t size = -1;
  if (slot != nullptr && sys_.Fstat(slot->fd, &status).ok()) {
    size = status.st_size;
  }
  const bool emptied = (flags & O_TRUNC) != 0;
  client_.verifier->Opened(slot == nullptr ? kNoHandle : op.handle, path,
                           emptied ? OpenEffect::kEmptied : OpenEffect::kKept,
                           size);
}

template <typename SysType>
void FileExecutor<SysType>::CheckNames(const Operation& op,
                                       const Outcome& outcome) {
  if (op.path == kNoPath) {
    return;
  }
  DataVerifier& verifier = *client_.verifier;
  const char* const path = client_.paths->Get(op.path);
  const bool renames = op.opcode == Opcode::kRename;
  const bool removes = op.opcode == Opcode::kUnlink;
  const bool clears = op.opcode == Opcode::kDeltree;
  if (outcome.error == ENOENT || outcome.error == ENOTDIR) {
    return;
  }
  if (removes && !options_.dbench4 && client_.paths->IsPattern(op.path)) {
    verifier.Unsure(client_.paths->Parent(op.path));
  } else if (outcome.error != 0) {
    // A tree is removed piece by piece.
    if (clears || ((renames || removes) && MayHaveHappened(outcome.error))) {
      verifier.Unsure(path);
    }
    if (renames && MayHaveHappened(outcome.error)) {
      verifier.Unsure(client_.paths->Get(op.path2));
    }
  } else if (renames) {
    verifier.Renamed(path, client_.paths->Get(op.path2));
  } else if (removes) {
    verifier.Unlinked(path);
  } else if (clears) {
    verifier.TreeRemoved(path);
  }
}

template <typename SysType>
VerifyCounts FileExecutor<SysType>::verification() const {
  return client_.verifier == nullptr ? VerifyCounts()
                                     : client_.verifier->counts();
}

template <typename SysType>
std::string FileExecutor<SysType>::DescribeMismatch() const {
  if (client_.verifier == nullptr || !client_.verifier->first_mismatch()) {
    return "";
  }
  const VerifyMismatch& first = *client_.verifier->first_mismatch();
  return fmt::format("{} at offset {}: expected {}, found {}",
                     Quote(first.path), first.offset, first.expected,
                     first.found);
}

template <typename SysType>
std::string FileExecutor<SysType>::DescribePath(const Operation& op) const {
  if (op.path != kNoPath) {
    return client_.paths->Get(op.path);
  }
  if (op.handle >= handles_.size() || handles_[op.handle].path == kNoPath) {
    return "";
  }
  const HandleSlot& slot = handles_[op.handle];
  return client_.paths->IsDynamic(slot.path) ? dynamic_names_[op.handle]
                                             : client_.paths->Get(slot.path);
}

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_VERIFICATION_INL_H_
