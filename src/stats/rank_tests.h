// Do two sets of runs differ? Tests of ranks: nothing is assumed about the
// shape of the distribution. Pure functions.
//
// Source: Mann, Whitney, "On a Test of Whether One of Two Random Variables is
// Stochastically Larger than the Other", 1947; Wilcoxon, "Individual
// Comparisons by Ranking Methods", 1945; ties by midranks, as in Lehmann,
// "Nonparametrics", 1975.
#ifndef FSDUEL_STATS_RANK_TESTS_H_
#define FSDUEL_STATS_RANK_TESTS_H_

#include <cstddef>
#include <vector>

namespace fsduel {

// What speaks against "no difference": b differs, is less, or is greater.
enum class Tail { kTwoSided, kLess, kGreater };

struct RankTest {
  double statistic = 0;
  double p_value = 1;
  bool exact = true;  // else a normal approximation
};

// `statistic` is U: of how many pairs (a, b) b is the greater one, ties as
// halves. Exact up to 40 values in all, given the ties that there are;
// p = 1 when a side is empty.
RankTest MannWhitney(const std::vector<double>& a, const std::vector<double>& b,
                     Tail tail = Tail::kTwoSided);

// Of differences of pairs, b - a. `statistic` is V, the sum of the ranks of
// the positive ones; zeros are left out. Exact up to 50 pairs.
RankTest SignedRank(const std::vector<double>& differences,
                    Tail tail = Tail::kTwoSided);

// The least two-sided p value that so many runs can give.
double LeastMannWhitneyP(std::size_t a, std::size_t b);
double LeastSignedRankP(std::size_t pairs);

// p values corrected for their number: with each below 0.05 taken for a
// difference, the chance of any false one is at most 5 %. In the order given.
// Source: Holm, "A Simple Sequentially Rejective Multiple Test Procedure",
// Scandinavian Journal of Statistics 6, 1979.
std::vector<double> HolmAdjust(const std::vector<double>& p_values);

}  // namespace fsduel

#endif  // FSDUEL_STATS_RANK_TESTS_H_
