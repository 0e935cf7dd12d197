// Where does the level of a series change?
#ifndef FSDUEL_STATS_CHANGE_POINT_H_
#define FSDUEL_STATS_CHANGE_POINT_H_

#include <cstddef>
#include <optional>
#include <span>

namespace fsduel {

struct ChangePoint {
  std::size_t at = 0;  // first value of the new level
  double before = 0;   // medians
  double after = 0;
};

// The split into two levels that leaves the least sum of squares, if there are
// at least five values on each side, the medians differ by more than a fifth of
// the first, and the means by more than five of their standard errors: the
// split was chosen because it looks good. A stall of a few values is no level.
//
// Source: Hinkley, "Inference about the Change-Point in a Sequence of Random
// Variables", Biometrika 57, 1970 (least squares); the limits are ours.
std::optional<ChangePoint> FindChangePoint(std::span<const double> values);

}  // namespace fsduel

#endif  // FSDUEL_STATS_CHANGE_POINT_H_
