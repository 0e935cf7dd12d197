// Normalisation, checking and interning of paths.
#include "loadfile/path_interner.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr std::string_view kSlashes = "/\\";
constexpr std::string_view kWildcards = "*?<>\"";
constexpr std::string_view kClient = "client1";

bool Refuse(TextFault* fault, std::size_t offset, std::string message) {
  *fault = {offset, std::move(message)};
  return false;
}

// `raw` without anything that does not matter to where it leads.
bool Normalise(std::string_view raw, PathPattern* path, TextFault* fault) {
  if (raw.empty()) {
    return Refuse(fault, 0, "the path is empty");
  }
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t end =
        std::min(raw.find_first_of(kSlashes, at), raw.size());
    const std::string_view name = raw.substr(at, end - at);
    if (name == "..") {
      return Refuse(fault, at, "a path may not hold '..'");
    }
    if (name.size() > kMostName) {
      return Refuse(fault, at,
                    fmt::format("this name is {} bytes long; {} is the most",
                                name.size(), kMostName));
    }
    if (!name.empty() && name != ".") {
      path->text += path->text.empty() ? "" : "/";
      path->text += name;
      path->has_client = path->has_client || name == kClient;
      path->has_wildcard = name.find_first_of(kWildcards) != name.npos;
    }
    at = end + 1;
  }
  if (path->text.size() > kMostPath) {
    return Refuse(fault, 0,
                  fmt::format("this path is {} bytes long; {} is the most",
                              path->text.size(), kMostPath));
  }
  if (path->text.empty()) {
    path->text += kTreePath;
  }
  return true;
}

// Which `$N` occur in `text`.
std::uint16_t RandomMask(std::string_view text) {
  unsigned mask = 0;
  for (std::size_t at = text.find('$'); at != text.npos;
       at = text.find('$', at + 1)) {
    const char digit = at + 1 < text.size() ? text[at + 1] : '$';
    if (digit >= '0' && digit <= '9') {
      mask |= 1U << (digit - '0');
    }
  }
  return static_cast<std::uint16_t>(mask);
}

}  // namespace

std::uint32_t PathInterner::Intern(std::string_view raw, TextFault* fault) {
  if (const auto known = by_spelling_.find(raw); known != by_spelling_.end()) {
    return known->second;
  }
  PathPattern path;
  if (!Normalise(raw, &path, fault)) {
    return kNoPath;
  }
  path.random_mask =
      static_cast<std::uint16_t>(RandomMask(path.text) & random_.defined());
  path.has_random_string = path.random_mask != 0;
  const std::uint32_t id = InternNormal(std::move(path), fault);
  if (id != kNoPath) {
    by_spelling_.emplace(raw, id);
  }
  return id;
}

std::uint32_t PathInterner::InternNormal(PathPattern path, TextFault* fault) {
  // A slash cannot end a text, so that keys with and without mask differ.
  std::string key = path.text;
  if (path.has_random_string) {
    fault->offset = 0;
    fault->message = random_.Check(path);
    if (!fault->message.empty()) {
      return kNoPath;
    }
    key += fmt::format("/{}/", path.random_mask);
  }
  const auto [entry, is_new] = by_text_.emplace(
      std::move(key), static_cast<std::uint32_t>(paths_.size()));
  if (is_new) {
    paths_.push_back(std::move(path));
  }
  return entry->second;
}

bool PathInterner::Define(const RandomString& random_string, TextFault* fault) {
  const std::uint16_t before = random_.defined();
  const bool wider = random_.Add(random_string);
  if (random_.defined() != before) {
    by_spelling_.clear();
  } else if (wider) {
    for (const PathPattern& path : paths_) {
      if (((path.random_mask >> random_string.index) & 1) == 0) {
        continue;
      }
      if (std::string why = random_.Check(path); !why.empty()) {
        return Refuse(fault, 0, "with this value, " + why);
      }
    }
  }
  return true;
}

}  // namespace fsduel
