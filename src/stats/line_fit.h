// A straight line through points.
#ifndef FSDUEL_STATS_LINE_FIT_H_
#define FSDUEL_STATS_LINE_FIT_H_

#include <span>

namespace fsduel {

struct FitPoint {
  double x = 0;
  double y = 0;
};

// y = at_zero + slope * x.
struct LineFit {
  bool ok = false;  // at least two different x
  double at_zero = 0;
  double slope = 0;
  // Greatest |fit - y| / |y| over the points with y != 0.
  double worst_error = 0;
};

// Least squares, each point with the same weight.
LineFit FitLine(std::span<const FitPoint> points);
// Least squares of the relative errors, for values that span decades. REQUIRES:
// every y > 0.
LineFit FitLineRelative(std::span<const FitPoint> points);

}  // namespace fsduel

#endif  // FSDUEL_STATS_LINE_FIT_H_
