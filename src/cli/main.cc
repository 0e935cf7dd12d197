// The entry point: words in, exit code out.
#include <string>
#include <vector>

#include "cli/dispatch.h"

int main(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  if (words.empty()) {
    words.emplace_back("fsduel");
  }
  return static_cast<int>(fsduel::Dispatch(std::move(words)));
}
