// A file in memory, whose pages may fail to come: a copy that meets an I/O
// error or a hole without space fails instead of ending the process.
#ifndef FSDUEL_SYS_MAPPED_FILE_H_
#define FSDUEL_SYS_MAPPED_FILE_H_

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "sys/sys.h"

namespace fsduel {

// Used by one thread.
class MappedFile {
 public:
  MappedFile() = default;
  // Maps [0, bytes) of `fd`, for writing too when `writable`. The first mapping
  // of the process installs a handler of SIGBUS, which passes on what is not
  // ours.
  static Result<MappedFile> Map(int fd, std::uint64_t bytes, bool writable);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // Copies between memory and [offset, offset + length) of the file; EIO where
  // the kernel raised SIGBUS.
  // REQUIRES: offset + length <= bytes mapped.
  SysResult CopyOut(void* to, std::size_t length, std::int64_t offset) const;
  SysResult CopyIn(const void* from, std::size_t length,
                   std::int64_t offset) const;
  // msync(MS_SYNC) of the pages of a range.
  SysResult Sync(std::size_t length, std::int64_t offset) const;

 private:
  MappedFile(std::byte* data, std::uint64_t bytes)
      : data_(data), bytes_(bytes) {}
  std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_SYS_MAPPED_FILE_H_
