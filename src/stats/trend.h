// Does a series drift? The Mann-Kendall test: no assumption about the shape of
// the distribution, only about order.
#ifndef FSDUEL_STATS_TREND_H_
#define FSDUEL_STATS_TREND_H_

#include <vector>

namespace fsduel {

struct Trend {
  // Kendall's tau in -1..1: sign and strength of a monotone trend.
  double tau = 0;
  // Two-sided p value (exact for up to 10 values without ties, else the normal
  // approximation with continuity correction); 1 with fewer than 4 values.
  double p_value = 1;
  // Median of the last third over median of the first third; 1 when the first
  // is 0.
  double ratio = 1;
};

// Source: Mann, "Nonparametric Tests Against Trend", Econometrica 13, 1945;
// Kendall, "Rank Correlation Methods", 1975.
Trend TestTrend(const std::vector<double>& values);

// Median; 0 when empty.
double Median(std::vector<double> values);

}  // namespace fsduel

#endif  // FSDUEL_STATS_TREND_H_
