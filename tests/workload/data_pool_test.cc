// The bytes that writes carry.
#include "workload/data_pool.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

std::vector<std::byte> Filled(std::size_t size, std::uint64_t seed,
                              int compressible) {
  std::vector<std::byte> pool(size, std::byte{0xEE});
  FillDataPool(pool, seed, compressible);
  return pool;
}

std::size_t Zeros(const std::vector<std::byte>& bytes, std::size_t from,
                  std::size_t to) {
  return static_cast<std::size_t>(std::count(
      bytes.begin() + static_cast<std::ptrdiff_t>(from),
      bytes.begin() + static_cast<std::ptrdiff_t>(to), std::byte{0}));
}

TEST(DataPool, SameSeedGivesSameBytesAndAnotherSeedOthers) {
  EXPECT_EQ(Filled(100'003, 7, 30), Filled(100'003, 7, 30));
  EXPECT_NE(Filled(100'003, 7, 30), Filled(100'003, 8, 30));
}

TEST(DataPool, TheLastPartOfEachBlockIsZeroAsOftenAsAskedFor) {
  for (const int compressible : {0, 1, 25, 50, 99, 100}) {
    const auto pool = Filled(32'768, 1, compressible);
    const std::size_t zeros =
        4096 * static_cast<std::size_t>(compressible) / 100;
    for (std::size_t block = 0; block < pool.size(); block += 4096) {
      EXPECT_EQ(Zeros(pool, block + 4096 - zeros, block + 4096), zeros)
          << compressible;
      // Of random bytes one in 256 is zero; never a whole word's worth.
      EXPECT_LE(Zeros(pool, block, block + 4096 - zeros), 64U) << compressible;
    }
  }
}

TEST(DataPool, EveryByteIsWrittenWhateverTheSize) {
  for (const std::size_t size : {0, 1, 7, 8, 9, 4095, 4096, 4097, 5000}) {
    const auto pool = Filled(size, 3, 0);
    // 0xEE stood there before; a run of 8 would be a hole in the filling.
    EXPECT_EQ(std::search_n(pool.begin(), pool.end(), 8, std::byte{0xEE}),
              pool.end())
        << size;
  }
  const auto tail = Filled(4097, 3, 100);
  EXPECT_EQ(Zeros(tail, 0, 4097), 4097U);
}

TEST(DataPool, PatternRepeatsWithANewlineAndIsCutAtTheEnd) {
  const std::string pattern = "abc";
  for (std::size_t size = 0; size < 40; ++size) {
    std::vector<std::byte> pool(size, std::byte{0xEE});
    FillPattern(pool, pattern);
    std::string expected;
    while (expected.size() < size) {
      expected += "abc\n";
    }
    expected.resize(size);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(pool.data()), size),
              expected);
  }
}

}  // namespace
}  // namespace fsduel
