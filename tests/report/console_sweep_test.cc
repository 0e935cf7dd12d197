// What people read after a sweep.
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "report/report.h"
#include "tests/support/golden.h"
#include "tests/support/sample_sweep.h"

namespace fsduel {
namespace {

constexpr ConsoleStyle kPlain = {false, 100};

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A report so wide that no sentence is broken.
std::string Wide(const std::vector<RunResult>& runs) {
  return ConsoleSweepReport(runs, {false, 400});
}

std::vector<RunResult> OnePhase(const PhaseResult& phase) {
  std::vector<RunResult> runs = SampleSweep(1);
  runs[0].phases = {phase};
  return runs;
}

TEST(ConsoleSweepTest, LooksAsPinned) {
  ExpectGolden(FSDUEL_SOURCE_DIR, "sweep-100.txt",
               ConsoleSweepReport(SampleSweep(1), kPlain));
  ExpectGolden(FSDUEL_SOURCE_DIR, "sweep-80.txt",
               ConsoleSweepReport(SampleSweep(1), {false, 80}));
  ExpectGolden(FSDUEL_SOURCE_DIR, "sweep-runs.txt",
               ConsoleSweepReport(SampleSweep(3), kPlain));
}

TEST(ConsoleSweepTest, FitsItsWidth) {
  for (const std::uint32_t runs : {1U, 3U}) {
    for (const int width : {80, 100, 132, 200}) {
      std::istringstream text(
          ConsoleSweepReport(SampleSweep(runs), {false, width}));
      for (std::string line; std::getline(text, line);) {
        EXPECT_LE(line.size(), static_cast<std::size_t>(width)) << line;
      }
    }
  }
}

TEST(ConsoleSweepTest, TheDurabilityStandsFirst) {
  std::vector<RunResult> runs = SampleSweep(1);
  EXPECT_TRUE(Has(ConsoleSweepReport(runs, kPlain).substr(0, 140),
                  "\n  DURABILITY  fsync-end: "));
  runs[0].spec = {{"durability", "none"}, {"cache", "warm"}};
  EXPECT_TRUE(Has(Wide(runs),
                  "DURABILITY  none: when a write returns, its data may lie in "
                  "memory, not yet on the device"));
  runs[0].spec[1].second = "direct";
  EXPECT_TRUE(Has(Wide(runs), "its data may lie in the device's own cache"));
  for (const char* each : {"sync", "dsync", "fdatasync-each", "fsync-each"}) {
    runs[0].spec[0].second = each;
    EXPECT_TRUE(Has(Wide(runs), ": every write is on the device")) << each;
  }
  runs[0].spec.clear();
  EXPECT_TRUE(Has(Wide(runs), "DURABILITY  not recorded"));
}

TEST(ConsoleSweepTest, EveryOptionThatWasGivenIsShown) {
  std::vector<RunResult> runs = SampleSweep(1);
  runs[0].spec.emplace_back("--verify", "yes");
  runs[0].spec.emplace_back("max-written", "no limit");
  EXPECT_TRUE(Has(Wide(runs),
                  "options     ends-after one pass, random-operations 4000, "
                  "compressible 40 %, verify yes\n"));
}

TEST(ConsoleSweepTest, SaysHowLargeTheFilesAre) {
  std::vector<RunResult> runs = SampleSweep(1);
  EXPECT_TRUE(Has(Wide(runs), "files       1.95 GiB in all, one per thread, "));
  runs[0].spec = {{"size-per-thread", "1 MiB"}};
  EXPECT_TRUE(Has(Wide(runs), "files       1 MiB per thread, seed "));
}

TEST(ConsoleSweepTest, ColoursOnlyWhenAsked) {
  EXPECT_FALSE(Has(ConsoleSweepReport(SampleSweep(1), kPlain), "\033"));
  EXPECT_TRUE(Has(ConsoleSweepReport(SampleSweep(1), {true, 100}), "\033["));
}

TEST(ConsoleSweepTest, SharesOfSlowOperationsOnlyWhereThereAreAny) {
  const std::string fast = Wide(OnePhase(SampleSweepPhase({})));
  EXPECT_FALSE(Has(fast, ">1 ms"));
  PhaseResult phase = SampleSweepPhase({});
  phase.operations[0].summary.over[3] = 512;
  const std::string slow = Wide(OnePhase(phase));
  EXPECT_TRUE(Has(slow, ">2 s"));
  EXPECT_TRUE(Has(slow, "0.100"));
  EXPECT_FALSE(Has(slow, ">10 s"));
}

TEST(ConsoleSweepTest, SaysWhoAnsweredTheReads) {
  PhaseResult phase = SampleSweepPhase({});
  EXPECT_TRUE(Has(Wide(OnePhase(phase)),
                  "served by the device: 99.8 % of reads reached the device"));
  phase.device[0].read_bytes = 0;
  phase.sweep.cached_before = 1;
  EXPECT_TRUE(Has(Wide(OnePhase(phase)),
                  "SERVED BY MEMORY: 0.0 % of reads reached the device; 100 % "
                  "of the pages were cached before"));
  phase.device.clear();
  EXPECT_TRUE(Has(Wide(OnePhase(phase)), "SERVED BY MEMORY; 100 % of the"));
  phase.sweep.cached_before = -1;
  EXPECT_FALSE(Has(Wide(OnePhase(phase)), "SERVED BY"));
}

TEST(ConsoleSweepTest, WhatEveryThreadDoesOnceIsALineOfItsOwn) {
  EXPECT_TRUE(Has(Wide(OnePhase(SampleSweepPhase(
                      {.pattern = "seq-write", .flush_seconds = 3}))),
                  "each thread open 12.0 us (at most 12.0 us), flush 2.00 s "
                  "(at most 2.00 s), close 3.00 us (at most 3.00 us)\n"));
}

TEST(ConsoleSweepTest, TheLayoutIsNoPattern) {
  std::vector<RunResult> runs = SampleSweep(1);
  PhaseResult layout = SampleSweepPhase(
      {.pattern = "seq-write", .operations = 10'000, .seconds = 4});
  layout.name = "layout";
  runs[0].phases = {layout, SampleSweepPhase({})};
  const std::string text = Wide(runs);
  EXPECT_TRUE(Has(text,
                  "layout      files for these patterns: 41.0 MB written "
                  "in 4.00 s, in no figure above\n"));
  EXPECT_FALSE(Has(text, "\nlayout"));
}

TEST(ConsoleSweepTest, NamesTheRowsWhenTheyDiffer) {
  std::vector<RunResult> runs = SampleSweep(1);
  PhaseResult cached = SampleSweepPhase({.threads = 8});
  cached.device[0].read_bytes = 0;
  runs[0].phases = {SampleSweepPhase({}), cached};
  EXPECT_TRUE(Has(Wide(runs), "were cached before (4 KiB x 8)"));
}

TEST(ConsoleSweepTest, AGapBetweenRateAndLatencyNamesItsCause) {
  // 31 operations of 0.1 ms each, and 90 ms until the first of them.
  PhaseResult phase = SampleSweepPhase(
      {.threads = 128, .operations = 3968, .seconds = 0.1, .average_us = 100});
  for (ClientResult& client : phase.clients) {
    client.first_start_ns = 90'000'000;
    client.last_end_ns = 99'000'000;
  }
  EXPECT_TRUE(
      Has(Wide(OnePhase(phase)),
          "gap         N*b/rate exceeds the mean latency, as threads' "
          "time passed before a thread's first operation: 4 KiB x 128: "
          "32.3-fold (90 % of the time); only 31 operations per thread"));
  EXPECT_FALSE(Has(Wide(OnePhase(SampleSweepPhase({}))), "gap  "));
}

TEST(ConsoleSweepTest, WarningsOfAllRunsAreSaidOnce) {
  const std::string text = Wide(SampleSweep(3));
  const std::size_t first = text.find("4,000 random operations");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(text.find("4,000 random operations", first + 1), std::string::npos);
}

TEST(ConsoleSweepTest, ARunThatIsNotWholeIsSaidInFront) {
  std::vector<RunResult> runs = SampleSweep(2);
  runs[1].state = RunState::kInterrupted;
  EXPECT_TRUE(Has(Wide(runs), "\nINTERRUPTED: "));
  runs[1].state = RunState::kFailed;
  runs[1].failure = "pwrite: ENOSPC";
  EXPECT_TRUE(Has(Wide(runs), "\nFAILED: pwrite: ENOSPC\n"));
  runs[0].phases.clear();
  runs[1].phases.clear();
  EXPECT_TRUE(Has(Wide(runs), "Nothing was measured."));
  EXPECT_EQ(ConsoleSweepReport({}, kPlain), "");
}

TEST(ConsoleSweepTest, NamesCannotWriteToTheTerminal) {
  PhaseResult phase = SampleSweepPhase({});
  phase.name = "seq\033[2J";
  EXPECT_FALSE(Has(Wide(OnePhase(phase)), "\033"));
}

}  // namespace
}  // namespace fsduel
