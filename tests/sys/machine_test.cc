// The real Machine against small files of its own and ordinary programs.
#include "sys/machine.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

class MachineTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "fsduel-machine-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = name;
  }
  void TearDown() override {
    for (const char* name : {"file", "link", "b", "a"}) {
      ::unlink((directory_ + "/" + name).c_str());
    }
    ASSERT_EQ(::rmdir(directory_.c_str()), 0);
  }
  std::string Path(const std::string& name) const {
    return directory_ + "/" + name;
  }
  void Make(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  std::vector<std::string> Shell(const std::string& script) const {
    return {"sh", "-c", script};
  }

  std::string directory_;
  std::unique_ptr<Machine> machine_ = MakeMachine();
};

TEST_F(MachineTest, ReadsAFileWholeWhateverItsSize) {
  for (const std::size_t size : {0UL, 1UL, 4095UL, 4096UL, 4097UL, 300000UL}) {
    const std::string text(size, 'x');
    Make("file", text);
    const Result<std::string> read = machine_->ReadFile(Path("file"));
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(read.value(), text) << size;
  }
}

TEST_F(MachineTest, ReadsAProcFileThatSaysItIsEmpty) {
  const Result<std::string> read = machine_->ReadFile("/proc/self/mountinfo");
  ASSERT_TRUE(read.ok());
  EXPECT_NE(read.value().find(" / "), std::string::npos);
}

TEST_F(MachineTest, RefusesAHugeFile) {
  Make("file", "");
  ASSERT_EQ(::truncate(Path("file").c_str(), 17 << 20), 0);
  const Result<std::string> read = machine_->ReadFile(Path("file"));
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().error(), EFBIG);
}

TEST_F(MachineTest, NamesTheCallAndThePathOfAFailure) {
  const Result<std::string> read = machine_->ReadFile(Path("none"));
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().error(), ENOENT);
  EXPECT_EQ(read.status().message(),
            "open " + Path("none") + ": No such file or directory (ENOENT)");
}

TEST_F(MachineTest, WritesAnExistingFileButCreatesNone) {
  Make("file", "a longer text");
  ASSERT_TRUE(machine_->WriteFile(Path("file"), "3").ok());
  EXPECT_EQ(machine_->ReadFile(Path("file")).value(), "3");
  EXPECT_EQ(machine_->WriteFile(Path("none"), "3").error(), ENOENT);
  EXPECT_NE(::access(Path("none").c_str(), F_OK), 0);
}

TEST_F(MachineTest, ReportsAFailedWrite) {
  EXPECT_EQ(machine_->WriteFile("/dev/full", "3").error(), ENOSPC);
}

TEST_F(MachineTest, ListsADirectorySortedAndFollowsLinks) {
  Make("b", "");
  Make("a", "");
  ASSERT_EQ(::symlink(Path("a").c_str(), Path("link").c_str()), 0);
  EXPECT_EQ(machine_->ListDirectory(directory_).value(),
            (std::vector<std::string>{"a", "b", "link"}));
  EXPECT_EQ(machine_->ReadLink(Path("link")).value(), Path("a"));
  EXPECT_EQ(machine_->RealPath(directory_ + "/./link").value(),
            machine_->RealPath(Path("a")).value());
  EXPECT_EQ(machine_->RealPath(Path("none")).status().error(), ENOENT);
  EXPECT_EQ(machine_->ListDirectory(Path("none")).status().error(), ENOENT);
}

TEST_F(MachineTest, DescribesTheFilesystemOfADirectory) {
  const Result<FilesystemInfo> info = machine_->DescribeFilesystem(directory_);
  ASSERT_TRUE(info.ok()) << info.status().message();
  EXPECT_TRUE(info->is_directory);
  EXPECT_GT(info->size_bytes, 0U);
  EXPECT_LE(info->free_bytes, info->size_bytes);
  Make("file", "");
  EXPECT_FALSE(machine_->DescribeFilesystem(Path("file"))->is_directory);
  EXPECT_EQ(machine_->DescribeFilesystem(Path("none")).status().error(),
            ENOENT);
}

TEST_F(MachineTest, RunGivesBothOutputsAndTheExitCode) {
  const Result<CommandResult> result =
      machine_->Run(Shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output, "out\nerr\n");
  EXPECT_EQ(result->exit_code, 3);
}

TEST_F(MachineTest, RunUsesNoShellAndAnEmptyInput) {
  EXPECT_EQ(machine_->Run({"echo", "$HOME", "a  b;c"})->output,
            "$HOME a  b;c\n");
  EXPECT_EQ(machine_->Run({"cat"})->output, "");
}

TEST_F(MachineTest, RunFailsWhenThereIsNoSuchProgram) {
  const Result<CommandResult> result = machine_->Run({"fsduel-no-such-tool"});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().error(), ENOENT);
}

TEST_F(MachineTest, RunReportsTheSignalThatKilledTheProgram) {
  EXPECT_EQ(machine_->Run(Shell("kill -9 $$"))->exit_code, 128 + SIGKILL);
}

TEST_F(MachineTest, RunKeepsOneMebibyteOfOutputAndLetsTheProgramFinish) {
  const Result<CommandResult> result =
      machine_->Run(Shell("head -c 3000000 /dev/zero | tr '\\0' x; exit 7"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output.size(), 1U << 20);
  EXPECT_EQ(result->exit_code, 7);
}

TEST_F(MachineTest, RunDoesNotWaitForADaemonThatKeepsTheOutputOpen) {
  const Result<CommandResult> result =
      machine_->Run(Shell("echo started; sleep 20 & echo $!"));
  ASSERT_TRUE(result.ok());
  ASSERT_TRUE(result->output.starts_with("started\n"));
  // Fails when the daemon is already gone, that is when Run waited for it.
  const int pid = std::stoi(result->output.substr(8));
  EXPECT_EQ(::kill(pid, SIGKILL), 0);
}

TEST_F(MachineTest, RunGivesTheProgramDefaultSignalsAndTheCLocale) {
  ASSERT_NE(::signal(SIGTERM, SIG_IGN), SIG_ERR);
  const Result<CommandResult> result =
      machine_->Run(Shell("echo $LC_ALL; kill -15 $$; echo survived"));
  ASSERT_NE(::signal(SIGTERM, SIG_DFL), SIG_ERR);
  EXPECT_EQ(result->output, "C\n");
  EXPECT_EQ(result->exit_code, 128 + SIGTERM);
}

TEST_F(MachineTest, RunLeavesNoDescriptorOpen) {
  const auto count = [&] {
    return machine_->ListDirectory("/proc/self/fd")->size();
  };
  const std::size_t before = count();
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(machine_->Run({"true"}).ok());
    ASSERT_FALSE(machine_->Run({"fsduel-no-such-tool"}).ok());
  }
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace fsduel
