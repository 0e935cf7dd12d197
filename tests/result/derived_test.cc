// Figures that follow from a result.
#include "result/derived.h"

#include <cerrno>

#include <gtest/gtest.h>

#include "tests/support/sample_result.h"

namespace fsduel {
namespace {

TEST(DerivedTest, SeparatesTheTwoWindowsAndIgnoresResponseRows) {
  PhaseResult phase;
  phase.seconds = 2;
  phase.seconds_to_last = 4;
  OperationResult read;
  read.reads_data = true;
  read.summary.count = 10;
  read.summary.late_count = 4;
  read.summary.bytes = 1000;
  read.summary.late_bytes = 400;
  OperationResult write = read;
  write.reads_data = false;
  write.writes_data = true;
  OperationResult response = read;
  response.measure = Measure::kResponse;
  phase.operations = {read, write, response};
  const PhaseTotals totals = TotalsOf(phase);
  EXPECT_EQ(totals.until_deadline.operations, 12U);
  EXPECT_DOUBLE_EQ(totals.until_deadline.operations_rate(), 6);
  EXPECT_DOUBLE_EQ(totals.until_deadline.read_rate(), 300);
  EXPECT_DOUBLE_EQ(totals.until_deadline.write_rate(), 300);
  EXPECT_EQ(totals.until_last.operations, 20U);
  EXPECT_DOUBLE_EQ(totals.until_last.operations_rate(), 5);
  EXPECT_DOUBLE_EQ(TotalsOf(PhaseResult()).until_last.operations_rate(), 0);
}

TEST(DerivedTest, KeepsPercentilesWithinTheExactLimits) {
  OperationSummary summary;
  EXPECT_EQ(PercentileNs(summary, 50), 0U);
  summary.count = 1;
  summary.min_ns = summary.max_ns = 1'000'003;
  summary.histogram.Record(1'000'003);
  EXPECT_EQ(PercentileNs(summary, 50), 1'000'003U);
  EXPECT_EQ(PercentileNs(summary, 99.9), 1'000'003U);
}

TEST(DerivedTest, MeasuresFairness) {
  std::vector<ClientResult> clients(4);
  EXPECT_FALSE(FairnessOf(clients).has_value());
  EXPECT_FALSE(FairnessOf({}).has_value());
  for (ClientResult& client : clients) {
    client.operations = 100;
  }
  EXPECT_DOUBLE_EQ(FairnessOf(clients)->jain, 1);
  clients[0].operations = clients[1].operations = clients[2].operations = 0;
  const Fairness unfair = *FairnessOf(clients);
  EXPECT_DOUBLE_EQ(unfair.jain, 0.25);
  EXPECT_EQ(unfair.slowest, 0U);
  EXPECT_EQ(unfair.median, 0U);
  EXPECT_EQ(unfair.fastest, 100U);
}

TEST(DerivedTest, AddsUpEachDeviceAndWeighsItsUtilisation) {
  PhaseResult phase;
  for (const auto& [device, end_ns, busy] :
       {std::tuple{"sda", 1'000, 1.0}, std::tuple{"sdb", 1'000, 0.5},
        std::tuple{"sda", 4'000, 0.0}}) {
    DeviceRow row;
    row.device = device;
    row.end_ns = end_ns;
    row.utilisation = busy;
    row.writes = 2;
    row.write_bytes = 4096;
    phase.device.push_back(row);
  }
  const std::vector<DeviceTotals> devices = DeviceTotalsOf(phase);
  ASSERT_EQ(devices.size(), 2U);
  EXPECT_EQ(devices[0].device, "sda");
  EXPECT_EQ(devices[0].writes, 4U);
  EXPECT_EQ(devices[0].write_bytes, 8192U);
  EXPECT_DOUBLE_EQ(devices[0].utilisation, 0.25);
  EXPECT_DOUBLE_EQ(devices[1].utilisation, 0.5);
}

TEST(DerivedTest, CountsUnexpectedResultsByKind) {
  RunResult result = SampleResult();
  result.phases.push_back(result.phases[1]);  // a second phase with the same
  result.phases[1].operations[0].summary.errors = {{0, 1}, {-1, 3}};
  const std::vector<UnexpectedCount> counts = UnexpectedCountsOf(result);
  ASSERT_EQ(counts.size(), 5U);
  EXPECT_EQ(counts[0].operation, "WriteX");
  EXPECT_EQ(counts[0].what, "ENOSPC (No space left on device)");
  EXPECT_EQ(counts[0].count, 18U);
  EXPECT_EQ(counts[4].what, "success, not a failure");
}

TEST(DerivedTest, NamesErrnos) {
  EXPECT_EQ(ErrnoName(EIO), "EIO");
  EXPECT_EQ(ErrnoName(0), "none");
  EXPECT_EQ(ErrnoName(-1), "other");
  EXPECT_EQ(ErrnoName(4000), "4000");
}

TEST(DerivedTest, FindsValuesOfTheSpecification) {
  RunResult result;
  result.spec = {{"--semantics", "posix"}, {"durability", "none"}};
  EXPECT_EQ(SpecValue(result, "semantics"), "posix");
  EXPECT_EQ(SpecValue(result, "durability"), "none");
  EXPECT_EQ(SpecValue(result, "cache"), "");
}

}  // namespace
}  // namespace fsduel
