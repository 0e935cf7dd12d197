// The lines of dbench 4.0 and of its fork, to the byte.
#include "report/dbench.h"

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/sample_result.h"

namespace fsduel {
namespace {

constexpr DbenchStyle kPlain = {};

DbenchStyle Fork() {
  DbenchStyle style;
  style.fork = true;
  return style;
}

DbenchStyle MachineReadable() {
  DbenchStyle style = Fork();
  style.machine_readable = true;
  return style;
}

// A result whose table is that of a real run.
class RealTable {
 public:
  explicit RealTable(const std::string& file) {
    std::ifstream stream(std::string(FSDUEL_SOURCE_DIR) + "/tests/golden/" +
                         file);
    std::ostringstream contents;
    contents << stream.rdbuf();
    text_ = contents.str();
    PhaseResult phase;
    phase.name = "measure";
    phase.seconds = 1;
    std::istringstream lines(text_);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string name;
      double count = 0;
      double average_ms = 0;
      double max_ms = 0;
      if (words >> name >> count >> average_ms >> max_ms) {
        OperationResult operation;
        operation.compat_name = name;
        operation.summary.count = static_cast<std::uint64_t>(count);
        operation.summary.sum_ns =
            static_cast<std::uint64_t>(std::llround(average_ms * 1e6)) *
            operation.summary.count;
        operation.summary.max_ns =
            static_cast<std::uint64_t>(std::llround(max_ms * 1e6));
        phase.operations.push_back(operation);
      }
    }
    // What the original's last line says of bytes and of time between two
    // operations, which is in none of its rows.
    OperationResult rest;
    rest.compat_name = "between";
    rest.reads_data = true;
    rest.summary.count = 1;
    rest.summary.bytes = static_cast<std::uint64_t>(
        std::llround(std::stod(After("Throughput ")) * 1e6));
    rest.summary.max_ns = static_cast<std::uint64_t>(
        std::llround(std::stod(After("max_latency=")) * 1e6));
    phase.operations.push_back(rest);
    result_.client_count = 128;
    result_.phases.push_back(phase);
  }

  const std::string& text() const { return text_; }
  const RunResult& result() const { return result_; }

 private:
  std::string After(const std::string& word) const {
    return text_.substr(text_.find(word) + word.size());
  }

