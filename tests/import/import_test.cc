// Every importer against what its tool printed, whole and damaged.
#include "import/import.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "result/derived.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

std::string Data(const std::string& name) {
  return ReadWholeFile(FSDUEL_SOURCE_DIR "/tests/import/data/" + name);
}

RunResult Imported(const std::string& name, const ImportSpec& spec = {}) {
  const Result<RunResult> run = ImportText(Data(name), name, spec);
  EXPECT_TRUE(run.ok()) << name << ": " << run.status().message();
  return run.ok() ? run.value() : RunResult();
}

std::string Refusal(const std::string& text) {
  const Result<RunResult> run = ImportText(text, "dir/file", {});
  EXPECT_FALSE(run.ok()) << text.substr(0, 200);
  if (run.ok()) {
    return "";
  }
  EXPECT_EQ(run.status().kind(), ErrorKind::kUsage);
  return run.status().message();
}

const OperationResult& OperationOf(const PhaseResult& phase,
                                   const std::string& name) {
  for (const OperationResult& operation : phase.operations) {
    if (operation.operation == name) {
      return operation;
    }
  }
  ADD_FAILURE() << "no operation " << name;
  static const OperationResult kNone;
  return kNone;
}

const PhaseResult& PointOf(const RunResult& run, const std::string& pattern,
                           std::uint32_t threads, std::uint32_t block) {
  for (const PhaseResult& phase : run.phases) {
    if (phase.Is({pattern, "", threads, block})) {
      return phase;
    }
  }
  ADD_FAILURE() << "no point " << pattern << " " << threads << " " << block;
  static const PhaseResult kNone;
  return kNone;
}

double MebibytesPerSecond(const PhaseResult& phase) {
  const WindowTotals totals = TotalsOf(phase).until_deadline;
  return (totals.read_rate() + totals.write_rate()) / (1 << 20);
}

double AverageMs(const PhaseResult& phase) {
  return phase.operations.at(0).summary.average_ns() / 1e6;
}

bool IsMarked(const RunResult& run, const std::string& id) {
  for (const RunWarning& warning : run.warnings) {
    if (warning.id == "import-" + id) {
      return true;
    }
  }
  return false;
}

