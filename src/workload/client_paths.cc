// Lays the names of one client out in memory.
#include "workload/client_paths.h"

#include <cassert>
#include <cstring>
#include <unordered_map>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr std::string_view kClientComponent = "client1";

std::string_view ParentOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view(".")
                                         : path.substr(0, slash);
}

}  // namespace

std::string WithClientName(std::string_view text, std::uint32_t client) {
  std::string name;
  for (std::string_view component : Split(text, '/')) {
    if (component == kClientComponent) {
      name += "client" + std::to_string(client);
    } else {
      name += component;
    }
    name += '/';
  }
  name.pop_back();
  return name;
}

ClientPaths::ClientPaths(const Loadfile& loadfile, std::uint32_t client)
    : first_dynamic_(static_cast<std::uint32_t>(loadfile.paths().size())) {
  // Where a text stands in the arena; the arena moves while it grows, so that
  // pointers are taken at the end.
  constexpr std::size_t kShared = static_cast<std::size_t>(-1);
  std::vector<std::size_t> own(first_dynamic_, kShared);
  std::vector<std::size_t> parent(first_dynamic_);
  std::unordered_map<std::string, std::size_t> parents;
  for (std::uint32_t id = 0; id < first_dynamic_; ++id) {
    const PathPattern& pattern = loadfile.paths()[id];
    std::string text = pattern.text;
    if (pattern.has_client) {
      text = WithClientName(text, client);
      own[id] = arena_.size();
      arena_.append(text.c_str(), text.size() + 1);
    }
    const auto [entry, is_new] =
        parents.try_emplace(std::string(ParentOf(text)), arena_.size());
    if (is_new) {
      arena_.append(entry->first.c_str(), entry->first.size() + 1);
    }
    parent[id] = entry->second;
  }
  arena_.shrink_to_fit();

  names_.resize(first_dynamic_ + kDynamicPaths);
  for (std::uint32_t id = 0; id < first_dynamic_; ++id) {
    names_[id] = Describe(own[id] == kShared ? loadfile.paths()[id].text.c_str()
                                             : arena_.data() + own[id],
                          arena_.data() + parent[id]);
  }
}

std::uint32_t ClientPaths::SetDynamic(std::uint32_t slot,
                                      std::string_view text) {
  assert(slot < kDynamicPaths);
  if (dynamic_.empty()) {
    dynamic_.resize(kDynamicPaths);
  }
  std::string& entry = dynamic_[slot];
  entry.assign(text);
  entry += '\0';
  entry += ParentOf(text);
  const std::uint32_t id = first_dynamic_ + slot;
  names_[id] = Describe(entry.data(), entry.data() + text.size() + 1);
  return id;
}

ClientPaths::Name ClientPaths::Describe(const char* path, const char* parent) {
  const char* const slash = std::strrchr(path, '/');
  const char* const base = slash == nullptr ? path : slash + 1;
  return {path, parent, base, std::strpbrk(base, "*?<>\"") != nullptr};
}

}  // namespace fsduel
