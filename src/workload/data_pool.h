// The bytes that writes carry when they are not verified: seeded, not zero,
// with a chosen compressibility, made once and shared by all clients.
#ifndef FSDUEL_WORKLOAD_DATA_POOL_H_
#define FSDUEL_WORKLOAD_DATA_POOL_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace fsduel {

// Where a write may start within the pool; the pool is this long plus the
// longest write. Small enough to stay in a core's second-level cache: a write
// should cost what the kernel costs.
inline constexpr std::size_t kDataPoolStarts = std::size_t{1} << 18;
inline constexpr std::size_t kDataPoolStep = 64;

constexpr std::size_t DataPoolSize(std::size_t longest_write) {
  return kDataPoolStarts + longest_write;
}

inline constexpr std::size_t kDataPoolPiece = 4096;

// Fills `pool`: in every piece the last `compressible` per cent (0..100) are
// zero and the rest is random from `seed`. At 100 everything is zero.
void FillDataPool(std::span<std::byte> pool, std::uint64_t seed,
                  int compressible, std::size_t piece = kDataPoolPiece);

// Fills `pool` with repetitions of `pattern` and a newline (WRITEPATTERN).
// REQUIRES: !pattern.empty().
void FillPattern(std::span<std::byte> pool, std::span<const char> pattern);

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_DATA_POOL_H_
