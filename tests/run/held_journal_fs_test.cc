// What a killed process held is removed by the next start, and nothing else.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include <boost/filesystem.hpp>
#include <gtest/gtest.h>

#include "run/held_journal.h"
#include "sys/tree.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

class HeldJournalTest : public testing::Test {
 protected:
  HeldJournalTest() { ::setenv("XDG_STATE_HOME", state_.path().c_str(), 1); }
  ~HeldJournalTest() override { ::unsetenv("XDG_STATE_HOME"); }

  HeldTree MakeTree(const std::string& name, const std::string& marker) {
    const UniqueFd parent = OpenDirectory(directory_.path()).value();
    const UniqueFd tree = MakeDirectoryAt(parent.get(), name).value();
    EXPECT_TRUE(WriteMarker(tree.get(), marker).ok());
    directory_.Write(name + "/file", "x");
    return {directory_.path(), name, marker};
  }
  // Holds `tree` in a process that then dies without cleaning up.
  void HoldAndDie(const HeldTree& tree) {
    const pid_t child = ::fork();
    if (child == 0) {
      HeldJournal journal;
      ::_exit(journal.Hold({tree}).ok() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_EQ(status, 0);
  }

  TempDir state_;
  TempDir directory_;
};

TEST_F(HeldJournalTest, TheNextStartRemovesWhatADeadProcessHeld) {
  HoldAndDie(MakeTree("tree", "id 1"));
  const std::vector<std::string> lines = RemoveLeftovers();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("removed"), std::string::npos);
  EXPECT_FALSE(fs::exists(directory_ / "tree"));
  EXPECT_TRUE(RemoveLeftovers().empty()) << "said once";
}

TEST_F(HeldJournalTest, ATreeWithAnotherMarkerStays) {
  HeldTree tree = MakeTree("tree", "id 1");
  tree.marker = "id 2";
  HoldAndDie(tree);
  ASSERT_EQ(RemoveLeftovers().size(), 1U);
  EXPECT_TRUE(fs::exists(directory_ / "tree/file"));
}

TEST_F(HeldJournalTest, WhatALivingProcessHoldsStays) {
  HeldJournal journal;
  ASSERT_TRUE(journal.Hold({MakeTree("tree", "id 1")}).ok());
  EXPECT_TRUE(RemoveLeftovers().empty());
  EXPECT_TRUE(fs::exists(directory_ / "tree/file"));
  journal.Release();
  EXPECT_TRUE(fs::is_empty(state_ / "fsduel/held"));
}

TEST_F(HeldJournalTest, GarbageInTheJournalRemovesNothing) {
  fs::create_directories(state_ / "fsduel/held");
  state_.Write("fsduel/held/1", "999999 1\n/\tetc\n\n\t\t\nno tabs\n/\t..\t\n");
  RemoveLeftovers();
  EXPECT_TRUE(fs::exists("/etc/passwd"));
}

}  // namespace
}  // namespace fsduel
