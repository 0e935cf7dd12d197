// fsduel lint: compiles loadfiles and says what they do.
#include "cli/command.h"
#include "cli/data_files.h"
#include "cli/failure.h"
#include "cli/lint_report.h"
#include "cli/terminal.h"
#include "loadfile/reader.h"

namespace fsduel {
namespace {

Result<std::shared_ptr<const Loadfile>> Compile(
    const std::string& name, const std::vector<std::string>& directories,
    std::string* path) {
  Result<std::string> found = FindLoadfile(name, directories);
  if (!found.ok()) {
    return found.status();
  }
  *path = std::move(found).value();
  return ReadLoadfile(*path);
}

}  // namespace

ExitCode RunLintCommand(const CommandOptions& options) {
  if (options.operands.empty()) {
    return Fail("lint", Status::Usage("name a loadfile: `fsduel lint office`"));
  }
  const std::vector<std::string> directories =
      DataDirectories(options.run.data_directories);
  ExitCode code = ExitCode::kOk;
  std::vector<std::shared_ptr<const Loadfile>> loadfiles;  // keeps them alive
  std::vector<LintedLoadfile> linted;
  for (const std::string& name : options.operands) {
    std::string path;
    const Result<std::shared_ptr<const Loadfile>> loadfile =
        Compile(name, directories, &path);
    if (!loadfile.ok()) {
      // The others are checked all the same.
      code = Fail("lint", loadfile.status());
      continue;
    }
    loadfiles.push_back(loadfile.value());
    linted.push_back(
        {path, loadfiles.back().get(), Analyse(*loadfile.value())});
    if (options.json != "-") {
      PrintOut((linted.size() > 1 ? "\n" : "") +
               LintText(*linted.back().loadfile, linted.back().analysis));
    }
  }
  if (!options.json.empty()) {
    const Status status = WriteReport(options.json, LintJson(linted));
    if (!status.ok()) {
      return Fail("lint", status);
    }
  }
  return code;
}

}  // namespace fsduel
