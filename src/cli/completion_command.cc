// fsduel completion: prints a completion script.
#include "cli/command.h"
#include "cli/completion.h"
#include "cli/failure.h"
#include "cli/terminal.h"
#include "run/option_values.h"

namespace fsduel {

ExitCode RunCompletionCommand(const CommandOptions& options) {
  using Writer = std::string (*)();
  Writer write = BashCompletion;
  const Status status =
      options.operands.size() == 1
          ? SetChoice<Writer>(options.operands[0],
                              {{"bash", BashCompletion},
                               {"zsh", ZshCompletion},
                               {"fish", FishCompletion}},
                              &write)
          : Status::Usage("name one shell: bash, zsh or fish");
  if (!status.ok()) {
    return Fail("completion", status);
  }
  PrintOut(write());
  return ExitCode::kOk;
}

}  // namespace fsduel
