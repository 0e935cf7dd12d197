// A filesystem of a chosen kind on a loop device, made for one test.
#include "tests/support/loop_mount.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "sys/unique_fd.h"
#include "tests/support/process.h"

namespace fsduel {
namespace {

struct KindRow {
  FilesystemKind kind;
  const char* name;
  const char* type;
  std::vector<std::string> mkfs;
};

const KindRow& RowOf(FilesystemKind kind) {
  // Kept for the life of the test program.
  static const auto* const rows = new std::vector<KindRow>{
      {FilesystemKind::kExt4, "ext4", "ext4", {"mkfs.ext4", "-q", "-F"}},
      {FilesystemKind::kExt4NoJournal,
       "ext4NoJournal",
       "ext4",
       {"mkfs.ext4", "-q", "-F", "-O", "^has_journal"}},
      {FilesystemKind::kXfs, "xfs", "xfs", {"mkfs.xfs", "-q", "-f"}},
      {FilesystemKind::kBtrfs, "btrfs", "btrfs", {"mkfs.btrfs", "-q", "-f"}},
  };
  return (*rows)[static_cast<std::size_t>(kind)];
}

// Also where the path of an ordinary user does not lead.
std::string PathWithSbin() {
  const char* const path = std::getenv("PATH");  // NOLINT: no setenv here
  return fmt::format("PATH={}:/usr/sbin:/sbin", path == nullptr ? "" : path);
}

bool MakeSparseFile(const std::string& path, std::int64_t bytes) {
  const UniqueFd file(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  return file.valid() && ::ftruncate(file.get(), bytes) == 0;
}

}  // namespace

std::string NameOf(FilesystemKind kind) {
  return RowOf(kind).name;
}

LoopMount::LoopMount(FilesystemKind kind, const LoopMountOptions& options)
    : files_(options.base), directory_(files_ / "mnt") {
  if (::geteuid() != 0) {
    reason_ = "needs root for a loop device";
    return;
  }
  Mount(kind, options);
}

void LoopMount::Mount(FilesystemKind kind, const LoopMountOptions& options) {
  const std::string image = files_ / "image";
  if (!MakeSparseFile(image, options.bytes) ||
      ::mkdir(directory_.c_str(), 0700) != 0) {
    reason_ = fmt::format("no image in {}: errno {}", files_.path(), errno);
    return;
  }
  if (!Run({"losetup", "--find", "--show", image}, &device_)) {
    return;
  }
  attached_ = true;
  while (device_.ends_with('\n')) {
    device_.pop_back();
  }
  std::vector<std::string> mkfs = RowOf(kind).mkfs;
  mkfs.insert(mkfs.end(), options.mkfs_options.begin(),
              options.mkfs_options.end());
  mkfs.push_back(device_);
  if (!Run(mkfs, nullptr)) {
    return;
  }
  std::vector<std::string> mount = {"mount", "-t", RowOf(kind).type};
  if (!options.mount_options.empty()) {
    mount.insert(mount.end(), {"-o", options.mount_options});
  }
  mount.insert(mount.end(), {device_, directory_});
  if (!Run(mount, nullptr)) {
    return;
  }
  mounted_ = true;
  // While mounted, this only asks the kernel to free it with the last user.
  attached_ = !Run({"losetup", "--detach", device_}, nullptr);
}

LoopMount::~LoopMount() {
  // A descriptor that a dying process still holds goes within moments.
  constexpr int kTries = 100;
  for (int n = 0; mounted_ && n < kTries; ++n) {
    mounted_ = !Run({"umount", directory_}, nullptr);
    if (mounted_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  if (mounted_) {
    ADD_FAILURE() << "still in use: " << reason_;
    Run({"umount", "--lazy", directory_}, nullptr);
  }
  if (attached_) {
    EXPECT_TRUE(Run({"losetup", "--detach", device_}, nullptr)) << reason_;
  }
}

bool LoopMount::Run(const std::vector<std::string>& command,
                    std::string* output) {
  std::vector<std::string> argv = {"/usr/bin/env", PathWithSbin()};
  argv.insert(argv.end(), command.begin(), command.end());
  const ProgramResult result = RunProgram({argv, {}, ""});
  if (result.exit_code != 0) {
    reason_ =
        fmt::format("{}: {}{}", command.front(), result.errors, result.output);
    return false;
  }
  if (output != nullptr) {
    *output = result.output;
  }
  return true;
}

}  // namespace fsduel
