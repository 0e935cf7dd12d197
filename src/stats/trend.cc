// The Mann-Kendall test.
#include "stats/trend.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace fsduel {
namespace {

// Number of permutations of n values by their Kendall score, as shares: the
// distribution of inversions, built up one value at a time.
double ExactPValue(int n, double score) {
  std::vector<double> share = {1.0};
  for (int k = 2; k <= n; ++k) {
    std::vector<double> next(share.size() + static_cast<std::size_t>(k) - 1);
    for (std::size_t inversions = 0; inversions < share.size(); ++inversions) {
      for (int more = 0; more < k; ++more) {
        next[inversions + static_cast<std::size_t>(more)] +=
            share[inversions] / k;
      }
    }
    share.swap(next);
  }
  const double pairs = n * (n - 1) / 2.0;
  double p = 0;
  for (std::size_t inversions = 0; inversions < share.size(); ++inversions) {
    const double its_score = pairs - 2.0 * static_cast<double>(inversions);
    if (std::abs(its_score) >= std::abs(score)) {
      p += share[inversions];
    }
  }
  return std::min(p, 1.0);
}

double NormalPValue(double n, double score, double tie_term) {
  const double variance = (n * (n - 1) * (2 * n + 5) - tie_term) / 18.0;
  if (variance <= 0 || score == 0) {
    return 1;
  }
  const double z = (std::abs(score) - 1) / std::sqrt(variance);
  return std::erfc(z / std::sqrt(2.0));
}

}  // namespace

double Median(std::vector<double> values) {
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle]
                                : (values[middle - 1] + values[middle]) / 2;
}

Trend TestTrend(const std::vector<double>& values) {
  constexpr std::size_t kFewest = 4;
  constexpr std::size_t kMostExact = 10;
  Trend trend;
  const std::size_t n = values.size();
  if (n < kFewest) {
    return trend;
  }
  double score = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      score += values[j] > values[i] ? 1 : values[j] < values[i] ? -1 : 0;
    }
  }
  std::map<double, double> ties;
  for (const double value : values) {
    ties[value] += 1;
  }
  double tie_term = 0;
  for (const auto& [value, count] : ties) {
    tie_term += count * (count - 1) * (2 * count + 5);
  }
  const auto size = static_cast<double>(n);
  trend.tau = score / (size * (size - 1) / 2);
  trend.p_value = n <= kMostExact && tie_term == 0
                      ? ExactPValue(static_cast<int>(n), score)
                      : NormalPValue(size, score, tie_term);
  const auto third =
      static_cast<std::ptrdiff_t>(std::max<std::size_t>(n / 3, 1));
  const double first = Median({values.begin(), values.begin() + third});
  const double last = Median({values.end() - third, values.end()});
  trend.ratio = first > 0 ? last / first : 1;
  return trend;
}

}  // namespace fsduel
