// What a comparison of sweeps says in words: who wins each pattern, and which
// side keeps its rate as threads are added.
#ifndef FSDUEL_REPORT_COMPARE_SCALING_H_
#define FSDUEL_REPORT_COMPARE_SCALING_H_

#include <vector>

#include "compare/comparison.h"
#include "report/compare_words.h"

namespace fsduel {

// `rows`: of one workload and one pair of sides. Nothing for a replay.
std::vector<Sentence> SweepSentences(
    const Comparison& comparison, const std::vector<const CompareRow*>& rows);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_COMPARE_SCALING_H_
