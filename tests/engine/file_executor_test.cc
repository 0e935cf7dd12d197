// What FileExecutor makes of results: statuses, short transfers, faults.
#include <fcntl.h>

#include <cerrno>
#include <fstream>
#include <string>

#include <boost/filesystem.hpp>
#include <gtest/gtest.h>

#include "tests/support/executor_fixture.h"
#include "tests/support/hooks.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

ExecutorOptions Posix() {
  return {};
}
ExecutorOptions Dbench4() {
  ExecutorOptions options;
  options.dbench4 = true;
  return options;
}

FaultHook Fault(std::uint64_t at, int error, std::size_t short_bytes = 0) {
  FaultHook::Plan plan;
  plan.fail_at = at;
  plan.error = error;
  plan.short_bytes = short_bytes;
  return FaultHook(plan);
}

TEST(FileExecutor, ComparesTheStatusByItsClassOfErrno) {
  ExecutorFixture<TraceHook> fixture(
      "NTCreateX \"/a/b\" 0x40 0x2 1 NT_STATUS_OBJECT_PATH_NOT_FOUND\n"
      "NTCreateX \"/b\" 0x40 0x1 1 NT_STATUS_ACCESS_DENIED\n"
      "NTCreateX \"/b\" 0x40 0x1 1 *\n"
      "NTCreateX \"/b\" 0x40 0x1 1 NT_STATUS_OK\n",
      Posix());
  EXPECT_EQ(fixture.Do(0).verdict, Verdict::kExpected);
  EXPECT_EQ(fixture.Do(1).verdict, Verdict::kUnexpected);
  EXPECT_EQ(fixture.Do(1).error, ENOENT);
  EXPECT_EQ(fixture.Do(2).verdict, Verdict::kExpected);
  EXPECT_EQ(fixture.Do(3).verdict, Verdict::kUnexpected);
}

TEST(FileExecutor, DbenchSemanticsTakeAnyFailureForAnExpectedOne) {
  ExecutorFixture<TraceHook> fixture(
      "NTCreateX \"/b\" 0x40 0x1 1 NT_STATUS_ACCESS_DENIED\n"
      "Mkdir \"/x/y\" NT_STATUS_OK\n",
      Dbench4());
  EXPECT_EQ(fixture.Do(0).verdict, Verdict::kExpected);
  EXPECT_EQ(fixture.Do(1).error, ENOENT);
  EXPECT_EQ(fixture.Do(1).verdict, Verdict::kExpected) << "dbench ignores it";
}

TEST(FileExecutor, CreatesByDispositionInPosixSemantics) {
  ExecutorFixture<TraceHook> fixture(
      "NTCreateX \"/f\" 0x40 0x3 1 NT_STATUS_OK\n"  // made
      "Close 1 NT_STATUS_OK\n"
      "NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OBJECT_NAME_COLLISION\n"  // kept
      "NTCreateX \"/g\" 0x40 0x4 1 NT_STATUS_OBJECT_NAME_NOT_FOUND\n"
      "NTCreateX \"/f\" 0x40 0x4 1 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n"
      "NTCreateX \"/h\" 0x40 0x0 1 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n",
      Posix());
  for (const Outcome& outcome : fixture.DoAll()) {
    EXPECT_EQ(outcome.verdict, Verdict::kExpected);
  }
  EXPECT_TRUE(fs::exists(fixture.path() + "/f"));
  EXPECT_FALSE(fs::exists(fixture.path() + "/g"));
  EXPECT_TRUE(fs::exists(fixture.path() + "/h"));
}

TEST(FileExecutor, OpenIfCreatesNothingInDbenchSemantics) {
  ExecutorFixture<TraceHook> fixture(
      "NTCreateX \"/f\" 0x40 0x3 1 NT_STATUS_OBJECT_NAME_NOT_FOUND\n",
      Dbench4());
  EXPECT_EQ(fixture.Do(0).verdict, Verdict::kExpected);
  EXPECT_FALSE(fs::exists(fixture.path() + "/f"));
}

TEST(FileExecutor, DeletesOnCloseWhenTheOptionSaysSo) {
  ExecutorFixture<TraceHook> fixture(
      "NTCreateX \"/f\" 0x1040 0x2 1 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n",
      Posix());
  fixture.DoAll();
  EXPECT_FALSE(fs::exists(fixture.path() + "/f"));
}

TEST(FileExecutor, DeltreeRemovesTheTreeAndDbenchLeavesDirectories) {
  constexpr const char* kText =
      "Mkdir \"/t\" NT_STATUS_OK\n"
      "Mkdir \"/t/d\" NT_STATUS_OK\n"
      "NTCreateX \"/t/d/f\" 0x40 0x2 1 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n"
      "Deltree \"/t\" NT_STATUS_OK\n"
      "Deltree \"/missing\" NT_STATUS_OK\n";
  ExecutorFixture<TraceHook> posix(kText, Posix());
  for (const Outcome& outcome : posix.DoAll()) {
    EXPECT_EQ(outcome.verdict, Verdict::kExpected);
  }
  EXPECT_FALSE(fs::exists(posix.path() + "/t"));
  ExecutorFixture<TraceHook> dbench(kText, Dbench4());
  dbench.DoAll();
  EXPECT_TRUE(fs::exists(dbench.path() + "/t/d"));
  EXPECT_FALSE(fs::exists(dbench.path() + "/t/d/f"));
}

