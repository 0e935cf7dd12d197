// Whole runs on the filesystem that holds the temporary directory.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "sys/tree.h"
#include "tests/run/replay_fixture.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

// The clients of this process.
std::vector<pid_t> Children() {
  std::ifstream stream("/proc/self/task/" + std::to_string(::getpid()) +
                       "/children");
  std::vector<pid_t> pids;
  for (pid_t pid = 0; stream >> pid;) {
    pids.push_back(pid);
  }
  return pids;
}

TEST_F(ReplayTest, DoesEachOperationAsOftenAsThePassesSay) {
  for (const ClientHostKind host :
       {ClientHostKind::kProcess, ClientHostKind::kThread}) {
    for (const bool shared : {false, true}) {
      spec_.loadfiles.clear();
      AddLoadfile("small.load", kSmallLoad);
      spec_.clients = 5;
      spec_.passes = 7;
      spec_.client_host = host;
      spec_.shared_tree = shared;
      const RunResult result = Run();
      EXPECT_EQ(result.state, RunState::kComplete) << result.failure;
      const PhaseResult* const phase = result.FindPhase("measure");
      ASSERT_NE(phase, nullptr);
      EXPECT_EQ(Count(*phase, "WriteX"), 35U);
      EXPECT_EQ(Count(*phase, "QUERY_PATH_INFORMATION"), 35U);
      EXPECT_EQ(Unexpected(*phase), 0U);
      EXPECT_EQ(phase->passes, 35U);
      EXPECT_EQ(phase->clients.size(), 5U);
      EXPECT_EQ(phase->clients[4].operations, 63U);
      EXPECT_TRUE(DirectoryIsEmpty());
      EXPECT_TRUE(Children().empty());
    }
  }
}

// What ThreadSanitizer looks at: it cannot follow forked clients.
TEST_F(ReplayTest, ThreadHostedClientsShareATreeAndTheirCounters) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 4;
  spec_.time_limit = std::chrono::milliseconds(300);
  spec_.client_host = ClientHostKind::kThread;
  spec_.shared_tree = true;
  const RunResult result = Run();
  EXPECT_EQ(result.state, RunState::kComplete) << result.failure;
  EXPECT_EQ(Unexpected(*result.FindPhase("measure")), 0U);
  EXPECT_FALSE(result.FindPhase("measure")->timeline.empty());
}

TEST_F(ReplayTest, EndsAtTheTimeLimitAndKeepsEveryInterval) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 2;
  spec_.time_limit = std::chrono::milliseconds(400);
  spec_.warmup = std::chrono::milliseconds(100);
  const RunResult result = Run();
  const PhaseResult* const phase = result.FindPhase("measure");
  ASSERT_NE(phase, nullptr);
  EXPECT_DOUBLE_EQ(phase->seconds, 0.4) << "the limit, not when we woke";
  ASSERT_NE(result.FindPhase("warm-up"), nullptr);
  EXPECT_EQ(observer_.phases,
            (std::vector<std::string>{"warm-up", "measure", "clean-up"}));
  std::uint64_t in_timeline = 0;
  for (const TimelineRow& row : phase->timeline) {
    in_timeline += row.count;
  }
  std::uint64_t in_total = 0;
  for (const OperationResult& operation : phase->operations) {
    in_total += operation.summary.count;
  }
  EXPECT_LE(in_total - in_timeline, 2U) << "all but those still running";
}

TEST_F(ReplayTest, TheSetupIsDoneOncePerClient) {
  AddLoadfile("setup.load",
              "SETUP\n"
              "NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OK\n"
              "WriteX 1 0 100 100 NT_STATUS_OK\n"
              "Close 1 NT_STATUS_OK\n"
              "ENDSETUP\n"
              "NTCreateX \"/f\" 0x40 0x1 1 NT_STATUS_OK\n"
              "ReadX 1 0 100 100 NT_STATUS_OK\n"
              "Close 1 NT_STATUS_OK\n");
  spec_.clients = 3;
  spec_.passes = 4;
  const RunResult result = Run();
  ASSERT_NE(result.FindPhase("setup"), nullptr);
  EXPECT_EQ(Count(*result.FindPhase("setup"), "WriteX"), 3U);
  EXPECT_EQ(Count(*result.FindPhase("measure"), "WriteX"), 0U);
  EXPECT_EQ(Count(*result.FindPhase("measure"), "ReadX"), 12U);
}

