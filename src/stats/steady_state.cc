#include "stats/steady_state.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/line_fit.h"

namespace fsduel {

SteadyWindow CheckSteadyWindow(std::span<const double> values) {
  SteadyWindow window;
  window.range = window.slope = std::numeric_limits<double>::infinity();
  if (values.size() < 2) {
    return window;
  }
  window.average = std::accumulate(values.begin(), values.end(), 0.0) /
                   static_cast<double>(values.size());
  if (!(window.average > 0)) {
    return window;
  }
  const auto [least, greatest] =
      std::minmax_element(values.begin(), values.end());
  window.range = (*greatest - *least) / window.average;
  std::vector<FitPoint> points;
  for (std::size_t i = 0; i < values.size(); ++i) {
    points.push_back({static_cast<double>(i), values[i]});
  }
  const LineFit line = FitLine(points);
  window.slope = std::abs(line.slope) * static_cast<double>(values.size() - 1) /
                 window.average;
  return window;
}

std::optional<std::size_t> FindSteadyState(
    std::span<const std::span<const double>> series) {
  if (series.empty()) {
    return std::nullopt;
  }
  const std::size_t rounds = series[0].size();
  for (std::size_t first = 0; first + kSteadyRounds <= rounds; ++first) {
    if (std::all_of(series.begin(), series.end(), [&](auto values) {
          return CheckSteadyWindow(values.subspan(first, kSteadyRounds))
              .steady();
        })) {
      return first;
    }
  }
  return std::nullopt;
}

}  // namespace fsduel
