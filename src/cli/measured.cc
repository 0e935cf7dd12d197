// One sentence on what a run really measured.
#include "cli/measured.h"

#include <fmt/format.h>

#include <algorithm>

#include "result/derived.h"

namespace fsduel {
namespace {

// From here on an operation is worth naming as the place where time went.
constexpr double kNotableShare = 0.2;

double PercentOf(std::uint64_t part, std::uint64_t whole) {
  return whole == 0
             ? 0.0
             : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// "ext4 on vda". In a chroot the kernel does not name the filesystem.
std::string Subject(const RunResult& result) {
  std::string text;
  for (const MountFacts& mount : result.mounts) {
    const std::string place =
        mount.filesystem.empty()
            ? fmt::format("the filesystem of {}", mount.directory)
        : mount.device
            ? fmt::format("{} on {}", mount.filesystem, mount.device->name)
            : fmt::format("{} ({})", mount.filesystem, mount.source);
    if (text.find(place) == std::string::npos) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", place);
    }
  }
  return text;
}

// The operation in which clients spent most of their time.
std::string TimeWent(const PhaseResult& phase) {
  const auto most =
      std::max_element(phase.operations.begin(), phase.operations.end(),
                       [](const OperationResult& a, const OperationResult& b) {
                         return a.client_time_share < b.client_time_share;
                       });
  if (most == phase.operations.end() ||
      most->client_time_share < kNotableShare) {
    return "";
  }
  return fmt::format(", and clients spent {:.0f} % of their time in {}",
                     100 * most->client_time_share, most->operation);
}

}  // namespace

std::string MeasuredSentence(const RunResult& result) {
  const PhaseResult* phase = result.FindPhase("measure");
  if (phase == nullptr || result.mounts.empty()) {
    return "";
  }
  if (std::all_of(result.mounts.begin(), result.mounts.end(),
                  [](const MountFacts& mount) { return mount.in_memory; })) {
    return fmt::format(
        "{}: memory and the filesystem's code; no device lies "
        "behind it{}",
        Subject(result), TimeWent(*phase));
  }
  const std::vector<DeviceTotals> devices = DeviceTotalsOf(*phase);
  if (devices.empty()) {
    return fmt::format(
        "{}: no block device of this machine is known to lie behind it{}",
        Subject(result), TimeWent(*phase));
  }
  std::uint64_t read = 0;
  std::uint64_t written = 0;
  for (const DeviceTotals& device : devices) {
    read += device.read_bytes;
    written += device.write_bytes;
  }
  const WindowTotals totals = TotalsOf(*phase).until_last;
  const auto percent = [](std::uint64_t part, std::uint64_t whole) {
    // Metadata and read-ahead can make the device move more.
    return fmt::format("{:.0f} %", std::min(100.0, PercentOf(part, whole)));
  };
  return fmt::format(
      "{} through the page cache: the device served {} of the bytes read and "
      "took {} of the bytes written meanwhile{}",
      Subject(result), percent(read, totals.bytes_read),
      percent(written, totals.bytes_written), TimeWent(*phase));
}

}  // namespace fsduel
