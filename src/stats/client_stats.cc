// Layout and merging of the shared counters.
#include "stats/client_stats.h"

#include <algorithm>

namespace fsduel {
namespace {

constexpr std::size_t kPageBytes = 4096;

constexpr std::size_t RoundUp(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

template <typename Stats>
void MergeTimes(const Stats& stats, OperationSummary* summary) {
  const std::uint64_t minimum = ~stats.inverse_min_ns.Load();
  summary->min_ns =
      summary->count == 0 ? minimum : std::min(summary->min_ns, minimum);
  summary->max_ns = std::max(summary->max_ns, stats.max_ns.Load());
  summary->sum_ns += stats.sum_ns.Load();
  summary->count += stats.count.Load();
  summary->histogram.Merge(stats.histogram);
}

void AddError(int error, std::uint64_t count, OperationSummary* summary) {
  for (ErrnoCount& known : summary->errors) {
    if (known.error == error) {
      known.count += count;
      return;
    }
  }
  summary->errors.push_back({error, count});
}

}  // namespace

bool InFlightSlot::Read(InFlight* now) const {
  constexpr int kTries = 8;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const std::uint32_t before = sequence_.load(std::memory_order_acquire);
    now->state = static_cast<SlotState>(state_.Load());
    now->due_ns = due_ns_.Load();
    now->start_ns = start_ns_.Load();
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::uint64_t word = operation_[i].Load();
      std::memcpy(now->operation.data() + i * sizeof word, &word, sizeof word);
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    if (before % 2 == 0 &&
        before == sequence_.load(std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

StatsLayout::StatsLayout(const Shape& shape)
    : shape_(shape),
      phase_stride_(sizeof(PhaseHeader) +
                    std::size_t{shape.rows} * sizeof(OperationStats)),
      response_offset_(sizeof(ClientHeader) +
                       std::size_t{shape.phases} * phase_stride_),
      slots_offset_(response_offset_ +
                    (shape.paced ? std::size_t{shape.phases} * shape.rows *
                                       sizeof(ResponseStats)
                                 : 0)),
      passes_offset_(slots_offset_ + (std::size_t{shape.queue_depth} - 1) *
                                         sizeof(InFlightSlot)),
      stride_(RoundUp(
          passes_offset_ + std::size_t{shape.passes} * sizeof(PassRecord),
          kPageBytes)) {}

void CountThresholds(std::int64_t latency_ns,
                     std::span<const std::int64_t> thresholds_ns,
                     OperationStats* row) {
  for (std::size_t i = 0; i < thresholds_ns.size(); ++i) {
    if (latency_ns >= thresholds_ns[i]) {
      row->over[i].Add(1);
    }
  }
}

void CountError(OperationStats* stats, int error) {
  for (std::size_t i = 0; i + 1 < kMostErrnos; ++i) {
    OperationStats::Errno& place = stats->errors[i];
    if (place.count.Load() == 0) {
      place.error.Store(error);
    }
    if (place.error.Load() == error) {
      place.count.Add(1);
      return;
    }
  }
  stats->errors.back().error.Store(-1);
  stats->errors.back().count.Add(1);
}

void MergeInto(const OperationStats& stats, OperationSummary* summary) {
  summary->interrupted += stats.interrupted.Load();
  // Of a sweep, what failed is no operation: there may be failures alone.
  if (stats.count.Load() == 0 && stats.unexpected.Load() == 0) {
    return;
  }
  if (stats.count.Load() != 0) {
    MergeTimes(stats, summary);
  }
  summary->bytes += stats.bytes.Load();
  summary->failures += stats.failures.Load();
  summary->unexpected += stats.unexpected.Load();
  summary->short_transfers += stats.short_transfers.Load();
  summary->late_count += stats.late_count.Load();
  summary->late_bytes += stats.late_bytes.Load();
  for (std::size_t i = 0; i < kMaxThresholds; ++i) {
    summary->over[i] += stats.over[i].Load();
  }
  for (const OperationStats::Errno& place : stats.errors) {
    if (place.count.Load() != 0) {
      AddError(place.error.Load(), place.count.Load(), summary);
    }
  }
}

void MergeInto(const ResponseStats& stats, OperationSummary* summary) {
  if (stats.count.Load() != 0) {
    MergeTimes(stats, summary);
  }
}

}  // namespace fsduel
