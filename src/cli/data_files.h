// Where the files that ship are found: --data-dir, $FSDUEL_DATA,
// <prefix>/share/fsduel of the running program, the source folder it was built
// from. Each holds loadfiles/ and profiles/.
#ifndef FSDUEL_CLI_DATA_FILES_H_
#define FSDUEL_CLI_DATA_FILES_H_

#include <string>
#include <vector>

#include "base/status.h"

namespace fsduel {

// In the order in which they are searched; some may not exist.
std::vector<std::string> DataDirectories(
    const std::vector<std::string>& from_command_line);

// Path of the loadfile called `name`: a name with a `/` or a suffix is the path
// itself. Fails with a usage Status that proposes a close name.
Result<std::string> FindLoadfile(
    const std::string& name, const std::vector<std::string>& data_directories);
// The same of profiles.
Result<std::string> FindProfile(
    const std::string& name, const std::vector<std::string>& data_directories);

struct ShippedFile {
  std::string name;      // "office"
  std::string path;      // "/usr/share/fsduel/loadfiles/office.load"
  std::string headline;  // its first comment line, or a profile's summary; ""
                         // when there is none
};

// Every loadfile in the directories, by name; the first of a name wins.
std::vector<ShippedFile> ListLoadfiles(
    const std::vector<std::string>& data_directories);
std::vector<ShippedFile> ListProfiles(
    const std::vector<std::string>& data_directories);

}  // namespace fsduel

#endif  // FSDUEL_CLI_DATA_FILES_H_
