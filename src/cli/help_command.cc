// fsduel help, and fsduel with an option instead of a command.
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/help.h"
#include "cli/man_page.h"
#include "cli/terminal.h"

namespace fsduel {

ExitCode RunHelpCommand(const CommandOptions& options) {
  if (options.version) {
    PrintOut(VersionText());
  } else if (options.man) {
    PrintOut(ManPage());
  } else if (options.operands.empty()) {
    PrintOut(OverviewHelp());
  } else {
    const CommandRow* command = FindCommand(options.operands[0]);
    if (command == nullptr) {
      return Fail("help", UnknownCommand(options.operands[0]));
    }
    PrintOut(CommandHelp(*command));
  }
  return ExitCode::kOk;
}

}  // namespace fsduel
