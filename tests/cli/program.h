// Runs the program that was built, as a user does.
#ifndef FSDUEL_TESTS_CLI_PROGRAM_H_
#define FSDUEL_TESTS_CLI_PROGRAM_H_

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace fsduel {

inline const std::string& ProgramPath() {
  static const std::string path = FSDUEL_BINARY_DIR "/src/fsduel";
  return path;
}

// `fsduel WORDS...` in `directory`, not on a terminal.
inline ProgramSpec FsduelSpec(const std::vector<std::string>& words,
                              const std::string& directory = "") {
  ProgramSpec spec;
  spec.argv = {ProgramPath()};
  spec.argv.insert(spec.argv.end(), words.begin(), words.end());
  spec.directory = directory;
  return spec;
}

inline ProgramResult Fsduel(const std::vector<std::string>& words,
                            const std::string& directory = "") {
  return RunProgram(FsduelSpec(words, directory));
}

}  // namespace fsduel

#endif  // FSDUEL_TESTS_CLI_PROGRAM_H_
