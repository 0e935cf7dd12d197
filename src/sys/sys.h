// Every file system call of a workload, declared once.
//
// Sys<Hook> asks its hook before each call, so that a test can record what the
// kernel is asked, fail the n-th call or shorten a transfer; with NoHook the
// generated code is that of the bare call. A hook's state belongs to its Sys:
// there is nothing global, and a fault plan cannot be left on in the product.
//
// EINTR: these calls do not retry. Only a stop request interrupts a client
// (SIGUSR1, no SA_RESTART), so the caller decides whether to go on; see
// engine/file_executor.h.
#ifndef FSDUEL_SYS_SYS_H_
#define FSDUEL_SYS_SYS_H_

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "sys/positioned_call.h"

namespace fsduel {

enum class Syscall : std::uint8_t {
  kOpenAt,
  kClose,
  kPread,
  kPwrite,
  kPreadv,
  kPwritev,
  kFsync,
  kFdatasync,
  kFstat,
  kFstatAt,
  kFstatfs,
  kMkdirAt,
  kUnlinkAt,
  kRenameAt,
  kGetdents,
  kFtruncate,
  kFallocate,
  kFutimens,
  kUtimensAt,
  kLock,
  kGetxattr,
  kSetxattr,
};

// `Before` returns 0 to let the call happen, else the errno to fail it with.
// It may shorten `length` (bytes to transfer; null for calls without one).
template <typename Hook>
concept SysHook = requires(Hook hook, Syscall call, const char* path,
                           std::size_t* length) {
  { hook.Before(call, path, length) } -> std::same_as<int>;
};

struct NoHook {
  constexpr int Before(Syscall, const char*, std::size_t*) const { return 0; }
};

template <SysHook Hook = NoHook>
class Sys {
 public:
  Sys() = default;
  explicit Sys(Hook hook) : hook_(std::move(hook)) {}

  Hook& hook() { return hook_; }

