// What was measured, where and with what.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/units.h"
#include "report/console_parts.h"
#include "report/labelled_lines.h"
#include "report/number_text.h"

namespace fsduel {
namespace {

std::string SizeText(std::uint64_t bytes) {
  return FormatSize(static_cast<std::int64_t>(bytes));
}

// "8 client processes"; a mix says how many replay what.
std::string ClientsText(const RunResult& result) {
  return fmt::format("{} client {}{}", result.client_count,
                     result.client_host == "thread" ? "thread" : "process",
                     result.client_count == 1         ? ""
                     : result.client_host == "thread" ? "s"
                                                      : "es");
}

std::string LoadfileNames(const RunResult& result) {
  std::string names;
  for (const auto& [name, hash] : result.loadfiles) {
    names += (names.empty() ? "" : " + ") + name;
  }
  return names.empty() ? result.label : names;
}

std::string TitleText(const RunResult& result) {
  std::string title =
      fmt::format("{}: {}", LoadfileNames(result), ClientsText(result));
  if (const PhaseResult* phase = result.FindPhase("measure")) {
    title += ", measured for " + SecondsText(phase->seconds);
  }
  if (const PhaseResult* phase = result.FindPhase("warm-up")) {
    title += fmt::format(" after {} of warm-up", SecondsText(phase->seconds));
  }
  if (result.runs > 1) {
    title += fmt::format(", run {} of {}", result.run_index, result.runs);
  }
  return title;
}

// One line in front of everything when the figures are not what was asked for.
std::string StateText(const RunResult& result) {
  switch (result.state) {
    case RunState::kComplete:
      return result.validity == Validity::kInvalid
                 ? "INVALID: see the warnings below; do not compare"
                 : "";
    case RunState::kInterrupted:
      return "INTERRUPTED: the figures are those of a part of the run";
    case RunState::kFailed:
      return "FAILED" + (result.failure.empty() ? "" : ": " + result.failure);
    case RunState::kRunning:
      return "NOT FINISHED: the run was cut off, or still runs";
  }
  return "";
}

std::string FilesystemText(const MountFacts& mount) {
  std::string text = mount.filesystem.empty() ? "unknown" : mount.filesystem;
  if (!mount.features.empty()) {
    text += fmt::format(
        " ({})", mount.features == "has_journal" ? "journal" : mount.features);
  }
  if (!mount.options.empty()) {
    text += ", " + mount.options;
  }
  if (mount.size_bytes != 0) {
    text += fmt::format(", {} of {} free", SizeText(mount.free_bytes),
                        SizeText(mount.size_bytes));
  }
  return text;
}

// The device by its own name first, as people know it.
std::string DeviceText(const MountFacts& mount) {
  if (!mount.device.has_value()) {
    return mount.in_memory
               ? fmt::format(
                     "no block device behind ({}): this measures memory",
                     mount.filesystem)
           : mount.network ? fmt::format("no block device behind: {} over {}",
                                         mount.source, mount.filesystem)
                           : "no block device known behind";
  }
  const BlockDeviceFacts& device = *mount.device;
  std::string text = device.model.empty()
                         ? device.name
                         : fmt::format("{} ({})", device.model, device.name);
  if (!device.backing_file.empty()) {
    text += fmt::format(", loop over {}{}", device.backing_file,
                        device.loop_direct_io ? " (direct)" : " (page cache)");
  }
  if (device.size_bytes > 0) {
    text += ", " + FormatSize(device.size_bytes);
  }
  text += device.rotational ? ", rotational" : "";
  if (!device.scheduler.empty()) {
    text += ", scheduler " + device.scheduler;
  }
  if (!device.write_cache.empty()) {
    text += ", " + device.write_cache;
  }
  return text;
}

std::string HostText(const HostFacts& host) {
  std::string text = host.hostname.empty() ? "" : host.hostname + ": ";
  text += host.cpu_model.empty() ? "" : host.cpu_model + ", ";
  text += fmt::format("{} CPU{}", host.cpus, host.cpus == 1 ? "" : "s");
  if (!host.governor.empty()) {
    text += fmt::format(" ({})", host.governor);
  }
  text += fmt::format(", {} memory", SizeText(host.memory_bytes));
  if (host.cgroup_memory_limit_bytes != 0) {
    text += fmt::format(" (limited to {})",
                        SizeText(host.cgroup_memory_limit_bytes));
  }
  if (!host.virtualisation.empty() && host.virtualisation != "none") {
    text += ", " + host.virtualisation;
  }
  return text + (host.kernel.empty() ? "" : ", " + host.kernel);
}

// What decides which operations were issued, and how durable they were.
std::string LoadText(const RunResult& result) {
  const auto value = [&](std::string_view option) {
    const std::string found = SpecValue(result, option);
    return found.empty() ? "not recorded" : found;
  };
  std::string text;
  for (const auto& [name, hash] : result.loadfiles) {
    text += fmt::format("{}{} [{}]", text.empty() ? "" : " + ", name,
                        hash.substr(0, std::min<std::size_t>(hash.size(), 12)));
  }
  return text + fmt::format("{}seed {}, semantics {}, durability {}",
                            text.empty() ? "" : ", ", result.seed,
                            value("semantics"), value("durability"));
}

}  // namespace

std::string ConsoleTitle(std::string_view title, const RunResult& result,
                         const ConsoleStyle& style) {
  const Paint paint(style.colour);
  const auto width = static_cast<std::size_t>(style.width);
  std::string text;
  for (const std::string& line : WrapText(Printable(title), width)) {
    text += paint(Tone::kStrong, line) + "\n";
  }
  if (const std::string state = StateText(result); !state.empty()) {
    for (const std::string& line : WrapText(Printable(state), width)) {
      text += paint(Tone::kBad, line) + "\n";
    }
  }
  return text;
}

void AddPlaces(const RunResult& result, LabelledLines* lines) {
  for (const MountFacts& mount : result.mounts) {
    lines->Add("directory", mount.directory);
    lines->Add("filesystem", FilesystemText(mount));
    lines->Add("device", DeviceText(mount));
  }
  lines->Add("machine", HostText(result.host));
}

std::string ConsoleHead(const RunResult& result, const ConsoleStyle& style) {
  LabelledLines lines(static_cast<std::size_t>(style.width));
  AddPlaces(result, &lines);
  lines.Add("load", LoadText(result));
  return ConsoleTitle(TitleText(result), result, style) +
         lines.Render(Paint(style.colour));
}

}  // namespace fsduel
