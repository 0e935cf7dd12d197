// The histogram against a sorted array, over many distributions.
#include "stats/latency_histogram.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"

namespace fsduel {
namespace {

constexpr double kError = 0.008;
constexpr std::uint64_t kLimit = std::uint64_t{1}
                                 << LatencyHistogram::kHighestBit;

double Uniform(Random* random) {
  return (static_cast<double>(random->Next() >> 11) + 0.5) * 0x1p-53;
}

struct Distribution {
  const char* name;
  std::function<double(Random*)> draw;
};

std::vector<Distribution> Distributions() {
  return {
      {"constant", [](Random*) { return 123'456.0; }},
      {"tiny", [](Random* random) { return Uniform(random) * 200; }},
      {"uniform", [](Random* random) { return Uniform(random) * 1e6; }},
      {"exponential",
       [](Random* random) { return -std::log(Uniform(random)) * 5e4; }},
      {"pareto",
       [](Random* random) {
         return 1000 * std::pow(Uniform(random), -1 / 1.1);
       }},
      {"log-uniform",
       [](Random* random) { return std::exp2(Uniform(random) * 39.9); }},
      {"bimodal",
       [](Random* random) {
         return Uniform(random) < 0.99 ? 3000 + Uniform(random) * 100
                                       : 2e7 + Uniform(random) * 1e7;
       }},
      {"powers of two",
       [](Random* random) {
         return std::exp2(static_cast<double>(random->Below(40))) -
                static_cast<double>(random->Below(2));
       }},
  };
}

// The value of rank ceil(percent / 100 * n).
std::uint64_t OraclePercentile(const std::vector<std::uint64_t>& sorted,
                               double percent) {
  const auto n = static_cast<long double>(sorted.size());
  const auto rank = static_cast<std::size_t>(
      std::ceil(static_cast<long double>(percent) / 100.0L * n - 1e-9L));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

TEST(LatencyHistogramTest, PercentilesAgreeWithASortedArray) {
  for (const Distribution& distribution : Distributions()) {
    for (const std::size_t size : {1U, 2U, 3U, 10U, 999U, 1000U, 20000U}) {
      Random random(size);
      const auto histogram = std::make_unique<LatencyHistogram>();
      std::vector<std::uint64_t> values(size);
      for (std::uint64_t& value : values) {
        value = std::min(
            kLimit - 1, static_cast<std::uint64_t>(distribution.draw(&random)));
        histogram->Record(value);
      }
      std::sort(values.begin(), values.end());
      EXPECT_EQ(histogram->TotalCount(), size);
      for (const double percent :
           {0.01, 1.0, 25.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0}) {
        const auto exact =
            static_cast<double>(OraclePercentile(values, percent));
        const auto reported =
            static_cast<double>(histogram->Percentile(percent));
        EXPECT_LE(std::abs(reported - exact), std::floor(exact * kError))
            << distribution.name << ", " << size << " values, p" << percent;
      }
    }
  }
}

TEST(LatencyHistogramTest, BucketsCoverAllTimesWithoutGapsOrOverlap) {
  EXPECT_EQ(LatencyHistogram::LowerBound(0), 0U);
  for (std::size_t i = 0; i < LatencyHistogram::kBuckets; ++i) {
    const std::uint64_t lower = LatencyHistogram::LowerBound(i);
    const std::uint64_t upper = LatencyHistogram::UpperBound(i);
    ASSERT_LT(lower, upper) << i;
    EXPECT_EQ(LatencyHistogram::BucketOf(lower), i);
    EXPECT_EQ(LatencyHistogram::BucketOf(upper - 1), i);
    EXPECT_GE(LatencyHistogram::Midpoint(i), lower);
    EXPECT_LT(LatencyHistogram::Midpoint(i), upper);
    if (i + 1 < LatencyHistogram::kBuckets) {
      EXPECT_EQ(LatencyHistogram::BucketOf(upper), i + 1);
    }
  }
  EXPECT_EQ(LatencyHistogram::UpperBound(LatencyHistogram::kBuckets - 1),
            kLimit);
}

TEST(LatencyHistogramTest, SmallTimesAreExact) {
  for (std::uint64_t time = 0; time < 128; ++time) {
    LatencyHistogram histogram;
    histogram.Record(time);
    EXPECT_EQ(histogram.Percentile(50), time);
  }
}

TEST(LatencyHistogramTest, TimesBeyondTheLastBucketCountInIt) {
  constexpr std::size_t kLast = LatencyHistogram::kBuckets - 1;
  for (const std::uint64_t time :
       {kLimit - 1, kLimit, kLimit + 1, 10 * kLimit, UINT64_MAX}) {
    EXPECT_EQ(LatencyHistogram::BucketOf(time), kLast) << time;
  }
  EXPECT_LT(LatencyHistogram::BucketOf(kLimit / 2), kLast);
}

TEST(LatencyHistogramTest, RanksAreNotRoundedUpByBinaryFractions) {
  // 99.9 % of 1000 is the 999th value, not the 1000th.
  LatencyHistogram histogram;
  for (int i = 0; i < 999; ++i) {
    histogram.Record(10);
  }
  histogram.Record(1'000'000);
  EXPECT_EQ(histogram.Percentile(99.9), 10U);
  EXPECT_GT(histogram.Percentile(99.91), 10U);
}

TEST(LatencyHistogramTest, EmptyHistogramHasNoPercentile) {
  EXPECT_EQ(LatencyHistogram().TotalCount(), 0U);
  EXPECT_EQ(LatencyHistogram().Percentile(99), 0U);
}

TEST(LatencyHistogramTest, ZeroBytesAreAnEmptyHistogram) {
  const LatencyHistogram empty;
  std::vector<unsigned char> bytes(sizeof empty);
  std::memcpy(bytes.data(), &empty, sizeof empty);
  EXPECT_EQ(bytes, std::vector<unsigned char>(sizeof empty, 0));
}

bool Equal(const LatencyHistogram& a, const LatencyHistogram& b) {
  for (std::size_t i = 0; i < LatencyHistogram::kBuckets; ++i) {
    if (a.CountAt(i) != b.CountAt(i)) {
      return false;
    }
  }
  return true;
}

TEST(LatencyHistogramTest, MergingIsExactInAnyOrder) {
  constexpr std::size_t kParts = 5;
  std::vector<LatencyHistogram> parts(kParts);
  LatencyHistogram whole;
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const auto time =
        static_cast<std::uint64_t>(std::exp2(Uniform(&random) * 41));
    parts[random.Below(kParts)].Record(time);
    whole.Record(time);
  }
  std::vector<std::size_t> order = {0, 1, 2, 3, 4};
  do {
    LatencyHistogram merged;
    for (const std::size_t part : order) {
      merged.Merge(parts[part]);
    }
    ASSERT_TRUE(Equal(merged, whole));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(LatencyHistogramTest, CoarseBucketsAreSixteenFineOnes) {
  EXPECT_EQ(kCoarseBuckets * 16, LatencyHistogram::kBuckets);
  for (std::size_t i = 0; i < LatencyHistogram::kBuckets; ++i) {
    EXPECT_EQ(CoarseBucketOf(i), i / 16);
  }
}

}  // namespace
}  // namespace fsduel
