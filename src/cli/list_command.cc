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
  const std::vector<ShippedLoadfile> loadfiles = ListLoadfiles(directories);
  if (loadfiles.empty()) {
    return Status::System(
        fmt::format("no loadfiles in {}; name the folder that holds "
                    "loadfiles/ with --data-dir",
                    fmt::join(directories, ", ")));
  }
  for (const ShippedLoadfile& loadfile : loadfiles) {
    PrintOut(fmt::format("{:<12} {}\n{:<12} {}\n", loadfile.name,
                         Printable(loadfile.headline), "", loadfile.path));
  }
  return Status::Ok();
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
  Printer print = PrintLoadfiles;
  Status status;
  if (options.operands.size() > 1) {
    status = Status::Usage("name one thing: loadfiles, operations or patterns");
  } else if (!options.operands.empty()) {
    status = SetChoice<Printer>(options.operands[0],
                                {{"loadfiles", PrintLoadfiles},
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
