// Whole sweeps on the filesystem that holds the temporary directory.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "result/store.h"
#include "sys/uring.h"
#include "tests/sweep/sweep_fixture.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::uint64_t kBlock = 4096;
constexpr std::uint64_t kBlocks = 64;

bool HasUring() {
  return Uring::Create({.depth = 4}).ok();
}

std::vector<std::string> NamesOf(const RunResult& run) {
  std::vector<std::string> names;
  for (const PhaseResult& phase : run.phases) {
    names.push_back(phase.name);
  }
  return names;
}

// All files below a directory but fsduel's own mark.
std::vector<std::string> FilesBelow(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (fs::is_regular_file(entry.path()) &&
        entry.path().filename() != ".fsduel-tree") {
      files.push_back(entry.path().string());
    }
  }
  return files;
}

using Way = std::tuple<std::string, IoEngine, bool>;

class EveryWayTest : public SweepTest,
                     public testing::WithParamInterface<Way> {};

TEST_P(EveryWayTest, MovesEachBlockOnceAndLeavesNothing) {
  const auto& [name, engine, shared] = GetParam();
  if (engine == IoEngine::kUring && !HasUring()) {
    GTEST_SKIP() << "no io_uring";
  }
  UsePatterns({name});
  spec_.threads = {3};
  spec_.size = 3 * kBlocks * kBlock;
  spec_.engine = engine;
  spec_.queue_depth = engine == IoEngine::kUring ? 4 : 1;
  spec_.shared_file = shared;
  const Result<SweepPlan> plan = Plan();
  if (!plan.ok()) {
    EXPECT_THAT(plan.status().message(), HasSubstr("does not go with"));
    GTEST_SKIP() << plan.status().message();
  }
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  EXPECT_EQ(UnexpectedOf(run), 0U);
  EXPECT_TRUE(DirectoryIsEmpty());
  const PhaseResult& phase = run.phases.back();
  const Pattern& pattern = spec_.patterns[0];
  EXPECT_EQ(phase.name, PatternText(pattern));
  EXPECT_EQ(run.phases.size(),
            pattern.row->needs == NeedsFile::kComplete ? 2U : 1U);
  const OperationSummary read = SummaryOf(phase, "read");
  const OperationSummary write = SummaryOf(phase, "write");
  EXPECT_EQ(read.count + write.count, 3 * kBlocks);
  EXPECT_EQ(read.bytes + write.bytes, 3 * kBlocks * kBlock);
  EXPECT_EQ(read.count != 0, pattern.reads());
  EXPECT_EQ(write.count != 0, pattern.writes());
  EXPECT_EQ(SummaryOf(phase, "open").count, 3U);
  EXPECT_EQ(SummaryOf(phase, "close").count, 3U);
  EXPECT_EQ(SummaryOf(phase, "flush").count, pattern.writes() ? 3U : 0U);
  ASSERT_EQ(phase.clients.size(), 3U);
  for (const ClientResult& client : phase.clients) {
    EXPECT_EQ(client.operations, kBlocks) << client.client;
  }
}

std::vector<std::string> PatternNames() {
  std::vector<std::string> names;
  for (const PatternRow& row : PatternTable()) {
    names.emplace_back(row.name);
  }
  return names;
}

