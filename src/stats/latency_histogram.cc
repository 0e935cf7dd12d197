// Percentiles and merging of histograms.
#include "stats/latency_histogram.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace fsduel {

std::uint64_t LatencyHistogram::TotalCount() const {
  std::uint64_t total = 0;
  for (const Relaxed<std::uint64_t>& count : counts_) {
    total += count.Load();
  }
  return total;
}

std::uint64_t LatencyHistogram::Percentile(double percent) const {
  assert(percent > 0 && percent <= 100);
  const std::uint64_t total = TotalCount();
  if (total == 0) {
    return 0;
  }
  const double exact = percent / 100.0 * static_cast<double>(total);
  // 99.9 % of 1000 is 999.0000000000001 in binary; do not round that up.
  const auto rank = std::clamp<std::uint64_t>(
      static_cast<std::uint64_t>(std::ceil(exact - 1e-9 * exact)), 1, total);
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    seen += CountAt(bucket);
    if (seen >= rank) {
      return Midpoint(bucket);
    }
  }
  return Midpoint(kBuckets - 1);
}

void LatencyHistogram::Merge(const LatencyHistogram& other) {
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    if (const std::uint64_t count = other.CountAt(bucket); count != 0) {
      AddCount(bucket, count);
    }
  }
}

}  // namespace fsduel
