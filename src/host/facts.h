// Facts about the machine and the storage under a directory: plain data, so
// that result/ and report/ can use these types without a host at hand.
#ifndef FSDUEL_HOST_FACTS_H_
#define FSDUEL_HOST_FACTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fsduel {

struct BlockDeviceFacts {
  std::string name;   // "nvme0n1p2", "loop3"
  std::string model;  // "" when the kernel names none
  std::string serial;
  std::string firmware;
  std::int64_t size_bytes = 0;
  std::uint32_t logical_block_bytes = 0;
  std::uint32_t physical_block_bytes = 0;
  bool rotational = false;
  std::string scheduler;    // the active one: "mq-deadline"
  std::string write_cache;  // "write back", "write through", ""
  std::int64_t queue_requests = 0;
  std::int64_t wbt_lat_us = -1;  // -1 = no such file
  std::string backing_file;      // of a loop device
  bool loop_direct_io = false;
  std::string parent;  // whole disk of a partition, "" when it is one
};

// One -D directory.
struct MountFacts {
  std::string directory;  // as resolved, absolute
  std::string mount_point;
  std::string filesystem;  // "ext4"
  std::string source;      // "/dev/nvme0n1p2", "server:/export"
  std::string options;     // as the kernel reports them (mountinfo)
  std::string
      features;  // ext4: "has_journal" or "no journal" ...; "" = unknown
  std::uint64_t size_bytes = 0;
  std::uint64_t free_bytes = 0;   // to unprivileged users
  std::uint64_t files_total = 0;  // 0 = the filesystem sets no limit
  std::uint64_t files_free = 0;
  bool read_only = false;
  bool in_memory = false;   // tmpfs, ramfs: no device behind
  bool network = false;     // nfs, cifs, ...
  std::uint32_t major = 0;  // st_dev
  std::uint32_t minor = 0;
  std::optional<BlockDeviceFacts> device;  // none: no block device behind
};

struct HostFacts {
  std::string hostname;
  std::string kernel;        // "Linux 6.18.44 x86_64"
  std::string distribution;  // PRETTY_NAME of os-release
  std::string cpu_model;
  std::uint32_t cpus = 0;      // usable by this process
  std::string governor;        // "" when cpufreq is absent
  std::string virtualisation;  // "kvm", "none", ""
  std::uint64_t memory_bytes = 0;
  std::uint64_t memory_available_bytes = 0;
  std::uint64_t cgroup_memory_limit_bytes = 0;  // 0 = none
  // sysctls and files that change results: ("vm.dirty_ratio", "20") ...
  std::vector<std::pair<std::string, std::string>> settings;
};

}  // namespace fsduel

#endif  // FSDUEL_HOST_FACTS_H_
