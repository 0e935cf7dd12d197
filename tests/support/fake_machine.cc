#include "tests/support/fake_machine.h"

#include <cerrno>
#include <set>

namespace fsduel {
namespace {

bool IsBelow(std::string_view path, std::string_view directory) {
  return directory == "/" ||
         (path.size() > directory.size() && path.starts_with(directory) &&
          path[directory.size()] == '/');
}

// Adds the first component below `directory` of each key.
template <typename Map>
void AddChildren(const Map& map, const std::string& directory,
                 std::set<std::string>* names) {
  const std::string prefix = directory == "/" ? "/" : directory + "/";
  for (const auto& [path, value] : map) {
    if (path.size() > prefix.size() && path.starts_with(prefix)) {
      names->insert(path.substr(prefix.size(),
                                path.find('/', prefix.size()) - prefix.size()));
    }
  }
}

}  // namespace

// Replaces links at the front of the path until there are none.
std::string FakeMachine::Resolve(const std::string& path) const {
  std::string resolved = path;
  for (int depth = 0; depth < 10; ++depth) {
    bool changed = false;
    for (const auto& [link, target] : links) {
      if (resolved == link || IsBelow(resolved, link)) {
        resolved.replace(0, link.size(), target);
        changed = true;
      }
    }
    if (!changed) {
      break;
    }
  }
  return resolved;
}

bool FakeMachine::Exists(const std::string& path) const {
  std::set<std::string> children;
  AddChildren(files, path, &children);
  AddChildren(links, path, &children);
  AddChildren(filesystems, path, &children);
  return !children.empty() || files.count(path) != 0 ||
         filesystems.count(path) != 0;
}

Result<std::string> FakeMachine::ReadFile(const std::string& path) {
  asked.push_back("read " + path);
  const std::string resolved = Resolve(path);
  if (const auto error = errors.find(resolved); error != errors.end()) {
    return Status::FromErrno(error->second, "read", path);
  }
  const auto file = files.find(resolved);
  if (file == files.end()) {
    return Status::FromErrno(ENOENT, "open", path);
  }
  return file->second;
}

Status FakeMachine::WriteFile(const std::string& path, std::string_view text) {
  asked.push_back("write " + path + " " + std::string(text));
  const std::string resolved = Resolve(path);
  if (const auto error = errors.find(resolved); error != errors.end()) {
    return Status::FromErrno(error->second, "write", path);
  }
  const auto file = files.find(resolved);
  if (file == files.end()) {
    return Status::FromErrno(ENOENT, "open", path);
  }
  file->second = text;
  return Status::Ok();
}

Result<std::vector<std::string>> FakeMachine::ListDirectory(
    const std::string& path) {
  asked.push_back("list " + path);
  std::set<std::string> names;
  const std::string resolved = Resolve(path);
  AddChildren(files, resolved, &names);
  AddChildren(links, resolved, &names);
  if (names.empty()) {
    return Status::FromErrno(ENOENT, "opendir", path);
  }
  return std::vector<std::string>(names.begin(), names.end());
}

Result<std::string> FakeMachine::ReadLink(const std::string& path) {
  asked.push_back("readlink " + path);
  const auto link = links.find(path);
  if (link == links.end()) {
    return Status::FromErrno(EINVAL, "readlink", path);
  }
  return link->second;
}

Result<std::string> FakeMachine::RealPath(const std::string& path) {
  asked.push_back("realpath " + path);
  const std::string resolved = Resolve(path);
  if (const auto error = errors.find(resolved); error != errors.end()) {
    return Status::FromErrno(error->second, "realpath", path);
  }
  if (!Exists(resolved)) {
    return Status::FromErrno(ENOENT, "realpath", path);
  }
  return resolved;
}

Result<FilesystemInfo> FakeMachine::DescribeFilesystem(
    const std::string& path) {
  asked.push_back("describe " + path);
  const std::string resolved = Resolve(path);
  const FilesystemInfo* best = nullptr;
  for (const auto& [root_path, info] : filesystems) {
    if (resolved == root_path || IsBelow(resolved, root_path)) {
      best = &info;  // sorted: the longest match comes last
    }
  }
  if (best == nullptr) {
    return Status::FromErrno(ENOENT, "statx", path);
  }
  return *best;
}

Result<CommandResult> FakeMachine::Run(
    const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command) {
    line += (line.empty() ? "" : " ") + word;
  }
  asked.push_back("run " + line);
  const auto answer = commands.find(line);
  if (answer == commands.end()) {
    return Status::FromErrno(ENOENT, "run", command[0]);
  }
  return answer->second;
}

}  // namespace fsduel
