// Where the files that ship are found.
#include "cli/data_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include <boost/filesystem.hpp>

#include "base/text.h"
#include "cli/terminal.h"
#include "profile/profile.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

// A kind of data file.
struct FileKind {
  const char* folder;
  const char* suffix;
  const char* word;
  std::string (*headline)(const std::string& path);
};

// The first line that begins with '#', without the mark.
std::string Headline(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    const std::string_view text = Trim(line);
    if (!text.starts_with('#')) {
      return "";
    }
    const std::string_view headline =
        Trim(text.substr(text.find_first_not_of('#') == std::string_view::npos
                             ? text.size()
                             : text.find_first_not_of('#')));
    if (!headline.empty()) {
      return std::string(headline);
    }
  }
  return "";
}

std::string SummaryOf(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return ProfileSummary(text.str());
}

constexpr FileKind kLoadfiles = {"loadfiles", ".load", "loadfile", Headline};
constexpr FileKind kProfiles = {"profiles", ".toml", "profile", SummaryOf};

// Without headlines.
std::vector<ShippedFile> ListNames(
    const FileKind& kind, const std::vector<std::string>& data_directories) {
  std::map<std::string, ShippedFile> by_name;
  for (const std::string& directory : data_directories) {
    boost::system::error_code error;
    fs::directory_iterator entry(fs::path(directory) / kind.folder, error);
    for (; !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      const fs::path& path = entry->path();
      if (path.extension() == kind.suffix) {
        const std::string name = path.stem().string();
        by_name.emplace(name, ShippedFile{name, path.string(), ""});
      }
    }
  }
  std::vector<ShippedFile> files;
  for (auto& [name, file] : by_name) {
    files.push_back(std::move(file));
  }
  return files;
}

std::vector<ShippedFile> List(
    const FileKind& kind, const std::vector<std::string>& data_directories) {
  std::vector<ShippedFile> files = ListNames(kind, data_directories);
  for (ShippedFile& file : files) {
    file.headline = kind.headline(file.path);
  }
  return files;
}

Result<std::string> Find(const FileKind& kind, const std::string& name,
                         const std::vector<std::string>& data_directories) {
  if (name.find('/') != std::string::npos || fs::path(name).has_extension()) {
    return name;
  }
  std::vector<std::string_view> known;
  const std::vector<ShippedFile> files = ListNames(kind, data_directories);
  for (const ShippedFile& file : files) {
    if (file.name == name) {
      return file.path;
    }
    known.push_back(file.name);
  }
  return Status::Usage(fmt::format(
      "there is no {} called {}{}; `fsduel list` shows them, and a file of "
      "yours is named with its path: ./{}",
      kind.word, Quote(name), DidYouMean(name, known), name));
}

}  // namespace

std::vector<std::string> DataDirectories(
    const std::vector<std::string>& from_command_line) {
  std::vector<std::string> directories = from_command_line;
  const std::string from_environment = Environment("FSDUEL_DATA");
  if (!from_environment.empty()) {
    directories.push_back(from_environment);
  }
  boost::system::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    directories.push_back(
        (program.parent_path().parent_path() / "share" / "fsduel").string());
  }
  directories.emplace_back(FSDUEL_SOURCE_FOLDER);
  return directories;
}

Result<std::string> FindLoadfile(
    const std::string& name, const std::vector<std::string>& data_directories) {
  return Find(kLoadfiles, name, data_directories);
}

Result<std::string> FindProfile(
    const std::string& name, const std::vector<std::string>& data_directories) {
  return Find(kProfiles, name, data_directories);
}

std::vector<ShippedFile> ListLoadfiles(
    const std::vector<std::string>& data_directories) {
  return List(kLoadfiles, data_directories);
}

std::vector<ShippedFile> ListProfiles(
    const std::vector<std::string>& data_directories) {
  return List(kProfiles, data_directories);
}

}  // namespace fsduel
