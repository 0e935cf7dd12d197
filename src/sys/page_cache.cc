// cachestat(2), mincore(2), posix_fadvise(2).
#include "sys/page_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace fsduel {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr long kCachestat = 451;  // no wrapper and no name in this libc

struct CachestatRange {
  std::uint64_t offset;
  std::uint64_t length;
};
struct Cachestat {
  std::uint64_t cached;
  std::uint64_t dirty;
  std::uint64_t writeback;
  std::uint64_t evicted;
  std::uint64_t recently_evicted;
};

// In pieces, so that a large file needs little memory.
Result<CachedPages> CountByMincore(int fd, std::uint64_t file_bytes) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 30;
  CachedPages count;
  std::vector<unsigned char> resident(kPiece / kPageBytes);
  for (std::uint64_t at = 0; at < file_bytes; at += kPiece) {
    const std::uint64_t length = std::min(kPiece, file_bytes - at);
    void* const map = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, fd,
                             static_cast<off_t>(at));
    if (map == MAP_FAILED) {
      return Status::FromErrno(errno, "mmap", "the file under test");
    }
    const int asked = ::mincore(map, length, resident.data());
    const int error = errno;
    ::munmap(map, length);
    if (asked != 0) {
      return Status::FromErrno(error, "mincore", "the file under test");
    }
    const std::uint64_t pages = (length + kPageBytes - 1) / kPageBytes;
    count.pages += pages;
    count.cached += static_cast<std::uint64_t>(std::count_if(
        resident.begin(), resident.begin() + static_cast<std::ptrdiff_t>(pages),
        [](unsigned char page) { return (page & 1U) != 0; }));
  }
  return count;
}

}  // namespace

Result<CachedPages> CountCachedPages(int fd, std::uint64_t file_bytes) {
  CachestatRange range{0, file_bytes};
  Cachestat answer{};
  if (::syscall(kCachestat, fd, &range, &answer, 0) != 0) {
    return CountByMincore(fd, file_bytes);
  }
  return CachedPages{(file_bytes + kPageBytes - 1) / kPageBytes, answer.cached};
}

Status DropCachedPages(int fd) {
  if (::fsync(fd) != 0) {
    return Status::FromErrno(errno, "fsync", "the file under test");
  }
  const int error = ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  return error == 0
             ? Status::Ok()
             : Status::FromErrno(error, "posix_fadvise", "the file under test");
}

}  // namespace fsduel
