// Figures of a sweep, on phases whose figures are known.
#include "result/sweep_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sample_sweep.h"

namespace fsduel {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> NamesOf(const std::vector<SweepRow>& rows) {
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const SweepRow& row : rows) {
    names.push_back(row.pattern + " " + std::to_string(row.threads) + " " +
                    std::to_string(row.block_bytes) + " " +
                    std::to_string(row.phases.size()));
  }
  return names;
}

// A phase of one second in which nothing is lost: each of the threads does
// `operations` / threads operations back to back.
PhaseResult BusyPhase(std::uint32_t threads, std::uint64_t operations) {
  PhaseResult phase = SampleSweepPhase(
      {.threads = threads,
       .operations = operations,
       .seconds = 1,
       .average_us = 1e6 * threads / static_cast<double>(operations)});
  for (ClientResult& client : phase.clients) {
    client.first_start_ns = 0;
    client.last_end_ns = 1'000'000'000;
  }
  return phase;
}

TEST(SweepFiguresTest, RowsJoinTheRunsAndKeepPatternsTogether) {
  const std::vector<RunResult> runs = SampleSweep(3);
  EXPECT_THAT(NamesOf(SweepRowsOf(runs)),
              ElementsAre("seq-write 1 4096 3", "seq-write 8 4096 3",
                          "seq-write 128 16384 3", "rand-write 1 4096 3",
                          "rand-write 8 4096 3", "rand-write 128 16384 3",
                          "seq-read 1 4096 3", "seq-read 8 4096 3",
                          "seq-read 128 16384 3", "rand-read 1 4096 3",
                          "rand-read 8 4096 3", "rand-read 128 16384 3"));
}

TEST(SweepFiguresTest, LayoutAndPhasesWithoutWorkAreNoRows) {
  std::vector<RunResult> runs = SampleSweep(2);
  runs[0].phases = {SampleSweepPhase({.pattern = "layout"}),
                    SampleSweepPhase({.operations = 0}),
                    SampleSweepPhase({.pattern = "rand-read"})};
  runs[1].phases.clear();  // cut off
  EXPECT_THAT(NamesOf(SweepRowsOf(runs)), ElementsAre("rand-read 1 4096 1"));
}

