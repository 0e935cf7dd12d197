#include "tests/support/hooks.h"

#include <fmt/format.h>

namespace fsduel {

const char* SyscallName(Syscall call) {
  switch (call) {
    case Syscall::kOpenAt:
      return "openat";
    case Syscall::kClose:
      return "close";
    case Syscall::kPread:
      return "pread";
    case Syscall::kPwrite:
      return "pwrite";
    case Syscall::kPreadv:
      return "preadv";
    case Syscall::kPwritev:
      return "pwritev";
    case Syscall::kFsync:
      return "fsync";
    case Syscall::kFdatasync:
      return "fdatasync";
    case Syscall::kFstat:
      return "fstat";
    case Syscall::kFstatAt:
      return "fstatat";
    case Syscall::kFstatfs:
      return "fstatfs";
    case Syscall::kMkdirAt:
      return "mkdirat";
    case Syscall::kUnlinkAt:
      return "unlinkat";
    case Syscall::kRenameAt:
      return "renameat";
    case Syscall::kGetdents:
      return "getdents";
    case Syscall::kFtruncate:
      return "ftruncate";
    case Syscall::kFallocate:
      return "fallocate";
    case Syscall::kFutimens:
      return "futimens";
    case Syscall::kUtimensAt:
      return "utimensat";
    case Syscall::kLock:
      return "lock";
    case Syscall::kGetxattr:
      return "getxattr";
    case Syscall::kSetxattr:
      return "setxattr";
  }
  return "?";
}

std::string TraceHook::Take() {
  std::string text = fmt::format("{}", fmt::join(*calls_, ", "));
  calls_->clear();
  return text;
}

}  // namespace fsduel
