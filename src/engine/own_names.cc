// Judges the names of a loadfile without running it.
#include "engine/own_names.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr std::string_view kOwn = "client1";
constexpr std::string_view kPrefix = "client";

bool NamesSomeClient(std::string_view component) {
  return component.size() > kPrefix.size() &&
         EqualIgnoreCase(component.substr(0, kPrefix.size()), kPrefix) &&
         component.find_first_not_of("0123456789", kPrefix.size()) ==
             std::string_view::npos;
}

// False when the path may lead to a fixed or drawn client's files.
bool StaysWithOwnClient(const PathPattern& path) {
  bool is_below_own = false;
  for (const std::string_view component : Split(path.text, '/')) {
    if (component == kOwn) {
      is_below_own = true;
      continue;
    }
    const bool is_drawn =
        path.has_random_string && component.find('$') != std::string_view::npos;
    if (NamesSomeClient(component) || (is_drawn && !is_below_own)) {
      return false;
    }
  }
  return true;
}

// All directories that hold some client's files and are not its own.
std::set<std::string, std::less<>> SharedAncestors(const Loadfile& loadfile) {
  std::set<std::string, std::less<>> ancestors;
  for (const PathPattern& path : loadfile.paths()) {
    if (!path.has_client) {
      continue;
    }
    const std::string own = "/" + path.text + "/";
    std::string_view text = path.text;
    const std::size_t end = own.find("/" + std::string(kOwn) + "/");
    for (std::size_t slash = text.find('/'); slash < end;
         slash = text.find('/', slash + 1)) {
      ancestors.insert(ToLower(text.substr(0, slash)));
    }
  }
  return ancestors;
}

}  // namespace

OwnNames OwnNamesInSharedTree(const Loadfile& loadfile) {
  if (!std::ranges::all_of(loadfile.paths(), StaysWithOwnClient)) {
    return OwnNames::kNone;
  }
  const auto ancestors = SharedAncestors(loadfile);
  const auto is_ancestor = [&](std::uint32_t path) {
    return path != kNoPath &&
           ancestors.contains(ToLower(loadfile.paths()[path].text));
  };
  for (const Operation& operation : loadfile.operations()) {
    const bool moves_trees = operation.opcode == Opcode::kRename ||
                             operation.opcode == Opcode::kDeltree;
    if (moves_trees &&
        (is_ancestor(operation.path) || is_ancestor(operation.path2))) {
      return OwnNames::kNone;
    }
  }
  return OwnNames::kBelowOwnClient;
}

}  // namespace fsduel
