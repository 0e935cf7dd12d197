// Sweeps on loop devices: where reads come from, what a slow disk costs, what
// happens when it is full, and devices as targets.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "result/store.h"
#include "sys/unique_fd.h"
#include "tests/support/loop_device.h"
#include "tests/support/loop_mount.h"
#include "tests/support/process.h"
#include "tests/sweep/sweep_fixture.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t kMiB = 1U << 20;

std::uint64_t DeviceReadBytes(const PhaseResult& phase) {
  std::uint64_t bytes = 0;
  for (const DeviceRow& row : phase.device) {
    bytes += row.read_bytes;
  }
  return bytes;
}

// Of the bytes that the program read.
double DeviceShare(const PhaseResult& phase) {
  return static_cast<double>(DeviceReadBytes(phase)) /
         static_cast<double>(SummaryOf(phase, "read").bytes);
}

using SweepRootTest = SweepTest;

TEST_F(SweepRootTest, HundredTwentyEightThreadsOnExt4WithoutAJournal) {
  const LoopMount mount(FilesystemKind::kExt4NoJournal);
  if (!mount.mounted()) {
    GTEST_SKIP() << mount.reason();
  }
  spec_.targets = {mount.directory()};
  spec_.threads = {128};
  spec_.size = 128 * 256 * 1024;
  spec_.verify = true;
  UsePatterns({"seq-write", "rand-write", "seq-read", "rand-read"});
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  ASSERT_EQ(run.phases.size(), 4U);
  for (const PhaseResult& phase : run.phases) {
    EXPECT_EQ(SummaryOf(phase, "read").count + SummaryOf(phase, "write").count,
              128U * 64)
        << phase.name;
    EXPECT_EQ(phase.clients.size(), 128U);
  }
  EXPECT_EQ(UnexpectedOf(run), 0U);
  EXPECT_EQ(run.verify.mismatches, 0U);
  EXPECT_EQ(run.verify.verified_bytes, 2U * 128 * 256 * 1024);
  EXPECT_THAT(run.mounts.at(0).features, HasSubstr("no journal"));
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(mount.directory())) {
    left.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(left, testing::ElementsAre("lost+found"));
}

class CacheRootTest : public SweepTest,
                      public testing::WithParamInterface<CachePolicy> {};

