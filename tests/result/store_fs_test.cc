// Run folders: what is stored reads back, a run that was cut off is rebuilt,
// and a folder that is not as it was written is refused with its place.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include <boost/filesystem.hpp>
#include <gtest/gtest.h>

#include "base/random.h"
#include "result/derived.h"
#include "result/store.h"
#include "result/text_file.h"
#include "tests/support/sample_result.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

class StoreTest : public testing::Test {
 protected:
  // Stores a result as a runner does; returns its folder.
  std::string Store(RunResult* result,
                    const std::string& directory = "results") {
    result->state = RunState::kRunning;
    Result<RunStore> store = RunStore::Create(directory_ / directory, result);
    EXPECT_TRUE(store.ok()) << store.status().message();
    for (const PhaseResult& phase : result->phases) {
      for (std::uint32_t interval = 0; interval < 3; ++interval) {
        EXPECT_TRUE(store
                        ->AppendInterval(phase.key(),
                                         RowsOf(phase.timeline, interval),
                                         RowsOf(phase.device, interval),
                                         RowsOf(phase.cpu, interval))
                        .ok());
      }
    }
    result->state = RunState::kComplete;
    EXPECT_TRUE(store->Finish(*result).ok());
    return store->path();
  }

  template <typename Row>
  static std::vector<Row> RowsOf(const std::vector<Row>& rows,
                                 std::uint32_t interval) {
    std::vector<Row> chosen;
    for (const Row& row : rows) {
      if (row.interval == interval) {
        chosen.push_back(row);
      }
    }
    return chosen;
  }

  // Stores `read` elsewhere: every file must be the same to the byte.
  void ExpectStoresAlike(const std::string& path, RunResult read) {
    const std::string again = Store(&read, "again");
    std::size_t files = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      const std::string name = entry.path().filename().string();
      EXPECT_EQ(ReadWholeFile(fmt::format("{}/{}", again, name)),
                ReadWholeFile(entry.path().string()))
          << name;
      ++files;
    }
    EXPECT_EQ(files, 10U);
  }

  // Replaces the first `from` of a stored file by `to`; returns what ReadRun
  // says then, and puts the file back.
  std::string ReadDamaged(const std::string& path, const std::string& name,
                          const std::string& from, const std::string& to) {
    const std::string file = path + "/" + name;
    const std::string whole = ReadWholeFile(file);
    const std::size_t at = whole.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    std::string damaged = whole;
    damaged.replace(at, from.size(), to);
    EXPECT_TRUE(WriteFileAtomically(file, damaged).ok());
    const Result<RunResult> read = ReadRun(path);
    EXPECT_TRUE(WriteFileAtomically(file, whole).ok());
    if (read.ok()) {
      return "(read)";
    }
    EXPECT_EQ(read.status().kind(), ErrorKind::kUsage);
    EXPECT_TRUE(read.status().message().starts_with(file))
        << read.status().message();
    return read.status().message().substr(path.size() + 1);
  }

  TempDir directory_;
};

TEST_F(StoreTest, AStoredRunReadsBackAsItWas) {
  RunResult result = SampleResult();
  result.label = "a label, with \"quotes\"\nand a newline";
  result.failure = "none, really";
  result.phases[1].clients[2].operation_list = {{"ReadX", 5, 50, 20}};
  result.mounts.push_back(result.mounts[0]);
  result.mounts[1].device.reset();
  result.host.hostname = "host,\"1\"";
  const std::string path = Store(&result);
  const Result<RunResult> read = ReadRun(path);
  ASSERT_TRUE(read.ok()) << read.status().message();
  ExpectStoresAlike(path, read.value());
  EXPECT_EQ(read->state, RunState::kComplete);
  EXPECT_EQ(read->label, result.label);
  ASSERT_EQ(read->phases.size(), 2U);
  const PhaseResult& measured = read->phases[1];
  EXPECT_EQ(measured.operations.size(), 16U);
  EXPECT_EQ(measured.timeline.size(), 6U);
  EXPECT_EQ(measured.device.size(), 3U);
  EXPECT_EQ(measured.cpu.size(), 3U);
  EXPECT_EQ(measured.clients[7].pass_ends_and_durations_ns.size(), 11U);
  EXPECT_EQ(measured.pass_times.TotalCount(), 88U);
  EXPECT_EQ(measured.operations[11].summary.errors.size(), 2U);
  EXPECT_FALSE(read->mounts[1].device.has_value());
}

