// fsduel replay end to end: what is printed, what is kept, what is left.
#include <signal.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include <boost/filesystem.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::chrono::milliseconds kShort(20);

class ReplayCommandTest : public testing::Test {
 protected:
  // `fsduel replay WORDS... -D .../tree --results .../results --warmup 0`.
  std::vector<std::string> Words(std::vector<std::string> words) {
    words.insert(words.begin(), "replay");
    for (const std::string& word :
         {std::string("-D"), tree_.path(), std::string("--results"),
          files_ / "results", std::string("--warmup"), std::string("0")}) {
      words.push_back(word);
    }
    return words;
  }
  ProgramResult Replay(const std::vector<std::string>& words) {
    return Fsduel(Words(words), files_.path());
  }

  std::vector<std::string> RunFolders() const {
    std::vector<std::string> folders;
    if (fs::exists(files_ / "results")) {
      for (const auto& entry : fs::directory_iterator(files_ / "results")) {
        folders.push_back(entry.path().string());
      }
    }
    std::sort(folders.begin(), folders.end());
    return folders;
  }
  static nlohmann::json RunJson(const std::string& folder) {
    return nlohmann::json::parse(ReadWholeFile(folder + "/run.json"));
  }

  void ExpectNothingLeft(const ProgramResult& result) {
    EXPECT_TRUE(fs::is_empty(tree_.path()));
    EXPECT_TRUE(result.left_behind.empty());
  }

  TempDir files_;
  TempDir tree_;
};

