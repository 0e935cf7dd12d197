// Words of a command line -> CommandOptions.
#ifndef FSDUEL_CLI_PARSE_H_
#define FSDUEL_CLI_PARSE_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command_options.h"
#include "cli/options.h"

namespace fsduel {

// Applies `words` (without the program's and the command's name) to `options`,
// which holds the defaults. Long options as `--name value` and `--name=value`,
// short ones as `-n 8` and `-n8`, `--` ends the options, the last of two
// contradicting options wins. Fails with a usage Status that names the option.
Result<CommandOptions> ParseOptions(CommandId command,
                                    const std::vector<std::string>& words,
                                    CommandOptions options);

}  // namespace fsduel

#endif  // FSDUEL_CLI_PARSE_H_
