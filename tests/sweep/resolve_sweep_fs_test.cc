// What a sweep refuses before it touches anything, and how it says so.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <boost/filesystem.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sweep/check_sweep.h"
#include "sweep/sweep_plan.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<Pattern> Patterns(const std::vector<std::string>& names) {
  std::vector<Pattern> patterns;
  for (const std::string& name : names) {
    patterns.push_back(ParsePattern(name).value());
  }
  return patterns;
}

class ResolveSweepTest : public testing::Test {
 protected:
  ResolveSweepTest() {
    spec_.targets = {directory_.path()};
    spec_.results_directory = "";
    spec_.threads = {1, 2};
    spec_.size = 1U << 20;
    spec_.seed = 1;
  }
  Result<SweepPlan> Resolve() { return ResolveSweep(spec_, *machine_); }
  SweepPlan Plan() {
    Result<SweepPlan> plan = Resolve();
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    return plan.ok() ? std::move(plan).value() : SweepPlan();
  }
  // One line that is no sentence cut off, and nothing was touched.
  std::string Refused(ErrorKind kind = ErrorKind::kUsage) {
    const Result<SweepPlan> plan = Resolve();
    EXPECT_TRUE(fs::is_empty(directory_.path()));
    if (plan.ok()) {
      ADD_FAILURE() << "it is accepted";
      return "";
    }
    EXPECT_EQ(plan.status().kind(), kind) << plan.status().message();
    EXPECT_THAT(plan.status().message(), Not(HasSubstr("\n")));
    return plan.status().message();
  }
  void UsePatterns(const std::vector<std::string>& names) {
    spec_.patterns = Patterns(names);
  }

  TempDir directory_;
  TempDir files_;
  SweepSpec spec_;
  std::unique_ptr<Machine> machine_ = MakeMachine();
};

TEST_F(ResolveSweepTest, FillsInDefaultsAndTouchesNothing) {
  const SweepPlan plan = Plan();
  EXPECT_TRUE(fs::is_empty(directory_.path()));
  ASSERT_EQ(plan.spec.patterns.size(), 4U);
  EXPECT_EQ(PatternText(plan.spec.patterns[1]), "rand-write");
  ASSERT_TRUE(plan.spec.time_limit);
  EXPECT_EQ(*plan.spec.time_limit, std::chrono::seconds(60));
  ASSERT_EQ(plan.cells.size(), 2U);
  EXPECT_EQ(plan.cells[0].bytes_per_thread, 1U << 20);
  EXPECT_EQ(plan.cells[1].bytes_per_thread, 1U << 19);
  EXPECT_EQ(plan.phases, 8U);
  EXPECT_EQ(plan.space_bytes, 1U << 20);
  EXPECT_EQ(plan.bytes_written, 4U << 20);
}

TEST_F(ResolveSweepTest, LayoutsAreCountedWhereAPatternNeedsWholeFiles) {
  UsePatterns({"rand-read", "rewrite"});
  spec_.threads = {1};
  const SweepPlan plan = Plan();
  EXPECT_EQ(plan.phases, 3U);
  EXPECT_EQ(plan.bytes_written, 2U << 20);
}

TEST_F(ResolveSweepTest, NoDirectoryIsRefused) {
  spec_.targets.clear();
  EXPECT_THAT(Refused(), HasSubstr("-D DIR"));
}

TEST_F(ResolveSweepTest, AMissingDirectoryIsNamed) {
  spec_.targets = {files_ / "missing"};
  EXPECT_THAT(Refused(), AllOf(HasSubstr(files_ / "missing"),
                               HasSubstr("existing directory")));
}

TEST_F(ResolveSweepTest, ABlockLargerThanTheFileIsRefusedWithBothSizes) {
  spec_.blocks = {4096, 2U << 20};
  EXPECT_THAT(Refused(), AllOf(HasSubstr("--block 2 MiB"),
                               HasSubstr("--size 1 MiB"), HasSubstr("raise")));
  spec_.size.reset();
  spec_.size_per_thread = 1U << 20;
  EXPECT_THAT(Refused(), HasSubstr("--size-per-thread 1 MiB"));
}

TEST_F(ResolveSweepTest, ASizeThatIsNoMultipleIsRefusedWithTheNearest) {
  spec_.size = 1'000'000;
  EXPECT_THAT(Refused(), AllOf(HasSubstr("no multiple of --block 4 KiB"),
                               HasSubstr("999424"), HasSubstr("1003520")));
}

TEST_F(ResolveSweepTest, MoreThreadsThanBlocksAreRefusedWithTheSizeItTakes) {
  spec_.threads = {1, 128};
  spec_.size = 64 * 4096;
  EXPECT_THAT(Refused(), AllOf(HasSubstr("128 threads share the 64 blocks"),
                               HasSubstr("512 KiB"), HasSubstr("--threads")));
}

