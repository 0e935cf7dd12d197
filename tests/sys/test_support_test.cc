// The helpers of the tests themselves: temporary directories and programs.
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>

#include "tests/support/process.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

bool Exists(const std::string& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0;
}

ProgramResult Shell(const std::string& script,
                    milliseconds timeout = milliseconds(20'000)) {
  return RunProgram({{"sh", "-c", script}, {}, "", timeout});
}

TEST(TempDirTest, IsFreshAndGoneWithAllInIt) {
  std::string path;
  {
    const TempDir dir;
    const TempDir other;
    path = dir.path();
    EXPECT_NE(path, other.path());
    EXPECT_EQ(ReadWholeFile(dir.Write("a.txt", "text\n")), "text\n");
    ASSERT_EQ(::mkdir((dir / "sub").c_str(), 0700), 0);
    dir.Write("sub/b.txt", "");
    ASSERT_EQ(::symlink("/etc", (dir / "link").c_str()), 0);
    EXPECT_TRUE(Exists(path));
  }
  EXPECT_FALSE(Exists(path));
  EXPECT_TRUE(Exists("/etc/passwd"));
}

TEST(TempDirTest, LiesWhereItIsAskedFor) {
  const TempDir outer;
  const TempDir inner(outer.path());
  EXPECT_THAT(inner.path(), StartsWith(outer.path() + "/"));
}

TEST(RunProgramTest, KeepsBothStreamsAndTheExitCode) {
  const ProgramResult result = Shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
  EXPECT_FALSE(result.timed_out);
  EXPECT_THAT(result.left_behind, IsEmpty());
}

TEST(RunProgramTest, KeepsMoreThanAPipeHolds) {
  const ProgramResult result = Shell("head -c 300000 /dev/zero");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output.size(), 300'000U);
}

TEST(RunProgramTest, NamesTheSignal) {
  const ProgramResult result = Shell("kill -TERM $$");
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_EQ(result.signal, SIGTERM);
}

TEST(RunProgramTest, UsesDirectoryAndEnvironment) {
  const TempDir dir;
  const ProgramResult result = RunProgram(
      {{"sh", "-c", "pwd; echo $HOME $NEW"}, {"HOME=/x", "NEW=y"}, dir.path()});
  EXPECT_EQ(result.output, dir.path() + "\n/x y\n");
}

TEST(RunProgramTest, GivesAnEmptyStandardInput) {
  EXPECT_EQ(RunProgram({{"cat"}}).exit_code, 0);
}

TEST(RunProgramTest, KillsAtTheTimeout) {
  const ProgramResult result = Shell("exec sleep 60", milliseconds(50));
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, SIGKILL);
}

TEST(RunProgramTest, EndsAndNamesWhatWasLeftBehind) {
  const ProgramResult result = Shell("setsid sleep 60 >/dev/null & echo $!");
  ASSERT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.left_behind, ElementsAre(StartsWith("sleep (")));
  EXPECT_EQ(::kill(static_cast<pid_t>(std::stol(result.output)), 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST(RunProgramTest, DoesNotBlameChildrenThatEndInTime) {
  EXPECT_THAT(Shell("sleep 0.05 & exit 0").left_behind, IsEmpty());
}

TEST(RunProgramTest, FailsTheTestWhenThereIsNoSuchProgram) {
  EXPECT_NONFATAL_FAILURE(RunProgram({{"no-such-program-anywhere"}}),
                          "no-such-program-anywhere");
}

TEST(RunningProgramTest, CanBeWatchedAndSignalled) {
  RunningProgram program({{"sh", "-c",
                           "trap 'echo heard; exit 3' INT; echo ready; "
                           "while :; do sleep 0.01; done"}});
  ASSERT_TRUE(program.WaitForText("ready", milliseconds(20'000)));
  program.Signal(SIGINT);
  const ProgramResult result = program.Wait(milliseconds(20'000));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "ready\nheard\n");
}

TEST(RunningProgramTest, DoesNotWaitForTextOfAProgramThatEnded) {
  RunningProgram program({{"true"}});
  EXPECT_FALSE(program.WaitForText("never", milliseconds(20'000)));
}

TEST(RunningProgramTest, IsKilledWithItsObject) {
  pid_t pid = 0;
  {
    const RunningProgram program({{"sleep", "60"}});
    pid = program.pid();
    ASSERT_EQ(::kill(pid, 0), 0);
  }
  EXPECT_EQ(::kill(pid, 0), -1);
}

}  // namespace
}  // namespace fsduel
