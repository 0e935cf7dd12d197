// The tree of one client as the generator knows it.
#include "generator/tree_model.h"

#include "base/text.h"

namespace fsduel {
namespace {

std::string_view ParentOf(std::string_view path) {
  return path.substr(0, path.rfind('/'));
}

std::string_view NameOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool Matches(std::string_view pattern, std::string_view name) {
  if (pattern.starts_with('<')) {
    const std::string_view extension = pattern.substr(1);
    return name.size() >= extension.size() &&
           EqualIgnoreCase(name.substr(name.size() - extension.size()),
                           extension);
  }
  if (pattern.ends_with('*')) {
    const std::string_view start = pattern.substr(0, pattern.size() - 1);
    return EqualIgnoreCase(name.substr(0, start.size()), start);
  }
  return EqualIgnoreCase(name, pattern);
}

}  // namespace

bool TreeModel::ParentExists(const std::string& path) const {
  const std::string_view parent = ParentOf(path);
  return parent.empty() || directories_.contains(std::string(parent));
}

void TreeModel::RenameFile(const std::string& from, const std::string& to) {
  files_[to] = files_.at(from);
  files_.erase(from);
}

void TreeModel::Extend(const std::string& path, std::int64_t bytes) {
  std::int64_t& size = files_.at(path);
  size = size < bytes ? bytes : size;
}

int TreeModel::CountMatches(std::string_view pattern) const {
  const std::string_view directory = ParentOf(pattern);
  const std::string_view name_pattern = NameOf(pattern);
  if (!directories_.contains(std::string(directory))) {
    return 0;
  }
  int count = name_pattern == "*" ? 2 : 0;
  const auto count_path = [&](std::string_view path) {
    if (ParentOf(path) == directory && Matches(name_pattern, NameOf(path))) {
      ++count;
    }
  };
  for (const auto& [path, size] : files_) {
    count_path(path);
  }
  for (const std::string& path : directories_) {
    count_path(path);
  }
  return count;
}

std::vector<std::string> TreeModel::FilesIn(
    const std::string& directory) const {
  std::vector<std::string> names;
  for (const auto& [path, size] : files_) {
    if (ParentOf(path) == directory) {
      names.emplace_back(NameOf(path));
    }
  }
  return names;
}

std::int64_t TreeModel::BlockBytes() const {
  constexpr std::int64_t kBlock = 4096;
  std::int64_t bytes = 0;
  for (const auto& [path, size] : files_) {
    bytes += (size + kBlock - 1) / kBlock * kBlock;
  }
  return bytes;
}

}  // namespace fsduel
