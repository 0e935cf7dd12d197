// Names in a table, file contents in another, totals and fingerprint kept up
// with each change.
#include "loadfile/tree_model.h"

#include <algorithm>

#include "base/random.h"

namespace fsduel {

TreeModel::TreeModel() {
  nodes_.emplace_back();
  nodes_[kRoot].kind = Kind::kDirectory;
  nodes_[kRoot].path = &names_.emplace(".", kRoot).first->first;
}

TreeModel::Name TreeModel::Intern(std::string_view path) {
  const auto known = names_.find(std::string(path));
  if (known != names_.end()) {
    return known->second;
  }
  if (nodes_.size() >= kMostNames) {
    return kNoName;
  }
  Name parent = kRoot;
  const std::size_t slash = path.rfind('/');
  if (slash != path.npos) {
    parent = Intern(path.substr(0, slash));
  }
  if (parent == kNoName) {
    return kNoName;
  }
  const auto name = static_cast<Name>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.parent = parent;
  node.path = &names_.emplace(path, name).first->first;
  return name;
}

std::uint64_t TreeModel::HashOf(Name name) const {
  const Node& node = nodes_[name];
  const std::uint64_t what = static_cast<std::uint64_t>(node.kind) * 2 +
                             static_cast<std::uint64_t>(node.is_doubtful);
  return Mix64(Mix64(name * std::uint64_t{8} + what) + node.file);
}

std::uint64_t TreeModel::HashOfFile(File file) const {
  const Contents& contents = files_[file];
  return Mix64(Mix64(Mix64(file) + static_cast<std::uint64_t>(contents.size)) +
               static_cast<std::uint64_t>(contents.blocks));
}

void TreeModel::UpdatePeak() {
  peak_.files = std::max(peak_.files, now_.files);
  peak_.directories = std::max(peak_.directories, now_.directories);
  peak_.blocks = std::max(peak_.blocks, now_.blocks);
}

// Puts something where nothing is.
void TreeModel::Place(Name name, Kind kind, File file) {
  Node& node = nodes_[name];
  node.kind = kind;
  node.file = file;
  ++nodes_[node.parent].entries;
  fingerprint_ ^= HashOf(name);
}

// Takes away what is there, without a word about its file or entries.
TreeModel::Node TreeModel::Lift(Name name) {
  fingerprint_ ^= HashOf(name);
  Node& node = nodes_[name];
  Node lifted;
  std::swap(lifted.kind, node.kind);
  std::swap(lifted.file, node.file);
  std::swap(lifted.is_doubtful, node.is_doubtful);
  --nodes_[node.parent].entries;
  return lifted;
}

void TreeModel::MakeDirectory(Name name) {
  Place(name, Kind::kDirectory, kNoFile);
  ++now_.directories;
  UpdatePeak();
}

TreeModel::File TreeModel::MakeFile(Name name) {
  if (free_files_.empty()) {
    free_files_.push_back(static_cast<File>(files_.size()));
    files_.emplace_back();
  }
  const File file = free_files_.back();
  free_files_.pop_back();
  files_[file] = {0, 0, 1};
  fingerprint_ ^= HashOfFile(file);
  Place(name, Kind::kFile, file);
  ++now_.files;
  UpdatePeak();
  return file;
}

void TreeModel::Remove(Name name) {
  const Node lifted = Lift(name);
  if (lifted.kind == Kind::kDirectory) {
    --now_.directories;
  } else {
    Release(lifted.file);
  }
}

bool TreeModel::IsBelow(Name name, Name directory) const {
  while (name != kRoot) {
    name = nodes_[name].parent;
    if (name == directory) {
      return true;
    }
  }
  return false;
}

bool TreeModel::IsBelowFile(Name name) const {
  do {
    name = nodes_[name].parent;
  } while (!Exists(name));
  return KindOf(name) == Kind::kFile;
}

// What exists below `directory`, parents before what they hold: a parent is
// interned first.
std::vector<TreeModel::Name> TreeModel::Below(Name directory) {
  std::vector<Name> below;
  if (IsEmpty(directory)) {
    return below;
  }
  visited_ += nodes_.size();
  for (Name name = 1; name < nodes_.size(); ++name) {
    if (Exists(name) && IsBelow(name, directory)) {
      below.push_back(name);
    }
  }
  return below;
}

void TreeModel::RemoveTree(Name name) {
  std::vector<Name> names = Below(name);
  std::ranges::reverse(names);
  for (const Name below : names) {
    Remove(below);
  }
  Remove(name);
}

void TreeModel::Move(Name from, Name to) {
  std::vector<Name> names = Below(from);
  names.insert(names.begin(), from);
  for (const Name name : names) {
    Name target = to;
    if (name != from) {
      target = Intern(*nodes_[to].path +
                      nodes_[name].path->substr(nodes_[from].path->size()));
    }
    const Node lifted = Lift(name);
    if (target == kNoName) {
      continue;
    }
    nodes_[target].is_doubtful = lifted.is_doubtful;
    Place(target, lifted.kind, lifted.file);
  }
}

void TreeModel::DoubtFilesIn(Name directory) {
  visited_ += nodes_.size();
  for (Name name = 1; name < nodes_.size(); ++name) {
    Node& node = nodes_[name];
    if (node.kind == Kind::kFile && node.parent == directory) {
      fingerprint_ ^= HashOf(name);
      node.is_doubtful = true;
      fingerprint_ ^= HashOf(name);
    }
  }
}

void TreeModel::Trust(Name name) {
  fingerprint_ ^= HashOf(name);
  nodes_[name].is_doubtful = false;
  fingerprint_ ^= HashOf(name);
}

void TreeModel::Release(File file) {
  if (--files_[file].holders > 0) {
    return;
  }
  fingerprint_ ^= HashOfFile(file);
  now_.blocks -= static_cast<std::uint64_t>(files_[file].blocks);
  --now_.files;
  free_files_.push_back(file);
}

void TreeModel::SetContents(File file, std::int64_t size, std::int64_t blocks) {
  Contents& contents = files_[file];
  if (size == contents.size && blocks == contents.blocks) {
    return;
  }
  fingerprint_ ^= HashOfFile(file);
  now_.blocks += static_cast<std::uint64_t>(blocks - contents.blocks);
  contents.size = size;
  contents.blocks = blocks;
  fingerprint_ ^= HashOfFile(file);
  UpdatePeak();
}

void TreeModel::Write(File file, std::int64_t offset, std::int64_t length) {
  if (length == 0) {
    return;
  }
  const Contents& contents = files_[file];
  const std::int64_t last = offset + length - 1;
  const std::int64_t size = std::max(contents.size, last + 1);
  // Which blocks were written before is not kept, so that a file with holes
  // can count for more than it is, but never for more than its size.
  const std::int64_t touched = last / kBlock - offset / kBlock + 1;
  const std::int64_t most = (size - 1) / kBlock + 1;
  SetContents(file, size, std::min(contents.blocks + touched, most));
}

void TreeModel::Empty(File file) {
  SetContents(file, 0, 0);
}

}  // namespace fsduel