std::string NameOfWay(const testing::TestParamInfo<Way>& parameter) {
  const auto& [name, engine, shared] = parameter.param;
  std::string text = fmt::format("{}_{}_{}", name, IoEngineName(engine),
                                 shared ? "shared" : "own");
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(
    All, EveryWayTest,
    testing::Combine(testing::ValuesIn(PatternNames()),
                     testing::Values(IoEngine::kPsync, IoEngine::kVectored,
                                     IoEngine::kMmap, IoEngine::kUring),
                     testing::Bool()),
    NameOfWay);

// What is on the disk while the files are there, by engine.
TEST_F(SweepTest, IoUringAndPsyncWriteFilesThatTheOtherFindsRight) {
  if (!HasUring()) {
    GTEST_SKIP() << "no io_uring";
  }
  const std::string file =
      files_.Write("f", std::string(2 * kBlocks * kBlock, 'x'));
  spec_.targets = {file};
  spec_.write_device = file;
  spec_.size.reset();
  UsePatterns({"rand-write"});
  std::map<IoEngine, std::string> contents;
  for (const IoEngine engine : {IoEngine::kPsync, IoEngine::kVectored,
                                IoEngine::kMmap, IoEngine::kUring}) {
    files_.Write("f", std::string(2 * kBlocks * kBlock, 'x'));
    spec_.engine = engine;
    EXPECT_EQ(UnexpectedOf(Run()), 0U);
    contents[engine] = ReadWholeFile(file);
    EXPECT_EQ(contents[engine].size(), 2 * kBlocks * kBlock);
    EXPECT_TRUE(contents[engine] == contents[IoEngine::kPsync])
        << IoEngineName(engine) << ": the same seed, the same file";
  }
}

TEST_F(SweepTest, EveryEngineReadsWhatItWroteWithVerify) {
  for (const IoEngine engine : {IoEngine::kPsync, IoEngine::kVectored,
                                IoEngine::kMmap, IoEngine::kUring}) {
    if (engine == IoEngine::kUring && !HasUring()) {
      continue;
    }
    for (const bool shared : {false, true}) {
      UsePatterns({"seq-write", "rand-read", "rand-write", "seq-read",
                   "rewrite", "backward", "mixed", "strided", "zipf", "hot"});
      spec_.engine = engine;
      spec_.queue_depth = engine == IoEngine::kUring ? 8 : 1;
      spec_.shared_file = shared;
      spec_.verify = true;
      const RunResult run = Run();
      EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
      EXPECT_TRUE(run.verify.enabled);
      EXPECT_EQ(run.verify.mismatches, 0U)
          << IoEngineName(engine) << (shared ? ", shared" : "");
      EXPECT_EQ(run.verify.unverified_bytes, 0U);
      std::uint64_t read = 0;
      for (const PhaseResult& phase : run.phases) {
        read += SummaryOf(phase, "read").bytes;
      }
      EXPECT_EQ(run.verify.verified_bytes, read);
    }
  }
}

TEST_F(SweepTest, VerifiedMixedBlocksDrawnAgainAndAgainAreRight) {
  // So few that the same block is often read while it is written.
  for (const IoEngine engine : {IoEngine::kPsync, IoEngine::kUring}) {
    if (engine == IoEngine::kUring && !HasUring()) {
      continue;
    }
    UsePatterns({"mixed:50", "rand-write", "rand-read"});
    spec_.engine = engine;
    spec_.queue_depth = engine == IoEngine::kUring ? 16 : 1;
    spec_.size = 2 * 20 * kBlock;
    spec_.operations = 4000;
    spec_.verify = true;
    const RunResult run = Run();
    EXPECT_EQ(run.verify.mismatches, 0U) << IoEngineName(engine);
    EXPECT_GT(run.verify.verified_bytes, 4000 * kBlock);
  }
}

TEST_F(SweepTest, AByteFlippedBehindItIsFound) {
  UsePatterns({"seq-write", "seq-read"});
  spec_.verify = true;
  observer_.on_phase = [this](std::string_view phase) {
    if (phase.starts_with("seq-read")) {
      const std::string file = FilesBelow(directory_.path()).at(0);
      std::fstream stream(file, std::ios::in | std::ios::out);
      stream.seekp(5000).put('#');
    }
  };
  const RunResult run = Run();
  EXPECT_EQ(run.verify.mismatches, 1U);
  EXPECT_EQ(run.verify.verified_bytes, (kBlocks - 1) * kBlock);
  ASSERT_FALSE(run.phases.back().unexpected.empty());
  EXPECT_THAT(run.phases.back().unexpected[0].got, HasSubstr("offset 4992"));
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(SweepTest, ABlockThatWasNotWrittenIsFound) {
  UsePatterns({"seq-write", "rewrite", "seq-read"});
  spec_.verify = true;
  spec_.threads = {1};
  std::string old;
  observer_.on_phase = [&](std::string_view phase) {
    if (phase.starts_with("rewrite")) {
      old = ReadWholeFile(FilesBelow(directory_.path()).at(0))
                .substr(3 * kBlock, kBlock);
    } else if (phase.starts_with("seq-read")) {
      std::fstream stream(FilesBelow(directory_.path()).at(0),
                          std::ios::in | std::ios::out);
      stream.seekp(3 * kBlock).write(old.data(), kBlock);
    }
  };
  EXPECT_EQ(Run().verify.mismatches, 1U);
}

TEST_F(SweepTest, AFileOfTheUsersIsReadAndStaysAsItWas) {
  std::string text(100 * kBlock + 17, 'x');
  const std::string file = files_.Write("f", text);
  spec_.targets = {file};
  spec_.size.reset();
  UsePatterns({"seq-read", "rand-read", "backward", "zipf"});
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  EXPECT_THAT(NamesOf(run),
              ElementsAre("seq-read", "rand-read", "backward", "zipf"))
      << "no layout";
  EXPECT_EQ(SummaryOf(run.phases[0], "read").count, 100U);
  EXPECT_TRUE(ReadWholeFile(file) == text);
}

TEST_F(SweepTest, AFileThatMayBeWrittenKeepsItsLength) {
  const std::string file = files_.Write("f", std::string(64 * kBlock + 5, 'x'));
  spec_.targets = {file};
  spec_.write_device = file;
  spec_.size.reset();
  UsePatterns({"seq-write", "append", "rand-write", "mixed"});
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  const std::string contents = ReadWholeFile(file);
  EXPECT_EQ(contents.size(), 64 * kBlock + 5);
  EXPECT_EQ(contents.substr(64 * kBlock), "xxxxx");
  EXPECT_EQ(contents.find("xxxxxxxx"), std::string::npos) << "all written";
}

TEST_F(SweepTest, WhatOneUserFileLostIsAShortReadAndExitsCleanly) {
  const std::string file = files_.Write("f", std::string(64 * kBlock, 'x'));
  spec_.targets = {file};
  spec_.size.reset();
  UsePatterns({"seq-read", "rand-read"});
  observer_.on_phase = [&file](std::string_view phase) {
    if (phase.starts_with("rand-read")) {
      fs::resize_file(file, 10 * kBlock);
    }
  };
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kFailed);
  EXPECT_THAT(run.failure, HasSubstr("rand-read"));
  EXPECT_THAT(run.failure, HasSubstr("short"));
  EXPECT_THAT(NamesOf(run), ElementsAre("seq-read", "rand-read"));
}

TEST_F(SweepTest, AMappingThatLosesItsFileIsAFailureNotACrash) {
  const std::string file = files_.Write("f", std::string(64 * kBlock, 'x'));
  spec_.targets = {file};
  spec_.size.reset();
  spec_.engine = IoEngine::kMmap;
  spec_.cache = CachePolicy::kWarm;
  UsePatterns({"rand-read"});
  observer_.on_phase = [&file](std::string_view) { fs::resize_file(file, 0); };
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kFailed);
  EXPECT_THAT(run.failure, HasSubstr("EIO"));
}