TEST_F(ReplayCommandTest, PrintsATableKeepsResultsLeavesNothing) {
  const ProgramResult result = Replay({"smoke", "-n", "2", "-t", "1s"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_THAT(result.output, HasSubstr("NTCreateX"));
  EXPECT_THAT(result.output, HasSubstr("p99.9"));
  EXPECT_THAT(result.output, Not(HasSubstr("\x1B"))) << "not a terminal";
  EXPECT_THAT(result.errors, Not(HasSubstr("\x1B")));
  ASSERT_EQ(RunFolders().size(), 1U);
  EXPECT_THAT(RunFolders()[0], HasSubstr("-smoke"));
  EXPECT_THAT(result.output, HasSubstr(RunFolders()[0]));
  for (const char* table : {"run.json", "ops.csv", "timeline.csv"}) {
    EXPECT_TRUE(fs::exists(RunFolders()[0] + "/" + table)) << table;
  }
  ExpectNothingLeft(result);
}

TEST_F(ReplayCommandTest, JsonOnStandardOutputIsAloneThere) {
  const ProgramResult result =
      Replay({"smoke", "--passes", "2", "--json", "-", "--quiet"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(nlohmann::json::accept(result.output)) << result.output;
  EXPECT_EQ(result.errors, "");
}

TEST_F(ReplayCommandTest, JsonInAFileComesBesideTheTable) {
  const std::string file = files_ / "out.json";
  const ProgramResult result =
      Replay({"smoke", "--passes", "2", "--json", file});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("NTCreateX"));
  EXPECT_TRUE(nlohmann::json::accept(ReadWholeFile(file)));
}

TEST_F(ReplayCommandTest, TheSeedIsDrawnPrintedAndKept) {
  const ProgramResult drawn = Replay({"smoke", "--passes", "1"});
  EXPECT_THAT(drawn.output, HasSubstr("eed"));
  ASSERT_EQ(RunFolders().size(), 1U);
  const std::string seed = RunJson(RunFolders()[0])["seed"].dump();
  EXPECT_THAT(drawn.output, HasSubstr(seed));
  const ProgramResult again =
      Replay({"smoke", "--passes", "1", "--seed", seed});
  EXPECT_THAT(again.output, HasSubstr(seed));
}

TEST_F(ReplayCommandTest, RunsAreRepeatedUnderOneGroup) {
  const ProgramResult result =
      Replay({"smoke", "--passes", "2", "--runs", "3"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const std::vector<std::string> folders = RunFolders();
  ASSERT_EQ(folders.size(), 3U);
  for (const std::string& folder : folders) {
    EXPECT_EQ(RunJson(folder)["group_id"], RunJson(folders[0])["group_id"]);
    EXPECT_THAT(result.output, HasSubstr(folder));
  }
  ExpectNothingLeft(result);
}

TEST_F(ReplayCommandTest, ThreadsAndAMixRunToo) {
  const std::string own = files_.Write("own.load",
                                       "Mkdir \"a\" NT_STATUS_OK\n"
                                       "Rmdir \"a\" NT_STATUS_OK\n");
  const ProgramResult result =
      Replay({"smoke:2", own + ":2", "-n", "4", "--passes", "3",
              "--client-host", "thread"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_THAT(result.output, HasSubstr("Rmdir"));
  ExpectNothingLeft(result);
}

TEST_F(ReplayCommandTest, VerifiedDataIsCleanOnAHealthyDisk) {
  const ProgramResult result = Replay({"office", "--passes", "1", "--verify"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
}

TEST_F(ReplayCommandTest, DataChangedBehindItsBackIsExitThreeAndNamed) {
  RunningProgram program(
      FsduelSpec(Words({"office", "-t", "2s", "--verify"}), files_.path()));
  // The first thing that stands in every file of the clients.
  for (int round = 0; round < 400 && !program.WaitForText("NTCreateX", kShort);
       ++round) {
    boost::system::error_code error;
    for (fs::recursive_directory_iterator entry(tree_.path(), error), end;
         !error && entry != end; entry.increment(error)) {
      if (entry->path().filename() != ".fsduel-tree" &&
          fs::is_regular_file(entry->path(), error)) {
        std::fstream(entry->path().string(), std::ios::in | std::ios::out)
            << "scribbled over";
      }
      error.clear();
    }
  }
  const ProgramResult result = program.Wait(std::chrono::seconds(30));
  EXPECT_EQ(result.exit_code, 3) << result.output << result.errors;
  EXPECT_THAT(result.output, HasSubstr("offset"));
  ExpectNothingLeft(result);
}

TEST_F(ReplayCommandTest, AnUnexpectedResultIsExitOneAndNamed) {
  const std::string wrong =
      files_.Write("wrong.load", "Unlink \"never-made\" NT_STATUS_OK\n");
  const ProgramResult result = Replay({wrong, "--passes", "3"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("Unlink"));
  EXPECT_THAT(result.output, HasSubstr("ENOENT"));
  EXPECT_THAT(result.output, HasSubstr("never-made"));
  ExpectNothingLeft(result);
}

TEST_F(ReplayCommandTest, OnErrorStopEndsAtTheFirst) {
  const std::string wrong =
      files_.Write("wrong.load", "Unlink \"never-made\" NT_STATUS_OK\n");
  const ProgramResult result =
      Replay({wrong, "-t", "60s", "--on-error", "stop"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_FALSE(result.timed_out);
  ExpectNothingLeft(result);
}

TEST_F(ReplayCommandTest, CtrlCOnceStopsReportsAndCleansUp) {
  RunningProgram program(FsduelSpec(
      Words({"smoke", "-n", "4", "-t", "300s", "--interval", "100ms"}),
      files_.path()));
  // The tree appears when the clients are about to start.
  for (int i = 0; i < 200 && fs::is_empty(tree_.path()); ++i) {
    program.WaitForText("never printed", kShort);
  }
  program.WaitForText("never printed", 35 * kShort);
  program.Signal(SIGINT);
  const ProgramResult result = program.Wait(std::chrono::seconds(30));
  EXPECT_EQ(result.exit_code, 130) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("NTCreateX"));
  ASSERT_EQ(RunFolders().size(), 1U);
  EXPECT_EQ(RunJson(RunFolders()[0])["state"], "interrupted");
  ExpectNothingLeft(result);
}

TEST_F(ReplayCommandTest, AFullStandardOutputIsAFailure) {
  ProgramSpec spec;
  std::string command = ProgramPath();
  for (const std::string& word : Words({"smoke", "--passes", "1"})) {
    command += " " + word;
  }
  spec.argv = {"sh", "-c", command + " >/dev/full"};
  spec.directory = files_.path();
  const ProgramResult result = RunProgram(spec);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr("ENOSPC"));
  EXPECT_EQ(RunFolders().size(), 1U) << "the results are kept all the same";
}

TEST_F(ReplayCommandTest, TheInstalledFolderIsFoundThroughTheEnvironment) {
  fs::create_directories(files_ / "data/loadfiles");
  files_.Write("data/loadfiles/mine.load",
               "Mkdir \"a\" NT_STATUS_OK\nRmdir \"a\" NT_STATUS_OK\n");
  ProgramSpec spec = FsduelSpec(Words({"mine", "--passes", "1"}));
  spec.directory = files_.path();
  spec.environment = {"FSDUEL_DATA=" + (files_ / "data")};
  const ProgramResult result = RunProgram(spec);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("mine"));
}

}  // namespace
}  // namespace fsduel
