// Orders of blocks, checked as sequences.
#include "workload/offset_sequence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using ::testing::ElementsAre;
using ::testing::Not;

using Blocks = std::vector<std::uint64_t>;

OffsetSpec Spec(BlockOrder order, std::uint64_t count, double parameter = 0) {
  OffsetSpec spec;
  spec.order = order;
  spec.parameter = parameter;
  spec.region.count = count;
  spec.seed = 11;
  spec.shared_seed = 12;
  return spec;
}

Blocks Take(OffsetSequence* sequence, std::uint64_t count) {
  Blocks blocks(count);
  std::generate(blocks.begin(), blocks.end(),
                [sequence] { return sequence->Next(); });
  return blocks;
}

// One pass from the start.
Blocks OnePass(const OffsetSpec& spec) {
  OffsetSequence sequence(spec);
  return Take(&sequence, sequence.pass_length());
}

Blocks Numbers(std::uint64_t count) {
  Blocks blocks(count);
  std::iota(blocks.begin(), blocks.end(), 0);
  return blocks;
}

Blocks Sorted(Blocks blocks) {
  std::sort(blocks.begin(), blocks.end());
  return blocks;
}

// How often each block of `count` comes in `draws`.
std::vector<double> Frequencies(const OffsetSpec& spec, std::uint64_t draws) {
  OffsetSequence sequence(spec);
  std::vector<double> seen(spec.region.count, 0);
  for (std::uint64_t i = 0; i < draws; ++i) {
    seen.at(sequence.Next()) += 1;
  }
  return seen;
}

// Chi-square of `seen` against `expected`, as its distance from the mean of the
// distribution in standard deviations.
double ChiSquareSigmas(const std::vector<double>& seen,
                       const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  }
  const auto freedom = static_cast<double>(seen.size() - 1);
  return (sum - freedom) / std::sqrt(2 * freedom);
}

double Correlation(const Blocks& blocks, std::size_t lag) {
  const std::size_t pairs = blocks.size() - lag;
  const double mean = std::accumulate(blocks.begin(), blocks.end(), 0.0) /
                      static_cast<double>(blocks.size());
  double product = 0;
  double square = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const double a = static_cast<double>(blocks[i]) - mean;
    const double b = static_cast<double>(blocks[i + lag]) - mean;
    product += a * b;
    square += a * a;
  }
  return product / square;
}

TEST(OffsetSequenceTest, SequentialGoesFromFrontToBackAndBeginsAgain) {
  OffsetSpec spec = Spec(BlockOrder::kSequential, 4);
  spec.region.first = 10;
  OffsetSequence sequence(spec);
  EXPECT_THAT(Take(&sequence, 6), ElementsAre(10, 11, 12, 13, 10, 11));
}

TEST(OffsetSequenceTest, BackwardGoesFromBackToFrontAndBeginsAgain) {
  OffsetSpec spec = Spec(BlockOrder::kBackward, 4);
  spec.region.first = 10;
  OffsetSequence sequence(spec);
  EXPECT_THAT(Take(&sequence, 6), ElementsAre(13, 12, 11, 10, 13, 12));
}

TEST(OffsetSequenceTest, StridedTakesEveryNthThenThoseBehindThem) {
  OffsetSequence sequence(Spec(BlockOrder::kStrided, 8, 3));
  EXPECT_THAT(Take(&sequence, 10), ElementsAre(0, 3, 6, 1, 4, 7, 2, 5, 0, 3));
}

TEST(OffsetSequenceTest, StridedVisitsEachBlockOnceWhateverTheStride) {
  for (std::uint64_t count = 1; count <= 70; ++count) {
    for (std::uint64_t stride = 2; stride <= 75; ++stride) {
      OffsetSequence sequence(
          Spec(BlockOrder::kStrided, count, static_cast<double>(stride)));
      for (int pass = 0; pass < 2; ++pass) {
        ASSERT_EQ(Sorted(Take(&sequence, count)), Numbers(count))
            << count << " blocks, stride " << stride << ", pass " << pass;
      }
    }
  }
}

