// open(O_DIRECT), statx(STATX_DIOALIGN).
#include "sys/direct_io.h"

#include <fcntl.h>
#include <linux/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "sys/unique_fd.h"

namespace fsduel {

Result<DirectAlignment> ProbeDirectIo(const std::string& path) {
  constexpr mode_t kMode = 0600;
  int fd =
      ::open(path.c_str(), O_RDWR | O_TMPFILE | O_DIRECT | O_CLOEXEC, kMode);
  if (fd < 0 && errno == ENOTDIR) {
    fd = ::open(path.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC);
  }
  if (fd < 0 && errno == EOPNOTSUPP) {
    return DirectAlignment{};  // no O_TMPFILE: the open of the run will tell
  }
  if (fd < 0) {
    return Status::FromErrno(errno, "open with O_DIRECT", path);
  }
  const UniqueFd file(fd);
  struct statx status = {};
  if (::syscall(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &status) !=
          0 ||
      (status.stx_mask & STATX_DIOALIGN) == 0) {
    return DirectAlignment{};
  }
  return DirectAlignment{status.stx_dio_mem_align, status.stx_dio_offset_align};
}

}  // namespace fsduel