TEST(FileExecutor, DeltreeDoesNotFollowALinkOutOfTheTree) {
  TempDir outside;
  const std::string victim = outside.Write("victim", "precious");
  ExecutorFixture<TraceHook> fixture(
      "Mkdir \"/t\" NT_STATUS_OK\nDeltree \"/t\" NT_STATUS_OK\n", Posix());
  fixture.Do(0);
  fs::create_symlink(outside.path(), fixture.path() + "/t/link");
  EXPECT_EQ(fixture.Do(1).verdict, Verdict::kExpected);
  EXPECT_TRUE(fs::exists(victim));
}

TEST(FileExecutor, UnlinkWithAPatternRemovesAllThatMatch) {
  ExecutorFixture<TraceHook> fixture(
      "NTCreateX \"/a.tmp\" 0x40 0x2 1 NT_STATUS_OK\nClose 1 NT_STATUS_OK\n"
      "NTCreateX \"/B.TMP\" 0x40 0x2 1 NT_STATUS_OK\nClose 1 NT_STATUS_OK\n"
      "NTCreateX \"/c.doc\" 0x40 0x2 1 NT_STATUS_OK\nClose 1 NT_STATUS_OK\n"
      "Unlink \"/*.tmp\" 0x6 NT_STATUS_OK\n"
      "Unlink \"/*.tmp\" 0x6 NT_STATUS_NO_SUCH_FILE\n",
      Posix());
  for (const Outcome& outcome : fixture.DoAll()) {
    EXPECT_EQ(outcome.verdict, Verdict::kExpected);
  }
  EXPECT_FALSE(fs::exists(fixture.path() + "/a.tmp"));
  EXPECT_FALSE(fs::exists(fixture.path() + "/B.TMP"));
  EXPECT_TRUE(fs::exists(fixture.path() + "/c.doc"));
}

TEST(FileExecutor, AnOperationOnAHandleThatIsNotOpenIsUnexpected) {
  ExecutorFixture<TraceHook> fixture("ReadX 7 0 10 10 NT_STATUS_OK\n", Posix());
  const Outcome outcome = fixture.Do(0);
  EXPECT_EQ(outcome.error, EBADF);
  EXPECT_EQ(outcome.verdict, Verdict::kUnexpected);
  EXPECT_EQ(fixture.hook().Take(), "") << "the kernel is not asked";
}

TEST(FileExecutor, AShortReadIsUnexpectedAndSaysHowMuchCame) {
  ExecutorFixture<TraceHook> fixture(
      "NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OK\n"
      "WriteX 1 0 10 10 NT_STATUS_OK\n"
      "ReadX 1 0 4096 4096 NT_STATUS_OK\n",
      Posix());
  fixture.Do(0);
  fixture.Do(1);
  const Outcome outcome = fixture.Do(2);
  EXPECT_EQ(outcome.bytes, 10);
  EXPECT_EQ(outcome.verdict, Verdict::kUnexpected);
}

constexpr const char* kWriteAndRead =
    "NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OK\n"
    "WriteX 1 0 1000 1000 NT_STATUS_OK\n"
    "ReadX 1 0 1000 1000 NT_STATUS_OK\n";

TEST(FileExecutor, AShortWriteGoesOnAndIsCounted) {
  ExecutorFixture<FaultHook> fixture(kWriteAndRead, Posix(), Fault(2, 0, 3));
  fixture.Do(0);
  const Outcome outcome = fixture.Do(1);
  EXPECT_EQ(outcome.bytes, 1000);
  EXPECT_EQ(outcome.short_transfers, 1);
  EXPECT_EQ(outcome.verdict, Verdict::kExpected);
  EXPECT_EQ(fs::file_size(fixture.path() + "/f"), 1000U);
}

TEST(FileExecutor, AReadCutByTheKernelGoesOn) {
  ExecutorFixture<FaultHook> fixture(kWriteAndRead, Posix(), Fault(3, 0, 7));
  fixture.Do(0);
  fixture.Do(1);
  const Outcome outcome = fixture.Do(2);
  EXPECT_EQ(outcome.bytes, 1000);
  EXPECT_EQ(outcome.short_transfers, 1);
  EXPECT_EQ(outcome.verdict, Verdict::kExpected);
}

TEST(FileExecutor, RepeatsAnInterruptedCallUnlessTheRunStops) {
  for (const std::uint64_t call : {1U, 2U, 3U}) {
    ExecutorFixture<FaultHook> fixture(kWriteAndRead, Posix(),
                                       Fault(call, EINTR));
    for (const Outcome& outcome : fixture.DoAll()) {
      EXPECT_EQ(outcome.verdict, Verdict::kExpected) << "call " << call;
    }
  }
  ExecutorFixture<FaultHook> stopping(kWriteAndRead, Posix(), Fault(2, EINTR));
  stopping.Do(0);
  stopping.RequestStop();
  EXPECT_EQ(stopping.Do(1).verdict, Verdict::kInterrupted);
}

