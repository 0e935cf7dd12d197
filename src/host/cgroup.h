// Limits that a container or a service manager puts on this process.
#ifndef FSDUEL_HOST_CGROUP_H_
#define FSDUEL_HOST_CGROUP_H_

#include <cstdint>

#include "sys/machine.h"

namespace fsduel {

// The least memory limit of this process' cgroup (version 1 or 2) and those
// above it, as far as they are visible; 0 when there is none below
// `memory_bytes`, the size of the machine.
std::uint64_t ReadCgroupMemoryLimit(Machine& machine,
                                    std::uint64_t memory_bytes);

}  // namespace fsduel

#endif  // FSDUEL_HOST_CGROUP_H_