TEST_F(ReplayTest, AMixSharesTheClientsByWeight) {
  AddLoadfile("a.load", "QUERY_FS_INFORMATION 259 NT_STATUS_OK\n", 3);
  AddLoadfile("b.load", "Mkdir \"/d\" NT_STATUS_OK\n", 1);
  spec_.clients = 8;
  spec_.passes = 2;
  const RunResult result = Run();
  const PhaseResult* const phase = result.FindPhase("measure");
  EXPECT_EQ(Count(*phase, "QUERY_FS_INFORMATION"), 12U);
  EXPECT_EQ(Count(*phase, "Mkdir"), 4U);
}

TEST_F(ReplayTest, TwoDirectoriesShareTheClients) {
  TempDir other;
  spec_.directories.push_back(other.path());
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 4;
  spec_.passes = 1;
  const RunResult result = Run();
  const PhaseResult* const phase = result.FindPhase("measure");
  EXPECT_EQ(phase->clients[0].directory, fs::canonical(directory_.path()));
  EXPECT_EQ(phase->clients[1].directory, fs::canonical(other.path()));
  EXPECT_EQ(Unexpected(*phase), 0U);
  EXPECT_TRUE(DirectoryIsEmpty());
  EXPECT_TRUE(fs::is_empty(other.path()));
}

TEST_F(ReplayTest, SequencePointsOrderClients) {
  // Client 0 makes the file, client 1 waits for it; both in the shared tree.
  AddLoadfile("maker.load",
              "NTCreateX \"/ball\" 0x40 0x3 1 NT_STATUS_OK\n"
              "Close 1 NT_STATUS_OK\n"
              "SETSP 1\n"
              "QUERY_FS_INFORMATION 259 NT_STATUS_OK\n");
  AddLoadfile("taker.load",
              "WAITSP 0 1\n"
              "QUERY_PATH_INFORMATION \"/ball\" 1004 NT_STATUS_OK\n");
  spec_.shared_tree = true;
  spec_.clients = 2;
  spec_.passes = 1;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(Unexpected(*Run().FindPhase("measure")), 0U);
  }
}

TEST_F(ReplayTest, AnInterruptEndsTheRunAndReports) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 3;
  spec_.time_limit = std::chrono::hours(1);
  observer_.on_interval = [](const RunProgress&) { ::raise(SIGINT); };
  const RunResult result = Run();
  EXPECT_EQ(result.state, RunState::kInterrupted);
  EXPECT_GT(Count(*result.FindPhase("measure"), "WriteX"), 0U);
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(ReplayTest, TheSameInterruptSentTwiceIsOne) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.time_limit = std::chrono::hours(1);
  observer_.on_interval = [](const RunProgress&) {
    ::raise(SIGINT);  // as timeout(1) does: to the process and to its group
    ::raise(SIGTERM);
  };
  const RunResult result = Run();
  EXPECT_EQ(result.state, RunState::kInterrupted);
  EXPECT_EQ(result.failure, "");
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(ReplayTest, AStopIsHeardInSleepsLocksAndWaits) {
  AddLoadfile("sleeper.load", "SLEEP 3600000000\nMkdir \"/d\" NT_STATUS_OK\n");
  AddLoadfile("locker.load",
              "NTCreateX \"/clients\" 0x40 0x3 1 NT_STATUS_OK\n"
              "LockX 1 0 1 NT_STATUS_OK\n"
              "SLEEP 3600000000\n",
              2);
  AddLoadfile("waiter.load", "WAITSP 0 9\nMkdir \"/d\" NT_STATUS_OK\n");
  spec_.shared_tree = true;  // the two lockers want the same byte
  spec_.clients = 4;
  spec_.time_limit = std::chrono::milliseconds(200);
  const RunResult result = Run();
  EXPECT_EQ(result.state, RunState::kComplete) << result.failure;
  const PhaseResult* const phase = result.FindPhase("measure");
  // The other one gets the lock when the first client ends: too late.
  for (const OperationResult& one : phase->operations) {
    if (one.operation == "LockX") {
      EXPECT_EQ(one.summary.count - one.summary.late_count, 1U);
    }
  }
  EXPECT_EQ(Unexpected(*phase), 0U);
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(ReplayTest, AClientThatIsKilledFailsTheRunAndIsNamed) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 3;
  spec_.time_limit = std::chrono::hours(1);
  observer_.on_interval = [](const RunProgress&) {
    ::kill(Children().front(), SIGKILL);
  };
  const RunResult result = Run();
  EXPECT_EQ(result.state, RunState::kFailed);
  EXPECT_NE(result.failure.find("killed by signal 9"), std::string::npos)
      << result.failure;
  EXPECT_TRUE(DirectoryIsEmpty());
  EXPECT_TRUE(Children().empty());
}

