// Which exit code a finished run earns.
#ifndef FSDUEL_CLI_RUN_EXIT_H_
#define FSDUEL_CLI_RUN_EXIT_H_

#include <vector>

#include "cli/exit_code.h"
#include "result/run_result.h"

namespace fsduel {

// The worst of all runs: interrupted, then not verified, then failed or
// unexpected results in any phase, then invalid.
ExitCode ExitCodeOf(const std::vector<RunResult>& runs);

}  // namespace fsduel

#endif  // FSDUEL_CLI_RUN_EXIT_H_