TEST_F(StoreTest, KeepsResponseAndServiceTimesApart) {
  RunResult result = SampleResult();
  OperationResult response = SampleOperation("ReadX", "ReadX", 10, 5e6, 9e6);
  response.measure = Measure::kResponse;
  result.phases[1].operations.push_back(response);
  const Result<RunResult> read = ReadRun(Store(&result));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->phases[1].operations[16].measure, Measure::kResponse);
  EXPECT_EQ(read->phases[1].operations[16].summary.histogram.TotalCount(), 10U);
}

TEST_F(StoreTest, NamesTheFolderForTimeAndLabel) {
  struct {
    const char* label;
    const char* name;
  } const cases[] = {
      {"office", "20261130T210409Z-office"},
      {"office", "20261130T210409Z-office-2"},
      {"office", "20261130T210409Z-office-3"},
      {"../../etc/x y", "20261130T210409Z-..-..-etc-x-y"},
      {"", "20261130T210409Z-run"},
  };
  for (const auto& [label, name] : cases) {
    RunResult result = SampleResult();
    result.label = label;
    const std::string path = Store(&result);
    EXPECT_EQ(path, directory_ / "results/" + name);
    EXPECT_EQ(result.run_id, name);
    EXPECT_TRUE(fs::exists(path + "/run.json"));
  }
}

TEST_F(StoreTest, LeavesNoTemporaryFile) {
  RunResult result = SampleResult();
  const std::string path = Store(&result);
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    EXPECT_NE(entry.path().extension(), ".tmp");
    ++files;
  }
  EXPECT_EQ(files, 10U);
}

