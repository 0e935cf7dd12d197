// Notes trees on disk and removes those of dead processes.
#include "run/held_journal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <utility>

#include <boost/filesystem.hpp>

#include "base/text.h"
#include "sys/process.h"
#include "sys/tree.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

std::string Environment(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? "" : value;
}

std::string HeldDirectory() {
  const std::string state = Environment("XDG_STATE_HOME");
  if (state.starts_with('/')) {
    return state + "/fsduel/held";
  }
  const std::string home = Environment("HOME");
  if (home.starts_with('/')) {
    return home + "/.local/state/fsduel/held";
  }
  return fmt::format("/var/tmp/fsduel-{}/held", ::getuid());
}

// Field 22 of /proc/PID/stat, the start of the process in ticks since boot: a
// pid alone may have been given to another process. "" when it is gone.
std::string StartTime(const std::string& pid) {
  std::ifstream stream("/proc/" + pid + "/stat");
  std::string text;
  std::getline(stream, text, '\0');
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) {
    return "";
  }
  constexpr std::size_t kFieldsAfterName = 20;
  const std::vector<std::string_view> fields =
      Split(std::string_view(text).substr(name_end + 1), ' ');
  return fields.size() > kFieldsAfterName
             ? std::string(fields[kFieldsAfterName])
             : "";
}

bool OwnerIsAlive(const std::string& owner) {
  const std::size_t blank = owner.find(' ');
  return blank != std::string::npos &&
         StartTime(owner.substr(0, blank)) == owner.substr(blank + 1);
}

// OK when the tree is gone or was not ours.
Status RemoveTree(const HeldTree& tree) {
  Result<UniqueFd> parent = OpenDirectory(tree.directory);
  if (!parent.ok()) {
    return parent.status();
  }
  return RemoveMarkedTree(parent->get(), tree.name, tree.marker);
}

void RemoveLeftoversOf(const fs::path& file, std::vector<std::string>* lines) {
  std::ifstream stream(file.string());
  std::string line;
  if (!std::getline(stream, line) || OwnerIsAlive(line)) {
    return;
  }
  bool all = true;
  while (std::getline(stream, line)) {
    const std::vector<std::string_view> parts = Split(line, '\t');
    if (parts.size() != 3) {
      continue;
    }
    const HeldTree tree{std::string(parts[0]), std::string(parts[1]),
                        std::string(parts[2])};
    const Status removed = RemoveTree(tree);
    const std::string path = tree.directory + "/" + tree.name;
    if (removed.ok()) {
      lines->push_back(fmt::format("removed {}, left by a run that was killed",
                                   Quote(path)));
    } else if (removed.error() != ENOENT) {
      // A tree that is not ours any more is said once; what could not be
      // removed is tried again.
      all = all && removed.error() == 0;
      lines->push_back(
          fmt::format("left behind by a run that was killed: {}: {}",
                      Quote(path), removed.message()));
    }
  }
  if (all) {
    boost::system::error_code ignored;
    fs::remove(file, ignored);
  }
}

}  // namespace

HeldJournal::HeldJournal(HeldJournal&& other) noexcept
    : path_(std::exchange(other.path_, "")) {}

HeldJournal& HeldJournal::operator=(HeldJournal&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

Status HeldJournal::Hold(const std::vector<HeldTree>& trees) {
  const std::string directory = HeldDirectory();
  boost::system::error_code error;
  fs::create_directories(directory, error);
  const std::string pid = std::to_string(CurrentProcess());
  path_ = fmt::format("{}/{}", directory, pid);
  const std::string temporary = path_ + ".new";
  {
    std::ofstream stream(temporary, std::ios::trunc);
    stream << pid << ' ' << StartTime(pid) << '\n';
    for (const HeldTree& tree : trees) {
      stream << tree.directory << '\t' << tree.name << '\t' << tree.marker
             << '\n';
    }
    stream.flush();
    if (!stream) {
      return Status::System(fmt::format(
          "cannot note {} for the clean-up after a crash", Quote(path_)));
    }
  }
  fs::rename(temporary, path_, error);
  return error ? Status::System(fmt::format("rename {}: {}", Quote(path_),
                                            error.message()))
               : Status::Ok();
}

void HeldJournal::Release() {
  if (!path_.empty()) {
    boost::system::error_code ignored;
    fs::remove(path_, ignored);
    path_.clear();
  }
}

std::vector<std::string> RemoveLeftovers() {
  std::vector<std::string> lines;
  boost::system::error_code error;
  fs::directory_iterator it(HeldDirectory(), error);
  for (; !error && it != fs::directory_iterator(); it.increment(error)) {
    RemoveLeftoversOf(it->path(), &lines);
  }
  return lines;
}

}  // namespace fsduel
