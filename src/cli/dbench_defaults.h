// What dbench does when it is told nothing.
#ifndef FSDUEL_CLI_DBENCH_DEFAULTS_H_
#define FSDUEL_CLI_DBENCH_DEFAULTS_H_

#include "cli/command_options.h"

namespace fsduel {

CommandOptions DbenchDefaults();

}  // namespace fsduel

#endif  // FSDUEL_CLI_DBENCH_DEFAULTS_H_
