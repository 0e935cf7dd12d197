// Asks libblkid.
#include "device/raw_target.h"

#include <blkid.h>
#include <fmt/format.h>

#include <cerrno>
#include <memory>

#include "base/text.h"

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

Status CheckMayOverwrite(const RawTarget& target) {
  if (target.kind != RawKind::kDevice) {
    return Status::Ok();
  }
  const Result<UniqueFd> fd = OpenDeviceExclusively(target.path);
  if (!fd.ok()) {
    return fd.status().error() == EBUSY
               ? Status::Usage(fmt::format(
                     "{} is in use (mounted, or part of something that is): "
                     "unmount it, or name another device",
                     Quote(target.path)))
               : fd.status();
  }
  const std::string signature = SignatureOn(fd->get());
  return signature.empty()
             ? Status::Ok()
             : Status::Usage(fmt::format(
                   "{} holds {}: it will not be overwritten. If you are sure, "
                   "clear it yourself: wipefs --all {}",
                   Quote(target.path), signature, target.path));
}

}  // namespace fsduel
