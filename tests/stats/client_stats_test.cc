// The layout of shared counters, merging, and the in-flight record.
#include "stats/client_stats.h"

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

struct Free {
  void operator()(std::byte* memory) const { std::free(memory); }
};

std::unique_ptr<std::byte, Free> ZeroedPages(std::size_t bytes) {
  auto* const memory = static_cast<std::byte*>(std::aligned_alloc(4096, bytes));
  std::fill_n(memory, bytes, std::byte{0});
  return std::unique_ptr<std::byte, Free>(memory);
}

TEST(ClientStats, PartsOfABlockDoNotOverlap) {
  const StatsLayout layout(
      {.phases = 3, .rows = 5, .paced = true, .passes = 7, .queue_depth = 4});
  const auto memory = ZeroedPages(layout.stride());
  const ClientStats stats(memory.get(), layout);
  stats.header().pid.Store(1);
  for (std::uint32_t phase = 0; phase < 3; ++phase) {
    stats.phase(phase).passes.Store(phase + 10);
    for (std::uint32_t row = 0; row < 5; ++row) {
      stats.operations(phase)[row].count.Store(phase * 100 + row);
      stats.responses(phase)[row].count.Store(phase * 1000 + row);
    }
  }
  for (std::uint32_t i = 0; i < 7; ++i) {
    stats.passes()[i].end_ns.Store(i);
  }
  EXPECT_EQ(stats.header().pid.Load(), 1);
  for (std::uint32_t phase = 0; phase < 3; ++phase) {
    EXPECT_EQ(stats.phase(phase).passes.Load(), phase + 10);
    for (std::uint32_t row = 0; row < 5; ++row) {
      EXPECT_EQ(stats.operations(phase)[row].count.Load(), phase * 100 + row);
      EXPECT_EQ(stats.responses(phase)[row].count.Load(), phase * 1000 + row);
    }
  }
  EXPECT_EQ(layout.stride() % 4096, 0U);
}

TEST(ClientStats, MergingAddsCountsAndKeepsExtremes) {
  OperationStats a{};
  OperationStats b{};
  const auto record = [](OperationStats* stats, std::uint64_t latency) {
    stats->count.Add(1);
    stats->sum_ns.Add(latency);
    stats->max_ns.Store(std::max(stats->max_ns.Load(), latency));
    stats->inverse_min_ns.Store(
        std::max(stats->inverse_min_ns.Load(), ~latency));
    stats->histogram.Record(latency);
  };
  record(&a, 100);
  record(&a, 300);
  record(&b, 50);
  CountError(&a, EIO);
  CountError(&b, EIO);
  CountError(&b, ENOSPC);
  OperationSummary summary;
  MergeInto(a, &summary);
  MergeInto(b, &summary);
  EXPECT_EQ(summary.count, 3U);
  EXPECT_EQ(summary.min_ns, 50U);
  EXPECT_EQ(summary.max_ns, 300U);
  EXPECT_EQ(summary.sum_ns, 450U);
  ASSERT_EQ(summary.errors.size(), 2U);
  EXPECT_EQ(summary.errors[0].error, EIO);
  EXPECT_EQ(summary.errors[0].count, 2U);
}

TEST(ClientStats, MoreErrnosThanPlacesAreStillCounted) {
  OperationStats stats{};
  for (int error = 1; error <= 40; ++error) {
    CountError(&stats, error);
  }
  stats.count.Store(40);
  OperationSummary summary;
  MergeInto(stats, &summary);
  std::uint64_t total = 0;
  for (const ErrnoCount& one : summary.errors) {
    total += one.count;
  }
  EXPECT_EQ(total, 40U);
}

TEST(ClientStats, FailuresWithoutAnOperationAreNotLost) {
  OperationStats stats{};
  stats.unexpected.Store(2);
  stats.failures.Store(2);
  CountError(&stats, EIO);
  OperationSummary summary;
  MergeInto(stats, &summary);
  EXPECT_EQ(summary.unexpected, 2U);
  EXPECT_EQ(summary.failures, 2U);
  EXPECT_EQ(summary.errors.size(), 1U);
  EXPECT_EQ(summary.count, 0U);
  EXPECT_EQ(summary.max_ns, 0U);
}

TEST(InFlightSlot, AReaderInAnotherThreadNeverSeesAMixtureOfTwoRecords) {
  InFlightSlot slot;
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (std::int64_t i = 0; !stop.load(); ++i) {
      const std::array<std::int64_t, 6> operation = {i, i, i, i, i, i};
      slot.Publish(SlotState::kRunning, operation.data(), i, i);
    }
  });
  for (int i = 0; i < 20000; ++i) {
    InFlight now;
    if (slot.Read(&now)) {
      std::array<std::int64_t, 6> operation = {};
      std::memcpy(operation.data(), now.operation.data(), sizeof operation);
      for (const std::int64_t word : operation) {
        ASSERT_EQ(word, now.start_ns);
      }
      ASSERT_EQ(now.due_ns, now.start_ns);
    }
  }
  stop = true;
  writer.join();
}

}  // namespace
}  // namespace fsduel
