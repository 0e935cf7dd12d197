// The counters of one client in shared memory: written by the client alone,
// read by the sampler, the watcher and, at the end, by the merge.
//
// A client's block is a ClientHeader, then for each phase a PhaseHeader and one
// OperationStats per row (a row is an operation that the plan uses), then, in
// paced runs, one ResponseStats per phase and row, then the slots of a queue
// deeper than one, then the list of passes. All zero bytes are valid and empty,
// so that a fresh anonymous mapping needs no initialisation and rows that are
// never used cost no memory. Readers look at `count` first and leave empty rows
// alone: reading untouched shared memory would allocate it.
#ifndef FSDUEL_STATS_CLIENT_STATS_H_
#define FSDUEL_STATS_CLIENT_STATS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "stats/in_flight.h"
#include "stats/latency_histogram.h"
#include "stats/operation_summary.h"
#include "stats/relaxed.h"

namespace fsduel {

inline constexpr std::size_t kMostErrnos = 12;

// Times are in nanoseconds. Written by one client.
struct alignas(64) OperationStats {
  // Touched by every operation: one cache line.
  Relaxed<std::uint64_t> count;
  Relaxed<std::uint64_t> bytes;
  Relaxed<std::uint64_t> sum_ns;
  Relaxed<std::uint64_t> max_ns;
  Relaxed<std::uint64_t> inverse_min_ns;  // ~minimum, so that 0 means none
  // Seldom touched.
  Relaxed<std::uint64_t> failures;
  Relaxed<std::uint64_t> unexpected;
  Relaxed<std::uint64_t> short_transfers;
  Relaxed<std::uint64_t> interrupted;
  Relaxed<std::uint64_t> late_count;
  Relaxed<std::uint64_t> late_bytes;
  std::array<Relaxed<std::uint64_t>, kMaxThresholds> over;
  struct Errno {
    Relaxed<std::int32_t> error;
    Relaxed<std::uint64_t> count;  // 0 = the place is free
  };
  // The last place collects what does not fit.
  std::array<Errno, kMostErrnos> errors;
  std::array<Relaxed<std::uint32_t>, kCoarseBuckets> coarse;
  LatencyHistogram histogram;
};

// Adds one finished operation; its trouble and thresholds are counted apart. In
// the measured loop.
inline void CountOperation(std::uint64_t latency_ns, std::uint64_t bytes,
                           OperationStats* row) {
  row->count.Add(1);
  row->bytes.Add(bytes);
  row->sum_ns.Add(latency_ns);
  if (latency_ns > row->max_ns.Load()) [[unlikely]] {
    row->max_ns.Store(latency_ns);
  }
  if (~latency_ns > row->inverse_min_ns.Load()) [[unlikely]] {
    row->inverse_min_ns.Store(~latency_ns);
  }
  const std::size_t bucket = LatencyHistogram::BucketOf(latency_ns);
  row->histogram.RecordBucket(bucket);
  row->coarse[CoarseBucketOf(bucket)].Add(1);
}

// Counts a latency that reached the lowest threshold.
void CountThresholds(std::int64_t latency_ns,
                     std::span<const std::int64_t> thresholds_ns,
                     OperationStats* row);

// Response time (from the intended start) of paced runs.
struct alignas(64) ResponseStats {
  Relaxed<std::uint64_t> count;
  Relaxed<std::uint64_t> sum_ns;
  Relaxed<std::uint64_t> max_ns;
  Relaxed<std::uint64_t> inverse_min_ns;
  LatencyHistogram histogram;
};

struct alignas(64) PhaseHeader {
  Relaxed<std::uint64_t> operations;  // kept by the client for cheap sampling
  Relaxed<std::uint64_t> bytes;
  Relaxed<std::uint64_t> unexpected;
  Relaxed<std::int64_t> first_start_ns;
  Relaxed<std::int64_t> last_end_ns;
  Relaxed<std::uint64_t> passes;
  Relaxed<std::uint64_t> pass_min_ns;
  Relaxed<std::uint64_t> pass_max_ns;
  Relaxed<std::uint64_t> gap_ns;       // between chained operations ...
  Relaxed<std::uint64_t> gap_samples;  // ... on a sample of them
  Relaxed<std::uint64_t> user_us;      // CPU of the client in the phase
  Relaxed<std::uint64_t> system_us;
  Relaxed<std::uint64_t> lookups;  // Samba name resolution
  Relaxed<std::uint64_t> scans;
  Relaxed<std::uint64_t> resolution_calls;
  Relaxed<std::uint32_t> leaked_handles;
  LatencyHistogram pass_times;
};

enum class ClientState : std::uint32_t {
  kStarting,
  kReady,  // at the gate, set-up done
  kRunning,
  kDone,  // left its loop; statistics are final
};

struct alignas(64) ClientHeader {
  std::atomic<std::uint32_t> state{};  // ClientState
  Relaxed<std::int32_t> pid;
  Relaxed<std::int32_t> tid;
  Relaxed<std::uint32_t> passes_listed;
  Relaxed<std::uint64_t> passes_not_listed;
  Relaxed<std::uint64_t> verified_bytes;
  Relaxed<std::uint64_t> unverified_bytes;
  Relaxed<std::uint64_t> mismatches;
  InFlightSlot slot;
};

struct PassRecord {
  Relaxed<std::int64_t> end_ns;
  Relaxed<std::int64_t> duration_ns;
  Relaxed<std::uint32_t> phase;
};

// Where things lie in a client's block; the same for all clients of a run.
class StatsLayout {
 public:
  struct Shape {
    std::uint32_t phases = 0;
    std::uint32_t rows = 0;
    bool paced = false;
    std::uint32_t passes = 0;
    std::uint32_t queue_depth = 1;
  };
  StatsLayout() = default;
  explicit StatsLayout(const Shape& shape);

