// The cold path to the machine: small files of /proc and /sys, child programs,
// mounts, caches. Virtual, so that tests run against a FakeMachine (tests/
// support) that records what it was asked. Never called while a client is
// measured except by the sampler, once per interval.
#ifndef FSDUEL_SYS_MACHINE_H_
#define FSDUEL_SYS_MACHINE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace fsduel {

struct CommandResult {
  int exit_code = 0;   // 128 + signal when killed by one
  std::string output;  // stdout and stderr together, at most 1 MiB
};

// What statx and statvfs say about a path, links followed.
struct FilesystemInfo {
  bool is_directory = false;
  std::uint32_t major = 0;  // of the filesystem's device (st_dev)
  std::uint32_t minor = 0;
  std::uint64_t mount_id = 0;    // first column of mountinfo; 0 = unknown
  std::uint64_t size_bytes = 0;  // of the filesystem
  std::uint64_t free_bytes = 0;  // to unprivileged users
  std::uint64_t files_total = 0;
  std::uint64_t files_free = 0;  // to unprivileged users
  bool read_only = false;
};

class Machine {
 public:
  virtual ~Machine() = default;

  // The whole of a small file (at most 16 MiB), such as one of /proc.
  virtual Result<std::string> ReadFile(const std::string& path) = 0;
  // Overwrites an existing file, such as one of /proc/sys.
  virtual Status WriteFile(const std::string& path, std::string_view text) = 0;
  // Names in a directory, sorted, without . and ..
  virtual Result<std::vector<std::string>> ListDirectory(
      const std::string& path) = 0;
  // Target of a symbolic link.
  virtual Result<std::string> ReadLink(const std::string& path) = 0;
  // Absolute path without symbolic links; fails when it does not exist.
  virtual Result<std::string> RealPath(const std::string& path) = 0;
  virtual Result<FilesystemInfo> DescribeFilesystem(
      const std::string& path) = 0;
  // Runs a program found on PATH, no shell between, standard input empty, its
  // messages in the C locale. Fails when there is no such program. Ctrl-C at
  // the terminal does not reach the program: an umount of our clean-up must not
  // die of it.
  virtual Result<CommandResult> Run(
      const std::vector<std::string>& command) = 0;
  virtual bool IsRoot() const = 0;
};

std::unique_ptr<Machine> MakeMachine();

}  // namespace fsduel

#endif  // FSDUEL_SYS_MACHINE_H_
