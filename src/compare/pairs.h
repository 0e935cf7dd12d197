// Which runs of two sides belong together.
#ifndef FSDUEL_COMPARE_PAIRS_H_
#define FSDUEL_COMPARE_PAIRS_H_

#include <vector>

#include "result/run_result.h"

namespace fsduel {

enum class RunOrder {
  kUnknown,      // no start times, or too few runs
  kInterleaved,  // A B A B or A B B A: the i-th runs are pairs
  kBlocks,       // all of one side before all of the other
  kMixed,
};

// REQUIRES: both in order of start.
RunOrder OrderOf(const std::vector<const RunResult*>& a,
                 const std::vector<const RunResult*>& b);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_PAIRS_H_
