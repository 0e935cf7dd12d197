// Block devices as /sys describes them.
#ifndef FSDUEL_HOST_BLOCK_DEVICE_H_
#define FSDUEL_HOST_BLOCK_DEVICE_H_

#include <cstdint>
#include <string>

#include "host/facts.h"
#include "sys/machine.h"

namespace fsduel {

// "sda1" of 8:1, "" when that is no block device.
std::string BlockDeviceName(Machine& machine, std::uint32_t major,
                            std::uint32_t minor);

// "dm-0" of /dev/mapper/vg-home, "" when the path is no block device.
std::string BlockDeviceNameOfNode(Machine& machine, const std::string& node);

// REQUIRES: `name` is a block device ("nvme0n1p2").
BlockDeviceFacts ReadBlockDeviceFacts(Machine& machine,
                                      const std::string& name);

}  // namespace fsduel

#endif  // FSDUEL_HOST_BLOCK_DEVICE_H_