  std::string text_;
  RunResult result_;
};

TEST(DbenchTest, ReproducesTablesOfRealRunsToTheByte) {
  for (const char* file :
       {"dbench-128-clients-a.txt", "dbench-128-clients-b.txt"}) {
    const RealTable real(file);
    ASSERT_GT(real.result().phases[0].operations.size(), 14U) << file;
    EXPECT_EQ(DbenchTail(real.result(), kPlain), "\n" + real.text());
  }
}

TEST(DbenchTest, PrintsTheLinesBeforeTheTable) {
  EXPECT_EQ(DbenchHead(600, "/usr/share/dbench/client.txt", 120),
            "dbench version 4.00 - as replayed by fsduel\n"
            "\n"
            "Running for 600 seconds with load '/usr/share/dbench/client.txt' "
            "and minimum warmup 120 secs\n");
  EXPECT_EQ(DbenchPrepared(3, 128, 0.4),
            "3 of 128 processes prepared for launch   0 sec\n");
  EXPECT_EQ(DbenchReleasing(), "releasing clients\n");
  const DbenchTick tick = {2, 7001, 109.704, 1.0004, 24.3869};
  EXPECT_EQ(DbenchExecute(tick, kPlain),
            "   2      7001   109.70 MB/sec  execute   1 sec  latency 24.387 "
            "ms\n");
  EXPECT_EQ(DbenchWarmup(tick, Fork()),
            "   2      7001   109.70 MB/sec  warmup   1 sec  latency 24.387 "
            "ms\n");
  EXPECT_EQ(DbenchCleanup(12, 61, kPlain), "  12  cleanup  61 sec\n");
}

TEST(DbenchTest, LetsColumnsOverflowAsPrintfDoes) {
  const DbenchTick tick = {12345, 123456789, 12345678.9, 12345, 1234567.8};
  EXPECT_EQ(DbenchExecute(tick, kPlain),
            "12345  123456789  12345678.90 MB/sec  execute 12345 sec  latency "
            "1234567.800 ms\n");
}

TEST(DbenchTest, PrintsTicksForMachines) {
  const DbenchTick tick = {2, 7001, 109.704, 1.9, 24.3869};
  EXPECT_EQ(DbenchWarmup(tick, MachineReadable()),
            "@W@2@7001@109.70@1@24.387@\n");
  EXPECT_EQ(DbenchExecute(tick, MachineReadable()),
            "@R@2@7001@109.70@1@24.387@\n");
  EXPECT_EQ(DbenchCleanup(2, 3, MachineReadable()), "@C@2@0@0.00@3@0.000@\n");
}

// Two operations, two clients, one warm-up of 2 s.
RunResult SmallResult() {
  RunResult result;
  result.client_count = 2;
  PhaseResult warmup;
  warmup.name = "warm-up";
  warmup.seconds = 2;
  warmup.clients.resize(2);
  warmup.clients[1].client = 1;
  warmup.clients[0].operations = 100;
  PhaseResult measure;
  measure.name = "measure";
  measure.seconds = 4;
  OperationResult read;
  read.operation = read.compat_name = "ReadX";
  read.reads_data = true;
  read.summary.count = 4;
  read.summary.bytes = 5'000'000;
  read.summary.late_bytes = 1'000'000;
  read.summary.sum_ns = 10'000'000;
  read.summary.max_ns = 4'000'400;
  OperationResult query;
  query.operation = "QUERY_PATH_INFORMATION";
  query.compat_name = "Qpathinfo";
  query.summary.count = 1;
  query.summary.sum_ns = query.summary.max_ns = 12'600;
  OperationResult sleep;
  sleep.operation = sleep.compat_name = "Sleep";  // no row in the original
  sleep.summary.count = 7;
  OperationResult mkdir;
  mkdir.operation = mkdir.compat_name = "Mkdir";  // never done: no row
  OperationResult response = read;
  response.measure = Measure::kResponse;
  measure.operations = {read, response, query, sleep, mkdir};
  measure.clients = warmup.clients;
  measure.clients[0].operations = 3;
  measure.clients[0].bytes = 4'000'000;
  measure.clients[0].operation_list = {
      {"ReadX", 3, 6'000'000, 4'000'400},
      {"QUERY_PATH_INFORMATION", 1, 12'600, 12'600}};
  measure.clients[0].pass_ends_and_durations_ns = {
      {1'500'900'000, 1'400'999'999}};
  measure.clients[1].operations = 1;
  measure.clients[1].operation_list = {{"ReadX", 1, 4'000'000, 4'000'000}};
  result.phases = {warmup, measure};
  return result;
}

TEST(DbenchTest, PrintsTheForksTableInItsOrder) {
  EXPECT_EQ(DbenchTail(SmallResult(), Fork()),
            "\n"
            " Operation                Count    AvgLat    MaxLat\n"
            " --------------------------------------------------\n"
            " ReadX                        4     2.500     4.000\n"
            " QUERY_PATH_INFORMATION       1     0.013     0.013\n"
            "\n"
            "Throughput 1 MB/sec  2 clients  2 procs  max_latency=4.000 ms\n");
}

TEST(DbenchTest, PrintsTimesOfPassesFromTheReleaseOfTheClients) {
  DbenchStyle style = Fork();
  style.execute_time = true;
  EXPECT_TRUE(DbenchTail(SmallResult(), style)
                  .starts_with("   0 completed in 1400 ms at time 3500 ms\n\n"
                               " Operation"));
  style.machine_readable = true;
  EXPECT_EQ(DbenchTail(SmallResult(), style),
            "@E@0@1400\n"
            "\n"
            " Operation                Count    AvgLat    MaxLat\n"
            " --------------------------------------------------\n"
            ":ReadX:4:2.500:4.000:\n"
            ":QUERY_PATH_INFORMATION:1:0.013:0.013:\n"
            "\n"
            ";1;2;2;4.000;\n");
}

TEST(DbenchTest, PrintsATablePerClient) {
  DbenchStyle style;
  style.per_client = true;
  style.sync_open = true;
  style.sync_dirs = true;
  style.clients_per_process = 2;
  EXPECT_EQ(DbenchTail(SmallResult(), style),
            "\n"
            " Operation      Count    AvgLat    MaxLat\n"
            " ----------------------------------------\n"
            " Qpathinfo          1     0.013     0.013\n"
            " ReadX              4     2.500     4.000\n"
            "\n"
            "Per client results:\n"
            "Client 0 did 103 lines and 4000000 bytes\n"
            " Operation      Count    AvgLat    MaxLat\n"
            " ----------------------------------------\n"
            " Qpathinfo          1     0.013     0.013\n"
            " ReadX              3     2.000     4.000\n"
            "\n"
            "Client 1 did 1 lines and 0 bytes\n"
            " Operation      Count    AvgLat    MaxLat\n"
            " ----------------------------------------\n"
            " Qpathinfo          0       nan     0.000\n"
            " ReadX              1     4.000     4.000\n"
            "\n"
            "Throughput 1 MB/sec (sync open) (sync dirs)  2 clients  1 procs  "
            "max_latency=4.000 ms\n");
}

TEST(DbenchTest, RunThatMeasuredNothingStillEndsWithAThroughputLine) {
  RunResult result;
  result.client_count = 4;
  EXPECT_EQ(DbenchTail(result, kPlain),
            "\n"
            " Operation      Count    AvgLat    MaxLat\n"
            " ----------------------------------------\n"
            "\n"
            "Throughput 0 MB/sec  4 clients  4 procs  max_latency=0.000 ms\n");
}

TEST(DbenchTest, ThroughputHasSixSignificantDigits) {
  struct {
    std::uint64_t bytes;
    const char* expected;
  } const cases[] = {{87'313'612, "Throughput 87.3136 MB/sec"},
                     {341'390'000, "Throughput 341.39 MB/sec"},
                     {12'345'678'900'000, "Throughput 1.23457e+07 MB/sec"},
                     {12, "Throughput 1.2e-05 MB/sec"}};
  for (const auto& [bytes, expected] : cases) {
    RunResult result = SmallResult();
    result.phases[1].seconds = 1;
    result.phases[1].operations[0].summary.bytes = bytes;
    result.phases[1].operations[0].summary.late_bytes = 0;
    EXPECT_NE(DbenchTail(result, kPlain).find(expected), std::string::npos)
        << expected;
  }
}

TEST(DbenchTest, DoesNotDependOnTheLocale) {
  const std::string before = DbenchTail(SmallResult(), kPlain);
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale old =
      std::locale::global(std::locale(std::locale::classic(), new Comma));
  const std::string after = DbenchTail(SmallResult(), kPlain);
  std::locale::global(old);
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace fsduel
