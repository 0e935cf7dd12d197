// Completion scripts, written from the tables of commands and options.
#ifndef FSDUEL_CLI_COMPLETION_H_
#define FSDUEL_CLI_COMPLETION_H_

#include <string>

namespace fsduel {

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace fsduel

#endif  // FSDUEL_CLI_COMPLETION_H_
