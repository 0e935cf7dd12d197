// One seed, the same numbers everywhere, without patterns one would notice.
#include "base/random.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

TEST(RandomTest, IsSplitMix64) {
  // The first values of SplitMix64 for seed 1234567, as published with its
  // reference implementation.
  Random random(1234567);
  EXPECT_EQ(random.Next(), 6457827717110365317U);
  EXPECT_EQ(random.Next(), 3203168211198807973U);
  EXPECT_EQ(random.Next(), 9817491932198370423U);
}

TEST(RandomTest, TheSameSeedGivesTheSameSequence) {
  Random first(42);
  Random second(42);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(first.Next(), second.Next());
  }
}

TEST(RandomTest, StreamsOfOneSeedDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    for (std::uint64_t stream = 0; stream < 64; ++stream) {
      seeds.insert(DeriveSeed(seed, stream));
    }
  }
  EXPECT_EQ(seeds.size(), 64U * 64U);
}

TEST(RandomTest, BelowStaysBelowAndReachesEveryValueEvenly) {
  constexpr std::uint64_t kBound = 10;
  constexpr int kEach = 10'000;
  std::array<int, kBound> seen{};
  Random random(3);
  for (int i = 0; i < 10 * kEach; ++i) {
    const std::uint64_t value = random.Below(kBound);
    ASSERT_LT(value, kBound);
    ++seen[value];
  }
  for (const int count : seen) {
    // Six standard deviations of a binomial(100000, 0.1) are 569.
    EXPECT_NEAR(count, kEach, 569);
  }
  EXPECT_EQ(random.Below(1), 0U);
}

static_assert(Random(9).Below(1000) < 1000, "usable at compile time");

}  // namespace
}  // namespace fsduel
