// The kernel's table of mounts, /proc/self/mountinfo.
// Format: Documentation/filesystems/proc.rst, section 3.5.
#ifndef FSDUEL_HOST_MOUNT_TABLE_H_
#define FSDUEL_HOST_MOUNT_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sys/machine.h"

namespace fsduel {

struct MountEntry {
  std::uint64_t id = 0;
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::string root;  // what of the filesystem is mounted here: "/"
  std::string mount_point;
  std::string filesystem;     // "ext4", "fuse.sshfs"
  std::string source;         // "/dev/sda1"
  std::string mount_options;  // of this mount: "rw,relatime"
  std::string super_options;  // of the filesystem: "rw,discard"

  // Both option lists as /proc/mounts shows them: "rw,relatime,discard".
  std::string options() const;
  // Value of `name=` in the filesystem's options, "" without it.
  std::string option_value(std::string_view name) const;
};

// Lines that are not understood are left out.
std::vector<MountEntry> ParseMountTable(std::string_view mountinfo);

// The mount that holds `path` (absolute, without links): the one with the id
// that statx names; on kernels before 5.8, which name none, the longest mount
// point above the path, and of several mounted over each other the one with
// the device of the path, else the last.
const MountEntry* FindMount(const std::vector<MountEntry>& mounts,
                            std::string_view path, const FilesystemInfo& info);

// The lines of /proc/self/mountstats about the last mount on `mount_point`, ""
// when there is none.
std::string MountStatisticsBlock(std::string_view mountstats,
                                 std::string_view mount_point);

}  // namespace fsduel

#endif  // FSDUEL_HOST_MOUNT_TABLE_H_
