// Runs a program for a test: what it printed, how it ended, and whether it left
// processes behind. Nothing that it started outlives the call.
#ifndef FSDUEL_TESTS_SUPPORT_PROCESS_H_
#define FSDUEL_TESTS_SUPPORT_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sys/unique_fd.h"

namespace fsduel {

struct ProgramSpec {
  std::vector<std::string> argv = {};         // [0] is looked for on PATH
  std::vector<std::string> environment = {};  // NAME=VALUE, added to our own
  std::string directory = {};                 // to run in; "" = ours
  std::chrono::milliseconds timeout{60'000};
};

struct ProgramResult {
  int exit_code = -1;      // -1 when it did not end by itself
  int signal = 0;          // that ended it
  bool timed_out = false;  // and was killed
  std::string output;      // standard output
  std::string errors;      // standard error
  // Descendants that were still alive a second after the program had ended, by
  // name; they were killed.
  std::vector<std::string> left_behind;
};

// A program that runs beside the test. Its standard input is empty. Ending the
// object kills what is left of it. One at a time per test process, because
// orphans are told apart by having become children of the test.
class RunningProgram {
 public:
  // A test failure when it cannot be started.
  explicit RunningProgram(const ProgramSpec& spec);
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  pid_t pid() const { return pid_; }
  // To the program itself, not to its children.
  void Signal(int signal) const;
  // What it has printed so far.
  std::string Output() const;
  std::string Errors() const;
  // Until standard output or standard error holds `text`; false after
  // `timeout` or when the program has ended without it.
  bool WaitForText(const std::string& text,
                   std::chrono::milliseconds timeout) const;
  // Waits for its end, kills it after `timeout`. To be called once.
  ProgramResult Wait(std::chrono::milliseconds timeout);

 private:
  bool Start(const ProgramSpec& spec);
  bool HasEnded(std::chrono::milliseconds timeout) const;

  pid_t pid_ = -1;  // -1 when not running
  UniqueFd pidfd_;
  UniqueFd output_;  // nameless files
  UniqueFd errors_;
  std::vector<pid_t> older_children_;
};

// Start, Wait(spec.timeout).
ProgramResult RunProgram(const ProgramSpec& spec);

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_PROCESS_H_
