// fsduel list: what ships.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/data_files.h"
#include "cli/failure.h"
#include "cli/terminal.h"
#include "loadfile/operation_table.h"
#include "report/paint.h"
#include "run/option_values.h"
#include "workload/pattern.h"

namespace fsduel {
namespace {

Status PrintLoadfiles(const CommandOptions& options) {
  const std::vector<std::string> directories =
      DataDirectories(options.run.data_directories);
  const std::vector<ShippedFile> loadfiles = ListLoadfiles(directories);
  if (loadfiles.empty()) {
    return Status::System(
        fmt::format("no loadfiles in {}; name the folder that holds "
                    "loadfiles/ with --data-dir",
                    fmt::join(directories, ", ")));
  }
  for (const ShippedFile& loadfile : loadfiles) {
    PrintOut(fmt::format("{:<12} {}\n{:<12} {}\n", loadfile.name,
                         Printable(loadfile.headline), "", loadfile.path));
  }
  return Status::Ok();
}

Status PrintProfiles(const CommandOptions& options) {
  const std::vector<std::string> directories =
      DataDirectories(options.run.data_directories);
  const std::vector<ShippedFile> profiles = ListProfiles(directories);
  if (profiles.empty()) {
    return Status::System(
        fmt::format("no profiles in {}; name the folder that holds profiles/ "
                    "with --data-dir",
                    fmt::join(directories, ", ")));
  }
  for (const ShippedFile& profile : profiles) {
    PrintOut(
        fmt::format("{:<12} {}\n", profile.name, Printable(profile.headline)));
  }
  return Status::Ok();
}

Status PrintLoads(const CommandOptions& options) {
  PrintOut("Loadfiles, for fsduel replay:\n");
  Status status = PrintLoadfiles(options);
  if (status.ok()) {
    PrintOut("\nProfiles, for fsduel run:\n");
    status = PrintProfiles(options);
  }
  return status;
}

Status PrintOperations(const CommandOptions& options) {
  (void)options;
  for (const OperationRow& row : OperationTable()) {
    if (!IsControl(row.opcode)) {
      PrintOut(fmt::format("{}\n    {}\n", Signature(row), row.summary));
    }
  }
  return Status::Ok();
}

Status PrintPatterns(const CommandOptions& options) {
  (void)options;
  for (const PatternRow& row : PatternTable()) {
    const std::string name =
        row.parameter.empty() ? std::string(row.name)
                              : fmt::format("{}[:{}]", row.name, row.parameter);
    PrintOut(fmt::format("{:<22} {}{}\n", name, row.summary,
                         row.parameter.empty()
                             ? ""
                             : fmt::format(" ({} if left out)", row.usual)));
  }
  return Status::Ok();
}

}  // namespace

ExitCode RunListCommand(const CommandOptions& options) {
  using Printer = Status (*)(const CommandOptions&);
  Printer print = PrintLoads;
  Status status;
  if (options.operands.size() > 1) {
    status = Status::Usage(
        "name one thing: loadfiles, profiles, operations or patterns");
  } else if (!options.operands.empty()) {
    status = SetChoice<Printer>(options.operands[0],
                                {{"loadfiles", PrintLoadfiles},
                                 {"profiles", PrintProfiles},
                                 {"operations", PrintOperations},
                                 {"patterns", PrintPatterns}},
                                &print);
  }
  if (status.ok()) {
    status = print(options);
  }
  return status.ok() ? ExitCode::kOk : Fail("list", status);
}

}  // namespace fsduel
