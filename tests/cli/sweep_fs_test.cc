// fsduel sweep end to end: what is printed, what is kept, what is left.
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
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::chrono::milliseconds kShort(20);

class SweepCommandTest : public testing::Test {
 protected:
  // `fsduel sweep -D .../tree --results .../results WORDS...`.
  std::vector<std::string> Words(const std::vector<std::string>& words,
                                 const std::string& target = "") {
    std::vector<std::string> all = {"sweep", "-D",
                                    target.empty() ? tree_.path() : target,
                                    "--results", files_ / "results"};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }
  ProgramResult Sweep(const std::vector<std::string>& words) {
    return Fsduel(Words(words), files_.path());
  }
  std::vector<std::string> RunFolders() const {
    std::vector<std::string> folders;
    if (fs::exists(files_ / "results")) {
      for (const auto& entry : fs::directory_iterator(files_ / "results")) {
        folders.push_back(entry.path().string());
      }
    }
    return folders;
  }
  nlohmann::json RunJson() {
    const std::vector<std::string> folders = RunFolders();
    EXPECT_EQ(folders.size(), 1U);
    return folders.empty()
               ? nlohmann::json()
               : nlohmann::json::parse(ReadWholeFile(folders[0] + "/run.json"));
  }
  void ExpectNothingLeft(const ProgramResult& result) {
    EXPECT_TRUE(fs::is_empty(tree_.path()));
    EXPECT_TRUE(result.left_behind.empty());
  }

  TempDir files_;
  TempDir tree_;
};

