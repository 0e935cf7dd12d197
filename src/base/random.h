// Seeded random numbers: everything random in a run derives from one seed.
#ifndef FSDUEL_BASE_RANDOM_H_
#define FSDUEL_BASE_RANDOM_H_

#include <cstdint>

namespace fsduel {

// One step of SplitMix64: a good 64-bit mix of `x`.
// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014.
constexpr std::uint64_t Mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

// The seed of stream number `stream` (a client, a file ...) of a run.
constexpr std::uint64_t DeriveSeed(std::uint64_t seed, std::uint64_t stream) {
  return Mix64(seed ^ Mix64(stream));
}

// A sequence of 64-bit numbers; the same seed gives the same sequence on every
// machine. Not for secrets. One thread at a time.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t Next() {
    const std::uint64_t value = Mix64(state_);
    state_ += 0x9E3779B97F4A7C15ULL;
    return value;
  }

  // Uniform over [0, bound). REQUIRES: bound > 0.
  // Source: Lemire, "Fast Random Integer Generation in an Interval", 2019;
  // without the rejection step, so the bias is below bound / 2^64.
  constexpr std::uint64_t Below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{Next()} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

// The same where every instruction counts: a linear congruential generator
// whose upper bits are used. Good enough to choose blocks, for nothing else.
// Source of the multiplier: Knuth, MMIX; The Art of Computer Programming 2.
class FastRandom {
 public:
  explicit constexpr FastRandom(std::uint64_t seed) : state_(Mix64(seed)) {}

  // Uniform over [0, bound), as Random::Below. REQUIRES: bound > 0.
  constexpr std::uint64_t Below(std::uint64_t bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{state_} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace fsduel

#endif  // FSDUEL_BASE_RANDOM_H_
