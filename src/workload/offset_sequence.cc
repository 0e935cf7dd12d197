// Orders of blocks.
#include "workload/offset_sequence.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace fsduel {
namespace {

// Share of the accesses that go to the hot blocks.
constexpr std::uint64_t kHotPerTen = 9;

// A double in (0, 1).
double UnitInterval(Random* random) {
  constexpr double kScale = 0x1p-53;
  return (static_cast<double>(random->Next() >> 11) + 0.5) * kScale;
}

// Integral of x^-theta and its inverse.
double ZipfIntegral(double x, double theta) {
  const double power = 1 - theta;
  return std::abs(power) < 1e-9 ? std::log(x)
                                : (std::pow(x, power) - 1) / power;
}
double ZipfIntegralInverse(double y, double theta) {
  const double power = 1 - theta;
  return std::abs(power) < 1e-9
             ? std::exp(y)
             : std::pow(std::max(1 + y * power, 0.0), 1 / power);
}

}  // namespace

Permutation::Permutation(std::uint64_t count, std::uint64_t seed)
    : count_(count) {
  assert(count > 0 && count <= std::uint64_t{1} << 62);
  const int bits = std::max(2, static_cast<int>(std::bit_width(count - 1)));
  mask_ = (std::uint64_t{1} << bits) - 1;
  shift_ = bits / 2 + 1;
  Random random(seed);
  for (Round& round : rounds_) {
    round = {random.Next(), random.Next() | 1};
  }
}

OffsetSequence::Kind OffsetSequence::KindOf(const OffsetSpec& spec) {
  switch (spec.order) {
    case BlockOrder::kSequential:
      return Kind::kForward;
    case BlockOrder::kBackward:
      return Kind::kBackward;
    case BlockOrder::kStrided:
      return Kind::kStrided;
    case BlockOrder::kRandom:
      return spec.each_once ? Kind::kPermuted : Kind::kUniform;
    case BlockOrder::kZipf:
      return Kind::kZipf;
    case BlockOrder::kHot:
      return Kind::kHot;
  }
  return Kind::kForward;
}

OffsetSequence::OffsetSequence(const OffsetSpec& spec)
    : kind_(KindOf(spec)),
      pass_length_(spec.region.count),
      first_(spec.region.first),
      count_(spec.region.count),
      lane_(spec.lane),
      lanes_(spec.lanes),
      shared_seed_(spec.shared_seed),
      permutation_(spec.region.count, DeriveSeed(spec.shared_seed, 0)),
      uniform_(spec.seed),
      random_(spec.seed),
      parameter_(spec.parameter) {
  assert(count_ > 0 && lanes_ > 0 && lane_ < lanes_);
  if (spec.order != BlockOrder::kSequential &&
      spec.order != BlockOrder::kBackward &&
      spec.order != BlockOrder::kStrided) {
    // A share of the region each.
    pass_length_ = std::max<std::uint64_t>(
        1, count_ / lanes_ + (lane_ < count_ % lanes_ ? 1 : 0));
  }
  if (kind_ == Kind::kZipf) {
    zipf_low_ = ZipfIntegral(1.5, parameter_) - 1;
    zipf_high_ = ZipfIntegral(static_cast<double>(count_) + 0.5, parameter_);
    zipf_sure_ = 2 - ZipfIntegralInverse(ZipfIntegral(2.5, parameter_) -
                                             std::pow(2.0, -parameter_),
                                         parameter_);
  }
}

void OffsetSequence::BeginPass() {
  position_ = 0;
  at_ = 0;
  ++pass_;
  if (kind_ == Kind::kPermuted) {
    permutation_ = Permutation(count_, DeriveSeed(shared_seed_, pass_));
  }
}

std::uint64_t OffsetSequence::Other() {
  switch (kind_) {
    case Kind::kStrided:
      return NextStrided();
    case Kind::kZipf:
      return NextZipf();
    default:
      return NextHot();
  }
}

// Blocks 0, s, 2s ... then 1, s + 1 ...: each once per pass.
std::uint64_t OffsetSequence::NextStrided() {
  const auto stride = static_cast<std::uint64_t>(parameter_);
  const std::uint64_t block = at_;
  at_ += stride;
  if (at_ >= count_) {
    at_ = at_ % stride + 1;
  }
  return std::min(block, count_ - 1);
}

// Rejection-inversion: the integral of the density is inverted, and of what is
// rounded to a rank only that share is kept which makes it exact. Ranks are
// then spread over the file by a fixed permutation, so that hot blocks are no
// neighbours.
// Source: Hoermann, Derflinger, "Rejection-inversion to generate variates from
// monotone discrete distributions", 1996.
std::uint64_t OffsetSequence::NextZipf() {
  for (;;) {
    const double y =
        zipf_high_ + UnitInterval(&random_) * (zipf_low_ - zipf_high_);
    const double x = ZipfIntegralInverse(y, parameter_);
    const double rank =
        std::clamp(std::floor(x + 0.5), 1.0, static_cast<double>(count_));
    if (rank - x <= zipf_sure_ || y >= ZipfIntegral(rank + 0.5, parameter_) -
                                           std::pow(rank, -parameter_)) {
      // Beyond 2^53 a double may round up to the count.
      const std::uint64_t index = static_cast<std::uint64_t>(rank) - 1;
      return permutation_.At(std::min(index, count_ - 1));
    }
  }
}

std::uint64_t OffsetSequence::NextHot() {
  constexpr std::uint64_t kTen = 10;
  constexpr double kPercent = 100;
  const auto hot = std::clamp<std::uint64_t>(
      static_cast<std::uint64_t>(static_cast<double>(count_) * parameter_ /
                                 kPercent),
      1, count_);
  const bool is_hot = hot == count_ || random_.Below(kTen) < kHotPerTen;
  const std::uint64_t rank =
      is_hot ? random_.Below(hot) : hot + random_.Below(count_ - hot);
  return permutation_.At(rank);
}

}  // namespace fsduel
