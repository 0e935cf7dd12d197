#include "host/block_device.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "host/small_files.h"

namespace fsduel {
namespace {

// Sizes below /sys/block are in sectors of 512 bytes, whatever the device has.
constexpr std::int64_t kSectorBytes = 512;

std::string BaseName(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

std::string Join(const std::vector<std::string>& words,
                 std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

// What kind of device it is, in words: the hardware's own name, or what a
// virtual device is made of.
std::string ReadModel(Machine& machine, const std::string& directory) {
  const std::string model = ReadTrimmed(machine, directory + "/device/model");
  if (!model.empty()) {
    // SCSI has the vendor apart; that of SATA disks is always "ATA", and
    // virtio's is a number.
    const std::string vendor =
        ReadTrimmed(machine, directory + "/device/vendor");
    const bool is_name =
        !vendor.empty() && vendor != "ATA" && !vendor.starts_with("0x");
    return is_name ? vendor + " " + model : model;
  }
  const std::string level = ReadTrimmed(machine, directory + "/md/level");
  const std::string mapped = ReadTrimmed(machine, directory + "/dm/name");
  if (level.empty() && mapped.empty()) {
    return "";
  }
  const Result<std::vector<std::string>> slaves =
      machine.ListDirectory(directory + "/slaves");
  const std::string below =
      slaves.ok() ? " over " + Join(slaves.value(), "+") : "";
  return (level.empty() ? "device mapper " + mapped : "md " + level) + below;
}

void ReadQueue(Machine& machine, const std::string& queue,
               BlockDeviceFacts* facts) {
  facts->logical_block_bytes = static_cast<std::uint32_t>(
      ReadNumberOr(machine, queue + "/logical_block_size", 0));
  facts->physical_block_bytes = static_cast<std::uint32_t>(
      ReadNumberOr(machine, queue + "/physical_block_size", 0));
  facts->rotational = ReadNumberOr(machine, queue + "/rotational", 0) != 0;
  facts->scheduler = ActiveChoice(ReadTrimmed(machine, queue + "/scheduler"));
  facts->write_cache = ReadTrimmed(machine, queue + "/write_cache");
  facts->queue_requests = ReadNumberOr(machine, queue + "/nr_requests", 0);
  facts->wbt_lat_us = ReadNumberOr(machine, queue + "/wbt_lat_usec", -1);
}

// The first of two files that says something: each bus has its own place.
std::string ReadEither(Machine& machine, const std::string& first,
                       const std::string& second) {
  std::string text = ReadTrimmed(machine, first);
  return text.empty() ? ReadTrimmed(machine, second) : text;
}

}  // namespace

std::string BlockDeviceName(Machine& machine, std::uint32_t major,
                            std::uint32_t minor) {
  const Result<std::string> path =
      machine.RealPath(fmt::format("/sys/dev/block/{}:{}", major, minor));
  return path.ok() ? BaseName(path.value()) : "";
}

std::string BlockDeviceNameOfNode(Machine& machine, const std::string& node) {
  if (!node.starts_with("/dev/")) {
    return "";
  }
  const Result<std::string> path = machine.RealPath(node);
  if (!path.ok()) {
    return "";
  }
  // A directory in /dev becomes '!' in /sys: /dev/cciss/c0d0.
  std::string name = path.value().substr(std::string_view("/dev/").size());
  for (char& c : name) {
    c = c == '/' ? '!' : c;
  }
  return machine.RealPath("/sys/class/block/" + name).ok() ? name : "";
}

BlockDeviceFacts ReadBlockDeviceFacts(Machine& machine,
                                      const std::string& name) {
  BlockDeviceFacts facts;
  facts.name = name;
  const Result<std::string> resolved =
      machine.RealPath("/sys/class/block/" + name);
  if (!resolved.ok()) {
    return facts;
  }
  const std::string& directory = resolved.value();
  facts.size_bytes =
      ReadNumberOr(machine, directory + "/size", 0) * kSectorBytes;
  // Queue and identity belong to the whole disk, the directory above.
  std::string disk = directory;
  if (!ReadTrimmed(machine, directory + "/partition").empty()) {
    disk = directory.substr(0, directory.rfind('/'));
    facts.parent = BaseName(disk);
  }
  ReadQueue(machine, disk + "/queue", &facts);
  facts.model = ReadModel(machine, disk);
  facts.serial = ReadEither(machine, disk + "/device/serial", disk + "/serial");
  facts.firmware =
      ReadEither(machine, disk + "/device/firmware_rev", disk + "/device/rev");
  facts.backing_file = ReadTrimmed(machine, disk + "/loop/backing_file");
  facts.loop_direct_io = ReadNumberOr(machine, disk + "/loop/dio", 0) != 0;
  return facts;
}

}  // namespace fsduel
