// --help, written from the tables of commands and options.
#ifndef FSDUEL_CLI_HELP_H_
#define FSDUEL_CLI_HELP_H_

#include <string>

#include "cli/command.h"

namespace fsduel {

// What `fsduel --help` prints: the commands, one line each.
std::string OverviewHelp();
// What `fsduel COMMAND --help` prints: usage, options by group, examples. 80
// columns.
std::string CommandHelp(const CommandRow& command);

// "  -D, --directory DIR", "      --[no-]verify".
std::string OptionSpelling(const OptionRow& row);

// `text` in lines of at most `width` columns, the first after `indent`
// columns already written, the others indented by as much.
std::string Wrap(std::string_view text, std::size_t indent, std::size_t width);

std::string VersionText();

}  // namespace fsduel

#endif  // FSDUEL_CLI_HELP_H_
