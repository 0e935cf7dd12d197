#include "stats/line_fit.h"

#include <algorithm>
#include <cmath>

namespace fsduel {

namespace {

template <typename Weight>
LineFit Fit(std::span<const FitPoint> points, Weight weight) {
  LineFit fit;
  double sum = 0;
  double mean_x = 0;
  double mean_y = 0;
  for (const FitPoint& point : points) {
    sum += weight(point);
    mean_x += weight(point) * point.x;
    mean_y += weight(point) * point.y;
  }
  mean_x /= sum;
  mean_y /= sum;
  double xx = 0;
  double xy = 0;
  for (const FitPoint& point : points) {
    const double distance = weight(point) * (point.x - mean_x);
    xx += distance * (point.x - mean_x);
    xy += distance * (point.y - mean_y);
  }
  if (points.size() < 2 || !(xx > 0)) {
    return fit;
  }
  fit.ok = true;
  fit.slope = xy / xx;
  fit.at_zero = mean_y - fit.slope * mean_x;
  for (const FitPoint& point : points) {
    if (point.y != 0) {
      const double error = fit.at_zero + fit.slope * point.x - point.y;
      fit.worst_error =
          std::max(fit.worst_error, std::abs(error) / std::abs(point.y));
    }
  }
  return fit;
}

}  // namespace

LineFit FitLine(std::span<const FitPoint> points) {
  return Fit(points, [](const FitPoint&) { return 1.0; });
}

LineFit FitLineRelative(std::span<const FitPoint> points) {
  return Fit(points,
             [](const FitPoint& point) { return 1 / (point.y * point.y); });
}

}  // namespace fsduel
