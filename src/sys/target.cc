// stat(2), BLKGETSIZE64, open(O_EXCL).
#include "sys/target.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <cerrno>

#include <boost/filesystem.hpp>

#include "base/text.h"

namespace fsduel {

Result<RawTarget> InspectTarget(const std::string& path) {
  boost::system::error_code error;
  RawTarget target;
  target.path = boost::filesystem::canonical(path, error).string();
  if (error) {
    return Status::Usage(
        fmt::format("{}: {}: name an existing directory, file or block device",
                    Quote(path), error.message()));
  }
  const UniqueFd fd(
      ::open(target.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status = {};
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0) {
    return Status::FromErrno(errno, "open", path);
  }
  if (S_ISDIR(status.st_mode)) {
    target.kind = RawKind::kDirectory;
  } else if (S_ISREG(status.st_mode)) {
    target.kind = RawKind::kFile;
    target.bytes = static_cast<std::uint64_t>(status.st_size);
  } else if (S_ISBLK(status.st_mode)) {
    target.kind = RawKind::kDevice;
    if (::ioctl(fd.get(), BLKGETSIZE64, &target.bytes) != 0) {
      return Status::FromErrno(errno, "BLKGETSIZE64", path);
    }
  }
  return target;
}

Result<UniqueFd> OpenDeviceExclusively(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_EXCL | O_CLOEXEC);
  if (fd < 0) {
    return Status::FromErrno(errno, "open", path);
  }
  return UniqueFd(fd);
}

}  // namespace fsduel
