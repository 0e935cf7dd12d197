// A Machine made of maps, for tests: it answers from what a test put in, and
// records what it was asked.
#ifndef FSDUEL_TESTS_SUPPORT_FAKE_MACHINE_H_
#define FSDUEL_TESTS_SUPPORT_FAKE_MACHINE_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sys/machine.h"

namespace fsduel {

class FakeMachine : public Machine {
 public:
  // Contents by absolute path. A directory exists when something below it does.
  std::map<std::string, std::string> files;
  // Links by absolute path; targets are absolute. Followed anywhere in a path.
  std::map<std::string, std::string> links;
  // Answers of DescribeFilesystem, for a path and all that lies below it.
  std::map<std::string, FilesystemInfo> filesystems;
  // Paths that fail with this errno, whatever the call.
  std::map<std::string, int> errors;
  // Answers of Run by the words joined with blanks; anything else does not
  // exist (ENOENT).
  std::map<std::string, CommandResult> commands;
  bool root = false;

  // "run mount /dev/x /mnt", "write /proc/sys/vm/drop_caches 3", "read /a" ...
  // in order.
  std::vector<std::string> asked;

  Result<std::string> ReadFile(const std::string& path) override;
  // The file must exist; its contents change.
  Status WriteFile(const std::string& path, std::string_view text) override;
  Result<std::vector<std::string>> ListDirectory(
      const std::string& path) override;
  Result<std::string> ReadLink(const std::string& path) override;
  Result<std::string> RealPath(const std::string& path) override;
  Result<FilesystemInfo> DescribeFilesystem(const std::string& path) override;
  Result<CommandResult> Run(const std::vector<std::string>& command) override;
  bool IsRoot() const override { return root; }

 private:
  std::string Resolve(const std::string& path) const;
  bool Exists(const std::string& path) const;
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_FAKE_MACHINE_H_