  // Bytes of one client's block, a multiple of the page size.
  std::size_t stride() const { return stride_; }
  std::uint32_t phases() const { return shape_.phases; }
  std::uint32_t rows() const { return shape_.rows; }
  std::uint32_t passes() const { return shape_.passes; }
  bool paced() const { return shape_.paced; }
  std::uint32_t queue_depth() const { return shape_.queue_depth; }

 private:
  friend class ClientStats;
  Shape shape_;
  std::size_t phase_stride_ = 0;
  std::size_t response_offset_ = 0;
  std::size_t slots_offset_ = 0;  // of all slots but the first
  std::size_t passes_offset_ = 0;
  std::size_t stride_ = 0;
};

// A typed view of one client's block; does not own it.
class ClientStats {
 public:
  ClientStats() = default;
  // REQUIRES: `base` is page-aligned memory of layout.stride() bytes that was
  // zero when first used.
  ClientStats(std::byte* base, const StatsLayout& layout)
      : base_(base), layout_(&layout) {}

  ClientHeader& header() const { return *At<ClientHeader>(0); }
  PhaseHeader& phase(std::uint32_t phase) const {
    return *At<PhaseHeader>(PhaseOffset(phase));
  }
  // The rows of a phase, contiguous.
  OperationStats* operations(std::uint32_t phase) const {
    return At<OperationStats>(PhaseOffset(phase) + sizeof(PhaseHeader));
  }
  // REQUIRES: layout.paced().
  ResponseStats* responses(std::uint32_t phase) const {
    return At<ResponseStats>(layout_->response_offset_) +
           std::size_t{phase} * layout_->rows();
  }
  // What the client has in flight, one slot per place of its queue.
  // REQUIRES: place < layout.queue_depth().
  InFlightSlot& slot(std::uint32_t place) const {
    return place == 0 ? header().slot
                      : At<InFlightSlot>(layout_->slots_offset_)[place - 1];
  }
  std::uint32_t queue_depth() const { return layout_->queue_depth(); }
  PassRecord* passes() const { return At<PassRecord>(layout_->passes_offset_); }

 private:
  std::size_t PhaseOffset(std::uint32_t phase) const {
    return sizeof(ClientHeader) + phase * layout_->phase_stride_;
  }
  template <typename T>
  T* At(std::size_t offset) const {
    return std::launder(reinterpret_cast<T*>(base_ + offset));
  }

  std::byte* base_ = nullptr;
  const StatsLayout* layout_ = nullptr;
};

// Adds an unexpected result with `error` (0 = success or wrong count).
void CountError(OperationStats* stats, int error);

// Adds the counters of one client to the summary of all.
void MergeInto(const OperationStats& stats, OperationSummary* summary);
void MergeInto(const ResponseStats& stats, OperationSummary* summary);

}  // namespace fsduel

#endif  // FSDUEL_STATS_CLIENT_STATS_H_