TEST(OffsetSequenceTest, RandomVisitsEachBlockOncePerPassForManyCounts) {
  Blocks counts = Numbers(130);
  counts.erase(counts.begin());
  for (const std::uint64_t count :
       {251, 255, 256, 257, 509, 1000, 1023, 1024, 1025, 4093, 4096, 65521,
        65536, 65537, 100000}) {
    counts.push_back(count);
  }
  for (const std::uint64_t count : counts) {
    OffsetSequence sequence(Spec(BlockOrder::kRandom, count));
    ASSERT_EQ(sequence.pass_length(), count);
    for (int pass = 0; pass < 3; ++pass) {
      ASSERT_EQ(Sorted(Take(&sequence, count)), Numbers(count))
          << count << " blocks, pass " << pass;
    }
  }
}

TEST(OffsetSequenceTest, LanesOfASharedFilePartitionItsBlocks) {
  for (const std::uint64_t lanes : {1, 2, 3, 7, 8, 128}) {
    for (const std::uint64_t count : {128, 129, 1000, 1024}) {
      Blocks all;
      for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        OffsetSpec spec = Spec(BlockOrder::kRandom, count);
        spec.lane = lane;
        spec.lanes = lanes;
        spec.seed = lane;
        const Blocks own = OnePass(spec);
        all.insert(all.end(), own.begin(), own.end());
      }
      EXPECT_EQ(Sorted(all), Numbers(count)) << lanes << " lanes of " << count;
    }
  }
}

TEST(OffsetSequenceTest, TheSecondPassOfLanesPartitionsTheBlocksToo) {
  constexpr std::uint64_t kLanes = 3;
  constexpr std::uint64_t kCount = 100;
  Blocks all;
  for (std::uint64_t lane = 0; lane < kLanes; ++lane) {
    OffsetSpec spec = Spec(BlockOrder::kRandom, kCount);
    spec.lane = lane;
    spec.lanes = kLanes;
    OffsetSequence sequence(spec);
    Take(&sequence, sequence.pass_length());
    const Blocks second = Take(&sequence, sequence.pass_length());
    all.insert(all.end(), second.begin(), second.end());
  }
  EXPECT_EQ(Sorted(all), Numbers(kCount));
}

TEST(OffsetSequenceTest, TheSameSeedGivesTheSameSequenceAnotherAnother) {
  for (const BlockOrder order :
       {BlockOrder::kRandom, BlockOrder::kZipf, BlockOrder::kHot}) {
    for (const bool each_once : {true, false}) {
      OffsetSpec spec = Spec(order, 1000, 1.1);
      spec.each_once = each_once;
      const Blocks first = OnePass(spec);
      EXPECT_EQ(OnePass(spec), first);
      spec.seed = 21;
      spec.shared_seed = 22;
      EXPECT_NE(OnePass(spec), first);
    }
  }
}

TEST(OffsetSequenceTest, AnotherPassIsAnotherOrder) {
  OffsetSequence sequence(Spec(BlockOrder::kRandom, 1000));
  const Blocks first = Take(&sequence, 1000);
  const Blocks second = Take(&sequence, 1000);
  const Blocks third = Take(&sequence, 1000);
  EXPECT_NE(first, second);
  EXPECT_NE(second, third);
  EXPECT_NE(first, third);
}

