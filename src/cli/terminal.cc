// What stands behind standard output and standard error.
#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace fsduel {
namespace {

constexpr int kNarrowest = 40;

int WidthOf(int descriptor, int fallback) {
  winsize size{};
  const bool known =
      ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= kNarrowest;
  return known ? size.ws_col : fallback;
}

}  // namespace

std::string Environment(const char* name) {
  // Read before any thread exists, and nothing here ever sets a variable.
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? "" : value;
}

Terminal AskTerminal() {
  Terminal terminal;
  const bool dumb =
      Environment("TERM") == "dumb" || Environment("TERM").empty();
  const bool colour = !dumb && Environment("NO_COLOR").empty();
  terminal.live = !dumb && isatty(STDERR_FILENO) != 0;
  terminal.error_colour = colour && terminal.live;
  terminal.colour = colour && isatty(STDOUT_FILENO) != 0;
  terminal.width = WidthOf(STDOUT_FILENO, terminal.width);
  terminal.error_width = WidthOf(STDERR_FILENO, terminal.error_width);
  return terminal;
}

bool PrintOut(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
         std::fflush(stdout) == 0;
}

void PrintError(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace fsduel