TEST_F(SweepTest, TheResultsReadBackWithTheSamePhases) {
  UsePatterns({"seq-write", "rand-read", "mixed:30"});
  spec_.threads = {1, 3};
  spec_.blocks = {4096, 8192};
  spec_.size = 96 * kBlock;
  spec_.runs = 2;
  spec_.results_directory = files_ / "results";
  const RunOutput output = RunAll();
  ASSERT_EQ(output.paths.size(), 2U);
  for (std::size_t i = 0; i < output.paths.size(); ++i) {
    const Result<RunResult> read = ReadRun(output.paths[i]);
    ASSERT_TRUE(read.ok()) << read.status().message();
    const RunResult& run = output.runs[i];
    EXPECT_EQ(read->kind, "sweep");
    EXPECT_EQ(read->seed, run.seed);
    EXPECT_EQ(read->workload_hash, run.workload_hash);
    EXPECT_EQ(read->group_id, output.runs[0].group_id);
    ASSERT_EQ(read->phases.size(), run.phases.size());
    std::set<std::string> keys;
    for (std::size_t p = 0; p < run.phases.size(); ++p) {
      const PhaseResult& was = run.phases[p];
      const PhaseResult& is = read->phases[p];
      EXPECT_TRUE(is.Is(was.key())) << is.name << " for " << was.name;
      keys.insert(fmt::format("{} {} {}", is.name, is.threads, is.block_bytes));
      for (const char* row : {"read", "write", "open", "flush", "close"}) {
        EXPECT_EQ(SummaryOf(is, row).count, SummaryOf(was, row).count);
        EXPECT_EQ(SummaryOf(is, row).bytes, SummaryOf(was, row).bytes);
        EXPECT_EQ(SummaryOf(is, row).max_ns, SummaryOf(was, row).max_ns);
      }
      EXPECT_EQ(is.sweep.cache, was.sweep.cache);
      EXPECT_EQ(is.sweep.stonewall_operations, was.sweep.stonewall_operations);
    }
    EXPECT_EQ(keys.size(), run.phases.size()) << "a key for each";
  }
}

