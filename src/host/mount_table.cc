#include "host/mount_table.h"

#include <algorithm>

#include "base/text.h"
#include "host/small_files.h"

namespace fsduel {
namespace {

// mountinfo writes blank, tab, newline, backslash and '#' as \ooo.
std::string Unescape(std::string_view text) {
  const auto is_octal = [](char c) { return c >= '0' && c <= '7'; };
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size() && is_octal(text[i + 1]) &&
        is_octal(text[i + 2]) && is_octal(text[i + 3])) {
      plain += static_cast<char>((text[i + 1] - '0') * 64 +
                                 (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::optional<MountEntry> ParseLine(std::string_view line) {
  const std::vector<std::string_view> words = SplitWords(line);
  // Six fixed words, any number of optional ones, "-", three fixed words; an
  // empty last one is possible.
  const auto dash =
      std::find(words.begin() + std::min<std::ptrdiff_t>(6, std::ssize(words)),
                words.end(), "-");
  if (std::distance(dash, words.end()) < 3) {
    return std::nullopt;
  }
  MountEntry entry;
  entry.id = static_cast<std::uint64_t>(ParseNumberOr(words[0], 0));
  const std::vector<std::string_view> device = Split(words[2], ':');
  if (device.size() != 2) {
    return std::nullopt;
  }
  entry.major = static_cast<std::uint32_t>(ParseNumberOr(device[0], 0));
  entry.minor = static_cast<std::uint32_t>(ParseNumberOr(device[1], 0));
  entry.root = Unescape(words[3]);
  entry.mount_point = Unescape(words[4]);
  entry.mount_options = words[5];
  entry.filesystem = Unescape(dash[1]);
  entry.source = Unescape(dash[2]);
  if (std::distance(dash, words.end()) > 3) {
    entry.super_options = Unescape(dash[3]);
  }
  return entry;
}

bool Holds(std::string_view mount_point, std::string_view path) {
  return mount_point == "/" || path == mount_point ||
         (path.starts_with(mount_point) && path[mount_point.size()] == '/');
}

}  // namespace

std::string MountEntry::options() const {
  const bool read_only =
      mount_options.starts_with("ro") || super_options.starts_with("ro");
  std::string merged = read_only ? "ro" : "rw";
  std::vector<std::string_view> seen = {"ro", "rw"};
  for (const std::string* list : {&mount_options, &super_options}) {
    for (const std::string_view option : Split(*list, ',')) {
      if (!option.empty() &&
          std::find(seen.begin(), seen.end(), option) == seen.end()) {
        seen.push_back(option);
        merged.append(",").append(option);
      }
    }
  }
  return merged;
}

std::string MountEntry::option_value(std::string_view name) const {
  for (const std::string_view option : Split(super_options, ',')) {
    if (option.size() > name.size() && option.starts_with(name) &&
        option[name.size()] == '=') {
      return std::string(option.substr(name.size() + 1));
    }
  }
  return "";
}

std::vector<MountEntry> ParseMountTable(std::string_view mountinfo) {
  std::vector<MountEntry> mounts;
  for (const std::string_view line : Split(mountinfo, '\n')) {
    if (std::optional<MountEntry> entry = ParseLine(line)) {
      mounts.push_back(*std::move(entry));
    }
  }
  return mounts;
}

const MountEntry* FindMount(const std::vector<MountEntry>& mounts,
                            std::string_view path, const FilesystemInfo& info) {
  const auto has_device = [&](const MountEntry& mount) {
    return mount.major == info.major && mount.minor == info.minor;
  };
  const MountEntry* best = nullptr;
  for (const MountEntry& mount : mounts) {
    if (info.mount_id != 0 && mount.id == info.mount_id) {
      return &mount;
    }
    if (!Holds(mount.mount_point, path)) {
      continue;
    }
    // A mount with the right device beats one without, then the longer mount
    // point, then the later one. Files of btrfs subvolumes have devices that
    // no mount shows: then only the length decides.
    const bool better =
        best == nullptr ||
        (has_device(mount) != has_device(*best)
             ? has_device(mount)
             : mount.mount_point.size() >= best->mount_point.size());
    if (better) {
      best = &mount;
    }
  }
  return best;
}

std::string MountStatisticsBlock(std::string_view mountstats,
                                 std::string_view mount_point) {
  std::string block;
  bool inside = false;
  for (const std::string_view line : Split(mountstats, '\n')) {
    if (line.starts_with("device ")) {
      const std::vector<std::string_view> words = SplitWords(line);
      inside = words.size() > 4 && words[2] == "mounted" && words[3] == "on" &&
               Unescape(words[4]) == mount_point;
      if (inside) {
        block.clear();
      }
    }
    if (inside && !line.empty()) {
      block.append(line).append("\n");
    }
  }
  return block;
}

}  // namespace fsduel
