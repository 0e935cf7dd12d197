// Latency of one operation kind at one client, in nanoseconds.
//
// Log-linear buckets: exact below 64 ns, then 64 per power of two up to 2^40 ns
// (18 min), reported at their midpoints: a reported value is off by at most
// 0.8 %. Longer values count in the last bucket; their exact maximum stands
// beside it in OperationStats.
//
// One writer. Any thread or process may read meanwhile and sees each counter
// whole, but not all counters at one instant. All zero bytes is an empty
// histogram, so that fresh shared memory holds valid ones.
//
// Source of the bucket scheme: HdrHistogram README, "Histogram variants and
// internal representation".
#ifndef FSDUEL_STATS_LATENCY_HISTOGRAM_H_
#define FSDUEL_STATS_LATENCY_HISTOGRAM_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "stats/relaxed.h"

namespace fsduel {

class LatencyHistogram {
 public:
  static constexpr int kSubBits = 6;
  static constexpr std::uint64_t kSubBuckets = 1 << kSubBits;
  static constexpr int kHighestBit = 40;
  static constexpr std::size_t kBuckets =
      (kHighestBit - kSubBits + 1) * kSubBuckets;

  // The bucket of `latency_ns`. No branch: it is in the measured loop.
  static constexpr std::size_t BucketOf(std::uint64_t latency_ns) {
    constexpr std::uint64_t kMost = (std::uint64_t{1} << kHighestBit) - 1;
    const std::uint64_t value = latency_ns < kMost ? latency_ns : kMost;
    // Below 64 the shift is 0, as for 64..127.
    const int shift = 63 - kSubBits - std::countl_zero(value | kSubBuckets);
    return (static_cast<std::size_t>(shift) << kSubBits) + (value >> shift);
  }
  // Lowest value of bucket `index`, and the first one above it.
  static constexpr std::uint64_t LowerBound(std::size_t index) {
    if (index < 2 * kSubBuckets) {
      return index;
    }
    const std::size_t shift = (index >> kSubBits) - 1;
    return (kSubBuckets + (index & (kSubBuckets - 1))) << shift;
  }
  static constexpr std::uint64_t UpperBound(std::size_t index) {
    return LowerBound(index + 1);
  }
  static constexpr std::uint64_t Midpoint(std::size_t index) {
    return LowerBound(index) + (UpperBound(index) - LowerBound(index)) / 2;
  }

  // Adds one value by its bucket. Never allocates.
  void RecordBucket(std::size_t bucket) { counts_[bucket].Add(1); }
  void Record(std::uint64_t latency_ns) { RecordBucket(BucketOf(latency_ns)); }

  std::uint64_t CountAt(std::size_t bucket) const {
    return counts_[bucket].Load();
  }
  // Adds `count` values to `bucket`: for importers and the results reader.
  void AddCount(std::size_t bucket, std::uint64_t count) {
    counts_[bucket].Add(count);
  }
  std::uint64_t TotalCount() const;

  // Midpoint of the bucket that holds the value of rank ceil(percent / 100 *
  // count); 0 when empty. REQUIRES: 0 < percent <= 100.
  std::uint64_t Percentile(double percent) const;

  // Adds the counts of `other`; exact and independent of order.
  void Merge(const LatencyHistogram& other);

 private:
  std::array<Relaxed<std::uint64_t>, kBuckets> counts_{};
};

// The interval histogram that the sampler diffs: 4 buckets per power of two, a
// 16th of LatencyHistogram's resolution, wrapping 32-bit counters.
inline constexpr std::size_t kCoarseBuckets = LatencyHistogram::kBuckets / 16;
constexpr std::size_t CoarseBucketOf(std::size_t bucket) {
  return bucket >> 4;
}

}  // namespace fsduel

#endif  // FSDUEL_STATS_LATENCY_HISTOGRAM_H_