TEST(SweepFiguresTest, TotalsAreThoseOfReadsAndWritesAlone) {
  const PhaseResult phase = SampleSweepPhase({.pattern = "seq-write",
                                              .threads = 8,
                                              .operations = 1'000,
                                              .seconds = 2,
                                              .flush_seconds = 6});
  const SweepTotals totals = SweepTotalsOf(phase);
  EXPECT_EQ(totals.operations, 1'000U);
  EXPECT_EQ(totals.bytes(), 4'096'000U);
  EXPECT_EQ(totals.bytes_read, 0U);
  EXPECT_DOUBLE_EQ(totals.rate(), 2'048'000);
  EXPECT_DOUBLE_EQ(totals.rate_to_flush(), 512'000);
  EXPECT_DOUBLE_EQ(totals.iops(), 500);
  EXPECT_DOUBLE_EQ(totals.cpu_share(), 0.1);  // 0.8 s in 8 s
  EXPECT_DOUBLE_EQ(totals.rate_per_cpu(), 5'120'000);
}

TEST(SweepFiguresTest, AnEmptyPhaseHasNoRates) {
  const SweepTotals totals = SweepTotalsOf(PhaseResult());
  EXPECT_EQ(totals.rate(), 0);
  EXPECT_EQ(totals.rate_to_flush(), 0);
  EXPECT_EQ(totals.iops(), 0);
  EXPECT_EQ(totals.cpu_share(), 0);
  EXPECT_EQ(totals.rate_per_cpu(), 0);
  EXPECT_EQ(LittleCheckOf(PhaseResult()).ratio(), 0);
}

TEST(SweepFiguresTest, AMixedPhaseIsReadsAndWritesTogether) {
  PhaseResult phase = SampleSweepPhase({.operations = 700});
  phase.operations.push_back(
      SampleSweepPhase({.pattern = "seq-write", .operations = 300})
          .operations[0]);
  EXPECT_EQ(SweepTotalsOf(phase).operations, 1'000U);
  EXPECT_EQ(SweepTotalsOf(phase).bytes(), 4'096'000U);
  const SweepRow row = {"mixed", 4096, 1, {&phase}};
  EXPECT_EQ(MergedIo(row).count, 1'000U);
}

TEST(SweepFiguresTest, MergedLatenciesWeighEveryOperationAlike) {
  const PhaseResult fast = SampleSweepPhase({.operations = 300});
  PhaseResult slow = SampleSweepPhase({.operations = 100, .average_us = 59.5});
  const SweepRow row = {"seq-read", 4096, 1, {&fast, &slow}};
  const OperationSummary merged = MergedIo(row);
  EXPECT_EQ(merged.count, 400U);
  EXPECT_NEAR(merged.average_ns(), 29'500, 1);
  EXPECT_EQ(merged.min_ns, fast.operations[0].summary.min_ns);
  EXPECT_EQ(merged.max_ns, slow.operations[0].summary.max_ns);
  EXPECT_EQ(merged.histogram.TotalCount(), 400U);
  EXPECT_EQ(MergedFlushes(row).count, 0U);
}

TEST(SweepFiguresTest, SharesComeFromTheThresholdsElseFromTheHistogram) {
  OperationSummary summary;
  summary.count = 1'000;
  summary.over[1] = 5;
  summary.histogram.AddCount(LatencyHistogram::BucketOf(3'000'000'000), 20);
  const std::vector<std::int64_t> thresholds = {1'000'000, 2'000'000'000};
  EXPECT_DOUBLE_EQ(ShareOver(summary, thresholds, std::chrono::seconds(2)),
                   0.005);
  EXPECT_DOUBLE_EQ(ShareOver(summary, {}, std::chrono::seconds(2)), 0.02);
  EXPECT_DOUBLE_EQ(ShareOver(summary, {}, std::chrono::seconds(10)), 0);
  EXPECT_EQ(ShareOver({}, {}, std::chrono::seconds(2)), 0);
}

TEST(SweepFiguresTest, ThreadRatesEndWithTheThreadsOwnLastOperation) {
  PhaseResult phase = SampleSweepPhase({.threads = 3});
  phase.clients[0].bytes = 300;
  phase.clients[0].last_end_ns = 3'000'000'000;
  phase.clients[1].bytes = 900;
  phase.clients[1].last_end_ns = 2'000'000'000;
  phase.clients[2].bytes = 0;
  phase.clients[2].last_end_ns = 0;
  const ThreadRates rates = ThreadRatesOf(phase);
  EXPECT_EQ(rates.slowest, 0);
  EXPECT_EQ(rates.median, 100);
  EXPECT_EQ(rates.fastest, 450);
  EXPECT_EQ(ThreadRatesOf(PhaseResult()).fastest, 0);
}

TEST(SweepFiguresTest, TheDeviceOrTheCacheAnswersReads) {
  PhaseResult phase = SampleSweepPhase({.operations = 1'000});
  phase.device[0].read_bytes = 4'096'000;
  EXPECT_EQ(DeviceShareOf(phase), 1);
  EXPECT_EQ(ReadsServedBy(phase), ServedBy::kDevice);
  phase.device[0].read_bytes = 2'048'000;
  EXPECT_EQ(ReadsServedBy(phase), ServedBy::kBoth);
  phase.device[0].read_bytes = 40'960;
  EXPECT_EQ(DeviceShareOf(phase), 0.01);
  EXPECT_EQ(ReadsServedBy(phase), ServedBy::kMemory);
}

TEST(SweepFiguresTest, WithoutADeviceOnlyCachedPagesSayWhoAnswered) {
  PhaseResult phase = SampleSweepPhase({});
  phase.device.clear();
  EXPECT_FALSE(DeviceShareOf(phase).has_value());
  phase.sweep.cached_before = 1;
  EXPECT_EQ(ReadsServedBy(phase), ServedBy::kMemory);
  phase.sweep.cached_before = 0.5;
  EXPECT_EQ(ReadsServedBy(phase), ServedBy::kUnknown);
  EXPECT_EQ(ReadsServedBy(SampleSweepPhase({.pattern = "seq-write"})),
            ServedBy::kUnknown);
}

TEST(SweepFiguresTest, LittlesLawHoldsWhenNoThreadIsIdle) {
  for (const std::uint32_t threads : {1U, 8U, 128U}) {
    const LittleCheck check = LittleCheckOf(BusyPhase(threads, 128'000));
    EXPECT_NEAR(check.ratio(), 1, 0.001) << threads;
    EXPECT_FALSE(check.disagrees());
  }
}

TEST(SweepFiguresTest, LittlesLawCountsEveryOperationInFlight) {
  PhaseResult phase = BusyPhase(1, 32'000);
  phase.sweep.queue_depth = 32;
  phase.operations[0].summary.sum_ns = 32'000'000'000;  // 1 ms each
  const LittleCheck check = LittleCheckOf(phase);
  EXPECT_DOUBLE_EQ(check.expected_ns, 1e6);
  EXPECT_NEAR(check.ratio(), 1, 0.001);
}

TEST(SweepFiguresTest, TheLargestPartOfTheGapIsItsCause) {
  const auto cause_of = [](const PhaseResult& phase) {
    const LittleCheck check = LittleCheckOf(phase);
    EXPECT_TRUE(check.disagrees()) << check.ratio();
    EXPECT_GT(check.cause_share, 0.4);
    return check.cause;
  };
  PhaseResult phase = BusyPhase(4, 40'000);
  phase.operations[0].summary.sum_ns /= 2;
  EXPECT_EQ(cause_of(phase), GapCause::kBetween);
  for (ClientResult& client : phase.clients) {
    client.first_start_ns = 500'000'000;
  }
  EXPECT_EQ(cause_of(phase), GapCause::kStart);
  for (ClientResult& client : phase.clients) {
    client.first_start_ns = 0;
    client.last_end_ns = 500'000'000;
  }
  EXPECT_EQ(cause_of(phase), GapCause::kEnd);
}

TEST(SweepFiguresTest, FlushesAtTheEndAndAfterEachWriteAreTheGap) {
  PhaseResult at_end = BusyPhase(4, 40'000);
  at_end.sweep.seconds_to_flush = 5;
  OperationResult flush = at_end.operations[1];
  flush.operation = "flush";
  flush.summary.count = 4;
  flush.summary.sum_ns = 15'500'000'000;
  at_end.operations.push_back(flush);
  const LittleCheck late = LittleCheckOf(at_end);
  EXPECT_EQ(late.cause, GapCause::kFlush);
  EXPECT_NEAR(late.ratio(), 5, 0.01);
  EXPECT_NEAR(late.cause_share, 0.775, 0.001);

  PhaseResult each = BusyPhase(4, 40'000);
  each.operations[0].summary.sum_ns /= 10;
  flush.summary.count = 40'000;
  flush.summary.sum_ns = 3'600'000'000;
  each.operations.push_back(flush);
  EXPECT_EQ(LittleCheckOf(each).cause, GapCause::kFlush);
}

TEST(SweepFiguresTest, TheMedianRunIsTheLowerOneOfTwo) {
  const PhaseResult slow = SampleSweepPhase({.seconds = 3});
  const PhaseResult middle = SampleSweepPhase({.seconds = 2});
  const PhaseResult fast = SampleSweepPhase({.seconds = 1});
  EXPECT_EQ(&MedianPhase({"", 0, 0, {&fast, &slow, &middle}}), &middle);
  EXPECT_EQ(&MedianPhase({"", 0, 0, {&fast, &slow}}), &slow);
}

}  // namespace
}  // namespace fsduel
