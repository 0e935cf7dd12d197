// Machine on the real system. Each function is one or two system calls; EINTR
// is retried everywhere, because a stop request must not fail a clean-up.
#include "sys/machine.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "sys/child_process.h"
#include "sys/unique_fd.h"

namespace fsduel {
namespace {

constexpr std::size_t kMaxFileBytes = 16U << 20;

template <typename Function>
auto RetryInterrupted(Function function) {
  auto value = function();
  while (value < 0 && errno == EINTR) {
    value = function();
  }
  return value;
}

class SystemMachine final : public Machine {
 public:
  Result<std::string> ReadFile(const std::string& path) override;
  Status WriteFile(const std::string& path, std::string_view text) override;
  Result<std::vector<std::string>> ListDirectory(
      const std::string& path) override;
  Result<std::string> ReadLink(const std::string& path) override;
  Result<std::string> RealPath(const std::string& path) override;
  Result<FilesystemInfo> DescribeFilesystem(const std::string& path) override;
  Result<CommandResult> Run(const std::vector<std::string>& command) override {
    return RunProgram(command);
  }
  bool IsRoot() const override { return ::geteuid() == 0; }
};

// Files of /proc and /sys say size 0, so the end is found by reading.
Result<std::string> SystemMachine::ReadFile(const std::string& path) {
  const UniqueFd file(RetryInterrupted(
      [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (!file.valid()) {
    return Status::FromErrno(errno, "open", path);
  }
  std::string text;
  std::size_t length = 0;
  while (true) {
    if (length == text.size()) {
      text.resize(std::max<std::size_t>(4096, 2 * length));
    }
    const ssize_t bytes = RetryInterrupted([&] {
      return ::read(file.get(), text.data() + length, text.size() - length);
    });
    if (bytes < 0) {
      return Status::FromErrno(errno, "read", path);
    }
    if (bytes == 0) {
      text.resize(length);
      return text;
    }
    length += static_cast<std::size_t>(bytes);
    if (length > kMaxFileBytes) {
      return Status::FromErrno(EFBIG, "read", path);
    }
  }
}

// One write call: a sysctl takes its value whole or not at all.
Status SystemMachine::WriteFile(const std::string& path,
                                std::string_view text) {
  UniqueFd file(RetryInterrupted(
      [&] { return ::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC); }));
  if (!file.valid()) {
    return Status::FromErrno(errno, "open", path);
  }
  const ssize_t bytes = RetryInterrupted(
      [&] { return ::write(file.get(), text.data(), text.size()); });
  if (bytes < 0) {
    return Status::FromErrno(errno, "write", path);
  }
  if (static_cast<std::size_t>(bytes) != text.size()) {
    return Status::FromErrno(EIO, "write (cut short)", path);
  }
  if (::close(file.Release()) != 0) {
    return Status::FromErrno(errno, "close", path);
  }
  return Status::Ok();
}

Result<std::vector<std::string>> SystemMachine::ListDirectory(
    const std::string& path) {
  DIR* directory = ::opendir(path.c_str());  // opens with O_CLOEXEC
  if (directory == nullptr) {
    return Status::FromErrno(errno, "opendir", path);
  }
  std::vector<std::string> names;
  errno = 0;
  // One stream per call, never shared: safe in glibc.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  while (const dirent* entry = ::readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      names.emplace_back(name);
    }
    errno = 0;
  }
  const int error = errno;
  ::closedir(directory);
  if (error != 0) {
    return Status::FromErrno(error, "readdir", path);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> SystemMachine::ReadLink(const std::string& path) {
  std::string target(PATH_MAX, '\0');
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  if (length < 0) {
    return Status::FromErrno(errno, "readlink", path);
  }
  target.resize(static_cast<std::size_t>(length));
  return target;
}

Result<std::string> SystemMachine::RealPath(const std::string& path) {
  const std::unique_ptr<char, decltype(&::free)> resolved(
      ::realpath(path.c_str(), nullptr), &::free);
  if (resolved == nullptr) {
    return Status::FromErrno(errno, "realpath", path);
  }
  return std::string(resolved.get());
}

Result<FilesystemInfo> SystemMachine::DescribeFilesystem(
    const std::string& path) {
  struct statx status {};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_TYPE | STATX_MNT_ID, &status) !=
      0) {
    return Status::FromErrno(errno, "statx", path);
  }
  struct statvfs space {};
  if (RetryInterrupted([&] { return ::statvfs(path.c_str(), &space); }) != 0) {
    return Status::FromErrno(errno, "statvfs", path);
  }
  FilesystemInfo info;
  info.is_directory = S_ISDIR(status.stx_mode);
  info.major = status.stx_dev_major;
  info.minor = status.stx_dev_minor;
  if ((status.stx_mask & STATX_MNT_ID) != 0) {
    info.mount_id = status.stx_mnt_id;
  }
  info.size_bytes = std::uint64_t{space.f_blocks} * space.f_frsize;
  info.free_bytes = std::uint64_t{space.f_bavail} * space.f_frsize;
  info.files_total = space.f_files;
  info.files_free = space.f_favail;
  info.read_only = (space.f_flag & ST_RDONLY) != 0;
  return info;
}

}  // namespace

std::unique_ptr<Machine> MakeMachine() {
  return std::make_unique<SystemMachine>();
}

}  // namespace fsduel
