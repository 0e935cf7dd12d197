// Loop devices for tests, and a filesystem on one. Where LoopMount makes all of
// it at once, these are its parts.
#ifndef FSDUEL_TESTS_SUPPORT_LOOP_DEVICE_H_
#define FSDUEL_TESTS_SUPPORT_LOOP_DEVICE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace fsduel {

// Runs a command that may lie in /sbin; its complaint, "" when it ended with 0.
// `output` may be null.
std::string RunTool(const std::vector<std::string>& command,
                    std::string* output = nullptr);

// A sparse file of `bytes`; a test failure when it cannot be made.
void MakeImage(const std::string& path, std::int64_t bytes);

// Attached when reason() is "", else that says what is missing and a test is to
// skip. Detached with the object.
class LoopDevice {
 public:
  // `direct_io`: reads and writes of the device go past the page cache of the
  // filesystem that holds the image.
  LoopDevice(const std::string& image, bool direct_io);
  ~LoopDevice();
  LoopDevice(const LoopDevice&) = delete;
  LoopDevice& operator=(const LoopDevice&) = delete;

  const std::string& reason() const { return reason_; }
  const std::string& path() const { return path_; }  // /dev/loopN

 private:
  std::string path_;
  std::string reason_;
};

// ext4 without a journal, made on a device and mounted; as LoopDevice.
class DeviceMount {
 public:
  explicit DeviceMount(const std::string& device,
                       const std::string& mount_options = "");
  ~DeviceMount();
  DeviceMount(const DeviceMount&) = delete;
  DeviceMount& operator=(const DeviceMount&) = delete;

  const std::string& reason() const { return reason_; }
  const std::string& directory() const { return directory_.path(); }

 private:
  TempDir directory_;
  std::string reason_;
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_LOOP_DEVICE_H_
