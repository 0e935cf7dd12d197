// What people get who mistype: a message, exit 2, and nothing touched.
#include <boost/filesystem.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

bool IsEmpty(const std::string& directory) {
  return boost::filesystem::is_empty(directory);
}

TEST(UsageTest, WithoutACommandTheHelpGoesToStandardError) {
  const ProgramResult result = Fsduel({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, HasSubstr("Usage: fsduel COMMAND"));
}

TEST(UsageTest, HelpThatWasAskedForGoesToStandardOutput) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--help"},
        {"-h"},
        {"help"},
        {"help", "replay"},
        {"replay", "--help"},
        {"dbench", "--help"},
        {"--version"}}) {
    const ProgramResult result = Fsduel(words);
    EXPECT_EQ(result.exit_code, 0) << words[0];
    EXPECT_EQ(result.errors, "") << words[0];
    EXPECT_THAT(result.output, StartsWith("fsduel ")) << words[0];
  }
}

TEST(UsageTest, AMistypedCommandOrOptionGetsAProposal) {
  struct Case {
    std::vector<std::string> words;
    std::string proposal;
  };
  for (const Case& mistyped :
       {Case{{"rpelay"}, "\"replay\""}, Case{{"help", "lnit"}, "\"lint\""},
        Case{{"replay", "--clinets", "8"}, "\"--clients\""},
        Case{{"--hepl"}, "\"--help\""}, Case{{"completion", "bsh"}, "\"bash\""},
        Case{{"list", "loadfile"}, "\"loadfiles\""},
        Case{{"lint", "offcie"}, "\"office\""}}) {
    const ProgramResult result = Fsduel(mistyped.words);
    EXPECT_EQ(result.exit_code, 2) << mistyped.words[0];
    EXPECT_EQ(result.output, "") << mistyped.words[0];
    EXPECT_THAT(result.errors, HasSubstr("did you mean " + mistyped.proposal));
  }
}

TEST(UsageTest, CommandsThatDoNotExistYetAreNotOffered) {
  const std::string help = Fsduel({"--help"}).output;
  for (const char* later : {"matrix", "record", "watch"}) {
    EXPECT_EQ(help.find(later), std::string::npos) << later;
    EXPECT_EQ(Fsduel({later}).exit_code, 2) << later;
  }
}

TEST(UsageTest, AMistypedDirectoryIsNotMade) {
  const TempDir files;
  const std::string missing = files / "mnt/sdd";
  const ProgramResult result =
      Fsduel({"replay", "smoke", "-D", missing}, files.path());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr(missing));
  EXPECT_TRUE(IsEmpty(files.path()));
}

TEST(UsageTest, ReplayAsksForADirectoryAndALoadfile) {
  const TempDir files;
  const ProgramResult no_place = Fsduel({"replay", "smoke"}, files.path());
  EXPECT_EQ(no_place.exit_code, 2);
  EXPECT_THAT(no_place.errors, HasSubstr("-D DIR"));
  const ProgramResult no_load =
      Fsduel({"replay", "-D", files.path()}, files.path());
  EXPECT_EQ(no_load.exit_code, 2);
  EXPECT_THAT(no_load.errors, HasSubstr("loadfile"));
  EXPECT_TRUE(IsEmpty(files.path()));
}

TEST(UsageTest, ResultsBelowTheDirectoryUnderTestAreRefused) {
  const TempDir files;
  const ProgramResult result =
      Fsduel({"replay", "smoke", "-D", "."}, files.path());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("--results"));
  EXPECT_TRUE(IsEmpty(files.path()));
}

TEST(UsageTest, AMalformedLoadfileIsShownWithEveryFaultAndTouchesNothing) {
  const TempDir files;
  const TempDir under_test;
  const std::string bad = files.Write("bad.load",
                                      "Mkdri \"a\" NT_STATUS_OK\n"
                                      "Close 1x NT_STATUS_OK\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"replay", bad, "-D", under_test.path()},
        {"lint", bad}}) {
    const ProgramResult result = Fsduel(words, files.path());
    EXPECT_EQ(result.exit_code, 2) << words[0];
    EXPECT_THAT(result.errors, HasSubstr("bad.load:1:1: "));
    EXPECT_THAT(result.errors, HasSubstr("did you mean \"Mkdir\"?"));
    EXPECT_THAT(result.errors, HasSubstr("bad.load:2:"));
    EXPECT_THAT(result.errors, HasSubstr("^"));
  }
  EXPECT_TRUE(IsEmpty(under_test.path()));
}

TEST(UsageTest, DryRunTouchesNothing) {
  const TempDir files;
  const TempDir under_test;
  const ProgramResult result = Fsduel(
      {"replay", "office", "-D", under_test.path(), "-n", "8", "--dry-run"},
      files.path());
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Nothing was touched"));
  EXPECT_TRUE(IsEmpty(files.path()));
  EXPECT_TRUE(IsEmpty(under_test.path()));
}

TEST(UsageTest, ListShowsWhatShips) {
  const ProgramResult loadfiles = Fsduel({"list"});
  EXPECT_EQ(loadfiles.exit_code, 0);
  EXPECT_THAT(loadfiles.output, HasSubstr("office "));
  EXPECT_THAT(loadfiles.output, HasSubstr("smoke "));
  EXPECT_THAT(loadfiles.output, HasSubstr("\nquick "));
  EXPECT_THAT(Fsduel({"list", "profiles"}).output, HasSubstr("tiobench "));
  EXPECT_THAT(Fsduel({"list", "operations"}).output, HasSubstr("NTCreateX "));
}

TEST(UsageTest, LintSaysWhatALoadfileDoes) {
  const ProgramResult result = Fsduel({"lint", "office"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("ReadX"));
  EXPECT_THAT(result.output, HasSubstr("one client"));
  const ProgramResult json = Fsduel({"lint", "office", "--json", "-"});
  EXPECT_THAT(json.output, StartsWith("{"));
}

}  // namespace
}  // namespace fsduel
