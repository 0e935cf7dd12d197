// What a run says that it measured.
#include "cli/measured.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

RunResult OnDevice() {
  RunResult result;
  MountFacts mount;
  mount.filesystem = "ext4";
  mount.source = "/dev/vda";
  mount.device.emplace();
  mount.device->name = "vda";
  result.mounts.push_back(mount);
  PhaseResult phase;
  phase.name = "measure";
  OperationResult read;
  read.operation = "ReadX";
  read.reads_data = true;
  read.summary.bytes = 1000;
  read.summary.count = 1;
  OperationResult write;
  write.operation = "WriteX";
  write.writes_data = true;
  write.summary.bytes = 2000;
  write.summary.count = 1;
  phase.operations = {read, write};
  DeviceRow row;
  row.device = "vda";
  row.read_bytes = 20;
  row.write_bytes = 500;
  phase.device.push_back(row);
  result.phases.push_back(phase);
  return result;
}

TEST(MeasuredTest, ADeviceBehindThePageCacheHasItsShares) {
  EXPECT_EQ(MeasuredSentence(OnDevice()),
            "ext4 on vda through the page cache: the device served 2 % of the "
            "bytes read and took 25 % of the bytes written meanwhile");
}

TEST(MeasuredTest, NamesWhereTheTimeWent) {
  RunResult result = OnDevice();
  result.phases[0].operations[1].client_time_share = 0.68;
  EXPECT_THAT(MeasuredSentence(result),
              HasSubstr("68 % of their time in WriteX"));
  result.phases[0].operations[1].client_time_share = 0.1;
  EXPECT_THAT(MeasuredSentence(result), Not(HasSubstr("of their time")));
}

TEST(MeasuredTest, MoreThanEverythingIsEverything) {
  RunResult result = OnDevice();
  result.phases[0].device[0].write_bytes = 9000;
  EXPECT_THAT(MeasuredSentence(result), HasSubstr("took 100 % of"));
}

TEST(MeasuredTest, MemoryAndForeignStorageAreNamedAsSuch) {
  RunResult result = OnDevice();
  result.phases[0].device.clear();
  result.mounts[0].device.reset();
  result.mounts[0].source = "server:/export";
  EXPECT_THAT(MeasuredSentence(result), HasSubstr("no block device"));
  result.mounts[0].in_memory = true;
  EXPECT_THAT(MeasuredSentence(result), HasSubstr("memory"));
}

TEST(MeasuredTest, AnUnknownFilesystemIsNamedByItsDirectory) {
  RunResult result = OnDevice();
  result.mounts[0] = {};
  result.mounts[0].directory = "/mnt/x";
  EXPECT_THAT(MeasuredSentence(result),
              testing::StartsWith("the filesystem of /mnt/x"));
}

TEST(MeasuredTest, NothingMeasuredSaysNothing) {
  EXPECT_EQ(MeasuredSentence({}), "");
}

}  // namespace
}  // namespace fsduel
