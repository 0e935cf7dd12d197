// Is it sensible to compare these runs, and what is the same?
#ifndef FSDUEL_COMPARE_CHECKS_H_
#define FSDUEL_COMPARE_CHECKS_H_

#include <vector>

#include "base/status.h"
#include "compare/comparison.h"
#include "compare/side.h"

namespace fsduel {

// Facts that are the same, that are compared, and that differ though they
// should not. Refused (usage Status): runs that differ in semantics or
// durability.
Result<std::vector<CompareFact>> CheckSides(
    const std::vector<RunsOfSide>& sides);

// What should be known before a row is read: runs that were left out, that
// were not valid, imported figures and their corrections, debug builds.
std::vector<std::string> WarningsOf(const std::vector<RunsOfSide>& sides);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_CHECKS_H_
