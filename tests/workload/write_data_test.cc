// What the threads of a sweep write.
#include "workload/write_data.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

constexpr std::size_t kPage = 4096;

WriteDataSpec Spec(std::size_t block_bytes, std::uint32_t thread = 0) {
  WriteDataSpec spec;
  spec.block_bytes = block_bytes;
  spec.seed = 5;
  spec.thread = thread;
  return spec;
}

// `count` blocks, one after the other, as they would stand in a file.
std::string FileOf(const WriteDataSpec& spec, std::size_t count) {
  WriteData data(spec);
  std::string file;
  for (std::size_t i = 0; i < count; ++i) {
    file.append(reinterpret_cast<const char*>(data.Next()), spec.block_bytes);
  }
  return file;
}

std::size_t Zeros(std::string_view bytes) {
  return static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\0'));
}

// Adds all pieces of a file; how many were there already.
std::size_t Repeated(const std::string& file, std::size_t piece,
                     std::set<std::string>* seen) {
  std::size_t repeated = 0;
  for (std::size_t at = 0; at + piece <= file.size(); at += piece) {
    repeated += seen->insert(file.substr(at, piece)).second ? 0 : 1;
  }
  return repeated;
}

TEST(WriteDataTest, NoTwoPagesAreAlikeWithinAndAcrossThreads) {
  for (const std::size_t block : {4096U, 5120U, 6144U, 16384U, 1U << 20}) {
    std::set<std::string> pages;
    for (std::uint32_t thread = 0; thread < 4; ++thread) {
      EXPECT_EQ(Repeated(FileOf(Spec(block, thread), 3 + (1U << 19) / block),
                         kPage, &pages),
                0U)
          << block << " bytes, thread " << thread;
    }
  }
}

TEST(WriteDataTest, NoTwoSmallBlocksAreAlikeEither) {
  for (const std::size_t block : {512U, 1024U, 2048U}) {
    std::set<std::string> blocks;
    for (std::uint32_t thread = 0; thread < 4; ++thread) {
      EXPECT_EQ(Repeated(FileOf(Spec(block, thread), 500), block, &blocks), 0U)
          << block;
    }
  }
}

TEST(WriteDataTest, AnotherSeedIsOtherData) {
  WriteDataSpec other = Spec(kPage);
  other.seed = 6;
  std::set<std::string> pages;
  EXPECT_EQ(Repeated(FileOf(Spec(kPage), 100), kPage, &pages), 0U);
  EXPECT_EQ(Repeated(FileOf(other, 100), kPage, &pages), 0U);
}

TEST(WriteDataTest, TheSameSeedIsTheSameData) {
  EXPECT_EQ(FileOf(Spec(8192), 20), FileOf(Spec(8192), 20));
}

TEST(WriteDataTest, BlocksAreAlignedForDirectIo) {
  for (const std::size_t block : {512U, 4096U, 65536U}) {
    WriteDataSpec spec = Spec(block);
    spec.dedup = 50;
    WriteData data(spec);
    for (int i = 0; i < 40; ++i) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data.Next()) % kPage, 0U);
    }
  }
}

TEST(WriteDataTest, IsNotMadeOfZeros) {
  const std::string file = FileOf(Spec(kPage), 100);
  EXPECT_LT(Zeros(file), file.size() / 100);
}

class CompressibleTest : public testing::TestWithParam<std::size_t> {};

TEST_P(CompressibleTest, ThatShareOfEachBlockIsZeros) {
  const std::size_t block = GetParam();
  for (const int percent : {25, 50, 75}) {
    WriteDataSpec spec = Spec(block);
    spec.compressible = percent;
    const std::string file = FileOf(spec, 64);
    const double share =
        static_cast<double>(Zeros(file)) / static_cast<double>(file.size());
    EXPECT_NEAR(share, percent / 100.0, 0.035) << percent;
    std::set<std::string> blocks;
    EXPECT_EQ(Repeated(file, block, &blocks), 0U) << "still no two alike";
  }
}

INSTANTIATE_TEST_SUITE_P(Blocks, CompressibleTest,
                         testing::Values(512, 1024, 4096, 5120, 65536));

TEST(WriteDataTest, AHundredPerCentCompressibleIsAllZeros) {
  WriteDataSpec spec = Spec(16384);
  spec.compressible = 100;
  const std::string file = FileOf(spec, 20);
  EXPECT_EQ(Zeros(file), file.size());
}

TEST(WriteDataTest, ThatShareOfTheBlocksIsOneAndTheSameInAllThreads) {
  constexpr std::size_t kBlocks = 4000;
  for (const int percent : {10, 50, 90}) {
    std::set<std::string> blocks;
    std::size_t repeated = 0;
    for (std::uint32_t thread = 0; thread < 2; ++thread) {
      WriteDataSpec spec = Spec(kPage, thread);
      spec.dedup = percent;
      repeated += Repeated(FileOf(spec, kBlocks), kPage, &blocks);
    }
    // One of them is the first and no repetition; sqrt(8000)/2 is 45.
    EXPECT_NEAR(static_cast<double>(repeated), 2 * kBlocks * percent / 100.0,
                5 * 45.0)
        << percent;
  }
}

TEST(WriteDataTest, AHundredPerCentDedupIsOneBlock) {
  WriteDataSpec spec = Spec(kPage);
  spec.dedup = 100;
  std::set<std::string> blocks;
  Repeated(FileOf(spec, 50), kPage, &blocks);
  EXPECT_EQ(blocks.size(), 1U);
}

}  // namespace
}  // namespace fsduel