TEST_F(SweepCommandTest, PrintsATableKeepsResultsLeavesNothing) {
  const ProgramResult result =
      Sweep({"--threads", "1,2", "--size", "1M", "--durability", "dsync"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  for (const char* text : {"seq-write", "rand-write", "seq-read", "rand-read",
                           "dsync", "p99.9", "flush"}) {
    EXPECT_THAT(result.output, HasSubstr(text));
  }
  EXPECT_THAT(result.output, Not(HasSubstr("\x1B"))) << "not a terminal";
  const nlohmann::json run = RunJson();
  EXPECT_EQ(run["kind"], "sweep");
  EXPECT_EQ(run["state"], "complete");
  EXPECT_THAT(result.output, HasSubstr(RunFolders().at(0)));
  ExpectNothingLeft(result);
}

TEST_F(SweepCommandTest, JsonOnStandardOutputIsAloneThere) {
  const ProgramResult result =
      Sweep({"--threads", "1", "--size", "64k", "--json", "-", "--quiet"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(nlohmann::json::accept(result.output)) << result.output;
  EXPECT_EQ(result.errors, "");
}

TEST_F(SweepCommandTest, ADryRunTouchesNothingAndSaysWhatWouldBe) {
  const ProgramResult result =
      Sweep({"--threads", "1,8", "--size", "8M", "--dry-run"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output,
              AllOf(StartsWith("Nothing was touched."), HasSubstr("8 phases")));
  EXPECT_TRUE(RunFolders().empty());
  ExpectNothingLeft(result);
}

TEST_F(SweepCommandTest, BadInputIsExitTwoAndOneLine) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--block", "2M", "--size", "1M"}, "larger"},
      {{"--block", "4k", "--size", "1000000"}, "no multiple"},
      {{"--threads", "128", "--size", "64k"}, "128 threads"},
      {{"--threads", "8", "--operations", "5", "--size", "1M"}, "--operations"},
      {{"--pattern", "seq-raed"}, "seq-read"},
      {{"--pattern", "mixed:0"}, "from 1 to 99"},
      {{"--engine", "uring"}, "io_uring"},
      {{"--queue-depth", "4"}, "--engine io_uring"},
      {{"--block", "12x"}, "12x"},
      {{"--threads", "0"}, "1"},
      {{"--size", "0"}, "more than 0"},
      {{"somewhere"}, "-D"},
  };
  for (const auto& [words, text] : cases) {
    const ProgramResult result = Sweep(words);
    EXPECT_EQ(result.exit_code, 2) << words.back() << result.errors;
    EXPECT_THAT(result.errors, HasSubstr(text));
    EXPECT_EQ(result.output, "") << words.back();
    EXPECT_LE(std::count(result.errors.begin(), result.errors.end(), '\n'), 6)
        << result.errors;
    EXPECT_TRUE(RunFolders().empty());
    ExpectNothingLeft(result);
  }
}

TEST_F(SweepCommandTest, AMissingDirectoryIsNamed) {
  const ProgramResult result =
      Fsduel({"sweep", "-D", files_ / "missing"}, files_.path());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("missing"));
}

TEST_F(SweepCommandTest, VerifiedDataIsCleanOnAHealthyDisk) {
  const ProgramResult result =
      Sweep({"--threads", "2", "--size", "1M", "--verify", "--pattern",
             "seq-write,rand-write,rand-read,mixed"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
}

TEST_F(SweepCommandTest, DataChangedBehindItsBackIsExitThreeAndNamed) {
  const std::string file = files_.Write("f", std::string(256 * 1024, 'x'));
  RunningProgram program(
      FsduelSpec(Words({"--write-device", file, "--threads", "2",
                        "--time-based", "--time-limit", "1s", "--pattern",
                        "seq-write,seq-read", "--verify", "--cache", "warm"},
                       file),
                 files_.path()));
  for (int round = 0; round < 1000 && !program.WaitForText("p99.9", kShort);
       ++round) {
    std::fstream(file, std::ios::in | std::ios::out) << "scribbled over";
  }
  const ProgramResult result = program.Wait(std::chrono::seconds(60));
  EXPECT_EQ(result.exit_code, 3) << result.output << result.errors;
  EXPECT_THAT(result.output, HasSubstr("offset 0"));
  EXPECT_EQ(fs::file_size(file), 256U * 1024);
}

TEST_F(SweepCommandTest, AFileIsNotWrittenUnlessNamedTwice) {
  const std::string file = files_.Write("f", std::string(64 * 1024, 'x'));
  const ProgramResult result =
      Fsduel(Words({"--threads", "1"}, file), files_.path());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("--write-device"));
  EXPECT_EQ(ReadWholeFile(file), std::string(64 * 1024, 'x'));
}

TEST_F(SweepCommandTest, CtrlCOnceStopsReportsAndCleansUp) {
  RunningProgram program(
      FsduelSpec(Words({"--pattern", "rand-write,rand-read", "--threads", "4",
                        "--size", "1M", "--time-based", "--time-limit", "300s",
                        "--interval", "100ms"}),
                 files_.path()));
  // A table that grows while it measures.
  const auto measuring = [this] {
    const std::vector<std::string> folders = RunFolders();
    const std::string table =
        folders.empty() ? "" : folders[0] + "/timeline.csv";
    return !table.empty() && fs::exists(table) &&
           ReadWholeFile(table).find("rand-write") != std::string::npos;
  };
  for (int i = 0; i < 1000 && !measuring(); ++i) {
    program.WaitForText("never printed", kShort);
  }
  program.Signal(SIGINT);
  const ProgramResult result = program.Wait(std::chrono::seconds(60));
  EXPECT_EQ(result.exit_code, 130) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("rand-write"));
  EXPECT_EQ(RunJson()["state"], "interrupted");
  ExpectNothingLeft(result);
}

TEST_F(SweepCommandTest, WhatAKilledOneLeftIsRemovedByTheNext) {
  ProgramSpec spec =
      FsduelSpec(Words({"--pattern", "rand-read", "--threads", "1", "--size",
                        "1M", "--time-based", "--time-limit", "300s"}),
                 files_.path());
  spec.environment = {"XDG_STATE_HOME=" + (files_ / "state")};
  {
    RunningProgram program(spec);
    for (int i = 0; i < 500 && fs::is_empty(tree_.path()); ++i) {
      program.WaitForText("never printed", kShort);
    }
    program.Signal(SIGKILL);
    program.Wait(std::chrono::seconds(60));
  }
  EXPECT_FALSE(fs::is_empty(tree_.path()));
  spec.argv = FsduelSpec(Words({"--threads", "1", "--size", "64k"})).argv;
  const ProgramResult result = RunProgram(spec);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.errors, HasSubstr("removed"));
  ExpectNothingLeft(result);
}

TEST_F(SweepCommandTest, ListPatternsNamesThemAll) {
  const ProgramResult result = Fsduel({"list", "patterns"}, files_.path());
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  for (const char* name : {"seq-write", "append", "rewrite", "zipf", "hot",
                           "strided", "mixed", "backward"}) {
    EXPECT_THAT(result.output, HasSubstr(name));
  }
}

}  // namespace
}  // namespace fsduel
