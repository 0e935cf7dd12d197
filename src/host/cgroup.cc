#include "host/cgroup.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "host/mount_table.h"
#include "host/small_files.h"

namespace fsduel {
namespace {

// One place where a limit may stand: the directory of our group below the
// mount point of its hierarchy, and the name of the file.
struct Place {
  std::string mount_point;
  std::string group;  // "/user.slice/x", "/" for the root
  std::string_view file;
};

bool HasWord(std::string_view list, std::string_view word) {
  const std::vector<std::string_view> words = Split(list, ',');
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The group's path below what the mount shows. In a container the mount often
// shows our group itself as its root.
std::string PathBelow(std::string_view root, std::string_view group) {
  if (root != "/" && group.starts_with(root)) {
    group.remove_prefix(root.size());
  }
  return std::string(group);
}

// Lines of /proc/self/cgroup: "0::/a/b" (version 2), "4:memory:/a/b".
std::vector<Place> FindPlaces(const std::vector<MountEntry>& mounts,
                              std::string_view groups) {
  std::vector<Place> places;
  for (const std::string_view line : Split(groups, '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) {
      continue;
    }
    const std::string_view controllers =
        line.substr(first + 1, second - first - 1);
    const std::string_view group = line.substr(second + 1);
    for (const MountEntry& mount : mounts) {
      if (controllers.empty() && mount.filesystem == "cgroup2") {
        places.push_back(
            {mount.mount_point, PathBelow(mount.root, group), "memory.max"});
      } else if (HasWord(controllers, "memory") &&
                 mount.filesystem == "cgroup" &&
                 HasWord(mount.super_options, "memory")) {
        places.push_back({mount.mount_point, PathBelow(mount.root, group),
                          "memory.limit_in_bytes"});
      }
    }
  }
  return places;
}

// Version 2 says "max" for no limit, version 1 a number near 2^63.
std::uint64_t ReadLimit(Machine& machine, const std::string& path) {
  const std::string text = ReadTrimmed(machine, path);
  std::uint64_t limit = 0;
  std::from_chars(text.data(), text.data() + text.size(), limit);
  return limit;
}

}  // namespace

std::uint64_t ReadCgroupMemoryLimit(Machine& machine,
                                    std::uint64_t memory_bytes) {
  const Result<std::string> table = machine.ReadFile("/proc/self/mountinfo");
  const Result<std::string> groups = machine.ReadFile("/proc/self/cgroup");
  if (!table.ok() || !groups.ok()) {
    return 0;
  }
  std::uint64_t least = memory_bytes;
  bool found = false;
  for (Place place :
       FindPlaces(ParseMountTable(table.value()), groups.value())) {
    while (true) {
      const std::string directory =
          place.mount_point + (place.group == "/" ? "" : place.group);
      const std::uint64_t limit =
          ReadLimit(machine, directory + "/" + std::string(place.file));
      if (limit != 0 && limit < least) {
        least = limit;
        found = true;
      }
      const std::size_t slash = place.group.rfind('/');
      if (place.group.size() <= 1 || slash == std::string::npos) {
        break;
      }
      place.group.resize(std::max<std::size_t>(slash, 1));
    }
  }
  return found ? least : 0;
}

}  // namespace fsduel
