#include "stats/rank_tests.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/normal.hpp>

namespace fsduel {
namespace {

constexpr std::size_t kMostExactValues = 40;
constexpr std::size_t kMostExactPairs = 50;

// Twice the midrank of each value, which is a whole number even with ties, and
// the sum of t^3 - t over the groups of t equal ones.
struct Ranks {
  std::vector<std::size_t> doubled;
  double tie_term = 0;
};

Ranks RankOf(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return values[x] < values[y];
  });
  Ranks ranks;
  ranks.doubled.resize(values.size());
  for (std::size_t start = 0; start < order.size();) {
    std::size_t end = start + 1;
    while (end < order.size() && values[order[end]] == values[order[start]]) {
      ++end;
    }
    for (std::size_t i = start; i < end; ++i) {
      ranks.doubled[order[i]] = start + 1 + end;  // ranks start+1 .. end
    }
    const auto tied = static_cast<double>(end - start);
    ranks.tie_term += tied * tied * tied - tied;
    start = end;
  }
  return ranks;
}

// A distribution over whole numbers, and one of its values.
double TailShare(const std::vector<double>& share, double center,
                 std::size_t value, Tail tail) {
  constexpr double kSlack = 1e-9;
  const auto at = static_cast<double>(value);
  double p = 0;
  for (std::size_t i = 0; i < share.size(); ++i) {
    const auto other = static_cast<double>(i);
    const bool as_extreme =
        tail == Tail::kLess ? other <= at
        : tail == Tail::kGreater
            ? other >= at
            : std::abs(other - center) >= std::abs(at - center) - kSlack;
    p += as_extreme ? share[i] : 0;
  }
  return std::min(p, 1.0);
}

double NormalShare(double distance, double deviation, Tail tail) {
  if (deviation <= 0) {
    return 1;
  }
  const boost::math::normal standard;
  // Half a step towards the middle: the statistic moves in steps.
  const double half = 0.5;
  switch (tail) {
    case Tail::kLess:
      return cdf(standard, (distance + half) / deviation);
    case Tail::kGreater:
      return cdf(complement(standard, (distance - half) / deviation));
    case Tail::kTwoSided:
      break;
  }
  const double z = std::max(std::abs(distance) - half, 0.0) / deviation;
  return std::min(1.0, 2 * cdf(complement(standard, z)));
}

// How the doubled rank sum of `chosen` of the values is distributed when any
// choice is as likely as another.
std::vector<double> RankSumShares(const std::vector<std::size_t>& ranks,
                                  std::size_t chosen) {
  const std::size_t most =
      std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  std::vector<std::vector<double>> ways(chosen + 1,
                                        std::vector<double>(most + 1));
  ways[0][0] = 1;
  for (const std::size_t rank : ranks) {
    for (std::size_t k = chosen; k >= 1; --k) {
      for (std::size_t sum = most; sum >= rank; --sum) {
        ways[k][sum] += ways[k - 1][sum - rank];
      }
    }
  }
  std::vector<double>& share = ways[chosen];
  const double all = std::accumulate(share.begin(), share.end(), 0.0);
  for (double& one : share) {
    one /= all;
  }
  return share;
}

// The same for the sum of the ranks that get a positive sign.
std::vector<double> SignedSumShares(const std::vector<std::size_t>& ranks) {
  const std::size_t most =
      std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  std::vector<double> share(most + 1);
  share[0] = 1;
  for (const std::size_t rank : ranks) {
    for (std::size_t sum = most + 1; sum-- > 0;) {
      share[sum] = (share[sum] + (sum >= rank ? share[sum - rank] : 0)) / 2;
    }
  }
  return share;
}

double Choose(std::size_t n, std::size_t k) {
  double ways = 1;
  for (std::size_t i = 1; i <= k; ++i) {
    ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
  }
  return ways;
}

}  // namespace

RankTest MannWhitney(const std::vector<double>& a, const std::vector<double>& b,
                     Tail tail) {
  RankTest test;
  if (a.empty() || b.empty()) {
    return test;
  }
  std::vector<double> all = b;
  all.insert(all.end(), a.begin(), a.end());
  const Ranks ranks = RankOf(all);
  const std::size_t sum = std::accumulate(
      ranks.doubled.begin(),
      ranks.doubled.begin() + static_cast<std::ptrdiff_t>(b.size()),
      std::size_t{0});
  const auto n_a = static_cast<double>(a.size());
  const auto n_b = static_cast<double>(b.size());
  const double n = n_a + n_b;
  test.statistic = static_cast<double>(sum) / 2 - n_b * (n_b + 1) / 2;
  if (all.size() <= kMostExactValues) {
    test.p_value = TailShare(RankSumShares(ranks.doubled, b.size()),
                             n_b * (n + 1), sum, tail);
    return test;
  }
  test.exact = false;
  const double variance =
      n_a * n_b / 12 * (n + 1 - ranks.tie_term / (n * (n - 1)));
  test.p_value =
      NormalShare(test.statistic - n_a * n_b / 2, std::sqrt(variance), tail);
  return test;
}

RankTest SignedRank(const std::vector<double>& differences, Tail tail) {
  std::vector<double> sizes;
  std::vector<bool> positive;
  for (const double difference : differences) {
    if (difference != 0) {
      sizes.push_back(std::abs(difference));
      positive.push_back(difference > 0);
    }
  }
  RankTest test;
  if (sizes.empty()) {
    return test;
  }
  const Ranks ranks = RankOf(sizes);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sum += positive[i] ? ranks.doubled[i] : 0;
  }
  const auto n = static_cast<double>(sizes.size());
  test.statistic = static_cast<double>(sum) / 2;
  if (sizes.size() <= kMostExactPairs) {
    test.p_value =
        TailShare(SignedSumShares(ranks.doubled), n * (n + 1) / 2, sum, tail);
    return test;
  }
  test.exact = false;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.tie_term / 48;
  test.p_value =
      NormalShare(test.statistic - n * (n + 1) / 4, std::sqrt(variance), tail);
  return test;
}

double LeastMannWhitneyP(std::size_t a, std::size_t b) {
  return a == 0 || b == 0 ? 1 : std::min(1.0, 2 / Choose(a + b, b));
}

double LeastSignedRankP(std::size_t pairs) {
  return std::min(1.0, std::pow(2.0, 1.0 - static_cast<double>(pairs)));
}

std::vector<double> HolmAdjust(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return p_values[x] < p_values[y];
  });
  std::vector<double> adjusted(p_values.size());
  double greatest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto still = static_cast<double>(order.size() - i);
    greatest = std::max(greatest, std::min(1.0, still * p_values[order[i]]));
    adjusted[order[i]] = greatest;
  }
  return adjusted;
}

}  // namespace fsduel