TEST_F(ReplayTest, AClientThatDoesNotEndIsReportedAndItsTreeLeft) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 2;
  spec_.time_limit = std::chrono::hours(1);
  spec_.grace = std::chrono::milliseconds(200);
  observer_.on_interval = [](const RunProgress&) {
    ::kill(Children().front(), SIGSTOP);
    ::raise(SIGTERM);
  };
  const RunResult result = Run();
  EXPECT_EQ(result.state, RunState::kFailed);
  EXPECT_NE(result.failure.find("grace"), std::string::npos) << result.failure;
  EXPECT_FALSE(DirectoryIsEmpty()) << "left for the next start";
  EXPECT_TRUE(Children().empty()) << "killed in the end";
}

TEST_F(ReplayTest, NeverWritesMoreThanAllowed) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 4;
  spec_.time_limit = std::chrono::hours(1);
  spec_.max_written = 10 * 4096;
  const RunResult result = Run();
  EXPECT_EQ(result.state, RunState::kComplete);
  EXPECT_LE(Count(*result.FindPhase("measure"), "WriteX"), 10U);
  EXPECT_GE(Count(*result.FindPhase("measure"), "WriteX"), 1U);
}

TEST_F(ReplayTest, TheTargetRateIsMet) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 2;
  spec_.target_ops = 500;
  spec_.time_limit = std::chrono::seconds(1);
  const RunResult result = Run();
  std::uint64_t operations = 0;
  for (const ClientResult& client : result.FindPhase("measure")->clients) {
    operations += client.operations;
  }
  EXPECT_NEAR(static_cast<double>(operations), 500, 10);
}

TEST_F(ReplayTest, TheSameSeedIssuesTheSameOperations) {
  AddLoadfile("random.load",
              "NTCreateX \"/f\" 0x40 0x3 1 NT_STATUS_OK\n"
              "LOOP 50\n"
              "WriteX 1 *%65536/512 *%4096+1 *%4096+1 *\n"
              "ENDLOOP\n"
              "Close 1 NT_STATUS_OK\n");
  spec_.clients = 2;
  spec_.passes = 2;
  const auto bytes = [this] {
    std::uint64_t total = 0;
    const RunResult result = Run();
    for (const OperationResult& one : result.FindPhase("measure")->operations) {
      total += one.summary.bytes;
    }
    return total;
  };
  const std::uint64_t first = bytes();
  EXPECT_EQ(bytes(), first);
  spec_.seed = 2;
  EXPECT_NE(bytes(), first);
}

TEST_F(ReplayTest, VerifiedRunsFindNothingWrong) {
  AddLoadfile("small.load", kSmallLoad);
  spec_.clients = 2;
  spec_.passes = 5;
  spec_.verify = true;
  const RunResult result = Run();
  EXPECT_EQ(result.verify.verified_bytes, 2U * 5 * 4096);
  EXPECT_EQ(result.verify.mismatches, 0U);
}

