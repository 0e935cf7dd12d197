// Which block of a file comes next, for one thread of a sweep.
//
// Next() is in the measured loop: no allocation, no call out of line but at the
// end of a pass. Everything follows from the seed.
#ifndef FSDUEL_WORKLOAD_OFFSET_SEQUENCE_H_
#define FSDUEL_WORKLOAD_OFFSET_SEQUENCE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/random.h"
#include "workload/pattern.h"

namespace fsduel {

// A permutation of [0, count) that needs no memory: mixing steps that are
// bijective on k bits, and values that fall out of range walk on ("cycle
// walking": Black, Rogaway, "Ciphers with Arbitrary Finite Domains", 2002).
// Not for secrets.
class Permutation {
 public:
  Permutation() = default;
  // REQUIRES: 0 < count <= 2^62.
  Permutation(std::uint64_t count, std::uint64_t seed);

  std::uint64_t count() const { return count_; }
  // REQUIRES: index < count().
  std::uint64_t At(std::uint64_t index) const {
    do {
      index = Mix(index);
    } while (index >= count_);
    return index;
  }

 private:
  // Fewer of these rounds leave steps between neighbours that come too often.
  struct Round {
    std::uint64_t add = 0;
    std::uint64_t multiply = 1;  // odd
  };
  static constexpr std::size_t kRounds = 6;

  std::uint64_t Mix(std::uint64_t x) const {
    for (const Round& round : rounds_) {
      x = (x * round.multiply + round.add) & mask_;
      x ^= x >> shift_;
    }
    return x;
  }

  std::uint64_t count_ = 1;
  std::uint64_t mask_ = 0;
  std::array<Round, kRounds> rounds_{};
  int shift_ = 1;
};

// Where a thread works: blocks [first, first + count) of its file, of which it
// takes every `step`-th in a shared file (`step` threads, this one is number
// `lane`).
struct BlockRegion {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
};

struct OffsetSpec {
  BlockOrder order = BlockOrder::kSequential;
  double parameter = 0;  // of the pattern: stride, theta, per cent
  BlockRegion region;
  // Random order: each block once per pass, else drawn with replacement.
  bool each_once = true;
  // Threads that share the region; this one takes positions lane, lane +
  // lanes ... of a random pass. Other orders need a region of their own.
  std::uint64_t lane = 0;
  std::uint64_t lanes = 1;
  std::uint64_t seed = 0;         // of the thread
  std::uint64_t shared_seed = 0;  // the same for all lanes
};

class OffsetSequence {
 public:
  explicit OffsetSequence(const OffsetSpec& spec);

  // Blocks of one pass of this thread.
  std::uint64_t pass_length() const { return pass_length_; }

  // The next block, counted from the start of the file. After pass_length()
  // blocks the next pass begins, in another order where that is random.
  std::uint64_t Next() {
    if (position_ == pass_length_) [[unlikely]] {
      BeginPass();
    }
    const std::uint64_t position = position_++;
    switch (kind_) {
      case Kind::kForward:
        return first_ + position;
      case Kind::kBackward:
        return first_ + count_ - 1 - position;
      case Kind::kPermuted:
        return first_ + permutation_.At(lane_ + position * lanes_);
      case Kind::kUniform:
        return first_ + uniform_.Below(count_);
      default:
        return first_ + Other();
    }
  }

 private:
  enum class Kind : std::uint8_t {
    kForward,
    kBackward,
    kPermuted,
    kUniform,
    kStrided,
    kZipf,
    kHot,
  };
  static Kind KindOf(const OffsetSpec& spec);
  void BeginPass();
  std::uint64_t Other();
  std::uint64_t NextStrided();
  std::uint64_t NextZipf();
  std::uint64_t NextHot();

  Kind kind_;
  std::uint64_t position_ = 0;
  std::uint64_t pass_length_;
  std::uint64_t first_;
  std::uint64_t count_;
  std::uint64_t lane_;
  std::uint64_t lanes_;
  std::uint64_t shared_seed_;
  std::uint64_t pass_ = 0;
  Permutation permutation_;
  FastRandom uniform_;
  Random random_;
  std::uint64_t at_ = 0;  // kStrided
  double parameter_;
  // kZipf: constants of the rejection-inversion.
  double zipf_low_ = 0;
  double zipf_high_ = 0;
  double zipf_sure_ = 0;  // as far below its rank nothing is rejected
};

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_OFFSET_SEQUENCE_H_
