// How one block gets from or to a file, one at a time: the synchronous engines
// of a sweep. Each is bound to one open file and used by one thread; what it
// returns is what the call gave, not retried.
#ifndef FSDUEL_ENGINE_BLOCK_IO_H_
#define FSDUEL_ENGINE_BLOCK_IO_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/status.h"
#include "sys/mapped_file.h"
#include "sys/sys.h"

namespace fsduel {

// What an engine may know about its file.
struct BlockFile {
  int fd = -1;
  std::uint64_t bytes = 0;
  bool writable = false;
};

// pread(2), pwrite(2).
template <typename SysType>
class PsyncIo {
 public:
  using SysCalls = SysType;
  explicit PsyncIo(SysType sys) : sys_(std::move(sys)) {}
  Status Bind(const BlockFile& file) {
    fd_ = file.fd;
    return Status::Ok();
  }
  SysResult Read(std::byte* data, std::size_t length, std::int64_t offset) {
    return sys_.Pread(fd_, data, length, offset);
  }
  SysResult Write(const std::byte* data, std::size_t length,
                  std::int64_t offset) {
    return sys_.Pwrite(fd_, data, length, offset);
  }
  // Of what was written last.
  SysResult SyncData(std::size_t, std::int64_t) { return sys_.Fdatasync(fd_); }
  SysResult SyncAll(std::size_t, std::int64_t) { return sys_.Fsync(fd_); }
  SysType& sys() { return sys_; }

 private:
  SysType sys_;
  int fd_ = -1;
};

// preadv(2), pwritev(2): a block in up to kParts parts.
template <typename SysType>
class VectoredIo {
 public:
  using SysCalls = SysType;
  explicit VectoredIo(SysType sys) : sys_(std::move(sys)) {}
  Status Bind(const BlockFile& file) {
    fd_ = file.fd;
    return Status::Ok();
  }
  SysResult Read(std::byte* data, std::size_t length, std::int64_t offset) {
    const int count = Cut(data, length);
    return sys_.Preadv(fd_, parts_.data(), count, offset);
  }
  SysResult Write(const std::byte* data, std::size_t length,
                  std::int64_t offset) {
    // pwritev does not write to it; iovec has no const.
    const int count = Cut(const_cast<std::byte*>(data), length);
    return sys_.Pwritev(fd_, parts_.data(), count, offset);
  }
  SysResult SyncData(std::size_t, std::int64_t) { return sys_.Fdatasync(fd_); }
  SysResult SyncAll(std::size_t, std::int64_t) { return sys_.Fsync(fd_); }
  SysType& sys() { return sys_; }

 private:
  static constexpr std::size_t kParts = 8;
  // Direct I/O wants each part aligned.
  static constexpr std::size_t kLeastPart = 512;

  int Cut(std::byte* data, std::size_t length) {
    const std::size_t part =
        std::max(kLeastPart,
                 (length / kParts + kLeastPart - 1) / kLeastPart * kLeastPart);
    int count = 0;
    for (std::size_t at = 0; at < length; at += part) {
      parts_[static_cast<std::size_t>(count++)] = {data + at,
                                                   std::min(part, length - at)};
    }
    return count;
  }

  SysType sys_;
  int fd_ = -1;
  std::array<iovec, kParts + 1> parts_{};
};

// memcpy to and from a mapping of the file; a sync is msync(2).
template <typename SysType>
class MmapIo {
 public:
  using SysCalls = SysType;
  explicit MmapIo(SysType sys) : sys_(std::move(sys)) {}
  Status Bind(const BlockFile& file) {
    Result<MappedFile> map =
        MappedFile::Map(file.fd, file.bytes, file.writable);
    if (map.ok()) {
      map_ = std::move(map).value();
    }
    return map.status();
  }
  SysResult Read(std::byte* data, std::size_t length, std::int64_t offset) {
    return map_.CopyOut(data, length, offset);
  }
  SysResult Write(const std::byte* data, std::size_t length,
                  std::int64_t offset) {
    return map_.CopyIn(data, length, offset);
  }
  SysResult SyncData(std::size_t length, std::int64_t offset) {
    return map_.Sync(length, offset);
  }
  SysResult SyncAll(std::size_t length, std::int64_t offset) {
    return map_.Sync(length, offset);
  }
  SysType& sys() { return sys_; }

 private:
  SysType sys_;
  MappedFile map_;
};

// Does nothing: what is measured is the harness.
class NullIo {
 public:
  using SysCalls = Sys<>;
  explicit NullIo(Sys<> sys) : sys_(sys) {}
  Status Bind(const BlockFile&) { return Status::Ok(); }
  SysResult Read(std::byte*, std::size_t length, std::int64_t) {
    return {static_cast<std::int64_t>(length), 0};
  }
  SysResult Write(const std::byte*, std::size_t length, std::int64_t) {
    return {static_cast<std::int64_t>(length), 0};
  }
  SysResult SyncData(std::size_t, std::int64_t) { return {0, 0}; }
  SysResult SyncAll(std::size_t, std::int64_t) { return {0, 0}; }
  Sys<>& sys() { return sys_; }

 private:
  Sys<> sys_;
};

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_BLOCK_IO_H_
