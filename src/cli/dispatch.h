// From the words of a command line to a command and its exit code.
#ifndef FSDUEL_CLI_DISPATCH_H_
#define FSDUEL_CLI_DISPATCH_H_

#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace fsduel {

// `words[0]` is the name under which the program was called: as `dbench`,
// `tiobench`, `tiobench.pl` or `tiotest` it is that command, else the next word
// names the command.
ExitCode Dispatch(std::vector<std::string> words);

}  // namespace fsduel

#endif  // FSDUEL_CLI_DISPATCH_H_
