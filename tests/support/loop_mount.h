// A filesystem of a chosen kind on a loop device, made for one test.
#ifndef FSDUEL_TESTS_SUPPORT_LOOP_MOUNT_H_
#define FSDUEL_TESTS_SUPPORT_LOOP_MOUNT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace fsduel {

enum class FilesystemKind { kExt4, kExt4NoJournal, kXfs, kBtrfs };

// All of them, for INSTANTIATE_TEST_SUITE_P and loops.
inline constexpr FilesystemKind kFilesystemKinds[] = {
    FilesystemKind::kExt4, FilesystemKind::kExt4NoJournal, FilesystemKind::kXfs,
    FilesystemKind::kBtrfs};

// "ext4", "ext4NoJournal", "xfs", "btrfs".
std::string NameOf(FilesystemKind kind);

struct LoopMountOptions {
  std::int64_t bytes = std::int64_t{512} << 20;  // sparse; xfs needs 300 MiB
  std::vector<std::string> mkfs_options;
  std::string mount_options;  // after -o
  std::string base;           // where the image lies; "" = as TempDir
};

// Mounted when mounted() is true; else reason() says what is missing, and a
// test is to skip with it:
//   LoopMount mount(FilesystemKind::kXfs);
//   if (!mount.mounted()) GTEST_SKIP() << mount.reason();
// The destructor unmounts, frees the device and removes the image, whatever
// happened. The device is set to be freed by the kernel on unmount.
class LoopMount {
 public:
  explicit LoopMount(FilesystemKind kind, const LoopMountOptions& options = {});
  ~LoopMount();
  LoopMount(const LoopMount&) = delete;
  LoopMount& operator=(const LoopMount&) = delete;

  bool mounted() const { return mounted_; }
  const std::string& reason() const { return reason_; }
  const std::string& directory() const { return directory_; }
  const std::string& device() const { return device_; }  // /dev/loopN

 private:
  void Mount(FilesystemKind kind, const LoopMountOptions& options);
  // True when the command ended with 0; else its message becomes the reason.
  bool Run(const std::vector<std::string>& command, std::string* output);

  TempDir files_;
  std::string directory_;
  std::string device_;
  std::string reason_;
  bool attached_ = false;  // the device must be freed by us
  bool mounted_ = false;
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_LOOP_MOUNT_H_