TEST(OffsetSequenceTest, ARandomPassShowsNoOrder) {
  constexpr std::uint64_t kCount = 100'000;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    OffsetSpec spec = Spec(BlockOrder::kRandom, kCount);
    spec.shared_seed = seed;
    const Blocks blocks = OnePass(spec);
    // Its standard deviation is 1 / sqrt(100000) = 0.0032.
    for (const std::size_t lag : {1, 2, 3, 4, 8, 16, 64, 256, 1024}) {
      EXPECT_LT(std::abs(Correlation(blocks, lag)), 5 * 0.0032)
          << "lag " << lag << ", seed " << seed;
    }
    // Of steps forward there are half, of neighbours about two.
    std::uint64_t up = 0;
    std::uint64_t neighbours = 0;
    for (std::size_t i = 1; i < blocks.size(); ++i) {
      up += blocks[i] > blocks[i - 1] ? 1 : 0;
      const std::uint64_t step = std::max(blocks[i], blocks[i - 1]) -
                                 std::min(blocks[i], blocks[i - 1]);
      neighbours += step == 1 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(up), kCount / 2.0, 5 * 91);
    EXPECT_LT(neighbours, 15U);
  }
}

TEST(OffsetSequenceTest, EveryPartOfARandomPassIsUniform) {
  // A hundredth of a pass, over 100 parts of the file.
  constexpr std::uint64_t kCount = 1'000'000;
  constexpr std::uint64_t kPart = 10'000;
  OffsetSequence sequence(Spec(BlockOrder::kRandom, kCount));
  for (int part = 0; part < 10; ++part) {
    std::vector<double> seen(100, 0);
    for (std::uint64_t i = 0; i < kPart; ++i) {
      seen[sequence.Next() / (kCount / seen.size())] += 1;
    }
    EXPECT_LT(ChiSquareSigmas(seen, std::vector<double>(100, kPart / 100.0)), 5)
        << part;
  }
}

TEST(OffsetSequenceTest, TheStepsOfARandomPassAreUniformToo) {
  // The distance from one block to the next, around the end: a generator that
  // walks in steps shows here.
  constexpr std::uint64_t kCount = 65'536;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
    OffsetSpec spec = Spec(BlockOrder::kRandom, kCount);
    spec.shared_seed = seed;
    const Blocks blocks = OnePass(spec);
    std::vector<double> seen(64, 0);
    for (std::size_t i = 1; i < blocks.size(); ++i) {
      seen[(blocks[i] + kCount - blocks[i - 1]) % kCount / 1024] += 1;
    }
    EXPECT_LT(
        ChiSquareSigmas(seen, std::vector<double>(64, (kCount - 1) / 64.0)), 5)
        << "seed " << seed;
  }
}

TEST(OffsetSequenceTest, WithReplacementIsUniformAndRepeats) {
  OffsetSpec spec = Spec(BlockOrder::kRandom, 1000);
  spec.each_once = false;
  constexpr std::uint64_t kDraws = 100'000;
  EXPECT_LT(std::abs(ChiSquareSigmas(Frequencies(spec, kDraws),
                                     std::vector<double>(1000, 100))),
            5);
  EXPECT_NE(Sorted(OnePass(spec)), Numbers(1000));
}

class ZipfTest : public testing::TestWithParam<double> {};

// Which block has which rank is a matter of the seed; the frequencies, sorted,
// are not.
TEST_P(ZipfTest, RanksComeAsOftenAsTheDistributionSays) {
  const double theta = GetParam();
  constexpr std::uint64_t kCount = 20;
  constexpr std::uint64_t kDraws = 200'000;
  std::vector<double> seen =
      Frequencies(Spec(BlockOrder::kZipf, kCount, theta), kDraws);
  std::sort(seen.rbegin(), seen.rend());
  double all = 0;
  for (std::uint64_t rank = 1; rank <= kCount; ++rank) {
    all += std::pow(static_cast<double>(rank), -theta);
  }
  for (std::uint64_t rank = 1; rank <= kCount; ++rank) {
    const double share = std::pow(static_cast<double>(rank), -theta) / all;
    const double expected = share * kDraws;
    const double deviation = std::sqrt(kDraws * share * (1 - share));
    EXPECT_NEAR(seen[rank - 1], expected, 5 * deviation + 1)
        << "rank " << rank << " of theta " << theta;
  }
}

