// Fills the pool that all clients write from.
#include "workload/data_pool.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "base/random.h"

namespace fsduel {
namespace {

void FillRandom(std::span<std::byte> bytes, Random* random) {
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= bytes.size();
       at += sizeof(std::uint64_t)) {
    const std::uint64_t value = random->Next();
    std::memcpy(bytes.data() + at, &value, sizeof(value));
  }
  if (at < bytes.size()) {
    const std::uint64_t value = random->Next();
    std::memcpy(bytes.data() + at, &value, bytes.size() - at);
  }
}

}  // namespace

void FillDataPool(std::span<std::byte> pool, std::uint64_t seed,
                  int compressible, std::size_t piece) {
  assert(compressible >= 0 && compressible <= 100 && piece > 0);
  const std::size_t random_bytes =
      piece - piece * static_cast<std::size_t>(compressible) / 100;
  Random random(seed);
  for (std::size_t at = 0; at < pool.size(); at += piece) {
    const auto block = pool.subspan(at, std::min(piece, pool.size() - at));
    const std::size_t filled = std::min(random_bytes, block.size());
    FillRandom(block.first(filled), &random);
    std::ranges::fill(block.subspan(filled), std::byte{0});
  }
}

void FillPattern(std::span<std::byte> pool, std::span<const char> pattern) {
  assert(!pattern.empty());
  if (pool.empty()) {
    return;
  }
  std::size_t filled = std::min(pattern.size(), pool.size());
  std::memcpy(pool.data(), pattern.data(), filled);
  if (filled < pool.size()) {
    pool[filled++] = std::byte{'\n'};
  }
  // From here on what is filled is a whole number of periods, and doubles.
  while (filled < pool.size()) {
    const std::size_t copied = std::min(filled, pool.size() - filled);
    std::memcpy(pool.data() + filled, pool.data(), copied);
    filled += copied;
  }
}

}  // namespace fsduel
