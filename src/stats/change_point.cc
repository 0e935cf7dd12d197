#include "stats/change_point.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "stats/trend.h"

namespace fsduel {
namespace {

constexpr std::size_t kFewest = 5;
constexpr double kLeastChange = 0.2;
constexpr double kLeastErrors = 5;

double Level(std::span<const double> values) {
  return Median({values.begin(), values.end()});
}

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

double SumOfSquares(std::span<const double> values) {
  const double mean = Mean(values);
  double sum = 0;
  for (const double value : values) {
    sum += (value - mean) * (value - mean);
  }
  return sum;
}

// The sum of squares around two means is least where this is greatest.
std::size_t BestSplit(std::span<const double> values) {
  const double all = std::accumulate(values.begin(), values.end(), 0.0);
  const auto n = static_cast<double>(values.size());
  double left = 0;
  double best_gain = -1;
  std::size_t best = 0;
  for (std::size_t i = 1; i + kFewest <= values.size(); ++i) {
    left += values[i - 1];
    if (i < kFewest) {
      continue;
    }
    const auto count = static_cast<double>(i);
    const double difference = left / count - (all - left) / (n - count);
    const double gain = difference * difference * count * (n - count);
    if (gain > best_gain) {
      best_gain = gain;
      best = i;
    }
  }
  return best;
}

}  // namespace

std::optional<ChangePoint> FindChangePoint(std::span<const double> values) {
  if (values.size() < 2 * kFewest) {
    return std::nullopt;
  }
  ChangePoint change;
  change.at = BestSplit(values);
  const std::span<const double> first = values.first(change.at);
  const std::span<const double> second = values.subspan(change.at);
  change.before = Level(first);
  change.after = Level(second);
  if (std::abs(change.before - change.after) <=
      kLeastChange * std::abs(change.before)) {
    return std::nullopt;
  }
  const auto n1 = static_cast<double>(first.size());
  const auto n2 = static_cast<double>(second.size());
  const double error = std::sqrt((SumOfSquares(first) + SumOfSquares(second)) /
                                 (n1 + n2) * (1 / n1 + 1 / n2));
  if (std::abs(Mean(first) - Mean(second)) <= kLeastErrors * error) {
    return std::nullopt;
  }
  return change;
}

}  // namespace fsduel