INSTANTIATE_TEST_SUITE_P(Thetas, ZipfTest,
                         testing::Values(0.5, 0.99, 1.0, 1.1, 2.0, 5.0));

TEST(OffsetSequenceTest, ZipfSpreadsTheHotBlocksOverTheFile) {
  constexpr std::uint64_t kCount = 100'000;
  const std::vector<double> seen =
      Frequencies(Spec(BlockOrder::kZipf, kCount, 1.1), 100'000);
  std::vector<std::size_t> blocks(kCount);
  std::iota(blocks.begin(), blocks.end(), 0);
  std::partial_sort(
      blocks.begin(), blocks.begin() + 10, blocks.end(),
      [&seen](std::size_t a, std::size_t b) { return seen[a] > seen[b]; });
  std::sort(blocks.begin(), blocks.begin() + 10);
  EXPECT_GT(blocks[9] - blocks[0], kCount / 4);
}

TEST(OffsetSequenceTest, NineOfTenReadsGoToTheHotBlocks) {
  constexpr std::uint64_t kCount = 1000;
  constexpr std::uint64_t kDraws = 200'000;
  for (const double percent : {1.0, 10.0, 50.0, 99.0}) {
    std::vector<double> seen =
        Frequencies(Spec(BlockOrder::kHot, kCount, percent), kDraws);
    std::sort(seen.rbegin(), seen.rend());
    const auto hot = static_cast<std::ptrdiff_t>(kCount * percent / 100);
    const double hits =
        std::accumulate(seen.begin(), seen.begin() + hot, 0.0) / kDraws;
    if (percent < 50) {  // else the two groups cannot be told apart by count
      EXPECT_NEAR(hits, 0.9, 0.005) << percent;
    }
    EXPECT_GT(seen.back(), 0) << "cold blocks are read as well";
  }
}

TEST(OffsetSequenceTest, FewBlocksHaveAHotOneToo) {
  for (const std::uint64_t count : {1, 2, 3}) {
    std::vector<double> seen =
        Frequencies(Spec(BlockOrder::kHot, count, 10), 10'000);
    const double most = *std::max_element(seen.begin(), seen.end());
    EXPECT_GT(most, 8'500) << count;
  }
}

TEST(OffsetSequenceTest, OffsetsBeyondFourGiBlocksComeWhole) {
  constexpr std::uint64_t kFirst = std::uint64_t{1} << 40;
  constexpr std::uint64_t kCount = (std::uint64_t{1} << 45) + 7;
  for (const BlockOrder order :
       {BlockOrder::kSequential, BlockOrder::kBackward, BlockOrder::kStrided,
        BlockOrder::kRandom, BlockOrder::kZipf, BlockOrder::kHot}) {
    OffsetSpec spec = Spec(order, kCount, 17);
    spec.region.first = kFirst;
    OffsetSequence sequence(spec);
    std::uint64_t largest = 0;
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t block = sequence.Next();
      ASSERT_GE(block, kFirst);
      ASSERT_LT(block, kFirst + kCount);
      largest = std::max(largest, block);
    }
    if (order == BlockOrder::kRandom || order == BlockOrder::kBackward) {
      EXPECT_GT(largest, kFirst + (std::uint64_t{1} << 44));
    }
  }
}

TEST(PermutationTest, TheLargestCountStaysInRange) {
  constexpr std::uint64_t kCount = (std::uint64_t{1} << 62) - 1;
  const Permutation permutation(kCount, 1);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    ASSERT_LT(permutation.At(i), kCount);
    ASSERT_LT(permutation.At(kCount - 1 - i), kCount);
  }
}

TEST(PermutationTest, SmallOnesReachEveryOrderOfThree) {
  std::vector<Blocks> orders;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Permutation permutation(3, seed);
    orders.push_back({permutation.At(0), permutation.At(1), permutation.At(2)});
  }
  std::sort(orders.begin(), orders.end());
  orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
  EXPECT_EQ(orders.size(), 6U);
}

}  // namespace
}  // namespace fsduel