TEST_F(ResolveSweepTest, MoreThreadsThanOperationsAreRefused) {
  spec_.threads = {8};
  spec_.operations = 7;
  EXPECT_THAT(Refused(), AllOf(HasSubstr("8 threads for 7 operations"),
                               HasSubstr("--operations to 8")));
  spec_.operations.reset();
  spec_.random_operations = 3;
  EXPECT_THAT(Refused(), HasSubstr("--random-operations to 8"));
}

TEST_F(ResolveSweepTest, NumbersOutOfRangeAreRefused) {
  spec_.threads = {0};
  EXPECT_THAT(Refused(), HasSubstr("--threads 0: from 1"));
  spec_.threads = {5000};
  EXPECT_THAT(Refused(), HasSubstr("--threads 5000"));
  spec_.threads = {1};
  spec_.blocks = {256};
  EXPECT_THAT(Refused(), HasSubstr("from 512"));
  spec_.blocks = {};
  EXPECT_THAT(Refused(), HasSubstr("--block"));
}

TEST_F(ResolveSweepTest, TwoSizesExcludeEachOther) {
  spec_.size_per_thread = 1U << 20;
  EXPECT_THAT(Refused(), HasSubstr("--size and --size-per-thread"));
}

TEST_F(ResolveSweepTest, MoreThanIsFreeIsRefusedWithWhatIs) {
  spec_.size = std::uint64_t{1} << 55;
  EXPECT_THAT(Refused(ErrorKind::kSystem),
              AllOf(HasSubstr(directory_.path()), HasSubstr("are free"),
                    HasSubstr("lower --size")));
}

TEST_F(ResolveSweepTest, TwoDirectoriesOfOneFilesystemShareItsSpace) {
  const std::uint64_t free = Plan().mounts.at(0).free_bytes;
  const TempDir other(fs::path(directory_.path()).parent_path().string());
  spec_.targets = {directory_.path(), other.path()};
  // Each half would fit.
  spec_.size =
      static_cast<std::uint64_t>(static_cast<double>(free) * 1.5) >> 20U << 20U;
  EXPECT_THAT(Refused(ErrorKind::kSystem), HasSubstr("are free"));
}

TEST_F(ResolveSweepTest, ResultsBelowTheTargetAreRefused) {
  spec_.results_directory = directory_ / "results";
  EXPECT_THAT(Refused(),
              AllOf(HasSubstr(directory_ / "results"), HasSubstr("--results")));
  spec_.results_directory = files_ / "results";
  EXPECT_TRUE(Resolve().ok());
}

struct Combination {
  const char* name;
  std::function<void(SweepSpec*)> set;
  const char* message;
};

class CombinationTest : public ResolveSweepTest,
                        public testing::WithParamInterface<Combination> {};