  // O_CLOEXEC is added to every open.
  SysResult OpenAt(int dirfd, const char* path, int flags, mode_t mode = 0) {
    return Call(Syscall::kOpenAt, path,
                [&] { return ::openat(dirfd, path, flags | O_CLOEXEC, mode); });
  }
  // Closes the descriptor even when the hook reports an error, as the kernel
  // does.
  SysResult Close(int fd) {
    const int injected = hook_.Before(Syscall::kClose, nullptr, nullptr);
    const int value = ::close(fd);
    if (injected != 0) {
      return {-1, injected};
    }
    return {value, value < 0 ? errno : 0};
  }
  SysResult Pread(int fd, void* data, std::size_t length, std::int64_t offset) {
    if (const int injected = hook_.Before(Syscall::kPread, nullptr, &length);
        injected != 0) {
      return {-1, injected};
    }
    return PositionedCall(SYS_pread64, fd, data, length, offset);
  }
  SysResult Pwrite(int fd, const void* data, std::size_t length,
                   std::int64_t offset) {
    if (const int injected = hook_.Before(Syscall::kPwrite, nullptr, &length);
        injected != 0) {
      return {-1, injected};
    }
    return PositionedCall(SYS_pwrite64, fd, data, length, offset);
  }
  // A hook that shortens the transfer leaves the first part alone of it.
  SysResult Preadv(int fd, const iovec* parts, int count, std::int64_t offset) {
    return TransferParts(
        Syscall::kPreadv, parts, count,
        [&](const iovec* cut, int n) { return ::preadv(fd, cut, n, offset); });
  }
  SysResult Pwritev(int fd, const iovec* parts, int count,
                    std::int64_t offset) {
    return TransferParts(
        Syscall::kPwritev, parts, count,
        [&](const iovec* cut, int n) { return ::pwritev(fd, cut, n, offset); });
  }
  SysResult Fsync(int fd) {
    return Call(Syscall::kFsync, nullptr, [&] { return ::fsync(fd); });
  }
  SysResult Fdatasync(int fd) {
    return Call(Syscall::kFdatasync, nullptr, [&] { return ::fdatasync(fd); });
  }
  SysResult Fstat(int fd, struct stat* status) {
    return Call(Syscall::kFstat, nullptr, [&] { return ::fstat(fd, status); });
  }
  SysResult FstatAt(int dirfd, const char* path, struct stat* status,
                    int flags = 0) {
    return Call(Syscall::kFstatAt, path,
                [&] { return ::fstatat(dirfd, path, status, flags); });
  }
  SysResult Fstatfs(int fd, struct statfs* status) {
    return Call(Syscall::kFstatfs, nullptr,
                [&] { return ::fstatfs(fd, status); });
  }
  SysResult MkdirAt(int dirfd, const char* path, mode_t mode) {
    return Call(Syscall::kMkdirAt, path,
                [&] { return ::mkdirat(dirfd, path, mode); });
  }
  // `flags` is 0 or AT_REMOVEDIR.
  SysResult UnlinkAt(int dirfd, const char* path, int flags = 0) {
    return Call(Syscall::kUnlinkAt, path,
                [&] { return ::unlinkat(dirfd, path, flags); });
  }
  // `flags` is 0 or RENAME_NOREPLACE.
  SysResult RenameAt(int dirfd, const char* from, const char* to,
                     unsigned flags = 0) {
    return Call(Syscall::kRenameAt, from, [&] {
      return flags == 0 ? ::renameat(dirfd, from, dirfd, to)
                        : static_cast<int>(::syscall(SYS_renameat2, dirfd, from,
                                                     dirfd, to, flags));
    });
  }
  // Raw directory entries (struct dirent64), 0 at the end.
  SysResult Getdents(int fd, void* buffer, std::size_t length) {
    return Call(Syscall::kGetdents, nullptr,
                [&] { return ::syscall(SYS_getdents64, fd, buffer, length); });
  }
  SysResult Ftruncate(int fd, std::int64_t length) {
    return Call(Syscall::kFtruncate, nullptr,
                [&] { return ::ftruncate(fd, length); });
  }
  // Gives the file this length and reserves its space.
  SysResult Fallocate(int fd, std::int64_t length) {
    return Call(Syscall::kFallocate, nullptr,
                [&] { return ::fallocate(fd, 0, 0, length); });
  }
  SysResult Futimens(int fd, const timespec times[2]) {
    return Call(Syscall::kFutimens, nullptr,
                [&] { return ::futimens(fd, times); });
  }
  SysResult UtimensAt(int dirfd, const char* path, const timespec times[2]) {
    return Call(Syscall::kUtimensAt, path,
                [&] { return ::utimensat(dirfd, path, times, 0); });
  }
  // `command` is F_SETLKW or F_OFD_SETLKW; blocks until granted or interrupted.
  SysResult Lock(int fd, int command, struct flock* lock) {
    return Call(Syscall::kLock, nullptr,
                [&] { return ::fcntl(fd, command, lock); });
  }
  SysResult Getxattr(const char* path, const char* name, void* value,
                     std::size_t size) {
    return Call(Syscall::kGetxattr, path,
                [&] { return ::getxattr(path, name, value, size); });
  }
  SysResult Fgetxattr(int fd, const char* name, void* value, std::size_t size) {
    return Call(Syscall::kGetxattr, nullptr,
                [&] { return ::fgetxattr(fd, name, value, size); });
  }
  SysResult Fsetxattr(int fd, const char* name, const void* value,
                      std::size_t size) {
    return Call(Syscall::kSetxattr, nullptr,
                [&] { return ::fsetxattr(fd, name, value, size, 0); });
  }

 private:
  template <typename Function>
  SysResult Call(Syscall call, const char* path, Function function) {
    if (const int injected = hook_.Before(call, path, nullptr); injected != 0) {
      return {-1, injected};
    }
    const std::int64_t value = function();
    return {value, value < 0 ? errno : 0};
  }

  template <typename Function>
  SysResult TransferParts(Syscall call, const iovec* parts, int count,
                          Function function) {
    std::size_t length = parts[0].iov_len;
    if (const int injected = hook_.Before(call, nullptr, &length);
        injected != 0) {
      return {-1, injected};
    }
    const iovec first{parts[0].iov_base, length};
    const bool cut = length != parts[0].iov_len;
    const std::int64_t value =
        cut ? function(&first, 1) : function(parts, count);
    return {value, value < 0 ? errno : 0};
  }

  [[no_unique_address]] Hook hook_;
};

}  // namespace fsduel

#endif  // FSDUEL_SYS_SYS_H_
