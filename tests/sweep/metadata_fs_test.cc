// Metadata loads on a real directory: what is done, counted and left.
#include <algorithm>
#include <cerrno>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <boost/filesystem.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sweep/metadata_plan.h"
#include "sweep/metadata_runner.h"
#include "sweep/metadata_worker-inl.h"
#include "tests/support/script_hook.h"
#include "tests/sweep/sweep_fixture.h"
#include "tests/sweep/worker_fixture.h"

namespace fsduel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class MetadataTest : public SweepTest {
 protected:
  MetadataTest() {
    metadata_.base = spec_;
    metadata_.files = 100;
  }
  Result<MetadataPlan> Resolve() {
    return ResolveMetadata(metadata_, *machine_);
  }
  RunOutput Execute() {
    const Result<MetadataPlan> plan = Resolve();
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    Result<RunOutput> output =
        ExecuteMetadata(plan.value(), *machine_, &observer_);
    EXPECT_TRUE(output.ok()) << output.status().message();
    return std::move(output).value();
  }

  MetadataSpec metadata_;
};

TEST_F(MetadataTest, StepsFollowEachOtherForEachCell) {
  metadata_.base.threads = {1, 4};
  metadata_.file_sizes = {0, 4096};
  const RunResult run = Execute().runs.back();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  EXPECT_EQ(run.kind, "metadata");
  ASSERT_EQ(run.phases.size(), 24U);
  std::size_t i = 0;
  for (const std::uint32_t size : {0U, 4096U}) {
    for (const std::uint32_t threads : {1U, 4U}) {
      for (const char* step :
           {"create", "stat", "open", "rename", "readdir", "unlink"}) {
        EXPECT_EQ(run.phases[i].name, step);
        EXPECT_EQ(run.phases[i].threads, threads);
        EXPECT_EQ(run.phases[i].block_bytes, size);
        ++i;
      }
    }
  }
}

TEST_F(MetadataTest, EveryFileIsCountedOnceInEachStepAndNothingIsLeft) {
  metadata_.base.threads = {3};
  metadata_.file_sizes = {4096};
  const RunResult run = Execute().runs.back();
  for (const PhaseResult& phase : run.phases) {
    const OperationSummary sum = SummaryOf(phase, phase.name);
    EXPECT_EQ(sum.count, phase.name == "readdir" ? 3 * kMetadataListings : 100U)
        << phase.name;
    EXPECT_EQ(sum.unexpected, 0U) << phase.name;
    EXPECT_EQ(sum.bytes, phase.name == "create" ? 100U * 4096 : 0U)
        << phase.name;
  }
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(MetadataTest, ThreadsShareADirectoryWhenToldTo) {
  metadata_.base.threads = {4};
  metadata_.shared_directory = true;
  std::size_t most = 0;
  observer_.on_phase = [&](std::string_view phase) {
    if (phase.find("stat") == std::string_view::npos) {
      return;
    }
    std::map<std::string, std::size_t> files;
    for (const auto& entry :
         boost::filesystem::recursive_directory_iterator(directory_.path())) {
      if (boost::filesystem::is_regular_file(entry.path())) {
        most = std::max(most, ++files[entry.path().parent_path().string()]);
      }
    }
  };
  const RunResult run = Execute().runs.back();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  EXPECT_EQ(most, 100U);
}

TEST_F(MetadataTest, DurableOnesRunToo) {
  metadata_.file_sizes = {512};
  metadata_.files = 8;
  metadata_.base.durability.fsync_each = true;
  metadata_.base.durability.dirs = true;
  EXPECT_EQ(Execute().runs.back().state, RunState::kComplete);
}

TEST_F(MetadataTest, EachThreadNeedsAFile) {
  metadata_.base.threads = {8};
  metadata_.files = 7;
  const Result<MetadataPlan> plan = Resolve();
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), HasSubstr("7 files for 8 threads"));
}

TEST_F(MetadataTest, NamesHaveDigitsForSoManyFiles) {
  metadata_.base.threads = {1};
  metadata_.files = kMostMetadataFiles + 1;
  const Result<MetadataPlan> plan = Resolve();
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), HasSubstr("99,999,999"));
}

TEST_F(MetadataTest, AFileIsNoPlaceForIt) {
  metadata_.base.targets = {files_.Write("data", std::string(1 << 20, 'x'))};
  const Result<MetadataPlan> plan = Resolve();
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.status().kind(), ErrorKind::kUsage);
}

TEST_F(MetadataTest, TheHashIsThatOfTheLoadNotOfThePlace) {
  const TempDir elsewhere;
  const std::string here = Resolve().value().base.workload_hash;
  metadata_.base.targets = {elsewhere.path()};
  EXPECT_EQ(Resolve().value().base.workload_hash, here);
  metadata_.files = 101;
  EXPECT_NE(Resolve().value().base.workload_hash, here);
}

TEST(NumberedNameTest, CountsInPlace) {
  NumberedName name("f");
  EXPECT_STREQ(name.c_str(), "f00000000");
  for (int i = 0; i < 1100; ++i) {
    name.Next();
  }
  EXPECT_STREQ(name.c_str(), "f00001100");
}

// One thread of one step with calls that are watched or fail.
class MetadataWorkerTest : public testing::Test {
 protected:
  using HookedSys = Sys<ScriptHook>;
  using Worker = MetadataWorker<HookedSys, FakeClock>;

  explicit MetadataWorkerTest() : rows_(MakeMetadataRows(Step(), false)) {
    fixture_.task.rows = &rows_;
    fixture_.task.block_bytes = 0;
    fixture_.task.operations = 5;
    task_.step = Step();
    task_.directory = ".";
    task_.before = "f";
    task_.after = "r";
  }
  static MetadataStep Step() { return MetadataStep::kCreate; }
  WorkerReport Run() {
    task_.base = fixture_.task;
    return Worker(task_, HookedSys(hook_), fixture_.clock).Run();
  }
  std::set<std::string> Names() const {
    std::set<std::string> names;
    for (const auto& entry :
         boost::filesystem::directory_iterator(fixture_.directory().path())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

  WorkerFixture fixture_{"seq-read"};
  RowTable rows_;
  ScriptHook hook_;
  MetadataTask task_;
};

TEST_F(MetadataWorkerTest, MakesItsFilesAndNoOther) {
  Run();
  EXPECT_THAT(Names(), ElementsAre("f", "f00000000", "f00000001", "f00000002",
                                   "f00000003", "f00000004"));
  EXPECT_EQ(fixture_.Reads().count.Load(), 5U);
}

TEST_F(MetadataWorkerTest, AFailureEndsTheStepAndIsNamed) {
  int opened = 0;
  hook_.Do([&](Syscall call, std::size_t*) {
    // The first open is that of the directory.
    return call == Syscall::kOpenAt && ++opened == 4 ? ENOSPC : 0;
  });
  Run();
  EXPECT_EQ(fixture_.Reads().count.Load(), 2U);
  EXPECT_EQ(fixture_.Reads().unexpected.Load(), 1U);
  EXPECT_TRUE(fixture_.control().stopping());
  EXPECT_THAT(std::string(fixture_.example().path.data()),
              HasSubstr("f00000002"));
}

}  // namespace
}  // namespace fsduel
