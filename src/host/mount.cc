// Which filesystem holds a directory, and what is behind it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/text.h"
#include "host/block_device.h"
#include "host/host.h"
#include "host/mount_table.h"

namespace fsduel {
namespace {

constexpr std::array<std::string_view, 4> kMemoryFilesystems = {
    "tmpfs", "ramfs", "devtmpfs", "hugetlbfs"};

// Served by another machine, or by the host of a virtual one (9p, virtiofs):
// no block device of this kernel is behind them.
constexpr std::array<std::string_view, 14> kNetworkFilesystems = {
    "nfs",    "nfs4", "cifs", "smb3", "ceph",     "lustre",   "gpfs",
    "beegfs", "afs",  "9p",   "coda", "orangefs", "virtiofs", "vboxsf"};
constexpr std::array<std::string_view, 6> kNetworkFuse = {
    "fuse.sshfs",   "fuse.glusterfs", "fuse.ceph-fuse",
    "fuse.moosefs", "fuse.s3fs",      "fuse.rclone"};

template <typename List>
bool Contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// A missing directory is most often a typing error: say what to do about it.
Status ExplainDirectory(const Status& status, const std::string& directory) {
  const std::string name = Quote(directory);
  switch (status.error()) {
    case ENOENT:
      return Status::Usage(fmt::format(
          "directory {} does not exist: check the spelling, or create it first "
          "(nothing was created)",
          name));
    case ENOTDIR:
      return Status::Usage(fmt::format(
          "directory {}: a part of the path is a file, not a directory", name));
    case EACCES:
      return Status::Usage(
          fmt::format("directory {} may not be entered by this user", name));
    case ELOOP:
      return Status::Usage(
          fmt::format("directory {}: its symbolic links form a circle", name));
    default:
      return status;
  }
}

// The device under a mount: by number where the filesystem has one; btrfs and
// others with an anonymous number name it as their source.
std::string FindDevice(Machine& machine, const MountEntry& mount) {
  if (mount.major != 0) {
    return BlockDeviceName(machine, mount.major, mount.minor);
  }
  return BlockDeviceNameOfNode(machine, mount.source);
}

// overlayfs writes to its upper directory, on another filesystem. In a
// container that path often belongs to the host and is not there: then the
// device stays unknown.
const MountEntry* FindUpperMount(Machine& machine,
                                 const std::vector<MountEntry>& mounts,
                                 const MountEntry& overlay) {
  const Result<std::string> upper =
      machine.RealPath(overlay.option_value("upperdir"));
  if (!upper.ok()) {
    return nullptr;
  }
  const Result<FilesystemInfo> info = machine.DescribeFilesystem(upper.value());
  return info.ok() ? FindMount(mounts, upper.value(), info.value()) : nullptr;
}

// "has_journal" or "no journal" of ext3/4, from any of the places that tell:
// journal_task (since 4.20), the journal's own /proc directory, and the mode
// that a filesystem with a journal always lists among its options.
std::string ReadExtFeatures(Machine& machine, const std::string& device) {
  const Result<std::string> task =
      machine.ReadFile("/sys/fs/ext4/" + device + "/journal_task");
  if (task.ok()) {
    return Trim(task.value()) == "<none>" ? "no journal" : "has_journal";
  }
  const Result<std::vector<std::string>> journals =
      machine.ListDirectory("/proc/fs/jbd2");
  if (journals.ok()) {
    for (const std::string& journal : journals.value()) {
      if (journal.starts_with(device + "-")) {
        return "has_journal";
      }
    }
  }
  const Result<std::string> options =
      machine.ReadFile("/proc/fs/ext4/" + device + "/options");
  if (!options.ok()) {
    return "";
  }
  const std::vector<std::string_view> lines = Split(options.value(), '\n');
  return std::any_of(lines.begin(), lines.end(),
                     [](auto line) { return line.starts_with("data="); })
             ? "has_journal"
             : "no journal";
}

void FillFromMount(Machine& machine, const std::vector<MountEntry>& mounts,
                   const MountEntry& mount, MountFacts* facts) {
  facts->mount_point = mount.mount_point;
  facts->filesystem = mount.filesystem;
  facts->source = mount.source;
  facts->options = mount.options();
  facts->in_memory = Contains(kMemoryFilesystems, mount.filesystem);
  facts->network = Contains(kNetworkFilesystems, mount.filesystem) ||
                   Contains(kNetworkFuse, mount.filesystem);
  if (facts->in_memory || facts->network) {
    return;
  }
  const MountEntry* lowest = &mount;
  if (mount.filesystem == "overlay") {
    lowest = FindUpperMount(machine, mounts, mount);
    if (lowest == nullptr) {
      return;
    }
    facts->features = "writes go to " + lowest->filesystem;
  }
  const std::string device = FindDevice(machine, *lowest);
  if (device.empty()) {
    return;
  }
  facts->device = ReadBlockDeviceFacts(machine, device);
  if (mount.filesystem == "ext4" || mount.filesystem == "ext3") {
    facts->features = ReadExtFeatures(machine, device);
  }
}

}  // namespace

Result<MountFacts> ReadMountFacts(Machine& machine,
                                  const std::string& directory) {
  const Result<std::string> path = machine.RealPath(directory);
  if (!path.ok()) {
    return ExplainDirectory(path.status(), directory);
  }
  const Result<FilesystemInfo> info = machine.DescribeFilesystem(path.value());
  if (!info.ok()) {
    return ExplainDirectory(info.status(), directory);
  }
  if (!info->is_directory) {
    return Status::Usage(
        fmt::format("{} is not a directory: name the directory to work in",
                    Quote(directory)));
  }
  MountFacts facts;
  facts.directory = path.value();
  facts.size_bytes = info->size_bytes;
  facts.free_bytes = info->free_bytes;
  facts.files_total = info->files_total;
  facts.files_free = info->files_free;
  facts.read_only = info->read_only;
  facts.major = info->major;
  facts.minor = info->minor;
  const Result<std::string> table = machine.ReadFile("/proc/self/mountinfo");
  if (table.ok()) {
    const std::vector<MountEntry> mounts = ParseMountTable(table.value());
    if (const MountEntry* mount =
            FindMount(mounts, facts.directory, info.value())) {
      FillFromMount(machine, mounts, *mount, &facts);
    }
  }
  return facts;
}

std::string ReadNetworkStatistics(Machine& machine, const MountFacts& mount) {
  if (mount.filesystem == "cifs" || mount.filesystem == "smb3") {
    const Result<std::string> text = machine.ReadFile("/proc/fs/cifs/Stats");
    return text.ok() ? text.value() : "";
  }
  const Result<std::string> text = machine.ReadFile("/proc/self/mountstats");
  if (!mount.network || !text.ok()) {
    return "";
  }
  return MountStatisticsBlock(text.value(), mount.mount_point);
}

}  // namespace fsduel
