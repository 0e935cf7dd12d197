// Runs a program and keeps what it prints, when, and what it used.
#ifndef FSDUEL_TESTS_BENCH_MEASURED_PROGRAM_H_
#define FSDUEL_TESTS_BENCH_MEASURED_PROGRAM_H_

#include <string>
#include <vector>

#include "base/status.h"

namespace fsduel {

struct TimedLine {
  double seconds;  // since the start of the program
  std::string text;
};

struct MeasuredProgram {
  double cpu_seconds = 0;        // user and system, all its children too
  std::vector<TimedLine> lines;  // of standard output
};

// From now on INT and TERM only end the program that RunMeasured runs, and with
// it that call, so that mounts and directories can be cleaned up.
void HoldStopSignals();

// An error when it cannot be started, ends by a signal or with another exit
// code than 0; it then holds the last lines of standard error.
Result<MeasuredProgram> RunMeasured(const std::vector<std::string>& argv);

}  // namespace fsduel

#endif  // FSDUEL_TESTS_BENCH_MEASURED_PROGRAM_H_
