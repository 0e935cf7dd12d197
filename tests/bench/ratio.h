// Two contenders measured in pairs: which ratio, and how sure.
#ifndef FSDUEL_TESTS_BENCH_RATIO_H_
#define FSDUEL_TESTS_BENCH_RATIO_H_

#include <vector>

namespace fsduel {

struct Ratio {
  double of_best = 0;  // best sample of one over best sample of the other
  double median = 0;   // of the ratios of the pairs
  double low = 0;      // bootstrap 95 % interval of the median
  double high = 0;
};

// Of rates (more is better); sample i of both belongs to pair i.
// REQUIRES: as many of both, at least one; all above 0.
Ratio RatioOf(const std::vector<double>& ours,
              const std::vector<double>& theirs);

}  // namespace fsduel

#endif  // FSDUEL_TESTS_BENCH_RATIO_H_