TEST_F(StoreTest, RebuildsARunThatWasCutOff) {
  RunResult result = SampleResult();
  Result<RunStore> store = RunStore::Create(directory_.path(), &result);
  ASSERT_TRUE(store.ok());
  const PhaseResult& measured = result.phases[1];
  ASSERT_TRUE(store
                  ->AppendInterval({"measure"}, measured.timeline,
                                   measured.device, measured.cpu)
                  .ok());
  // The crash came while a line was written: a shorter number looks whole.
  std::ofstream(store->path() + "/timeline.csv", std::ios::app)
      << "x,x,measure,,,,ReadX,service,3,4000000000,99,0,30:9";
  const Result<RunResult> read = ReadRun(store->path());
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->state, RunState::kRunning);
  EXPECT_EQ(read->validity, Validity::kWarn);
  EXPECT_EQ(read->warnings.back().id, "rebuilt");
  ASSERT_EQ(read->phases.size(), 1U);
  const PhaseResult& phase = read->phases[0];
  EXPECT_EQ(phase.name, "measure");
  EXPECT_DOUBLE_EQ(phase.seconds, 3);
  ASSERT_EQ(phase.operations.size(), 2U);
  const OperationSummary& reads = phase.operations[0].summary;
  EXPECT_EQ(reads.count, 51'000U);
  EXPECT_EQ(reads.bytes, 604'500'000U);
  EXPECT_EQ(reads.histogram.TotalCount(), 51'000U);
  // Coarse bucket 30 is 6144 to 7167 ns, 52 is 262144 to 327679 ns.
  EXPECT_NEAR(static_cast<double>(PercentileNs(reads, 50)), 6656, 64);
  EXPECT_EQ(reads.min_ns, 6144U);
  EXPECT_EQ(reads.max_ns, 327'680U);
  EXPECT_DOUBLE_EQ(TotalsOf(phase).until_deadline.read_rate(), 201'500'000);
  EXPECT_EQ(phase.device.size(), 3U);
}

TEST_F(StoreTest, ReadsARunThatHasJustBegun) {
  RunResult result = SampleResult();
  Result<RunStore> store = RunStore::Create(directory_.path(), &result);
  ASSERT_TRUE(store.ok());
  const Result<RunResult> read = ReadRun(store->path());
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_TRUE(read->phases.empty());
  EXPECT_EQ(read->run_id, result.run_id);
}

TEST_F(StoreTest, NamesThePlaceOfWhatIsNotAsItWasWritten) {
  RunResult result = SampleResult();
  const std::string path = Store(&result);
  struct {
    const char* file;
    const char* from;
    const char* to;
    const char* message;
  } const cases[] = {
      {"ops.csv", ",645231,", ",64x231,",
       "ops.csv:3:count: '64x231' is not a whole number, 0 or more"},
      {"ops.csv", ",645231,", ",-1,",
       "ops.csv:3:count: '-1' is not a whole number, 0 or more"},
      {"ops.csv", ",645231,", ",18446744073709551616,",
       "ops.csv:3:count: '18446744073709551616' is not a whole number, 0 or "
       "more"},
      {"ops.csv", ",645231,", ",", "ops.csv:3: too few columns"},
      {"ops.csv", ",645231,", ",1,2,", "ops.csv:3: too many columns"},
      {"ops.csv", ",sum_ns,", ",sum,", "ops.csv:1: no column 'sum_ns'"},
      {"ops.csv", ",sum_ns,", ",count,", "ops.csv:1: two columns 'count'"},
      {"ops.csv", "client_time_share,over_1ms", "client_time_share,over_2ms",
       "ops.csv:1: no column 'over_1ms'"},
      {"ops.csv", "measure,,,,NTCreateX,service", "measure,,,,NTCreateX,both",
       "ops.csv:3: unknown measure 'both'"},
      {"ops.csv", "measure,,,,NTCreateX", "rinse,,,,NTCreateX",
       "ops.csv:3: run.json has no phase 'rinse'"},
      {"ops.csv", "measure,,,,Close", "measure,,,,NTCreateX",
       "ops.csv:4: a second line for 'NTCreateX'"},
      {"ops.csv", "measure,,,,NTCreateX", "measure,,x,,NTCreateX",
       "ops.csv:3:threads: 'x' is not a whole number, 0 or more"},
      {"errors.csv", ",WriteX,", ",WriteY,",
       "errors.csv:2: ops.csv has no 'WriteY' 'service' in phase 'measure'"},
      {"histograms.csv", ",Close,service,2400,", ",Close,service,2401,",
       "histograms.csv:2: no bucket begins at 2401 ns"},
      {"device.csv", ",0.875,", ",nan,",
       "device.csv:2:utilisation: 'nan' is not a number"},
      {"cpu.csv", ",0.0625,", ",1e999,",
       "cpu.csv:2:user: '1e999' is not a number"},
      {"timeline.csv", "30:16990", "300:16990",
       "timeline.csv:2:buckets: '300:16990 52:10' is not a known word or a "
       "well-formed text"},
      {"clients.csv", ",office,", ",\"office,",
       "clients.csv:2: a quote is not closed"},
      {"passes.csv", ",,,0,1,", ",,,77,1,",
       "passes.csv:2: clients.csv has no client 77 in this phase"},
      {"run.json", "\"schema_version\": 1", "\"schema_version\": 99",
       "run.json: schema version 99, but this fsduel reads version 1: use the "
       "version of fsduel that wrote it"},
      {"run.json", "\"schema_version\"", "\"version\"",
       "run.json: no \"schema_version\": not a run of fsduel"},
      {"run.json", "\"seed\": 1234567890123", "\"seed\": \"1234567890123\"",
       "run.json: \"seed\" is not a whole number, 0 or more"},
      {"run.json", "\"seed\": 1234567890123", "\"seed\": -1",
       "run.json: \"seed\" is not a whole number, 0 or more"},
      {"run.json", "\"seed\": 1234567890123", "\"seed\": 1e999",
       "run.json: a number in it is too large"},
      {"run.json", "\"client_count\": 8", "\"client_count\": 4294967296",
       "run.json: \"client_count\" is not a whole number, 0 or more"},
      {"run.json", "\"state\": \"complete\"", "\"state\": \"done\"",
       "run.json: \"state\" is not a known word or a well-formed text"},
      {"run.json", "\"label\"", "\"lable\"", "run.json: no field \"label\""},
      {"run.json", "\"governor\"", "\"gov\"",
       "run.json: hosts[0]: no field \"governor\""},
      {"run.json", "\"rotational\": false", "\"rotational\": 0",
       "run.json: mounts[0].device: \"rotational\" is not 0 or 1"},
      {"run.json", "\"at_least_ns\": 31200000000", "\"at_least_ns\": null",
       "run.json: phases[1].stuck[0]: \"at_least_ns\" is not a whole number"},
      {"run.json", "\"hosts\"", "\"hosts",
       "run.json:51:12: not well-formed "
       "JSON"},
  };
  for (const auto& test : cases) {
    EXPECT_EQ(ReadDamaged(path, test.file, test.from, test.to), test.message)
        << test.file << ": " << test.from << " -> " << test.to;
  }
}

TEST_F(StoreTest, ReadsReorderedAndAdditionalColumns) {
  RunResult result = SampleResult();
  const std::string path = Store(&result);
  std::string text =
      "new,psi_memory,psi_io,psi_cpu,steal,iowait,system,user,"
      "end_ns,interval,measure,operation,block_bytes,threads,"
      "group,phase,host,run\r\n"
      "?,-1,0.5,-1,0,0.125,0.25,0.0625,1000000000,0,,,,,,"
      "measure,bench1,x\r\n";
  ASSERT_TRUE(WriteFileAtomically(path + "/cpu.csv", text).ok());
  const Result<RunResult> read = ReadRun(path);
  ASSERT_TRUE(read.ok()) << read.status().message();
  ASSERT_EQ(read->phases[1].cpu.size(), 1U);
  EXPECT_DOUBLE_EQ(read->phases[1].cpu[0].iowait, 0.125);
}

TEST_F(StoreTest, RefusesFilesThatAreMissingEmptyOrCutOff) {
  RunResult result = SampleResult();
  const std::string path = Store(&result);
  const std::string file = path + "/ops.csv";
  const std::string whole = ReadWholeFile(file);
  ASSERT_TRUE(WriteFileAtomically(file, "").ok());
  EXPECT_EQ(ReadRun(path).status().message(), file + ":1: the file is empty");
  ASSERT_TRUE(
      WriteFileAtomically(file, whole.substr(0, whole.size() - 3)).ok());
  EXPECT_EQ(ReadRun(path).status().message(),
            file + ":18: the file ends within a line");
  ASSERT_TRUE(
      WriteFileAtomically(file, whole + std::string(20 << 20, 'x')).ok());
  EXPECT_EQ(ReadRun(path).status().message(),
            file + ":19: the file ends within a line");
  ASSERT_TRUE(
      WriteFileAtomically(file, whole + std::string(20 << 20, 'x') + "\n")
          .ok());
  EXPECT_EQ(ReadRun(path).status().message(),
            file + ":19: the line is too long");
  fs::remove(file);
  EXPECT_EQ(ReadRun(path).status().error(), ENOENT);
  EXPECT_EQ(ReadRun(directory_ / "nothing").status().error(), ENOENT);
}

// Bytes changed, cut out or doubled at random: a result or a Status, nothing
// worse.
TEST_F(StoreTest, SurvivesRandomDamage) {
  RunResult result = SampleResult();
  result.phases[1].operations.resize(3);
  const std::string path = Store(&result);
  Random random(1);
  int refused = 0;
  for (const char* name : {"run.json", "ops.csv", "histograms.csv",
                           "timeline.csv", "clients.csv", "cpu.csv"}) {
    const std::string file = path + "/" + name;
    const std::string whole = ReadWholeFile(file);
    for (int round = 0; round < 20; ++round) {
      std::string damaged = whole;
      const std::size_t at = random.Below(damaged.size());
      const std::size_t length = random.Below(40);
      switch (random.Below(3)) {
        case 0:
          damaged[at] = static_cast<char>(random.Next());
          break;
        case 1:
          damaged.erase(at, length);
          break;
        default:
          damaged.insert(at, damaged.substr(at, length));
      }
      ASSERT_TRUE(WriteFileAtomically(file, damaged).ok());
      refused += ReadRun(path).ok() ? 0 : 1;
    }
    ASSERT_TRUE(WriteFileAtomically(file, whole).ok());
  }
  EXPECT_GT(refused, 30);
  EXPECT_TRUE(ReadRun(path).ok());
}

TEST_F(StoreTest, ReportsAFullDisk) {
  RunResult result = SampleResult();
  const std::string path = Store(&result);
  Result<RunStore> store = RunStore::Create(directory_.path(), &result);
  ASSERT_TRUE(store.ok());
  // A limit on the size of files stands for the full disk.
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  rlimit small = old;
  small.rlim_cur = 100;
  ASSERT_NE(::signal(SIGXFSZ, SIG_IGN), SIG_ERR);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status finished = store->Finish(result);
  const PhaseResult& measured = result.phases[1];
  const Status appended = store->AppendInterval({"measure"}, measured.timeline,
                                                measured.device, measured.cpu);
  RunResult another = SampleResult();
  const Status created =
      RunStore::Create(directory_ / "other", &another).status();
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  ASSERT_NE(::signal(SIGXFSZ, SIG_DFL), SIG_ERR);
  for (const Status& status : {finished, appended, created}) {
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error(), EFBIG) << status.message();
  }
  EXPECT_EQ(finished.message(),
            "write " + store->path() + "/ops.csv.tmp: File too large (EFBIG)");
  EXPECT_FALSE(fs::exists(store->path() + "/ops.csv.tmp"));
}

TEST_F(StoreTest, ReportsAFolderThatCannotBeMade) {
  RunResult result = SampleResult();
  const std::string file = directory_.Write("file", "");
  EXPECT_EQ(RunStore::Create(file + "/results", &result).status().error(),
            ENOTDIR);
}

}  // namespace
}  // namespace fsduel
