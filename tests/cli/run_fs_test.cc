// fsduel run: profiles from name to report.
#include <algorithm>

#include <boost/filesystem.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class RunCommandTest : public testing::Test {
 protected:
  ProgramResult Run(std::vector<std::string> words) {
    words.insert(words.begin(), "run");
    for (const std::string& word :
         {std::string("-D"), place_.path(), std::string("--results"),
          results_.path()}) {
      words.push_back(word);
    }
    return Fsduel(words, results_.path());
  }

  static bool IsEmpty(const std::string& directory) {
    return boost::filesystem::is_empty(directory);
  }

  TempDir place_;
  TempDir results_;
};

TEST_F(RunCommandTest, AProfileRunsByNameAndPrintsItsReport) {
  const ProgramResult result =
      Run({"forty-files", "--set", "time-limit=100ms", "--set", "threads=3",
           "--set", "direct.cache=warm", "--set", "direct-dsync.cache=warm"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.errors,
              StartsWith("forty-files: 40 threads write 4 KiB at random"));
  EXPECT_THAT(result.errors, HasSubstr("5 steps, "));
  EXPECT_THAT(result.errors, HasSubstr("written\n"));
  EXPECT_THAT(result.output, HasSubstr("buffered, fdatasync-each"));
  EXPECT_THAT(result.output, HasSubstr("between the modes"));
  EXPECT_TRUE(IsEmpty(place_.path()));
  EXPECT_EQ(
      std::distance(boost::filesystem::directory_iterator(results_.path()), {}),
      5);
}

TEST_F(RunCommandTest, AProfileOfYoursIsNamedWithItsPath) {
  results_.Write("mine.toml",
                 "summary = 'mine'\nthreads = 2\nsize = '1M'\n"
                 "pattern = ['seq-write', 'backward']\n");
  const ProgramResult result = Run({"./mine.toml", "--runs", "2", "-q"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, HasSubstr("sweep mine"));
  EXPECT_THAT(result.output, HasSubstr("2 runs"));
  EXPECT_THAT(result.output, HasSubstr("backward"));
}

TEST_F(RunCommandTest, AProfileMayReplay) {
  const ProgramResult result =
      Run({"office", "--set", "loadfile=smoke", "--set", "clients=1", "--set",
           "passes=1", "--set", "warmup=0"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Operation"));
  EXPECT_TRUE(IsEmpty(place_.path()));
}

TEST_F(RunCommandTest, JsonHoldsTheRunsOfAllSteps) {
  const ProgramResult result =
      Run({"dd", "--set", "size=1M", "--set", "read-direct.cache=warm",
           "--json", "-", "--seed", "7"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, StartsWith("{"));
  EXPECT_THAT(result.output, HasSubstr("\"dd-write-fdatasync\""));
  EXPECT_THAT(result.output, HasSubstr("\"dd-read-direct\""));
}

TEST_F(RunCommandTest, TheDryRunOfEveryProfileTouchesNothing) {
  for (const char* profile :
       {"dd", "forty-files", "hdparm", "iozone", "office", "tiobench"}) {
    std::vector<std::string> words = {profile, "--dry-run"};
    if (std::string(profile) != "office") {
      words.insert(words.end(), {"--set", std::string(profile) == "forty-files"
                                              ? "size-per-thread=1M"
                                              : "size=4M"});
    }
    if (std::string(profile) == "tiobench") {
      words.insert(words.end(), {"--set", "large-blocks.threads=4"});
    }
    const ProgramResult result = Run(words);
    // Where there is no O_DIRECT the remedy is named.
    if (result.exit_code == 2) {
      EXPECT_THAT(result.errors, HasSubstr("O_DIRECT")) << profile;
      continue;
    }
    EXPECT_EQ(result.exit_code, 0) << profile << result.errors;
    EXPECT_THAT(result.output, StartsWith(std::string(profile) + ": "));
    EXPECT_THAT(result.output, HasSubstr("In all: "));
  }
  EXPECT_TRUE(IsEmpty(place_.path()));
  EXPECT_TRUE(IsEmpty(results_.path()));
}

TEST_F(RunCommandTest, WhatIsWrongIsSaidInALineAndNothingIsTouched) {
  results_.Write("bad.toml", "summary = 'x'\nblokc = '4k'\n");
  const struct {
    std::vector<std::string> words;
    const char* message;
  } cases[] = {
      {{}, "name one profile"},
      {{"quick", "dd"}, "name one profile"},
      {{"quikc"}, "no profile called 'quikc' (did you mean \"quick\"?)"},
      {{"quick", "--set", "blokc=3"}, "(did you mean \"block\"?)"},
      {{"quick", "--set", "block=3"}, "each step says for itself"},
      {{"quick", "--set", "size"}, "write key=value"},
      {{"dd", "--set", "size=0"}, "more than 0"},
      {{"dd", "--set", "block=1G", "--set", "size=1M"}, "step write: "},
      {{"./bad.toml"}, "./bad.toml:2:1: there is no key 'blokc'"},
      {{"./none.toml"}, "No such file"},
  };
  for (const auto& [words, message] : cases) {
    const ProgramResult result = Run(words);
    EXPECT_TRUE(result.exit_code == 2 || std::string(message) == "No such file")
        << message;
    EXPECT_NE(result.exit_code, 0) << message;
    EXPECT_EQ(result.output, "") << message;
    EXPECT_THAT(result.errors, HasSubstr(message));
  }
  EXPECT_TRUE(IsEmpty(place_.path()));
}

}  // namespace
}  // namespace fsduel
