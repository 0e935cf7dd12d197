// What stands behind standard output and standard error, and the environment
// variables that matter: asked once, passed as plain data.
#ifndef FSDUEL_CLI_TERMINAL_H_
#define FSDUEL_CLI_TERMINAL_H_

#include <string>
#include <string_view>

namespace fsduel {

struct Terminal {
  bool live = false;    // standard error can redraw a line
  bool colour = false;  // standard output; NO_COLOR and TERM=dumb forbid it
  bool error_colour = false;
  int width = 100;        // columns of standard output
  int error_width = 100;  // of standard error
};

Terminal AskTerminal();

// The environment variable, "" when it is not set.
std::string Environment(const char* name);

// Standard output. False when it could not be written (closed pipe, full disk).
bool PrintOut(std::string_view text);
// Standard error; there is nobody to tell when it fails.
void PrintError(std::string_view text);

}  // namespace fsduel

#endif  // FSDUEL_CLI_TERMINAL_H_
