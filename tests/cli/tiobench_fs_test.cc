// The drop-in tiobench and tiotest as their consumers run them, and the way
// these read the output.
#include <regex>

#include <boost/filesystem.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "tests/cli/program.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class TiobenchCommandTest : public testing::Test {
 protected:
  TiobenchCommandTest() {
    for (const char* name : {"tiobench.pl", "tiobench", "tiotest"}) {
      fs::create_symlink(ProgramPath(), files_ / name);
    }
  }

  // Called by that name, in a folder that is not under test.
  ProgramResult Run(const std::string& name,
                    const std::vector<std::string>& words) {
    ProgramSpec spec;
    spec.argv = {files_ / name};
    spec.argv.insert(spec.argv.end(), words.begin(), words.end());
    spec.directory = files_.path();
    return RunProgram(spec);
  }

  // What a consumer's pipeline makes of `text`.
  std::string Piped(const std::string& text, const std::string& command) {
    const std::string log = files_.Write("log", text);
    const ProgramResult result =
        RunProgram({.argv = {"sh", "-c", "(" + command + ") <" + log}});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return result.output;
  }

  TempDir files_;
  TempDir tree_;
};

TEST_F(TiobenchCommandTest, MmtestsReadsTheLineBelowEachTitle) {
  const ProgramResult result =
      Run("tiobench.pl", {"--dir", tree_.path(), "--size", "8", "--threads",
                          "4", "--random", "64", "--numruns", "1"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, StartsWith("\nUnit information\n"));
  EXPECT_EQ(Piped(result.output,
                  "awk 'title { if ($5 <= 0 || $8 < $7) exit 1; print $2, $3, "
                  "$4 } { title = /^(Sequential|Random) (Reads|Writes)$/ }'"),
            "8 4096 4\n8 4096 4\n8 4096 4\n8 4096 4\n");
  EXPECT_TRUE(fs::is_empty(tree_.path()));
  EXPECT_FALSE(fs::exists(files_ / "results")) << "no results folder";
}

TEST_F(TiobenchCommandTest, SeveralRunsOfSeveralConfigurations) {
  const ProgramResult result = Run(
      "tiobench", {"--target", tree_.path(), "--size", "4", "--threads", "1",
                   "--threads", "2", "--block", "4096", "--block", "16384",
                   "--random", "32", "--numruns", "2", "--identifier", "mine"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(Piped(result.output, "awk '/^mine/ { print $3, $4 }'"),
            "4096 1\n4096 2\n16384 1\n16384 2\n"
            "4096 1\n4096 2\n16384 1\n16384 2\n"
            "4096 1\n4096 2\n16384 1\n16384 2\n"
            "4096 1\n4096 2\n16384 1\n16384 2\n");
  EXPECT_THAT(result.output, HasSubstr("Identifier          "));
  EXPECT_EQ(Piped(result.output, "grep -c ^flush"), "8\n");
}

TEST_F(TiobenchCommandTest, ResultsAreKeptWhenAskedFor) {
  const ProgramResult result =
      Run("tiobench", {"--dir", tree_.path(), "--size", "2", "--threads", "1",
                       "--random", "8", "--results", files_ / "kept"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_FALSE(fs::is_empty(files_ / "kept"));
}

TEST_F(TiobenchCommandTest, PhoronixTakesTheLastLineWithMbs) {
  for (const std::vector<std::string>& skip :
       {std::vector<std::string>{"-k1", "-k2", "-k3"},
        {"-k", "0", "-k", "1", "-k", "2"}}) {
    std::vector<std::string> words = {"-S", "-d", tree_.path(), "-f", "1",
                                      "-t", "4",  "-r",         "10"};
    words.insert(words.end(), skip.begin(), skip.end());
    const ProgramResult result = Run("tiotest", words);
    EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
    EXPECT_EQ(result.errors, "");
    const std::string rate = Piped(
        result.output,
        "grep MBs | tail -n 1 | sed -E 's/.*[| ]([0-9.]+) MB\\/s.*/\\1/'");
    EXPECT_GT(std::stod(rate), 0) << result.output;
    EXPECT_EQ(Piped(result.output, "grep -c MBs"), "1\n");
    EXPECT_TRUE(fs::is_empty(tree_.path()));
  }
}

TEST_F(TiobenchCommandTest, TheTerseLinesAddUp) {
  const ProgramResult result = Fsduel(
      {"tiotest", "-d", tree_.path(), "-f", "2", "-t", "2", "-r", "16", "-T"},
      files_.path());
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  // Amounts: 2 threads x 2 MB, 32 random operations of 4 KiB.
  EXPECT_EQ(Piped(result.output, "cut -d, -f1 | head -4"),
            "write:4.00000\nrwrite:0.12500\nread:4.00000\nrread:0.12500\n");
}

TEST_F(TiobenchCommandTest, TroubleIsExitOneAndNothingIsMade) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--bogus"},
        {"--dir", files_ / "missing", "--size", "1"},
        {"--dir", tree_.path(), "--size", "1", "--threads", "x"},
        {"--dir", tree_.path(), "--size", "1", "--block", "2000000"},
        {"--dir", tree_.path(), "--random", "1", "--threads", "2"},
        {"operand"}}) {
    const ProgramResult result = Run("tiobench", words);
    EXPECT_EQ(result.exit_code, 1) << words[0];
    EXPECT_THAT(result.errors, StartsWith("tiobench: "));
    EXPECT_THAT(result.output, Not(HasSubstr("Sequential")));
  }
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"-Z"},
        {"-d", files_ / "missing"},
        {"-d", tree_.path(), "-b", "20000000"},
        {"-d", tree_.path(), "-W"}}) {
    const ProgramResult result = Run("tiotest", words);
    EXPECT_EQ(result.exit_code, 1) << words[0];
    EXPECT_THAT(result.errors, StartsWith("tiotest: "));
    EXPECT_EQ(result.output, "");
  }
  EXPECT_TRUE(fs::is_empty(tree_.path()));
  EXPECT_FALSE(fs::exists(files_ / "missing"));
}

TEST_F(TiobenchCommandTest, HelpShowsTheOptions) {
  EXPECT_THAT(Run("tiobench.pl", {"--help"}).output, HasSubstr("--numruns N"));
  EXPECT_THAT(Run("tiotest", {"-h"}).output, HasSubstr("-k, --skip N"));
}

}  // namespace
}  // namespace fsduel
