// How much do two sets of runs differ? Ratios b / a of positive values, with
// what is known about their precision. Pure functions.
#ifndef FSDUEL_STATS_EFFECT_H_
#define FSDUEL_STATS_EFFECT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsduel {

// Two sides of one figure. All values are above 0; where `paired`, a[i] and
// b[i] were measured one after the other and there are as many of each.
struct TwoSamples {
  std::vector<double> a;
  std::vector<double> b;
  bool paired = false;
};

struct Interval {
  double low = 0;
  double high = 0;
};

// Median of b over median of a. REQUIRES: neither is empty.
double RatioOfMedians(const TwoSamples& samples);

// Its 95 % interval by the bootstrap: runs (or pairs) are drawn again with
// replacement 2,000 times. The same seed gives the same interval.
// Source: Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, section
// 13.3 (percentile interval).
Interval BootstrapRatio(const TwoSamples& samples, std::uint64_t seed);

// The median of all ratios b/a (of pairs: of the geometric means of any two of
// them): the Hodges-Lehmann shift on the logarithmic scale.
// Source: Hodges, Lehmann, "Estimates of Location Based on Rank Tests", Annals
// of Mathematical Statistics 34, 1963.
double HodgesLehmannRatio(const TwoSamples& samples);

// Share of the pairs (a, b) in which b is greater less the share in which it
// is smaller: -1 .. 1.
// Source: Cliff, "Dominance Statistics", Psychological Bulletin 114, 1993.
double CliffsDelta(const std::vector<double>& a, const std::vector<double>& b);

// Standard deviation of the logarithms: within the sides, or of the ratios of
// the pairs. 0 for fewer than two runs a side.
double LogDeviation(const TwoSamples& samples);

// The test that `paired` asks for, two-sided: signed ranks or Mann-Whitney.
double DifferencePValue(const TwoSamples& samples);

// p value against "they differ by more than `threshold`" (0.02 = 2 %): two
// one-sided tests, of b / (1 + threshold) < a and b x (1 + threshold) > a.
// Source: Schuirmann, "A Comparison of the Two One-Sided Tests Procedure",
// Journal of Pharmacokinetics and Biopharmaceutics 15, 1987.
double EquivalencePValue(const TwoSamples& samples, double threshold);

// What is needed to see a difference with a chance of 80 %.
struct Precision {
  double deviation = 0;  // LogDeviation
  double alpha = 0.05;   // what a p value must fall below
  bool paired = false;
};
// The least ratio above 1 that `runs` runs a side would have shown; infinite
// for fewer than two.
double LeastDetectableRatio(const Precision& precision, double runs);
// Runs a side that show a ratio of exp(log_effect); 0 when that would take
// more than 10,000. REQUIRES: log_effect > 0.
std::size_t RunsNeeded(const Precision& precision, double log_effect);

}  // namespace fsduel

#endif  // FSDUEL_STATS_EFFECT_H_
