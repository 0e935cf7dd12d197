// Where the files that ship are found.
#include "cli/data_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include <boost/filesystem.hpp>

#include "base/text.h"
#include "cli/terminal.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

constexpr const char* kSuffix = ".load";

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
  if (name.find('/') != std::string::npos || fs::path(name).has_extension()) {
    return name;
  }
  std::vector<std::string_view> known;
  const std::vector<ShippedLoadfile> loadfiles =
      ListLoadfiles(data_directories);
  for (const ShippedLoadfile& loadfile : loadfiles) {
    if (loadfile.name == name) {
      return loadfile.path;
    }
    known.push_back(loadfile.name);
  }
  return Status::Usage(
      fmt::format("there is no loadfile called {}{}; `fsduel list` shows them, "
                  "and a file of yours is named with its path: ./{}",
                  Quote(name), DidYouMean(name, known), name));
}

std::vector<ShippedLoadfile> ListLoadfiles(
    const std::vector<std::string>& data_directories) {
  std::map<std::string, ShippedLoadfile> by_name;
  for (const std::string& directory : data_directories) {
    boost::system::error_code error;
    fs::directory_iterator entry(fs::path(directory) / "loadfiles", error);
    for (; !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      const fs::path& path = entry->path();
      if (path.extension() == kSuffix) {
        const std::string name = path.stem().string();
        by_name.emplace(name, ShippedLoadfile{name, path.string(), ""});
      }
    }
  }
  std::vector<ShippedLoadfile> loadfiles;
  for (auto& [name, loadfile] : by_name) {
    loadfile.headline = Headline(loadfile.path);
    loadfiles.push_back(std::move(loadfile));
  }
  return loadfiles;
}

}  // namespace fsduel