std::string Replaced(std::string text, const std::string& from,
                     const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(ImportDbenchTest, ReadsTheTableOf2010) {
  ImportSpec spec;
  spec.time_limit = std::chrono::seconds(600);
  const RunResult run = Imported("dbench-128-kingston.txt", spec);
  EXPECT_EQ(run.kind, "replay");
  EXPECT_EQ(run.client_count, 128U);
  EXPECT_EQ(run.label, "dbench");
  EXPECT_EQ(run.state, RunState::kComplete);
  ASSERT_EQ(run.phases.size(), 1U);
  const PhaseResult& phase = run.phases[0];
  EXPECT_DOUBLE_EQ(phase.seconds, 600);
  ASSERT_EQ(phase.operations.size(), 14U);
  const OperationResult& write = OperationOf(phase, "WriteX");
  EXPECT_EQ(write.summary.count, 847'619U);
  EXPECT_NEAR(write.summary.average_ns(), 82.341e6, 1);
  EXPECT_EQ(write.summary.max_ns, 22'907'235'000U);
  EXPECT_NEAR(write.client_time_share, 0.909, 0.001);
  EXPECT_EQ(write.summary.histogram.TotalCount(), 0U);
  EXPECT_EQ(OperationOf(phase, "QUERY_PATH_INFORMATION").compat_name,
            "Qpathinfo");
  const WindowTotals totals = TotalsOf(phase).until_deadline;
  EXPECT_NEAR(totals.read_rate() + totals.write_rate(), 89.134e6, 10);
  EXPECT_TRUE(IsMarked(run, "source"));
  EXPECT_TRUE(IsMarked(run, "bytes"));
}

TEST(ImportDbenchTest, EstimatesAnUnknownTimeAndSaysSo) {
  const RunResult run = Imported("dbench-128-kingston.txt");
  EXPECT_NEAR(run.phases[0].seconds, 601, 2);
  EXPECT_THAT(run.warnings,
              Contains(Field(&RunWarning::text, HasSubstr("estimated"))));
}

TEST(ImportDbenchTest, ReadsAWholeLogOfDebiansDbench) {
  const RunResult run = Imported("dbench-400.txt");
  EXPECT_EQ(SpecValue(run, "imported"), "dbench 4.00");
  EXPECT_DOUBLE_EQ(run.phases[0].seconds, 2);
  EXPECT_EQ(run.client_count, 2U);
  EXPECT_EQ(run.phases[0].operations.size(), 16U);
}

TEST(ImportDbenchTest, ReadsDbench3And5AndTheFork) {
  const Result<RunResult> three = ImportText(
      "dbench version 3.04 - Copyright Andrew Tridgell 1999-2004\n\n"
      "   4      1234   55.10 MB/sec  execute  10 sec   \n"
      "Throughput 55.1023 MB/sec (sync open) 4 procs\n",
      "log", {});
  ASSERT_TRUE(three.ok()) << three.status().message();
  EXPECT_EQ(three->client_count, 4U);
  EXPECT_DOUBLE_EQ(three->phases[0].seconds, 10);
  EXPECT_EQ(SpecValue(three.value(), "durability"), "sync");
  EXPECT_NEAR(TotalsOf(three->phases[0]).until_deadline.read_rate(), 55.1023e6,
              1);

  const Result<RunResult> five = ImportText(
      " Operation                Count    AvgLat    MaxLat\n"
      " --------------------------------------------------\n"
      " Flush                    12345     1.500     9.000\n"
      " FIND_FIRST            12345678     0.010     1.000\n"
      "\n"
      "Throughput 10.5 MB/sec  2 clients  2 procs  max_latency=9.000 ms\n",
      "log", {});
  ASSERT_TRUE(five.ok()) << five.status().message();
  EXPECT_EQ(OperationOf(five->phases[0], "FIND_FIRST").compat_name, "Find");

  const Result<RunResult> fork = ImportText(
      "@W@2@10@1.0@1@0.1@\n@R@2@100@33.5@7@0.2@\n"
      " Operation                Count    AvgLat    MaxLat\n"
      " --------------------------------------------------\n"
      ":ReadX:700:0.5:2.5:\n;0;2;2;29.491;\n",
      "log", {});
  ASSERT_TRUE(fork.ok()) << fork.status().message();
  EXPECT_DOUBLE_EQ(fork->phases[0].seconds, 7);
  EXPECT_NEAR(TotalsOf(fork->phases[0]).until_deadline.read_rate(), 33.5e6, 1);
  EXPECT_TRUE(IsMarked(fork.value(), "throughput"));
}

TEST(ImportDbenchTest, LeavesOutTablesOfSingleClients) {
  const Result<RunResult> run = ImportText(
      " Operation      Count    AvgLat    MaxLat\n"
      " ----------------------------------------\n"
      " Flush             20     1.500     9.000\n\n"
      "Per client results:\n"
      "Client 0 did 10 lines and 4096 bytes\n"
      " Operation      Count    AvgLat    MaxLat\n"
      " ----------------------------------------\n"
      " Flush             10     1.500     9.000\n"
      " Rename             0       nan     0.000\n\n"
      "Throughput 10.5 MB/sec  2 clients  2 procs  max_latency=9.000 ms\n",
      "log", {});
  ASSERT_TRUE(run.ok()) << run.status().message();
  EXPECT_EQ(OperationOf(run->phases[0], "Flush").summary.count, 20U);
}

TEST(ImportDbenchTest, ARunThatFailedIsMarkedSo) {
  const std::string log =
      Replaced(Data("dbench-400.txt"), "   0  cleanup",
               "[123] ERROR: handle 7 was not found\nChild failed with status "
               "1\n   0  cleanup");
  const Result<RunResult> run = ImportText(log, "log", {});
  ASSERT_TRUE(run.ok()) << run.status().message();
  EXPECT_EQ(run->state, RunState::kFailed);
  EXPECT_EQ(run->failure, "[123] ERROR: handle 7 was not found");
}

TEST(ImportDbenchTest, SaysWhereATextBreaksOff) {
  const std::string log = Data("dbench-400.txt");
  EXPECT_THAT(Refusal(log.substr(0, log.find("Throughput"))),
              HasSubstr("without the line that begins with Throughput"));
  EXPECT_THAT(Refusal(Replaced(log, " WriteX          4770", " WriteX    x")),
              HasSubstr("dir/file:23: no line of the table"));
}

TEST(ImportTiobenchTest, CorrectsTheTableOf2010) {
  ImportSpec spec;
  spec.numruns = 3;
  spec.correct_cpu = true;
  const RunResult run = Imported("tiobench-kingston.txt", spec);
  EXPECT_EQ(run.kind, "sweep");
  EXPECT_EQ(run.phases.size(), 20U);
  EXPECT_EQ(run.host.kernel, "Linux 2.6.36-1.fc15.i686");
  const PhaseResult& one = PointOf(run, "seq-write", 1, 4096);
  EXPECT_NEAR(MebibytesPerSecond(one), 45.82, 0.01);
  EXPECT_NEAR(AverageMs(one), 0.083, 0.0001);
  const PhaseResult& many = PointOf(run, "seq-write", 128, 4096);
  EXPECT_NEAR(MebibytesPerSecond(many), 18.44, 0.01);
  EXPECT_NEAR(AverageMs(many), 18.432, 0.001);
  const OperationSummary& summary = many.operations[0].summary;
  EXPECT_NEAR(static_cast<double>(summary.max_ns), 77.749e9, 1e7);
  // 128 threads of 15 MiB each, although the table says 2000.
  EXPECT_EQ(summary.count, 128U * 15 * 256);
  EXPECT_EQ(summary.over[1], static_cast<std::uint64_t>(
                                 std::llround(128 * 15 * 256 * 0.0015035 / 3)));
  // 794.8 % were counted by each of 128 threads.
  EXPECT_NEAR(many.user_seconds / many.seconds, 7.948 / 128, 1e-6);
  // The random phases: 31 operations of each of 128 threads.
  EXPECT_EQ(PointOf(run, "rand-read", 128, 4096).operations[0].summary.count,
            3968U);
  EXPECT_TRUE(IsMarked(run, "latencies"));
  EXPECT_TRUE(IsMarked(run, "zeros"));
}

TEST(ImportTiobenchTest, SuspectsSummedLatenciesWhenNotToldOfRuns) {
  const RunResult run = Imported("tiobench-kingston.txt");
  EXPECT_NEAR(AverageMs(PointOf(run, "seq-read", 1, 4096)), 0.083, 0.0001);
  EXPECT_THAT(run.warnings,
              Contains(Field(&RunWarning::text,
                             HasSubstr("were there 3 runs? Give --numruns"))));
  EXPECT_TRUE(IsMarked(run, "cpu"));
}

TEST(ImportTiobenchTest, ReadsBothLayouts) {
  const RunResult old = Imported("tiobench-sample-pl-034-numruns3.txt");
  EXPECT_EQ(old.phases.size(), 24U);
  // ###### does not say how fast it was.
  EXPECT_DOUBLE_EQ(MebibytesPerSecond(PointOf(old, "seq-read", 1, 16384)), 0);
  EXPECT_TRUE(IsMarked(old, "rates"));
  const RunResult git = Imported("tiobench-sample-pl-git-numruns1.txt");
  EXPECT_EQ(git.phases.size(), 16U);
  EXPECT_NEAR(MebibytesPerSecond(PointOf(git, "rand-read", 8, 4096)), 1137.19,
              0.01);
  EXPECT_TRUE(IsMarked(git, "random-rates"));
  EXPECT_FALSE(IsMarked(git, "cpu"));
}

TEST(ImportTiobenchTest, CorrectsTheRandomRatesOfTwentyYears) {
  ImportSpec spec;
  spec.correct_random_rates = true;
  const RunResult run = Imported("tiobench-sample-pl-git-numruns1.txt", spec);
  // 4000 operations of 4 KiB done, 256 MiB credited.
  EXPECT_NEAR(MebibytesPerSecond(PointOf(run, "rand-read", 8, 4096)),
              1137.19 * 4000 * 4096 / (256.0 * 1024 * 1024), 0.01);
  EXPECT_NEAR(MebibytesPerSecond(PointOf(run, "seq-read", 8, 4096)), 873.12,
              0.01);
}

TEST(ImportTiobenchTest, SaysWhichRowIsBroken) {
  const std::string text = Data("tiobench-kingston.txt");
  EXPECT_THAT(Refusal(Replaced(text, "116.83", "1x6.83")),
              HasSubstr("dir/file:14: no row of tiobench"));
  EXPECT_THAT(Refusal(text.substr(0, text.find("Sequential Reads"))),
              HasSubstr("no table has a row"));
  EXPECT_THAT(Refusal(text + text.substr(text.find("Random Writes"))),
              HasSubstr("a second row"));
}

TEST(ImportTiotestTest, ReadsTablesAndTheTerseForm) {
  const Result<RunResult> tables = ImportText(
      "Tiotest results for 8 concurrent io threads:\n"
      ",----------------------------------------------------------------------."
      "\n| Item                  | Time     | Rate         | Usr CPU  | Sys "
      "CPU "
      "|\n+-----------------------+----------+--------------+----------+-------"
      "--+\n"
      "| Write          80 MBs |    0.2 s | 400.000 MB/s |   1.0 %  |  20.0 % "
      "|\n"
      "| Random Write   31 MBs |    0.5 s |  62.500 MB/s |   1.0 %  |  20.0 % "
      "|\n"
      "Tiotest latency results:\n"
      "| Item         | Average latency | Maximum latency | % >2 sec | % >10 "
      "sec |\n"
      "| Write        |        0.039 ms |        5.150 ms |  0.00000 |   "
      "0.00000 "
      "|\n"
      "| Random Write |        0.010 ms |     2500.000 ms |  0.10000 |   "
      "0.00000 "
      "|\n"
      "| Total        |        0.020 ms |     2500.000 ms |  0.05000 |   "
      "0.00000 "
      "|\n",
      "log", {});
  ASSERT_TRUE(tables.ok()) << tables.status().message();
  const PhaseResult& write = PointOf(tables.value(), "rand-write", 8, 4096);
  EXPECT_NEAR(MebibytesPerSecond(write), 62.5, 0.01);
  EXPECT_NEAR(AverageMs(write), 0.010, 1e-6);
  EXPECT_EQ(write.operations[0].summary.over[0], 8U);  // 0.1 % of 7,936
  EXPECT_TRUE(IsMarked(tables.value(), "block"));

  const std::string terse =
      "write:40.00000,0.10000,0.01000,0.09000,0.03900,5.15000,0.00000,0.00000\n"
      "rwrite:15.62500,0.10000,0.0,0.1,0.01,1.0,0.0,0.0\n"
      "read:40.0,0.05,0.0,0.1,0.01,1.0,0.0,0.0\n"
      "rread:15.625,0.05,0.0,0.1,0.01,1.0,0.0,0.0\n"
      "total:0.02,5.15,0.0,0.0\n";
  const Result<RunResult> run = ImportText(terse, "log", {});
  ASSERT_TRUE(run.ok()) << run.status().message();
  EXPECT_NEAR(MebibytesPerSecond(PointOf(run.value(), "seq-write", 4, 4096)),
              400, 0.01);
  EXPECT_THAT(Refusal(terse.substr(0, 110)), HasSubstr("dir/file:2:"));
}

TEST(ImportIozoneTest, ReadsTheReportsOf2016) {
  const RunResult run = Imported("iozone-200g-4m-ssd-raid0.txt");
  EXPECT_EQ(run.phases.size(), 4U);
  EXPECT_NEAR(MebibytesPerSecond(PointOf(run, "rand-write", 1, 4 << 20)) * 1024,
              933'672, 1);
  EXPECT_EQ(SpecValue(run, "size"), "200 GiB");
  EXPECT_TRUE(IsMarked(run, "flush"));
}

TEST(ImportIozoneTest, ReadsTables) {
  const RunResult one = Imported("iozone-sample-R.txt");
  EXPECT_EQ(one.phases.size(), 6U);
  EXPECT_NEAR(MebibytesPerSecond(PointOf(one, "seq-write", 1, 4 << 20)) * 1024,
              385'868, 1);
  const RunResult all = Imported("iozone-sample-a.txt");
  EXPECT_EQ(all.phases.size(), 32U * 13);
  EXPECT_NEAR(
      MebibytesPerSecond(PointOf(all, "fread of 1 MiB", 1, 256 * 1024)) * 1024,
      29'256'135, 1);
}

TEST(ImportIozoneTest, CutsNumbersThatTouch) {
  const std::string text = Replaced(Data("iozone-sample-R.txt"),
                                    "   385868  9216093 10400594 19255277",
                                    "123385868109216093210400594319255277");
  const Result<RunResult> run = ImportText(text, "log", {});
  ASSERT_TRUE(run.ok()) << run.status().message();
  EXPECT_NEAR(
      MebibytesPerSecond(PointOf(run.value(), "rewrite", 1, 4 << 20)) * 1024,
      109'216'093, 1);
}

TEST(ImportIozoneTest, ReadsTheThroughputMode) {
  const RunResult run = Imported("iozone-sample-t4.txt");
  EXPECT_EQ(run.phases.size(), 7U);
  const PhaseResult& write = PointOf(run, "seq-write", 4, 65'536);
  EXPECT_NEAR(MebibytesPerSecond(write) * 1024, 497'793.69, 0.1);
  EXPECT_EQ(write.operations[0].summary.bytes,
            (12'160U + 16'384 + 10'624 + 7'552) * 1024);
  EXPECT_FALSE(IsMarked(run, "flush"));
  EXPECT_TRUE(IsMarked(run, "parent"));
}

TEST(ImportSeekerTest, MultipliesTheAccessTimeOnRequest) {
  ImportSpec spec;
  const RunResult printed = Imported("seeker-128-owc-sandforce.txt");
  EXPECT_NEAR(AverageMs(PointOf(printed, "rand-read", 128, 512)), 0.209, 1e-6);
  EXPECT_TRUE(IsMarked(printed, "access-time"));
  spec.correct_access_time = true;
  const RunResult run = Imported("seeker-128-owc-sandforce.txt", spec);
  EXPECT_NEAR(AverageMs(PointOf(run, "rand-read", 128, 512)), 26.752, 1e-3);
  EXPECT_NEAR(TotalsOf(run.phases[0]).until_deadline.operations_rate(), 4775,
              0.01);
  EXPECT_TRUE(IsMarked(run, "access-time"));
}

TEST(ImportFioTest, ReadsJson) {
  const RunResult run = Imported("fio-write.json");
  EXPECT_EQ(run.start_utc, "2026-12-01T01:34:37Z");
  EXPECT_EQ(SpecValue(run, "imported"), "fio-3.33");
  const PhaseResult& write = PointOf(run, "seq-write", 1, 65'536);
  EXPECT_EQ(write.operations[0].summary.count, 128U);
  EXPECT_EQ(write.operations[0].summary.bytes, 8'388'608U);
  EXPECT_EQ(write.operations[0].summary.max_ns, 52'629U);
  EXPECT_EQ(write.operations[0].summary.histogram.TotalCount(), 0U);
}

TEST(ImportFioTest, ReadsTheHistogramsOfJsonPlus) {
  const RunResult run = Imported("fio-randread-plus.json");
  const PhaseResult& read = PointOf(run, "rand-read", 2, 4096);
  const OperationSummary& summary = read.operations[0].summary;
  EXPECT_EQ(summary.count, 23'725U);
  EXPECT_EQ(summary.histogram.TotalCount(), 23'725U);
  EXPECT_GT(PercentileNs(summary, 50), 30'000U);
  EXPECT_LT(PercentileNs(summary, 50), 100'000U);
}

TEST(ImportFioTest, SaysWhereTheJsonBreaksOff) {
  const std::string text = Data("fio-write.json");
  EXPECT_THAT(Refusal(text.substr(0, text.find("\"write\""))),
              HasSubstr("cut off or damaged here"));
  EXPECT_THAT(Refusal("{\"fio version\": \"fio-3\", \"jobs\": []}"),
              HasSubstr("no job read or wrote"));
  EXPECT_THAT(
      Refusal("{\"fio version\": 3, \"jobs\": [1, null, {\"read\": 2}]}"),
      HasSubstr("no job read or wrote"));
}

TEST(ImportActTest, ReadsLogsOfOldAndNewVersions) {
  const RunResult old = Imported("act30-sample.log");
  EXPECT_EQ(old.kind, "act");
  const PhaseResult& phase = old.phases.at(0);
  EXPECT_DOUBLE_EQ(phase.seconds, 20);
  const OperationSummary& reads = OperationOf(phase, "reads").summary;
  EXPECT_EQ(reads.count, 39'034U);
  EXPECT_EQ(reads.over[0], 39'034U - 35'374);              // > 1 ms
  EXPECT_EQ(reads.over[6], 408U + 282 + 532 + 1'004 + 6);  // > 64 ms
  const RunResult fresh = Imported("act66-sample.log");
  EXPECT_TRUE(IsMarked(fresh, "omission"));
  EXPECT_FALSE(IsMarked(old, "omission"));
}

TEST(ImportActTest, ALogThatBreaksOffEndsWithItsLastWholeReport) {
  const std::string log = Data("act30-sample.log");
  const std::size_t cut = log.find("After 3 sec:") + 60;
  const Result<RunResult> run = ImportText(log.substr(0, cut), "log", {});
  ASSERT_TRUE(run.ok()) << run.status().message();
  EXPECT_DOUBLE_EQ(run->phases[0].seconds, 2);
  EXPECT_THAT(Refusal(log.substr(0, log.find("After 1 sec:"))),
              HasSubstr("without a whole report"));
}

TEST(ImportActTest, ReadsTheTablesOf2017) {
  const RunResult run = Imported("act-test2-intel-dc-s3500-12000r-6000w.txt");
  ASSERT_EQ(run.phases.size(), 2U);
  EXPECT_EQ(OperationOf(run.phases[0], "trans").summary.over[0], 561U);
  EXPECT_EQ(run.phases[1].name, "worst slice");
  EXPECT_EQ(OperationOf(run.phases[1], "device").summary.over[0], 695U);
  EXPECT_EQ(SpecValue(run, "slices"), "24");
  const std::string text = Data("act-test2-intel-dc-s3500-12000r-6000w.txt");
  EXPECT_THAT(Refusal(text.substr(0, 1500)), HasSubstr("dir/file:"));
}

TEST(ImportTest, SaysWhatAForeignFileLooksLike) {
  EXPECT_THAT(Refusal(Data("hdparm-sample.txt")), HasSubstr("hdparm's output"));
  EXPECT_THAT(Refusal(Data("bonnie-sample.txt")), HasSubstr("bonnie++'s"));
  EXPECT_THAT(Refusal(Data("ioping-sample.txt")), HasSubstr("ioping's output"));
  EXPECT_THAT(Refusal(""), HasSubstr("dir/file:1: the file is empty"));
  EXPECT_THAT(Refusal("\n\n"), HasSubstr("the file is empty"));
  EXPECT_THAT(Refusal(std::string("\x1f\x8b\x08\0\0", 5)), HasSubstr("gzip"));
  EXPECT_THAT(Refusal(std::string("a\0b", 3)), HasSubstr("binary data"));
  EXPECT_THAT(Refusal("{\"a\": 1}"), HasSubstr("JSON, but not of fio"));
  EXPECT_THAT(Refusal("NTCreateX \"\\x\" 0x0 2 1 SUCCESS\n"),
              HasSubstr("fsduel lint"));
  const std::string hostile = Refusal("\033[2Jhello\n");
  EXPECT_THAT(hostile, HasSubstr("its first line is '\\x1B[2Jhello'"));
}

TEST(ImportTest, TakesWindowsLineEnds) {
  std::string text;
  for (const char c : Data("tiobench-kingston.txt")) {
    text += c == '\n' ? "\r\n" : std::string(1, c);
  }
  const Result<RunResult> run = ImportText(text, "log", {});
  ASSERT_TRUE(run.ok()) << run.status().message();
  EXPECT_EQ(run->phases.size(), 20U);
}

// No damage to a text crashes an importer or makes it loop; what is read has
// sane numbers.
TEST(ImportTest, SurvivesDamagedTexts) {
  const char* const files[] = {
      "dbench-400.txt",
      "dbench-128-kingston.txt",
      "tiobench-kingston.txt",
      "tiobench-sample-pl-git-numruns1.txt",
      "iozone-sample-R.txt",
      "iozone-sample-t4.txt",
      "iozone-200g-4m-ssd-raid0.txt",
      "seeker-128-kingston.txt",
      "fio-write.json",
      "act-test1-intel-dc-s3500-6000r-3000w.txt",
  };
  const std::string junk[] = {"-",  "9",  "nan", "99999999999999999999",
                              "\n", " ",  "(",   ")",
                              ":",  "\"", "%",   "1e308",
                              "#",  "\0x"};
  Random random(3);
  for (const char* file : files) {
    const std::string whole = Data(file);
    for (int i = 0; i < 150; ++i) {
      std::string text = whole;
      for (int k = 0; k < 1 + i % 4; ++k) {
        const std::size_t at = random.Below(text.size());
        const std::size_t length = random.Below(6);
        text.replace(at, length, junk[random.Below(std::size(junk))]);
      }
      if (i % 10 == 0) {
        text.resize(random.Below(text.size()));
      }
      const Result<RunResult> run = ImportText(text, "f", {});
      if (!run.ok()) {
        EXPECT_THAT(run.status().message(), HasSubstr("f:"));
        continue;
      }
      for (const PhaseResult& phase : run->phases) {
        EXPECT_TRUE(std::isfinite(phase.seconds) && phase.seconds >= 0);
        for (const OperationResult& operation : phase.operations) {
          EXPECT_TRUE(std::isfinite(operation.client_time_share));
        }
      }
    }
  }
}

}  // namespace
}  // namespace fsduel