TEST_P(CacheRootTest, DeviceCountersSayWhereReadsCameFrom) {
  MakeImage(files_ / "image", 256 * kMiB);
  const LoopDevice device(files_ / "image", true);
  if (!device.reason().empty()) {
    GTEST_SKIP() << device.reason();
  }
  const DeviceMount mount(device.path());
  ASSERT_EQ(mount.reason(), "");
  spec_.targets = {mount.directory()};
  spec_.size = 32 * kMiB;
  spec_.cache = GetParam();
  UsePatterns({"seq-write", "seq-read", "rand-read"});
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  for (std::size_t i = 1; i < 3; ++i) {
    const PhaseResult& phase = run.phases.at(i);
    EXPECT_EQ(SummaryOf(phase, "read").bytes, 32 * kMiB);
    if (GetParam() == CachePolicy::kWarm) {
      EXPECT_LT(DeviceShare(phase), 0.05) << phase.name;
      EXPECT_EQ(phase.sweep.cached_before, 1) << phase.name;
    } else {
      EXPECT_GE(DeviceShare(phase), 0.95) << phase.name;
      EXPECT_LT(phase.sweep.cached_before, 0.01) << phase.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, CacheRootTest,
                         testing::Values(CachePolicy::kDrop,
                                         CachePolicy::kDirect,
                                         CachePolicy::kWarm),
                         [](const auto& parameter) {
                           return CachePolicyName(parameter.param);
                         });

TEST_F(SweepRootTest, ReadsOfASlowDiskTakeAtLeastItsTime) {
  const TempDir fuse;
  const std::string file = fuse / "disk";
  if (!RunTool({"nbdkit", "--filter=delay", "null", "--version"}).empty() ||
      !RunTool({"nbdfuse", "--version"}).empty()) {
    GTEST_SKIP() << "needs nbdkit with its delay filter, and nbdfuse";
  }
  if (::access("/dev/fuse", R_OK | W_OK) != 0) {
    GTEST_SKIP() << "needs root and /dev/fuse";
  }
  RunningProgram server(
      {{"nbdfuse", file, "[", "nbdkit", "--exit-with-parent", "--filter=delay",
        "memory", "128M", "rdelay=5ms", "]"}});
  for (int n = 0; n < 500 && !fs::exists(file); ++n) {
    server.WaitForText("never printed", std::chrono::milliseconds(20));
  }
  if (!fs::exists(file)) {
    GTEST_SKIP() << "nbdfuse: " << server.Errors();
  }
  {
    const LoopDevice device(file, true);
    const DeviceMount mount(device.path());
    if (!device.reason().empty() || !mount.reason().empty()) {
      RunTool({"umount", "--lazy", fuse.path()});
      GTEST_SKIP() << device.reason() << mount.reason();
    }
    spec_.targets = {mount.directory()};
    spec_.size = 8 * kMiB;
    spec_.threads = {4};
    spec_.random_operations = 200;
    spec_.cache = CachePolicy::kDirect;
    UsePatterns({"seq-write", "rand-read"});
    const RunResult run = Run();
    EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
    const OperationSummary read = SummaryOf(run.phases.at(1), "read");
    EXPECT_EQ(read.count, 200U);
    EXPECT_GE(read.sum_ns / read.count, 5'000'000U);
    EXPECT_GE(read.over.at(0), 200U) << "above 1 ms";
  }
  EXPECT_EQ(RunTool({"umount", fuse.path()}), "");
  server.Wait(std::chrono::seconds(10));
}

TEST_F(SweepRootTest, ADiskThatBecomesFullEndsItWithWhatWasMeasured) {
  LoopMountOptions options;
  options.bytes = 64 * static_cast<std::int64_t>(kMiB);
  const LoopMount mount(FilesystemKind::kExt4NoJournal, options);
  if (!mount.mounted()) {
    GTEST_SKIP() << mount.reason();
  }
  const std::string filler = mount.directory() + "/filler";
  spec_.targets = {mount.directory()};
  spec_.size = 24 * kMiB;
  spec_.results_directory = files_ / "results";
  spec_.blocks = {4096, 8192};
  UsePatterns({"seq-write", "seq-read"});
  // Somebody else takes the space when the second size of blocks begins.
  observer_.on_phase = [&](std::string_view phase) {
    if (phase.find("8 KiB") != std::string_view::npos && !fs::exists(filler)) {
      const UniqueFd fd(
          ::open(filler.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
      for (off_t bytes = 64 * kMiB; bytes >= 4096; bytes /= 2) {
        while (::posix_fallocate(fd.get(), ::lseek(fd.get(), 0, SEEK_END),
                                 bytes) == 0) {
        }
      }
    }
  };
  const RunOutput output = RunAll();
  const RunResult& run = output.runs.back();
  EXPECT_EQ(run.state, RunState::kFailed);
  EXPECT_THAT(run.failure,
              AllOf(HasSubstr("seq-write"), HasSubstr("ENOSPC"),
                    HasSubstr("lower --size"), testing::Not(HasSubstr("\n"))));
  ASSERT_EQ(run.phases.size(), 3U) << "two whole ones, and the one it was";
  EXPECT_EQ(SummaryOf(run.phases[1], "read").bytes, 24 * kMiB);
  EXPECT_GE(UnexpectedOf(run), 1U);
  const Result<RunResult> kept = ReadRun(output.paths.at(0));
  ASSERT_TRUE(kept.ok()) << kept.status().message();
  EXPECT_EQ(kept->state, RunState::kFailed);
  EXPECT_EQ(kept->phases.size(), 3U);
  fs::remove(filler);
  std::size_t left = 0;
  for (const auto& entry : fs::directory_iterator(mount.directory())) {
    left += entry.path().filename() == "lost+found" ? 0U : 1U;
  }
  EXPECT_EQ(left, 0U) << "its files are removed";
}

TEST_F(SweepRootTest, AReadOnlyFilesystemIsRefusedBeforeTheStart) {
  MakeImage(files_ / "image", 64 * kMiB);
  const LoopDevice device(files_ / "image", false);
  if (!device.reason().empty()) {
    GTEST_SKIP() << device.reason();
  }
  const DeviceMount mount(device.path(), "ro");
  ASSERT_EQ(mount.reason(), "");
  spec_.targets = {mount.directory()};
  const Result<SweepPlan> plan = Plan();
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.status().kind(), ErrorKind::kSystem);
  EXPECT_THAT(plan.status().message(),
              AllOf(HasSubstr("read-only filesystem"), HasSubstr("remount")));
}

class DeviceTargetRootTest : public SweepTest {
 protected:
  void SetUp() override {
    MakeImage(files_ / "image", 32 * kMiB);
    device_ = std::make_unique<LoopDevice>(files_ / "image", false);
    if (!device_->reason().empty()) {
      GTEST_SKIP() << device_->reason();
    }
    spec_.targets = {device_->path()};
    spec_.size.reset();
  }
  std::string RefusedPlan() {
    const Result<SweepPlan> plan = Plan();
    EXPECT_FALSE(plan.ok());
    return plan.ok() ? "" : plan.status().message();
  }

  std::unique_ptr<LoopDevice> device_;
};

TEST_F(DeviceTargetRootTest, IsReadAsAWhole) {
  for (const CachePolicy cache : {CachePolicy::kDrop, CachePolicy::kDirect}) {
    spec_.cache = cache;
    UsePatterns({"seq-read", "rand-read"});
    const RunResult run = Run();
    EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
    ASSERT_EQ(run.phases.size(), 2U);
    for (const PhaseResult& phase : run.phases) {
      EXPECT_EQ(SummaryOf(phase, "read").bytes, 32 * kMiB);
      EXPECT_GE(DeviceShare(phase), 0.95) << phase.name;
    }
  }
}

TEST_F(DeviceTargetRootTest, IsNotWrittenUnlessNamedTwice) {
  UsePatterns({"rand-write"});
  EXPECT_THAT(RefusedPlan(), HasSubstr("--write-device " + device_->path()));
}

TEST_F(DeviceTargetRootTest, IsNotWrittenWhenItHoldsAFilesystem) {
  ASSERT_EQ(RunTool({"mkfs.ext4", "-q", "-F", device_->path()}), "");
  spec_.write_device = device_->path();
  UsePatterns({"rand-write"});
  EXPECT_THAT(RefusedPlan(), AllOf(HasSubstr("ext4"), HasSubstr("wipefs")));
  UsePatterns({"rand-read"});
  EXPECT_TRUE(Plan().ok()) << "reading is harmless";
}

TEST_F(DeviceTargetRootTest, IsNotWrittenWhileItIsMounted) {
  const DeviceMount mount(device_->path());
  ASSERT_EQ(mount.reason(), "");
  spec_.write_device = device_->path();
  UsePatterns({"rand-write"});
  EXPECT_THAT(RefusedPlan(), AllOf(HasSubstr("in use"), HasSubstr("unmount")));
}

TEST_F(DeviceTargetRootTest, IsWrittenAndVerifiedWhenBlankAndNamedTwice) {
  spec_.write_device = device_->path();
  spec_.verify = true;
  UsePatterns({"seq-write", "rand-read", "rand-write", "seq-read"});
  const RunResult run = Run();
  EXPECT_EQ(run.state, RunState::kComplete) << run.failure;
  EXPECT_EQ(run.phases.size(), 4U) << "no layout";
  EXPECT_EQ(run.verify.mismatches, 0U);
  EXPECT_EQ(run.verify.verified_bytes, 64 * kMiB);
}

}  // namespace
}  // namespace fsduel
