// Which runs belong to which side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compare/side.h"
#include "result/store.h"
#include "tests/compare/runs.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;

class SideTest : public testing::Test {
 protected:
  std::string Store(const std::string& folder, const std::string& label,
                    const std::string& start,
                    RunState state = RunState::kComplete) {
    Random random(1);
    RunResult run = SmallRun({.speed = 0.01}, &random);
    run.label = label;
    run.start_utc = start;
    Result<RunStore> store = RunStore::Create(directory_ / folder, &run);
    EXPECT_TRUE(store.ok()) << store.status().message();
    run.state = state;
    EXPECT_TRUE(store->Finish(run).ok());
    return store->path();
  }

  const TempDir directory_;
};

TEST_F(SideTest, AFolderOfRunsIsASide) {
  Store("a", "x", "2026-11-30T10:00:09Z");
  Store("a/deeper", "x", "2026-11-30T10:00:05Z");
  Store("b", "y", "2026-11-30T10:00:07Z");
  const auto sides = LoadSides({directory_ / "a", directory_ / "b/"});
  ASSERT_TRUE(sides.ok()) << sides.status().message();
  ASSERT_EQ(sides->size(), 2U);
  EXPECT_EQ(sides.value()[0].name, "a");
  EXPECT_EQ(sides.value()[1].name, "b");
  ASSERT_EQ(sides.value()[0].runs.size(), 2U);
  EXPECT_EQ(sides.value()[0].runs[0].start_utc, "2026-11-30T10:00:05Z");
}

TEST_F(SideTest, ARunFolderIsNamedByItsLabel) {
  const auto sides = LoadSides({Store("r", "old", "2026-11-30T10:00:01Z"),
                                Store("r", "new", "2026-11-30T10:00:02Z"),
                                Store("r", "new", "2026-11-30T10:00:03Z")});
  ASSERT_TRUE(sides.ok()) << sides.status().message();
  EXPECT_EQ(sides.value()[0].name, "old");
  EXPECT_EQ(sides.value()[1].name, "new (2)");
  EXPECT_EQ(sides.value()[2].name, "new (3)");
}

TEST_F(SideTest, OneFolderIsSplitByWhatDiffers) {
  Store("r", "old", "2026-11-30T10:00:01Z");
  Store("r", "new", "2026-11-30T10:00:02Z");
  Store("r", "old", "2026-11-30T10:00:03Z");
  const auto sides = LoadSides({directory_ / "r"});
  ASSERT_TRUE(sides.ok()) << sides.status().message();
  ASSERT_EQ(sides->size(), 2U);
  EXPECT_EQ(sides.value()[0].name, "old");
  EXPECT_EQ(sides.value()[0].runs.size(), 2U);
}

TEST_F(SideTest, OneFolderOfOneKindIsNoComparison) {
  Store("r", "same", "2026-11-30T10:00:01Z");
  Store("r", "same", "2026-11-30T10:00:02Z");
  EXPECT_THAT(LoadSides({directory_ / "r"}).status().message(),
              HasSubstr("name two folders"));
}

TEST_F(SideTest, RunsThatAreNotWholeAreLeftOutAndNamed) {
  Store("r", "x", "2026-11-30T10:00:01Z");
  Store("r", "x", "2026-11-30T10:00:02Z", RunState::kInterrupted);
  const auto side = LoadOneSide(directory_ / "r");
  ASSERT_TRUE(side.ok());
  EXPECT_EQ(side->runs.size(), 1U);
  ASSERT_EQ(side->left_out.size(), 1U);
  EXPECT_THAT(side->left_out[0], HasSubstr("(interrupted)"));
  Store("s", "x", "2026-11-30T10:00:02Z", RunState::kFailed);
  EXPECT_THAT(LoadOneSide(directory_ / "s").status().message(),
              HasSubstr("no run here is whole"));
}

TEST_F(SideTest, SaysWhatIsWrongWithAPath) {
  EXPECT_THAT(LoadSides({directory_ / "none"}).status().message(),
              HasSubstr("there is no such folder"));
  EXPECT_THAT(LoadSides({directory_.path()}).status().message(),
              HasSubstr("no run is in this folder"));
  const std::string run = Store("r", "x", "2026-11-30T10:00:01Z");
  EXPECT_THAT(LoadSides({run, run}).status().message(),
              HasSubstr("named twice"));
}

TEST_F(SideTest, DoesNotReadTimeSeries) {
  const std::string run = Store("r", "x", "2026-11-30T10:00:01Z");
  directory_.Write(run.substr(directory_.path().size() + 1) + "/timeline.csv",
                   "not a table\n");
  EXPECT_TRUE(LoadOneSide(run).ok());
  EXPECT_FALSE(ReadRun(run).ok());
}

}  // namespace
}  // namespace fsduel
