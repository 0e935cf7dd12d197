// What the shell gets back. One number has one meaning in every command.
#ifndef FSDUEL_CLI_EXIT_CODE_H_
#define FSDUEL_CLI_EXIT_CODE_H_

#include "base/status.h"

namespace fsduel {

enum class ExitCode {
  kOk = 0,             // ran, and every operation did what it should
  kFailed = 1,         // the run failed or had unexpected results
  kUsage = 2,          // usage or malformed input; nothing was touched
  kNotVerified = 3,    // data read back was not what was written
  kLimitMet = 4,       // a limit of `compare --fail-if` was met
  kInvalid = 5,        // the figures do not mean what they seem to
  kInterrupted = 130,  // Ctrl-C; partial results are kept and marked
};

// REQUIRES: !status.ok().
constexpr ExitCode ExitCodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return ExitCode::kUsage;
    case ErrorKind::kInterrupted:
      return ExitCode::kInterrupted;
    case ErrorKind::kSystem:
      break;
  }
  return ExitCode::kFailed;
}

}  // namespace fsduel

#endif  // FSDUEL_CLI_EXIT_CODE_H_
