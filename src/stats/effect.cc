#include "stats/effect.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/distributions/students_t.hpp>

#include "base/random.h"
#include "stats/rank_tests.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

constexpr std::size_t kResamples = 2000;

std::vector<double> LogsOf(const std::vector<double>& values) {
  std::vector<double> logs(values.size());
  std::transform(values.begin(), values.end(), logs.begin(),
                 [](double value) { return std::log(value); });
  return logs;
}

// Logarithms of b[i] / a[i] / `scale`.
std::vector<double> LogRatios(const TwoSamples& samples, double scale = 1) {
  std::vector<double> ratios(samples.a.size());
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    ratios[i] = std::log(samples.b[i] / samples.a[i] / scale);
  }
  return ratios;
}

double SquaresAroundMean(const std::vector<double>& values) {
  double mean = 0;
  for (const double value : values) {
    mean += value / static_cast<double>(values.size());
  }
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  return squares;
}

double OneSided(const TwoSamples& samples, double scale, Tail tail) {
  if (samples.paired) {
    return SignedRank(LogRatios(samples, scale), tail).p_value;
  }
  std::vector<double> scaled = samples.b;
  for (double& value : scaled) {
    value /= scale;
  }
  return MannWhitney(samples.a, scaled, tail).p_value;
}

double LeastP(const Precision& precision, std::size_t runs) {
  return precision.paired ? LeastSignedRankP(runs)
                          : LeastMannWhitneyP(runs, runs);
}

}  // namespace

double RatioOfMedians(const TwoSamples& samples) {
  return Median(samples.b) / Median(samples.a);
}

Interval BootstrapRatio(const TwoSamples& samples, std::uint64_t seed) {
  Random random(seed);
  TwoSamples drawn = samples;
  std::vector<double> ratios(kResamples);
  for (double& ratio : ratios) {
    for (std::size_t i = 0; i < drawn.a.size(); ++i) {
      const std::size_t from = random.Below(samples.a.size());
      drawn.a[i] = samples.a[from];
      if (samples.paired) {
        drawn.b[i] = samples.b[from];
      }
    }
    for (std::size_t i = 0; !samples.paired && i < drawn.b.size(); ++i) {
      drawn.b[i] = samples.b[random.Below(samples.b.size())];
    }
    ratio = RatioOfMedians(drawn);
  }
  std::sort(ratios.begin(), ratios.end());
  constexpr std::size_t kCut = kResamples / 40;  // 2.5 %
  return {ratios[kCut], ratios[kResamples - 1 - kCut]};
}

double HodgesLehmannRatio(const TwoSamples& samples) {
  std::vector<double> shifts;
  if (samples.paired) {
    const std::vector<double> ratios = LogRatios(samples);
    for (std::size_t i = 0; i < ratios.size(); ++i) {
      for (std::size_t j = i; j < ratios.size(); ++j) {
        shifts.push_back((ratios[i] + ratios[j]) / 2);
      }
    }
  } else {
    for (const double a : samples.a) {
      for (const double b : samples.b) {
        shifts.push_back(std::log(b / a));
      }
    }
  }
  return std::exp(Median(std::move(shifts)));
}

double CliffsDelta(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) {
    return 0;
  }
  double balance = 0;
  for (const double one : a) {
    for (const double other : b) {
      balance += other > one ? 1 : other < one ? -1 : 0;
    }
  }
  return balance / static_cast<double>(a.size() * b.size());
}

double LogDeviation(const TwoSamples& samples) {
  if (samples.a.size() < 2 || samples.b.size() < 2) {
    return 0;
  }
  if (samples.paired) {
    return std::sqrt(SquaresAroundMean(LogRatios(samples)) /
                     static_cast<double>(samples.a.size() - 1));
  }
  const double squares = SquaresAroundMean(LogsOf(samples.a)) +
                         SquaresAroundMean(LogsOf(samples.b));
  return std::sqrt(
      squares / static_cast<double>(samples.a.size() + samples.b.size() - 2));
}

double DifferencePValue(const TwoSamples& samples) {
  return samples.paired ? SignedRank(LogRatios(samples)).p_value
                        : MannWhitney(samples.a, samples.b).p_value;
}

double EquivalencePValue(const TwoSamples& samples, double threshold) {
  return std::max(OneSided(samples, 1 + threshold, Tail::kLess),
                  OneSided(samples, 1 / (1 + threshold), Tail::kGreater));
}

double LeastDetectableRatio(const Precision& precision, double runs) {
  if (runs < 2) {
    return std::numeric_limits<double>::infinity();
  }
  // Rank tests need 1 / 0.955 of the runs that a t test needs of normal data.
  constexpr double kRelativeEfficiency = 0.955;
  constexpr double kPower = 0.8;
  const double sides = precision.paired ? 1 : 2;
  const boost::math::students_t t(sides * (runs - 1));
  const double quantiles =
      quantile(complement(t, precision.alpha / 2)) + quantile(t, kPower);
  return std::exp(quantiles * precision.deviation *
                  std::sqrt(sides / runs / kRelativeEfficiency));
}

std::size_t RunsNeeded(const Precision& precision, double log_effect) {
  constexpr std::size_t kFewest = 5;
  constexpr std::size_t kMost = 10'000;
  const double effect = std::exp(log_effect);
  const auto enough = [&](std::size_t runs) {
    return LeastP(precision, runs) <= precision.alpha &&
           LeastDetectableRatio(precision, static_cast<double>(runs)) <= effect;
  };
  if (!enough(kMost)) {
    return 0;
  }
  std::size_t low = kFewest - 1;  // too few
  std::size_t high = kMost;
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace fsduel
