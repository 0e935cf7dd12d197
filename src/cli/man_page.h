// The manual page fsduel(1), written from the tables of commands and options.
#ifndef FSDUEL_CLI_MAN_PAGE_H_
#define FSDUEL_CLI_MAN_PAGE_H_

#include <string>

namespace fsduel {

// man(7) source. docs/fsduel.1 is this text; a test keeps them the same.
std::string ManPage();

}  // namespace fsduel

#endif  // FSDUEL_CLI_MAN_PAGE_H_
