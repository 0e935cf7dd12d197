// stat(2), BLKGETSIZE64, libblkid.
#include "device/raw_target.h"

#include <blkid.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>

#include <boost/filesystem.hpp>

#include "base/text.h"
#include "sys/unique_fd.h"

namespace fsduel {
namespace {

struct ProbeDelete {
  void operator()(blkid_struct_probe* probe) const {
    ::blkid_free_probe(probe);
  }
};

// "a signature of 'ext4'", "" when there is none.
std::string SignatureOn(int fd) {
  const std::unique_ptr<blkid_struct_probe, ProbeDelete> probe(
      ::blkid_new_probe());
  if (!probe || ::blkid_probe_set_device(probe.get(), fd, 0, 0) != 0) {
    return "something that libblkid cannot read";
  }
  ::blkid_probe_enable_superblocks(probe.get(), 1);
  ::blkid_probe_enable_partitions(probe.get(), 1);
  const int found = ::blkid_do_safeprobe(probe.get());
  if (found == 1) {
    return "";
  }
  const char* value = nullptr;
  if (found == 0 &&
      ::blkid_probe_lookup_value(probe.get(), "TYPE", &value, nullptr) == 0) {
    return fmt::format("a signature of {}", Quote(value));
  }
  if (found == 0 &&
      ::blkid_probe_lookup_value(probe.get(), "PTTYPE", &value, nullptr) == 0) {
    return fmt::format("a partition table ({})", Quote(value));
  }
  return "signatures that contradict each other";
}

}  // namespace

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

Status CheckMayOverwrite(const RawTarget& target) {
  if (target.kind != RawKind::kDevice) {
    return Status::Ok();
  }
  const UniqueFd fd(::open(target.path.c_str(), O_RDWR | O_EXCL | O_CLOEXEC));
  if (!fd.valid()) {
    return errno == EBUSY
               ? Status::Usage(fmt::format(
                     "{} is in use (mounted, or part of something that is): "
                     "unmount it, or name another device",
                     Quote(target.path)))
               : Status::FromErrno(errno, "open", target.path);
  }
  const std::string signature = SignatureOn(fd.get());
  return signature.empty()
             ? Status::Ok()
             : Status::Usage(fmt::format(
                   "{} holds {}: it will not be overwritten. If you are sure, "
                   "clear it yourself: wipefs --all {}",
                   Quote(target.path), signature, target.path));
}

}  // namespace fsduel