TEST_F(SweepTest, OnePhasePerPatternThreadsAndBlockInTheOrderSaid) {
  UsePatterns({"seq-write", "seq-read"});
  spec_.threads = {1, 2};
  spec_.blocks = {4096, 16384};
  std::vector<std::string> phases;
  for (const PhaseResult& phase : Run().phases) {
    phases.push_back(
        fmt::format("{} {} {}", phase.name, phase.threads, phase.block_bytes));
  }
  EXPECT_THAT(phases, ElementsAre("seq-write 1 4096", "seq-read 1 4096",
                                  "seq-write 2 4096", "seq-read 2 4096",
                                  "seq-write 1 16384", "seq-read 1 16384",
                                  "seq-write 2 16384", "seq-read 2 16384"));
}

TEST_F(SweepTest, MaxWrittenEndsItCleanlyAndAllowsAllOfIt) {
  UsePatterns({"seq-write", "rewrite", "seq-read"});
  spec_.threads = {8};
  spec_.size = 256 * kBlock;
  spec_.max_written = 300 * kBlock;
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  EXPECT_THAT(NamesOf(run), ElementsAre("seq-write", "rewrite"));
  EXPECT_EQ(SummaryOf(run.phases[0], "write").count, 256U);
  EXPECT_EQ(SummaryOf(run.phases[1], "write").count, 44U);
  EXPECT_EQ(UnexpectedOf(run), 0U);
  const auto is_limit = [](const RunWarning& w) {
    return w.id == "max-written";
  };
  EXPECT_TRUE(std::any_of(run.warnings.begin(), run.warnings.end(), is_limit));
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(SweepTest, MaxWrittenIsOfAllRunsTogether) {
  UsePatterns({"seq-write"});
  spec_.runs = 5;
  spec_.max_written = 100 * kBlock;
  const RunOutput output = RunAll();
  ASSERT_EQ(output.runs.size(), 2U);
  EXPECT_EQ(SummaryOf(output.runs[0].phases.at(0), "write").count, 64U);
  EXPECT_EQ(SummaryOf(output.runs[1].phases.at(0), "write").count, 36U);
}

TEST_F(SweepTest, OperationsAreOfAllThreadsTogether) {
  UsePatterns({"rand-read", "mixed"});
  spec_.threads = {3};
  spec_.size = 96 * kBlock;
  spec_.operations = 1000;  // more than one pass
  const RunResult run = Run();
  EXPECT_EQ(SummaryOf(run.phases.at(1), "read").count, 1000U);
  EXPECT_EQ(SummaryOf(run.phases.at(2), "read").count +
                SummaryOf(run.phases.at(2), "write").count,
            1000U);
  std::vector<std::uint64_t> each;
  for (const ClientResult& client : run.phases.at(1).clients) {
    each.push_back(client.operations);
  }
  EXPECT_THAT(each, ElementsAre(334, 333, 333));
}

TEST_F(SweepTest, RandomOperationsLeaveTheOthersAlone) {
  UsePatterns({"seq-write", "rand-read"});
  spec_.random_operations = 10;
  const RunResult run = Run();
  EXPECT_EQ(SummaryOf(run.phases.at(0), "write").count, kBlocks);
  EXPECT_EQ(SummaryOf(run.phases.at(1), "read").count, 10U);
}

TEST_F(SweepTest, FilesThatTimeLeftIncompleteAreMadeWholeBeforeTheyAreRead) {
  UsePatterns({"seq-write", "seq-read"});
  spec_.threads = {16};
  spec_.size = 16 * (16U << 20);
  spec_.blocks = {1U << 20};
  spec_.time_based = true;
  spec_.time_limit = std::chrono::milliseconds(30);
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  EXPECT_EQ(UnexpectedOf(run), 0U);
}

TEST_F(SweepTest, ThreadsSpreadOverDirectories) {
  const TempDir other;
  spec_.targets = {directory_.path(), other.path()};
  spec_.threads = {4};
  for (const bool shared : {false, true}) {
    spec_.shared_file = shared;
    UsePatterns({"seq-write", "rand-read"});
    std::vector<std::size_t> files;
    observer_.on_phase = [&](std::string_view phase) {
      if (phase.starts_with("rand-read")) {
        files = {FilesBelow(directory_.path()).size(),
                 FilesBelow(other.path()).size()};
      }
    };
    const RunResult run = Run();
    EXPECT_EQ(UnexpectedOf(run), 0U);
    EXPECT_EQ(files, shared ? (std::vector<std::size_t>{1, 1})
                            : (std::vector<std::size_t>{2, 2}));
    EXPECT_EQ(run.phases.at(1).clients.at(3).directory, other.path());
    EXPECT_TRUE(fs::is_empty(other.path()));
  }
}

TEST_F(SweepTest, EveryDurabilityRuns) {
  for (const Durability& durability :
       {Durability{.dsync = true}, Durability{.sync = true},
        Durability{.fdatasync_each = true}, Durability{.fsync_each = true},
        Durability{.fsync_end = true}}) {
    UsePatterns({"seq-write", "rand-write"});
    spec_.durability = durability;
    spec_.size = 8 * kBlock;
    const RunResult run = Run();
    EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
    EXPECT_EQ(SummaryOf(run.phases.at(1), "write").count, 8U);
  }
}

TEST_F(SweepTest, TheCacheIsDroppedUnlessTheUserSaysOtherwise) {
  UsePatterns({"seq-write", "seq-read", "reread"});
  const RunResult dropped = Run();
  EXPECT_EQ(dropped.phases.at(1).sweep.cache, "drop");
  EXPECT_EQ(dropped.phases.at(2).sweep.cache, "warm") << "reread";
  spec_.cache = CachePolicy::kWarm;
  const RunResult warm = Run();
  EXPECT_EQ(warm.phases.at(1).sweep.cache, "warm");
  EXPECT_EQ(warm.phases.at(1).sweep.cached_before, 1);
  if (dropped.mounts.at(0).in_memory) {
    GTEST_SKIP() << "nothing can be dropped from a filesystem in memory";
  }
  EXPECT_LT(dropped.phases.at(1).sweep.cached_before, 0.01);
  EXPECT_EQ(dropped.phases.at(2).sweep.cached_before, 1);
}

TEST_F(SweepTest, ASignalKeepsWhatWasMeasuredAndRemovesTheFiles) {
  UsePatterns({"seq-write", "rand-read"});
  spec_.time_based = true;
  spec_.time_limit = std::chrono::seconds(300);
  spec_.threads = {4};
  spec_.results_directory = files_ / "results";
  UsePatterns({"rand-read"});
  observer_.on_interval = [n = 0](const RunProgress& progress) mutable {
    if (progress.phase.starts_with("rand-read") && progress.operations != 0 &&
        ++n == 2) {
      ::kill(::getpid(), SIGINT);
    }
  };
  const RunOutput output = RunAll();
  const RunResult& run = output.runs.back();
  EXPECT_EQ(run.state, RunState::kInterrupted);
  EXPECT_GT(SummaryOf(run.phases.back(), "read").count, 0U);
  EXPECT_EQ(UnexpectedOf(run), 0U);
  EXPECT_TRUE(DirectoryIsEmpty());
  const Result<RunResult> read = ReadRun(output.paths.at(0));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->state, RunState::kInterrupted);
  EXPECT_EQ(SummaryOf(read->phases.back(), "read").count,
            SummaryOf(run.phases.back(), "read").count);
}

