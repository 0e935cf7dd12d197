// The programs that replay_bench sets against each other.
#ifndef FSDUEL_TESTS_BENCH_CONTENDERS_H_
#define FSDUEL_TESTS_BENCH_CONTENDERS_H_

#include <string>

#include "base/status.h"

namespace fsduel {

struct Task {
  std::string loadfile;
  std::string directory;  // empty; what the program leaves there is removed
  std::string results;    // for files of the program's own
  int clients = 1;
  int seconds = 5;  // as dbench counts them
};

// What one execution did.
struct Sample {
  double per_cpu_second = 0;   // operations, CPU of the whole process tree
  double per_loop_second = 0;  // the same without start and end; 0 = unknown
  double per_second = 0;       // after the warm-up
};

// `fsduel` and `bare_replay` are paths of programs.
struct Programs {
  std::string fsduel;
  std::string bare_replay;
  std::string dbench = "dbench";
};

Result<Sample> RunFsduel(const Programs& programs, const Task& task);
Result<Sample> RunDbench(const Programs& programs, const Task& task);
Result<Sample> RunBare(const Programs& programs, const Task& task);

}  // namespace fsduel

#endif  // FSDUEL_TESTS_BENCH_CONTENDERS_H_
