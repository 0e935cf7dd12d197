// fsduel import: what other tools printed becomes a run folder.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/terminal.h"
#include "import/import.h"
#include "result/store.h"
#include "result/text_file.h"

namespace fsduel {
namespace {

Status Store(const std::string& directory, RunResult result) {
  Result<RunStore> store = RunStore::Create(directory, &result);
  if (!store.ok()) {
    return store.status();
  }
  Status status = store->Finish(result);
  if (status.ok()) {
    PrintOut(fmt::format("{}\n", store->path()));
    for (const RunWarning& warning : result.warnings) {
      PrintError(fmt::format("fsduel import: {}\n", warning.text));
    }
  }
  return status;
}

}  // namespace

ExitCode RunImportCommand(const CommandOptions& options) {
  if (options.operands.empty()) {
    return Fail("import",
                Status::Usage("name a file: `fsduel import dbench.log`"));
  }
  // All are read before anything is written.
  std::vector<RunResult> results;
  ImportSpec spec = options.import_spec;
  spec.tool_version = options.run.tool_version;
  for (const std::string& file : options.operands) {
    const Result<std::string> text = ReadTextFile(file);
    if (!text.ok()) {
      return Fail("import", text.status());
    }
    Result<RunResult> result = ImportText(text.value(), file, spec);
    if (!result.ok()) {
      return Fail("import", result.status());
    }
    result->command_line = options.run.command_line;
    results.push_back(std::move(result).value());
  }
  const std::string directory = options.run.results_directory.empty()
                                    ? "results"
                                    : options.run.results_directory;
  for (RunResult& result : results) {
    const Status status = Store(directory, std::move(result));
    if (!status.ok()) {
      return Fail("import", status);
    }
  }
  return ExitCode::kOk;
}

}  // namespace fsduel
