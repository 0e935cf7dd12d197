// The drop-in dbench as its consumers run it: their command lines, and the way
// they read its output.
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

class DbenchCommandTest : public testing::Test {
 protected:
  DbenchCommandTest() { fs::create_symlink(ProgramPath(), files_ / "dbench"); }

  // `dbench WORDS...`, called by that name.
  ProgramResult Dbench(const std::vector<std::string>& words) {
    ProgramSpec spec;
    spec.argv = {files_ / "dbench"};
    spec.argv.insert(spec.argv.end(), words.begin(), words.end());
    spec.directory = files_.path();
    return RunProgram(spec);
  }
  // The same through a shell pipeline of a consumer.
  std::string Piped(const std::string& text, const std::string& command) {
    const std::string log = files_.Write("log", text);
    const ProgramResult result =
        RunProgram({.argv = {"sh", "-c", command + " <" + log}});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return result.output;
  }

  TempDir files_;
  TempDir tree_;
};

TEST_F(DbenchCommandTest, XfstestsRunsItWithoutALoadfileAndWantsSilence) {
  const ProgramResult result = Dbench({"-t", "1", "-D", tree_.path(), "4"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, StartsWith("dbench version 4.00"));
  EXPECT_TRUE(fs::is_empty(tree_.path()));
  EXPECT_FALSE(fs::exists(files_ / "results")) << "no results folder";
}

TEST_F(DbenchCommandTest, AutotestPutsTheNumberFirstAndMatchesThroughput) {
  const ProgramResult result = Dbench({"2", "-D", tree_.path(), "-t", "1"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  std::smatch match;
  ASSERT_TRUE(std::regex_search(
      result.output, match, std::regex("Throughput (.*?) MB/sec (.*?) procs")));
  EXPECT_GT(std::stod(match[1].str()), 0);
  EXPECT_EQ(match[2], " 2 clients  2");
}

TEST_F(DbenchCommandTest, LkpSplitsTheThroughputLineAtItsOneEqualsSign) {
  const ProgramResult result = Dbench({"2", "-D", tree_.path(), "-t", "1"});
  const std::string line = Piped(result.output, "grep ^Throughput");
  const auto halves = Split(Trim(line), '=');
  ASSERT_EQ(halves.size(), 2U) << line;
  EXPECT_THAT(std::string(halves[1]), HasSubstr(" ms"));
}

TEST_F(DbenchCommandTest, MmtestsWarmsUpKeepsTheTreeThenMeasuresOnIt) {
  const ProgramResult warm =
      Dbench({"--run-once", "--skip-cleanup", "-D", tree_.path(), "2"});
  EXPECT_EQ(warm.exit_code, 0) << warm.output << warm.errors;
  EXPECT_TRUE(fs::exists(tree_ / "clients/client0"));
  const ProgramResult measured =
      Dbench({"-D", tree_.path(), "--warmup", "0", "-t", "3",
              "--show-execute-time", "2"});
  EXPECT_EQ(measured.exit_code, 0) << measured.output << measured.errors;
  EXPECT_FALSE(fs::exists(tree_ / "clients"));
  const std::string passes =
      Piped(measured.output,
            "awk '/completed in/ { if ($4 <= 0 || $8 < $4) exit 1; n++ } "
            "END { print (n > 0) }'");
  EXPECT_EQ(passes, "1\n");
  const std::string ticks = Piped(
      measured.output,
      "awk '/execute/ && !/completed/ { if ($3 <= 0) exit 1; print $6 }'");
  EXPECT_THAT(ticks, StartsWith("1\n"));
  const std::string table =
      Piped(measured.output,
            "grep -A 99 Operation | grep -v Operation | grep -v -e -- | "
            "grep -v Throughput | awk 'NF { print $1, $3 }'");
  EXPECT_THAT(table, HasSubstr("NTCreateX 0."));
}

TEST_F(DbenchCommandTest, ALoadfileOfOnesOwnIsAPath) {
  files_.Write("own",
               "Mkdir \"/clients\" NT_STATUS_OK\n"
               "Mkdir \"/clients/client1\" NT_STATUS_OK\n"
               "Mkdir \"/clients/client1/a\" NT_STATUS_OK\n"
               "Rmdir \"/clients/client1/a\" NT_STATUS_OK\n");
  const ProgramResult result =
      Dbench({"1", "-c", "own", "-t", "1", "-D", tree_.path()});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Rmdir"));
}

TEST_F(DbenchCommandTest, ClientsPerProcessMultiplyTheClients) {
  const ProgramResult result = Dbench(
      {"2", "--clients-per-process", "3", "-D", tree_.path(), "--run-once"});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_THAT(result.output, HasSubstr("2 of 2 processes prepared"));
  EXPECT_THAT(result.output, HasSubstr("  6 clients  2 procs  "));
}

TEST_F(DbenchCommandTest, TroubleIsExitOne) {
  const std::string wrong = files_.Write(
      "wrong.load", "Unlink \"\\clients\\client1\\x\" NT_STATUS_OK\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{},
        {"--bogus", "1"},
        {"0"},
        {"one"},
        {"1", "2"},
        {"1", "-D", files_ / "missing"},
        {"1", "-c", "missing.load"},
        {"1", "-D", tree_.path(), "-t", "1", "-c", wrong}}) {
    const ProgramResult result = Dbench(words);
    EXPECT_EQ(result.exit_code, 1) << result.output << result.errors;
  }
  const ProgramResult refused =
      Dbench({"1", "-t", "1", "-D", "/proc/self/fdinfo"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, Not(HasSubstr("Throughput")));
  EXPECT_NE(refused.errors, "");
}

TEST_F(DbenchCommandTest, MachineReadableTicksAndTotals) {
  const ProgramResult result = Dbench({"1", "-D", tree_.path(), "-t", "3",
                                       "--warmup", "0", "--machine-readable"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(std::regex_search(result.output, std::regex("@R@1@\\d+@")));
  EXPECT_TRUE(std::regex_search(result.output, std::regex("\n:\\w+:\\d+:")));
  EXPECT_TRUE(
      std::regex_search(result.output, std::regex("\n;[\\d.]+;1;1;[\\d.]+;")));
  EXPECT_THAT(result.output, Not(HasSubstr("Throughput")));
}

TEST_F(DbenchCommandTest, ATreeThatIsNotItsOwnIsLeftAlone) {
  fs::create_directories(tree_ / "clients/client0");
  tree_.Write("clients/client0/precious", "data");
  const ProgramResult result = Dbench({"1", "-t", "1", "-D", tree_.path()});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_EQ(ReadWholeFile(tree_ / "clients/client0/precious"), "data");
}

}  // namespace
}  // namespace fsduel