TEST_P(CombinationTest, IsRefusedWithTheRemedy) {
  GetParam().set(&spec_);
  EXPECT_THAT(Refused(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, CombinationTest,
    testing::Values(
        Combination{"DepthOfPsync", [](SweepSpec* s) { s->queue_depth = 8; },
                    "--queue-depth 8 needs --engine io_uring"},
        Combination{"DepthZero",
                    [](SweepSpec* s) {
                      s->engine = IoEngine::kUring;
                      s->queue_depth = 0;
                    },
                    "--queue-depth 0: from 1"},
        Combination{"PollOfPsync",
                    [](SweepSpec* s) { s->poll_submission = true; },
                    "--poll needs --engine io_uring"},
        Combination{"PollOfCachedReads",
                    [](SweepSpec* s) {
                      s->engine = IoEngine::kUring;
                      s->poll_completion = true;
                    },
                    "needs --cache direct"},
        Combination{"SyncOfUring",
                    [](SweepSpec* s) {
                      s->engine = IoEngine::kUring;
                      s->durability.fdatasync_each = true;
                    },
                    "use --durability dsync"},
        Combination{"DirectMmap",
                    [](SweepSpec* s) {
                      s->engine = IoEngine::kMmap;
                      s->cache = CachePolicy::kDirect;
                    },
                    "--engine mmap works on the page cache"},
        Combination{"DsyncMmap",
                    [](SweepSpec* s) {
                      s->engine = IoEngine::kMmap;
                      s->durability.dsync = true;
                    },
                    "use --durability fdatasync-each"},
        Combination{"SyncMmap",
                    [](SweepSpec* s) {
                      s->engine = IoEngine::kMmap;
                      s->durability.sync = true;
                    },
                    "use --durability fdatasync-each"},
        Combination{"Directories",
                    [](SweepSpec* s) { s->durability.dirs = true; },
                    "leave it out"},
        Combination{"AppendMmap",
                    [](SweepSpec* s) {
                      s->patterns = Patterns({"append"});
                      s->engine = IoEngine::kMmap;
                    },
                    "append does not go with --engine mmap"},
        Combination{"AppendShared",
                    [](SweepSpec* s) {
                      s->patterns = Patterns({"append"});
                      s->shared_file = true;
                    },
                    "append does not go with"},
        Combination{"AppendForever",
                    [](SweepSpec* s) {
                      s->patterns = Patterns({"append"});
                      s->time_based = true;
                      s->time_limit = std::chrono::seconds(1);
                    },
                    "would fill the filesystem"},
        Combination{"AppendInFlight",
                    [](SweepSpec* s) {
                      s->patterns = Patterns({"append"});
                      s->engine = IoEngine::kUring;
                      s->queue_depth = 4;
                      s->verify = true;
                    },
                    "needs --queue-depth 1"},
        Combination{"NoEnd", [](SweepSpec* s) { s->time_based = true; },
                    "add --time-limit"},
        Combination{"VerifyOwnData",
                    [](SweepSpec* s) {
                      s->verify = true;
                      s->compressible = 50;
                    },
                    "leave --compressible and --dedup out"},
        Combination{"VerifyOddBlocks",
                    [](SweepSpec* s) {
                      s->verify = true;
                      s->blocks = {1000};
                      s->size = 1000 * 1000;
                    },
                    "multiples of 64 bytes"},
        Combination{"Cpu", [](SweepSpec* s) { s->cpus = {9999}; },
                    "no such CPU"},
        Combination{"Node", [](SweepSpec* s) { s->numa_node = 60; },
                    "no such node"},
        Combination{"Cgroup", [](SweepSpec* s) { s->cgroup = "/no/such"; },
                    "existing cgroup"}),
    [](const auto& parameter) { return parameter.param.name; });

TEST_F(ResolveSweepTest, AFileIsOnlyReadUnlessNamedTwice) {
  const std::string file = files_.Write("f", std::string(1U << 20, 'x'));
  spec_.targets = {file};
  UsePatterns({"rand-write"});
  EXPECT_THAT(Refused(), AllOf(HasSubstr(file), HasSubstr("overwritten"),
                               HasSubstr("--write-device " + file)));
  spec_.write_device = files_.Write("other", "x");
  EXPECT_THAT(Refused(), HasSubstr("--write-device"));
  spec_.write_device = files_ / "missing";
  EXPECT_THAT(Refused(), HasSubstr("--write-device"));
  spec_.write_device = file;
  EXPECT_EQ(Plan().target, TargetKind::kFile);
  spec_.write_device.clear();
  UsePatterns({"rand-read", "seq-read"});
  EXPECT_EQ(Plan().bytes_written, 0U);
}

TEST_F(ResolveSweepTest, ALinkIsTheFileThatItLeadsTo) {
  const std::string file = files_.Write("f", std::string(1U << 20, 'x'));
  fs::create_symlink(file, files_ / "link");
  spec_.targets = {files_ / "link"};
  spec_.write_device = file;
  UsePatterns({"rand-write"});
  EXPECT_EQ(Plan().spec.targets.at(0), fs::canonical(file).string());
}

TEST_F(ResolveSweepTest, AFileSetsTheSizeAndIsNeverMadeLonger) {
  spec_.targets = {files_.Write("f", std::string(100 * 4096 + 17, 'x'))};
  UsePatterns({"rand-read"});
  spec_.size.reset();
  spec_.threads = {3};
  EXPECT_EQ(Plan().cells.at(0).bytes_per_thread, 33U * 4096);
  spec_.size = 1U << 20;
  EXPECT_THAT(Refused(), AllOf(HasSubstr("1 MiB"), HasSubstr("lower --size")));
}

TEST_F(ResolveSweepTest, AFileThatIsTooSmallForABlockIsRefused) {
  spec_.targets = {files_.Write("f", "small")};
  UsePatterns({"rand-read"});
  spec_.size.reset();
  EXPECT_THAT(Refused(), HasSubstr("--block 4 KiB"));
}

TEST_F(ResolveSweepTest, FilesAndDirectoriesDoNotMix) {
  const std::string file = files_.Write("f", std::string(1U << 20, 'x'));
  spec_.targets = {directory_.path(), file};
  UsePatterns({"rand-read"});
  EXPECT_THAT(Refused(), HasSubstr("or one regular file or block device"));
  spec_.targets = {"/dev/null"};
  EXPECT_THAT(Refused(), HasSubstr("or one regular file or block device"));
}

TEST_F(ResolveSweepTest, BlocksThatDirectIoDoesNotTakeAreRefused) {
  spec_.cache = CachePolicy::kDirect;
  if (!Resolve().ok()) {
    GTEST_SKIP() << "no O_DIRECT here: " << Resolve().status().message();
  }
  spec_.blocks = {1000};
  spec_.size = 1000 * 1000;
  EXPECT_THAT(Refused(),
              AllOf(HasSubstr("--cache direct"), HasSubstr("multiples of")));
  // Also where the file is the user's own.
  spec_.targets = {files_.Write("f", std::string(1'000'000, 'x'))};
  UsePatterns({"rand-read"});
  EXPECT_THAT(Refused(),
              AllOf(HasSubstr("--cache direct"), HasSubstr("multiples of")));
}

TEST_F(ResolveSweepTest, TheSeedIsDrawnAndKeptWhenNoneIsGiven) {
  spec_.seed.reset();
  const SweepPlan plan = Plan();
  ASSERT_TRUE(plan.spec.seed);
  EXPECT_EQ(*plan.spec.seed, plan.seed);
}

TEST_F(ResolveSweepTest, WhatTheThreadsDoNotShareEvenlyIsSaid) {
  spec_.threads = {3};
  const SweepPlan plan = Plan();
  EXPECT_EQ(plan.cells.at(0).bytes_per_thread, 85U * 4096);
  ASSERT_EQ(plan.warnings.size(), 1U);
  EXPECT_THAT(plan.warnings[0].text, HasSubstr("not the 1 MiB asked for"));
}

TEST_F(ResolveSweepTest, TheSameLoadHasTheSameHashWhereverItRuns) {
  const std::string hash = Plan().workload_hash;
  const TempDir other;
  spec_.targets = {other.path()};
  spec_.runs = 5;
  spec_.seed = 99;
  spec_.results_directory = files_ / "results";
  spec_.interval = std::chrono::milliseconds(100);
  spec_.label = "other";
  EXPECT_EQ(Plan().workload_hash, hash);
}

TEST_F(ResolveSweepTest, AnotherLoadHasAnotherHash) {
  const std::vector<std::function<void(SweepSpec*)>> changes = {
      [](SweepSpec* s) {
        s->threads = {2, 1};
      },
      [](SweepSpec* s) { s->blocks = {8192}; },
      [](SweepSpec* s) { s->size = 2U << 20; },
      [](SweepSpec* s) { s->patterns = Patterns({"rand-read"}); },
      [](SweepSpec* s) { s->patterns = Patterns({"mixed:30"}); },
      [](SweepSpec* s) { s->shared_file = true; },
      [](SweepSpec* s) { s->engine = IoEngine::kVectored; },
      [](SweepSpec* s) { s->cache = CachePolicy::kWarm; },
      [](SweepSpec* s) { s->durability.dsync = true; },
      [](SweepSpec* s) { s->operations = 100; },
      [](SweepSpec* s) { s->random_operations = 100; },
      [](SweepSpec* s) { s->time_limit = std::chrono::seconds(7); },
      [](SweepSpec* s) {
        s->time_based = true;
        s->time_limit = std::chrono::seconds(60);
      },
      [](SweepSpec* s) { s->compressible = 10; },
      [](SweepSpec* s) { s->dedup = 10; },
      [](SweepSpec* s) { s->verify = true; },
  };
  std::vector<std::string> hashes = {Plan().workload_hash};
  const SweepSpec usual = spec_;
  for (const auto& change : changes) {
    spec_ = usual;
    change(&spec_);
    hashes.push_back(Plan().workload_hash);
  }
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

TEST_F(ResolveSweepTest, TheEchoNamesEveryOptionOnceWithItsValue) {
  UsePatterns({"mixed:30", "strided"});
  spec_.blocks = {4096, 1U << 20};
  spec_.size = 2U << 20;
  spec_.durability.dsync = true;
  std::map<std::string, std::string> echo;
  for (const auto& [option, value] : EchoSweep(Plan())) {
    EXPECT_TRUE(echo.emplace(option, value).second) << option;
    EXPECT_FALSE(value.empty()) << option;
  }
  EXPECT_EQ(echo["patterns"], "mixed:30,strided");
  EXPECT_EQ(echo["block"], "4 KiB,1 MiB");
  EXPECT_EQ(echo["threads"], "1,2");
  EXPECT_EQ(echo["durability"], "dsync");
  EXPECT_EQ(echo["engine"], "psync");
  EXPECT_EQ(echo["cache"], "drop");
  EXPECT_EQ(echo["directory"], fs::canonical(directory_.path()).string());
}

}  // namespace
}  // namespace fsduel
