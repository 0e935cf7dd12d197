// pread(2) and pwrite(2) without libc, and what a system call gives.
#ifndef FSDUEL_SYS_POSITIONED_CALL_H_
#define FSDUEL_SYS_POSITIONED_CALL_H_

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace fsduel {

// What a call gave: `value` is -1 when `error` (an errno) is not 0.
struct SysResult {
  std::int64_t value;
  int error;
  bool ok() const { return error == 0; }
};

// pread64 or pwrite64 itself: in a process with threads, libc puts some 25
// instructions of cancellation around it.
inline SysResult PositionedCall(long number, int fd, const void* data,
                                std::size_t length, std::int64_t offset) {
#if defined(__x86_64__)
  std::int64_t value = number;
  register std::int64_t fourth __asm__("r10") = offset;
  __asm__ volatile("syscall"
                   : "+a"(value)
                   : "D"(std::int64_t{fd}), "S"(data), "d"(length), "r"(fourth)
                   : "rcx", "r11", "memory");
  if (value < 0) [[unlikely]] {
    return {-1, static_cast<int>(-value)};
  }
  return {value, 0};
#else
  const std::int64_t value = ::syscall(number, fd, data, length, offset);
  return {value, value < 0 ? errno : 0};
#endif
}

}  // namespace fsduel

#endif  // FSDUEL_SYS_POSITIONED_CALL_H_
