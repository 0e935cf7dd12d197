// How a command says that it could not do its work.
#ifndef FSDUEL_CLI_FAILURE_H_
#define FSDUEL_CLI_FAILURE_H_

#include <string_view>

#include "base/status.h"
#include "cli/exit_code.h"

namespace fsduel {

// Prints "fsduel COMMAND: message" ("fsduel: message" when `command` is empty)
// on standard error; gives the exit code. REQUIRES: !status.ok().
ExitCode Fail(std::string_view command, const Status& status);

// Writes a report to standard output ("-") or a file.
Status WriteReport(const std::string& target, std::string_view text);

}  // namespace fsduel

#endif  // FSDUEL_CLI_FAILURE_H_