TEST(FileExecutor, AHardErrorIsUnexpectedEvenWhereDbenchIgnoresTheStatus) {
  for (const int error : {EIO, ENOSPC, EROFS, EDQUOT, EMFILE}) {
    ExecutorFixture<FaultHook> fixture(
        "NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OK\nFlush 1 NT_STATUS_OK\n",
        Dbench4(), Fault(3, error));
    fixture.Do(0);
    const Outcome outcome = fixture.Do(1);
    EXPECT_EQ(outcome.error, error);
    EXPECT_EQ(outcome.verdict, Verdict::kUnexpected);
  }
}

TEST(FileExecutor, ADiskThatFillsInTheMiddleOfAWriteKeepsCauseAndBytes) {
  FaultHook::Plan plan;
  plan.fail_at = 2;
  plan.short_bytes = 300;
  plan.error_after = ENOSPC;
  ExecutorFixture<FaultHook> fixture(kWriteAndRead, Posix(), FaultHook(plan));
  fixture.Do(0);
  const Outcome outcome = fixture.Do(1);
  EXPECT_EQ(outcome.bytes, 300);
  EXPECT_EQ(outcome.error, ENOSPC);
  EXPECT_EQ(outcome.verdict, Verdict::kUnexpected);
}

TEST(FileExecutor, OpeningAHandleAgainClosesTheOlderFile) {
  ExecutorFixture<TraceHook> fixture(
      "NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OK\n"
      "NTCreateX \"/g\" 0x40 0x2 1 NT_STATUS_OK\n",
      Posix());
  fixture.DoAll();
  EXPECT_EQ(fixture.executor().CloseAll(), 1U);
  EXPECT_EQ(fixture.executor().CloseAll(), 0U);
}

TEST(FileExecutor, WritesCarryDataThatIsNotZero) {
  ExecutorFixture<TraceHook> fixture(kWriteAndRead, Posix());
  fixture.DoAll();
  const std::string text = ReadWholeFile(fixture.path() + "/f");
  EXPECT_GT(text.size() - static_cast<std::size_t>(
                              std::count(text.begin(), text.end(), '\0')),
            900U);
}

// As SQLite tests itself: fail call 1, then call 2 ... until nothing is left
// to fail. No crash, no descriptor left, the error reported where it happened.
TEST(FileExecutor, SurvivesTheFailureOfAnyCall) {
  constexpr const char* kText =
      "Mkdir \"/d\" NT_STATUS_OK\n"
      "NTCreateX \"/d/f\" 0x40 0x5 1 NT_STATUS_OK\n"
      "WriteX 1 0 5000 5000 NT_STATUS_OK\n"
      "ReadX 1 0 5000 5000 NT_STATUS_OK\n"
      "LockX 1 0 1 NT_STATUS_OK\n"
      "QUERY_FILE_INFORMATION 1 258 NT_STATUS_OK\n"
      "SET_FILE_INFORMATION 1 1004 NT_STATUS_OK\n"
      "Flush 1 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n"
      "FIND_FIRST \"/d/*\" 260 10 3 NT_STATUS_OK\n"
      "Rename \"/d/f\" \"/d/g\" NT_STATUS_OK\n"
      "QUERY_PATH_INFORMATION \"/d/g\" 1004 NT_STATUS_OK\n"
      "Unlink \"/d/g\" 0 NT_STATUS_OK\n"
      "Deltree \"/d\" NT_STATUS_OK\n";
  const auto descriptors = [] {
    return std::distance(fs::directory_iterator("/proc/self/fd"),
                         fs::directory_iterator());
  };
  const auto before = descriptors();
  for (const bool dbench4 : {false, true}) {
    ExecutorOptions options;
    options.dbench4 = dbench4;
    options.resolve_names = dbench4;
    for (std::uint64_t n = 1;; ++n) {
      ASSERT_LT(n, 200U) << "the loop must come to its end";
      ExecutorFixture<FaultHook> fixture(kText, options, Fault(n, EIO));
      std::uint64_t unexpected = 0;
      for (const Outcome& outcome : fixture.DoAll()) {
        unexpected += outcome.verdict == Verdict::kUnexpected ? 1 : 0;
      }
      fixture.executor().CloseAll();
      if (fixture.hook().plan().failed == 0) {
        EXPECT_EQ(unexpected, 0U);
        break;
      }
      // What dbench looks up on the side may fail without harm, and so may the
      // close of a directory that was only listed.
      if (!dbench4 && fixture.hook().plan().failed_call != Syscall::kClose) {
        EXPECT_GE(unexpected, 1U) << "call " << n;
      }
    }
    EXPECT_EQ(descriptors(), before);
  }
}

}  // namespace
}  // namespace fsduel
