// What stands at a path that a user names as the thing to measure.
#ifndef FSDUEL_SYS_TARGET_H_
#define FSDUEL_SYS_TARGET_H_

#include <cstdint>
#include <string>

#include "base/status.h"
#include "sys/unique_fd.h"

namespace fsduel {

enum class RawKind : std::uint8_t { kNone, kDirectory, kFile, kDevice };

struct RawTarget {
  RawKind kind = RawKind::kNone;  // kNone: nothing that can be measured
  std::string path;               // absolute, links followed
  std::uint64_t bytes = 0;        // of a file or device
};

// Fails when there is no such path or it cannot be opened for reading.
Result<RawTarget> InspectTarget(const std::string& path);

// A block device, for writing, which nothing else has mounted or claimed
// (EBUSY).
Result<UniqueFd> OpenDeviceExclusively(const std::string& path);

}  // namespace fsduel

#endif  // FSDUEL_SYS_TARGET_H_
