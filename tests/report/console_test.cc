// What people read after a run.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "report/report.h"
#include "tests/support/golden.h"
#include "tests/support/sample_result.h"

namespace fsduel {
namespace {

constexpr ConsoleStyle kPlain = {false, 100};

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string ReportOf(const RunResult& result) {
  return ConsoleReport(result, kPlain);
}

PhaseResult& Measured(RunResult* result) {
  return result->phases[1];
}

TEST(ConsoleReportTest, LooksAsPinned) {
  ExpectGolden(FSDUEL_SOURCE_DIR, "console-100.txt", ReportOf(SampleResult()));
  ExpectGolden(FSDUEL_SOURCE_DIR, "console-80.txt",
               ConsoleReport(SampleResult(), {false, 80}));
}

TEST(ConsoleReportTest, FitsItsWidth) {
  for (const int width : {80, 100, 132}) {
    const std::string text = ConsoleReport(SampleResult(), {false, width});
    std::size_t start = 0;
    while (start < text.size()) {
      const std::size_t end = text.find('\n', start);
      EXPECT_LE(end - start, static_cast<std::size_t>(width))
          << text.substr(start, end - start);
      start = end + 1;
    }
  }
}

TEST(ConsoleReportTest, ColoursOnlyWhenAsked) {
  EXPECT_FALSE(Has(ReportOf(SampleResult()), "\033"));
  std::string coloured = ConsoleReport(SampleResult(), {true, 100});
  EXPECT_TRUE(Has(coloured, "\033[1;31m"));
  // Without the colours it is the same text, but for trailing blanks.
  for (std::size_t at = coloured.find('\033'); at != std::string::npos;
       at = coloured.find('\033', at)) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  std::string squeezed;
  for (const char c : coloured) {
    if (c == '\n') {
      squeezed.erase(squeezed.find_last_not_of(' ') + 1);
    }
    squeezed += c;
  }
  EXPECT_EQ(squeezed, ReportOf(SampleResult()));
}

TEST(ConsoleReportTest, SaysWhatIsBehindTheDirectory) {
  RunResult result = SampleResult();
  MountFacts& mount = result.mounts[0];
  mount.device.reset();
  EXPECT_TRUE(Has(ReportOf(result), "no block device known behind"));
  mount.filesystem = "tmpfs";
  mount.in_memory = true;
  EXPECT_TRUE(Has(ReportOf(result),
                  "no block device behind (tmpfs): this measures memory"));
  mount.in_memory = false;
  mount.network = true;
  mount.filesystem = "nfs4";
  mount.source = "server:/export";
  EXPECT_TRUE(Has(ReportOf(result),
                  "no block device behind: server:/export over nfs4"));
  mount.device.emplace();
  mount.device->name = "loop3";
  mount.device->backing_file = "/var/tmp/image";
  EXPECT_TRUE(
      Has(ReportOf(result), "loop3, loop over /var/tmp/image (page cache)"));
}

TEST(ConsoleReportTest, AlwaysNamesSemanticsAndDurability) {
  RunResult result = SampleResult();
  result.spec = {{"--durability", "fsync-end,dirs"}};
  // However the lines are broken.
  const std::string text = ConsoleReport(result, {false, 200});
  EXPECT_TRUE(Has(text, "semantics not recorded, durability fsync-end,dirs"));
}

TEST(ConsoleReportTest, SaysInFrontWhenTheRunIsNotWhole) {
  RunResult result = SampleResult();
  EXPECT_FALSE(Has(ReportOf(result), "INTERRUPTED"));
  result.state = RunState::kInterrupted;
  EXPECT_TRUE(Has(ReportOf(result), "\nINTERRUPTED: "));
  result.state = RunState::kFailed;
  result.failure = "client 3 was killed by SIGKILL";
  EXPECT_TRUE(
      Has(ReportOf(result), "\nFAILED: client 3 was killed by SIGKILL\n"));
  result.state = RunState::kRunning;
  EXPECT_TRUE(Has(ReportOf(result), "\nNOT FINISHED: "));
  result.state = RunState::kComplete;
  result.validity = Validity::kInvalid;
  EXPECT_TRUE(Has(ReportOf(result), "\nINVALID: "));
}

TEST(ConsoleReportTest, LeavesOutOperationsThatNeverRan) {
  RunResult result = SampleResult();
  Measured(&result).operations.push_back(
      SampleOperation("Rmdir", "Rmdir", 0, 0, 0));
  EXPECT_FALSE(Has(ReportOf(result), "Rmdir"));
  EXPECT_LT(ReportOf(result).find("NTCreateX"),
            ReportOf(result).find("Flush "));
}

TEST(ConsoleReportTest, PrintsTheSecondWindowOnlyWhenItDiffers) {
  RunResult result = SampleResult();
  EXPECT_TRUE(Has(ReportOf(result),
                  "until the last operation, 430 ms after the deadline"));
  Measured(&result).seconds_to_last = Measured(&result).seconds;
  EXPECT_FALSE(Has(ReportOf(result), "until the last operation"));
}

TEST(ConsoleReportTest, PrintsResponseTimesOfPacedRunsInTheirOwnTable) {
  RunResult result = SampleResult();
  EXPECT_FALSE(Has(ReportOf(result), "Response time"));
  const std::string before = ReportOf(result);
  OperationResult response =
      SampleOperation("ReadX", "ReadX", 1'011'320, 500'000, 900'000'000);
  response.measure = Measure::kResponse;
  Measured(&result).operations.push_back(response);
  const std::string text = ReportOf(result);
  EXPECT_TRUE(Has(text, "Response time, from the intended start"));
  // It is no second operation: rates stay.
  const std::string rate = before.substr(before.find("throughput"), 60);
  EXPECT_TRUE(Has(text, rate));
}

TEST(ConsoleReportTest, CountsUnexpectedResultsAndPrintsTheFirstTenInFull) {
  RunResult result = SampleResult();
  UnexpectedExample example = Measured(&result).unexpected[0];
  example.path = "/evil\033[2J";
  Measured(&result).unexpected.assign(15, example);
  Measured(&result).operations[0].summary.errors = {{-1, 1'234}};
  const std::string text = ReportOf(result);
  EXPECT_TRUE(Has(text,
                  "Unexpected results: 1,246\n"
                  "     1,234 x NTCreateX: other\n"
                  "         9 x WriteX: ENOSPC"));
  EXPECT_TRUE(Has(text, "The first 10 of them:"));
  EXPECT_TRUE(Has(text, "'/evil\\x1B[2J'"));
  std::size_t shown = 0;
  for (std::size_t at = text.find("evil"); at != std::string::npos;
       at = text.find("evil", at + 1)) {
    ++shown;
  }
  EXPECT_EQ(shown, 10U);
}

TEST(ConsoleReportTest, SurvivesARunThatMeasuredNothing) {
  EXPECT_TRUE(Has(ReportOf(RunResult()), "Nothing was measured."));
  RunResult result;
  result.phases.emplace_back().name = "measure";
  EXPECT_TRUE(Has(ReportOf(result), "No operation was finished."));
  EXPECT_TRUE(Has(ReportOf(result), "0 operations/s"));
  EXPECT_TRUE(Has(ReportOf(result), "no client finished a pass"));
  EXPECT_FALSE(Has(ReportOf(result), "nan"));
  EXPECT_FALSE(Has(ReportOf(result), "inf"));
}

// Six runs whose length grows, so that their rates fall.
std::vector<RunResult> SlowerAndSlower(std::uint32_t runs) {
  std::vector<RunResult> results;
  for (std::uint32_t run = 1; run <= runs; ++run) {
    RunResult result = SampleResult();
    result.run_index = run;
    result.runs = runs;
    result.phases[1].seconds = 60 + 2 * run;
    results.push_back(result);
  }
  return results;
}

TEST(ConsoleRunsReportTest, LooksAsPinned) {
  ExpectGolden(FSDUEL_SOURCE_DIR, "console-runs.txt",
               ConsoleRunsReport(SlowerAndSlower(6), kPlain));
}

TEST(ConsoleRunsReportTest, TellsDriftFromChance) {
  std::vector<RunResult> runs = SlowerAndSlower(5);
  EXPECT_TRUE(Has(ConsoleRunsReport(runs, kPlain),
                  "operations/s: slower with every run"));
  std::swap(runs[0], runs[4]);
  std::swap(runs[1], runs[3]);
  EXPECT_TRUE(Has(ConsoleRunsReport(runs, kPlain),
                  "operations/s: faster with every run"));
  std::swap(runs[0], runs[4]);
  EXPECT_TRUE(
      Has(ConsoleRunsReport(runs, kPlain), "operations/s: no drift over 5"));
}

TEST(ConsoleRunsReportTest, DoesNotTestDriftOfTooFewRuns) {
  EXPECT_TRUE(Has(ConsoleRunsReport(SlowerAndSlower(4), kPlain),
                  "not tested: 4 runs are too few"));
  EXPECT_EQ(ConsoleRunsReport({}, kPlain), "");
}

TEST(ConsoleRunsReportTest, MarksRunsThatAreNotWhole) {
  std::vector<RunResult> runs = SlowerAndSlower(2);
  runs[1].state = RunState::kInterrupted;
  runs[1].phases.clear();
  const std::string text = ConsoleRunsReport(runs, kPlain);
  EXPECT_TRUE(Has(text, "2 (partial)"));
  EXPECT_FALSE(Has(text, "nan"));
}

}  // namespace
}  // namespace fsduel
