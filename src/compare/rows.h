// The rows of a comparison: figures side by side, tests, verdicts.
#ifndef FSDUEL_COMPARE_ROWS_H_
#define FSDUEL_COMPARE_ROWS_H_

#include <vector>

#include "compare/comparison.h"
#include "compare/pairs.h"
#include "compare/workloads.h"

namespace fsduel {

// Figures that every run of both sides has, not yet tested. `order` is that of
// the runs; side b is number `side` of the comparison.
std::vector<CompareRow> MakeRows(const SharedWorkload& workload, RunOrder order,
                                 std::size_t side);

// Numbers the rows, tests them and gives each its verdict. `threshold`: a
// difference up to it does not matter.
void TestRows(double threshold, std::vector<CompareRow>* rows);

// Adds the intervals of the ratios.
void AddIntervals(std::vector<CompareRow>* rows);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_ROWS_H_
