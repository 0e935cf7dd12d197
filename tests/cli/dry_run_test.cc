// A plan in words.
#include "cli/dry_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace fsduel {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::Not;

RunPlan Plan() {
  RunPlan plan;
  plan.spec.clients = 8;
  plan.spec.time_limit = seconds(60);
  plan.spec.warmup = seconds(6);
  plan.seed = 4711;
  PlannedLoadfile office;
  office.name = "office";
  office.clients = 8;
  office.analysis.pass_operations = 4200;
  office.analysis.bytes_read = 11'400'000;
  office.analysis.bytes_written = 7'700'000;
  office.analysis.setup_bytes_written = 1'000'000;
  plan.loadfiles.push_back(office);
  plan.directory_of.assign(8, 0);
  plan.loadfile_of.assign(8, 0);
  MountFacts mount;
  mount.directory = "/mnt/ssd";
  mount.filesystem = "ext4";
  mount.free_bytes = 100'000'000'000;
  BlockDeviceFacts device;
  device.name = "nvme0n1p2";
  device.model = "Model X";
  mount.device = device;
  plan.mounts.push_back(mount);
  plan.host.memory_available_bytes = 8'000'000'000;
  plan.space_bytes = 192'000'000;
  plan.files = 768;
  plan.bytes_written_per_pass = 61'600'000;
  return plan;
}

// The text with its lines joined, so that a test need not know the breaks.
std::string Joined(const RunPlan& plan) {
  std::string joined;
  const std::string whole = DescribePlan(plan);
  for (const std::string_view line : Split(whole, '\n')) {
    EXPECT_LE(line.size(), 80U) << line;
    joined += std::string(Trim(line)) + " ";
  }
  return joined;
}

TEST(DryRunTest, SaysLoadPlaceTimeSpaceAndBytes) {
  const std::string text = Joined(Plan());
  EXPECT_THAT(text, HasSubstr("office: 8 clients, each pass 4,200 operations"));
  EXPECT_THAT(text, HasSubstr("read 11.4 MB (10.87 MiB)"));
  EXPECT_THAT(text, HasSubstr("/mnt/ssd: ext4 on /dev/nvme0n1p2 (Model X), "
                              "100 GB (93.13 GiB) free; 8 clients"));
  EXPECT_THAT(text, HasSubstr("6.00 s of warm-up, then 1 min 00 s measured"));
  EXPECT_THAT(text, HasSubstr("at most 192 MB (183.1 MiB) in 768 files"));
  EXPECT_THAT(text, HasSubstr("8.00 MB (7.629 MiB) of set-up, then 61.6 MB"));
  EXPECT_THAT(text, HasSubstr("depends on the speed"));
  EXPECT_THAT(text, HasSubstr("4711"));
}

TEST(DryRunTest, ASmallTreeWillComeFromThePageCache) {
  EXPECT_THAT(Joined(Plan()), HasSubstr("reads come from the page cache"));
}

TEST(DryRunTest, ATreeLargerThanMemoryOrItsLimitWillNot) {
  RunPlan plan = Plan();
  plan.space_bytes = 9'000'000'000;
  EXPECT_THAT(Joined(plan), HasSubstr("do not fit in memory"));
  plan = Plan();
  plan.host.cgroup_memory_limit_bytes = 100'000'000;
  EXPECT_THAT(Joined(plan), HasSubstr("do not fit in memory (100 MB"));
}

TEST(DryRunTest, MemoryIsNamedAsSuch) {
  RunPlan plan = Plan();
  plan.mounts[0].device.reset();
  plan.mounts[0].in_memory = true;
  plan.mounts[0].filesystem = "tmpfs";
  EXPECT_THAT(Joined(plan), HasSubstr("tmpfs on memory: no device behind"));
  EXPECT_THAT(Joined(plan), HasSubstr("no device"));
}

TEST(DryRunTest, ANetworkFilesystemHasNoDevice) {
  RunPlan plan = Plan();
  plan.mounts[0].device.reset();
  plan.mounts[0].network = true;
  plan.mounts[0].source = "server:/export";
  EXPECT_THAT(Joined(plan),
              HasSubstr("server:/export: no block device behind"));
}

TEST(DryRunTest, PassesBoundWhatIsWritten) {
  RunPlan plan = Plan();
  plan.spec.time_limit.reset();
  plan.spec.warmup = seconds(0);
  plan.spec.passes = 10;
  plan.spec.runs = 3;
  const std::string text = Joined(plan);
  EXPECT_THAT(text, HasSubstr("10 passes per client; 3 runs in fresh trees"));
  EXPECT_THAT(text, HasSubstr("at most 624 MB"));
  EXPECT_THAT(text, Not(HasSubstr("depends on the speed")));
}

TEST(DryRunTest, WarningsOfThePlanAreShown) {
  RunPlan plan = Plan();
  plan.warnings.push_back({"x", "something to know", Validity::kWarn});
  EXPECT_THAT(Joined(plan), HasSubstr("warning     something to know"));
}

}  // namespace
}  // namespace fsduel