TEST_F(ReplayTest, RefusesBeforeAnythingIsTouched) {
  AddLoadfile("small.load", kSmallLoad);
  const auto refused = [this](const char* words) {
    const Result<RunPlan> plan = Plan();
    ASSERT_FALSE(plan.ok()) << words;
    EXPECT_NE(plan.status().message().find(words), std::string::npos)
        << plan.status().message();
    EXPECT_TRUE(DirectoryIsEmpty());
  };
  spec_.clients = 5000;
  refused("4096");
  spec_.clients = 1;
  spec_.directories = {directory_ / "missing"};
  refused("missing");
  spec_.directories = {directory_.path()};
  spec_.target_ops = 1;
  spec_.target_rate = 1;
  refused("exclude each other");
  spec_.target_ops.reset();
  spec_.target_rate.reset();
  spec_.pace = Pace::kRecorded;
  refused("no timestamps");
  spec_.pace = Pace::kClosedLoop;
  spec_.results_directory = directory_ / "results";
  refused("below the directory under test");
  spec_.results_directory = "";
  spec_.cpus = {9999};
  refused("no such CPU");
  spec_.cpus.clear();
  spec_.ioprio = "fast";
  refused("be:0");
  spec_.ioprio = "";
  AddLoadfile("wait.load", "WAITSP 7 1\nMkdir \"/d\" NT_STATUS_OK\n");
  spec_.clients = 2;
  refused("raise -n");
  spec_.clients = 1;
  refused("gets none of the 1 clients");
}

TEST_F(ReplayTest, RefusesWhatDoesNotFit) {
  AddLoadfile("big.load",
              "NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OK\n"
              "WriteX 1 9007199254740992 4096 4096 NT_STATUS_OK\n"
              "LOOP 30000000\n"
              "WriteX 1 +4096 4096 4096 NT_STATUS_OK\n"
              "ENDLOOP\n"
              "Close 1 NT_STATUS_OK\n");
  spec_.clients = 4096;
  const Result<RunPlan> plan = Plan();
  ASSERT_FALSE(plan.ok());
  EXPECT_NE(plan.status().message().find("lower -n"), std::string::npos)
      << plan.status().message();
}

// The drop-in dbench command works in DIR/clients.
class FixedTreeTest : public ReplayTest {
 protected:
  FixedTreeTest() {
    dbench_.use_fixed_tree = true;
    spec_.shared_tree = true;
    spec_.semantics = Semantics::kDbench4;
    spec_.passes = 1;
    spec_.clients = 2;
    AddLoadfile("small.load", kSmallLoad);
  }
};

TEST_F(FixedTreeTest, IsMadeAndRemoved) {
  EXPECT_EQ(Unexpected(*Run().FindPhase("measure")), 0U);
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(FixedTreeTest, IsKeptOnRequestAndUsedAgain) {
  dbench_.skip_cleanup = true;
  Run();
  EXPECT_TRUE(fs::exists(directory_ / "clients/client1"));
  dbench_.skip_cleanup = false;
  Run();
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(FixedTreeTest, SomebodyElsesClientsAreNotTouched) {
  fs::create_directory(directory_ / "clients");
  directory_.Write("clients/precious", "x");
  const Result<RunPlan> plan = Plan();
  const Result<RunOutput> output =
      ExecutePlan(plan.value(), *machine_, &observer_);
  ASSERT_FALSE(output.ok());
  EXPECT_NE(output.status().message().find("not made by fsduel"),
            std::string::npos);
  EXPECT_TRUE(fs::exists(directory_ / "clients/precious"));
}

TEST_F(FixedTreeTest, SomebodyElsesFilesNamedByTheLoadfileAreNotTouched) {
  spec_.loadfiles.clear();
  AddLoadfile("other.load", "Unlink \"/precious\" 0 NT_STATUS_OK\n");
  directory_.Write("precious", "x");
  const Result<RunPlan> plan = Plan();
  EXPECT_FALSE(ExecutePlan(plan.value(), *machine_, &observer_).ok());
  EXPECT_TRUE(fs::exists(directory_ / "precious"));
}

}  // namespace
}  // namespace fsduel
