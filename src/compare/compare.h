// Runs of two or more sides -> Comparison. Pure: the same runs give the same
// comparison.
#ifndef FSDUEL_COMPARE_COMPARE_H_
#define FSDUEL_COMPARE_COMPARE_H_

#include <vector>

#include "base/status.h"
#include "compare/comparison.h"
#include "compare/side.h"

namespace fsduel {

struct CompareSpec {
  double threshold = 0.02;  // differences up to this do not matter
};

// Each further side is compared with the first. Fails (usage) when the sides
// have no workload in common, or differ in semantics or durability.
Result<Comparison> CompareSides(const std::vector<RunsOfSide>& sides,
                                const CompareSpec& spec);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_COMPARE_H_
