// How often would this host's own noise be taken for a difference?
#ifndef FSDUEL_COMPARE_SELF_TEST_H_
#define FSDUEL_COMPARE_SELF_TEST_H_

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "compare/compare.h"

namespace fsduel {

struct SelfTestResult {
  std::size_t runs = 0;        // of one kind, that were split
  std::size_t rows = 0;        // compared in each split
  std::size_t splits = 0;      // random halves
  std::size_t false_main = 0;  // splits with a difference in the main figures
  std::size_t false_rows = 0;  // splits with a difference in any other row
  std::size_t same = 0;        // splits in which all main figures are the same
  bool halves_differ = false;  // first half against second
  bool turns_differ = false;   // every other run against the rest
};

// Compares runs of one side with each other, A against A: all are repetitions
// of one experiment, so that each difference found is a false one. Fails
// (usage) with fewer than 2 x kFewestRuns runs.
Result<SelfTestResult> SelfTest(const RunsOfSide& side, const CompareSpec& spec,
                                std::size_t splits, std::uint64_t seed);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_SELF_TEST_H_
