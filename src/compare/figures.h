// The figures of one run that can be compared, each with what it is about.
#ifndef FSDUEL_COMPARE_FIGURES_H_
#define FSDUEL_COMPARE_FIGURES_H_

#include <vector>

#include "compare/comparison.h"
#include "result/run_result.h"

namespace fsduel {

struct Figure {
  RowSubject subject;  // without the workload
  double value = 0;    // more than 0
  double rate = 0;     // operations per second of the subject's operation
  double share = 0;    // of all clients' time
  bool primary = false;
};

// Of the measured phases, in their order: the whole phase first, then its
// operations. Percentiles only where at least ten values lie beyond them.
std::vector<Figure> FiguresOf(const RunResult& run);

// The same with the runs of a side taken together: counts are added up and
// histograms merged, so that a percentile is that of all operations.
// REQUIRES: there is a run.
std::vector<Figure> MergedFiguresOf(const std::vector<const RunResult*>& runs);

// Whether the next operation of a client waits for the last one.
bool IsClosedLoop(const RunResult& run);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_FIGURES_H_
