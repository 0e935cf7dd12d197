// losetup(8), mkfs.ext4(8), mount(8).
#include "tests/support/loop_device.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include "sys/unique_fd.h"
#include "tests/support/process.h"

namespace fsduel {

std::string RunTool(const std::vector<std::string>& command,
                    std::string* output) {
  const char* const path = std::getenv("PATH");  // NOLINT: no setenv here
  std::vector<std::string> argv = {
      "/usr/bin/env",
      fmt::format("PATH={}:/usr/sbin:/sbin", path == nullptr ? "" : path)};
  argv.insert(argv.end(), command.begin(), command.end());
  const ProgramResult result = RunProgram({argv, {}, ""});
  if (output != nullptr) {
    *output = result.output;
  }
  return result.exit_code == 0 ? ""
                               : fmt::format("{}: {}{}", command.front(),
                                             result.errors, result.output);
}

void MakeImage(const std::string& path, std::int64_t bytes) {
  const UniqueFd file(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  ASSERT_TRUE(file.valid()) << path;
  ASSERT_EQ(::ftruncate(file.get(), bytes), 0) << path;
}

LoopDevice::LoopDevice(const std::string& image, bool direct_io) {
  if (::geteuid() != 0) {
    reason_ = "needs root for a loop device";
    return;
  }
  std::vector<std::string> command = {"losetup", "--find", "--show"};
  if (direct_io) {
    command.emplace_back("--direct-io=on");
  }
  command.push_back(image);
  reason_ = RunTool(command, &path_);
  while (path_.ends_with('\n')) {
    path_.pop_back();
  }
}

LoopDevice::~LoopDevice() {
  if (!path_.empty()) {
    EXPECT_EQ(RunTool({"losetup", "--detach", path_}), "");
  }
}

DeviceMount::DeviceMount(const std::string& device,
                         const std::string& mount_options) {
  reason_ = RunTool({"mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-E",
                     "lazy_itable_init=0", device});
  if (reason_.empty()) {
    std::vector<std::string> mount = {"mount", "-t", "ext4"};
    if (!mount_options.empty()) {
      mount.insert(mount.end(), {"-o", mount_options});
    }
    mount.insert(mount.end(), {device, directory_.path()});
    reason_ = RunTool(mount);
  }
}

DeviceMount::~DeviceMount() {
  // A descriptor that a dying process still holds goes within moments.
  constexpr int kTries = 100;
  std::string trouble = reason_;
  for (int n = 0; reason_.empty() && n < kTries; ++n) {
    trouble = RunTool({"umount", directory_.path()});
    if (trouble.empty()) {
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (reason_.empty()) {
    ADD_FAILURE() << trouble;
    RunTool({"umount", "--lazy", directory_.path()});
  }
}

}  // namespace fsduel