// What ThreadSanitizer looks at.
TEST_F(SweepTest, HundredTwentyEightThreadsFinishTheirShareEach) {
  UsePatterns({"seq-write", "rand-write", "seq-read", "rand-read", "mixed"});
  spec_.threads = {128};
  spec_.size = 128 * 8 * kBlock;
  for (const bool shared : {false, true}) {
    spec_.shared_file = shared;
    const RunResult run = Run();
    EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
    for (const PhaseResult& phase : run.phases) {
      ASSERT_EQ(phase.clients.size(), 128U);
      for (const ClientResult& client : phase.clients) {
        EXPECT_EQ(client.operations, 8U) << phase.name << " " << client.client;
        EXPECT_GE(client.first_start_ns, 0);
      }
      EXPECT_LE(phase.sweep.stonewall_operations, 128U * 8);
      EXPECT_GE(phase.sweep.stonewall_operations, 8U);
    }
  }
}

TEST_F(SweepTest, ThreadsOfEveryEngineEndAtTheTimeLimit) {
  for (const IoEngine engine : {IoEngine::kPsync, IoEngine::kVectored,
                                IoEngine::kMmap, IoEngine::kUring}) {
    if (engine == IoEngine::kUring && !HasUring()) {
      continue;
    }
    UsePatterns({"mixed"});
    spec_.threads = {4};
    spec_.engine = engine;
    spec_.queue_depth = engine == IoEngine::kUring ? 4 : 1;
    spec_.time_based = true;
    spec_.time_limit = std::chrono::milliseconds(200);
    spec_.cpus = {0};
    const RunResult run = Run();
    EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
    EXPECT_DOUBLE_EQ(run.phases.back().seconds, 0.2);
    EXPECT_FALSE(run.phases.back().timeline.empty());
  }
}

}  // namespace
}  // namespace fsduel
