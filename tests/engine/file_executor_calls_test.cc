// Each operation's system calls, in both semantics: what do we ask the kernel?
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/executor_fixture.h"
#include "tests/support/hooks.h"

namespace fsduel {
namespace {

ExecutorOptions Posix() {
  return {};
}

ExecutorOptions Dbench4() {
  ExecutorOptions options;
  options.dbench4 = true;
  options.resolve_names = true;
  return options;
}

// Runs `text`; the calls of its last line.
std::string CallsOfLastLine(std::string_view text,
                            const ExecutorOptions& options) {
  ExecutorFixture<TraceHook> fixture(text, options);
  const std::size_t last = fixture.loadfile().operations().size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    EXPECT_EQ(fixture.Do(i).verdict, Verdict::kExpected)
        << "line " << i + 1 << " of " << text;
  }
  fixture.hook().Take();
  EXPECT_EQ(fixture.Do(last).verdict, Verdict::kExpected) << text;
  return fixture.hook().Take();
}

struct Case {
  std::string text;
  std::string posix;
  std::string dbench4;
};

class FileExecutorCalls : public testing::TestWithParam<Case> {};

TEST_P(FileExecutorCalls, AreThoseOfTheSemantics) {
  EXPECT_EQ(CallsOfLastLine(GetParam().text, Posix()), GetParam().posix);
  EXPECT_EQ(CallsOfLastLine(GetParam().text, Dbench4()), GetParam().dbench4);
}

constexpr const char* kMakeFile = "NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OK\n";

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"NTCreateX \"/f\" 0x40 0x2 1 NT_STATUS_OK", "openat f",
       "fstatat f, openat ., fstat, getdents, getdents, close, openat f, "
       "fstat"},
      {std::string(kMakeFile) + "Close 1 NT_STATUS_OK\n"
                                "NTCreateX \"/f\" 0x40 0x1 2 NT_STATUS_OK",
       "openat f", "fstatat f, openat f, fstat"},
      {"NTCreateX \"/d\" 0x1 0x2 1 NT_STATUS_OK", "mkdirat d, openat d",
       "fstatat d, openat ., fstat, getdents, getdents, close, mkdirat d, "
       "openat d, fstat"},
      {"NTCreateX \"/f\" 0x40 0x1 1 NT_STATUS_OBJECT_NAME_NOT_FOUND",
       "openat f",
       "fstatat f, openat ., fstat, getdents, getdents, close, openat f"},
      {std::string(kMakeFile) + "Close 1 NT_STATUS_OK", "close", "close"},
      {std::string(kMakeFile) + "WriteX 1 0 4096 4096 NT_STATUS_OK", "pwrite",
       "pwrite"},
      {std::string(kMakeFile) + "WriteX 1 0 100 100 NT_STATUS_OK\n"
                                "ReadX 1 0 100 100 NT_STATUS_OK",
       "pread", "pread"},
      {std::string(kMakeFile) + "Flush 1 NT_STATUS_OK", "fsync", "fsync"},
      {std::string(kMakeFile) + "LockX 1 5 1 NT_STATUS_OK", "lock", "lock"},
      {std::string(kMakeFile) + "UnlockX 1 5 1 NT_STATUS_OK", "lock", "lock"},
      {std::string(kMakeFile) + "QUERY_FILE_INFORMATION 1 258 NT_STATUS_OK",
       "fstat", "fstat"},
      {std::string(kMakeFile) + "SET_FILE_INFORMATION 1 1004 NT_STATUS_OK",
       "futimens", "fstat, utimensat f"},
      {"QUERY_FS_INFORMATION 259 NT_STATUS_OK", "fstatfs", "fstatfs"},
      {"QUERY_PATH_INFORMATION \"/x\" 1004 NT_STATUS_OBJECT_NAME_NOT_FOUND",
       "fstatat x", "fstatat x, openat ., fstat, getdents, getdents, close"},
      {std::string(kMakeFile) +
           "QUERY_PATH_INFORMATION \"/f\" 1004 NT_STATUS_OK",
       "fstatat f", "fstatat f"},
      {"FIND_FIRST \"/*.x\" 260 1366 0 NT_STATUS_NO_SUCH_FILE",
       "openat ., getdents, getdents, close",
       "fstatat *.x, openat ., fstat, getdents, getdents, close, openat ., "
       "fstat, getdents, getdents, close"},
      {std::string(kMakeFile) + "Unlink \"/f\" 0x6 NT_STATUS_OK", "unlinkat f",
       "fstatat f, unlinkat f"},
      {std::string(kMakeFile) + "Rename \"/f\" \"/g\" NT_STATUS_OK",
       "renameat f",
       "fstatat f, fstatat g, openat ., fstat, getdents, getdents, close, "
       "renameat f"},
      {"Mkdir \"/d\" NT_STATUS_OK", "mkdirat d",
       "fstatat d, openat ., fstat, getdents, getdents, close, mkdirat d"},
      {"Mkdir \"/d\" NT_STATUS_OK\nRmdir \"/d\" NT_STATUS_OK", "unlinkat d",
       "fstatat d, unlinkat d"},
      {"Mkdir \"/d\" NT_STATUS_OK\nDeltree \"/d\" NT_STATUS_OK",
       // . and .. are entries: the first getdents is not the last.
       "openat d, getdents, getdents, close, unlinkat d",
       "openat d, getdents, getdents, close"},
  };
  return cases;
}

INSTANTIATE_TEST_SUITE_P(EachOperation, FileExecutorCalls,
                         testing::ValuesIn(Cases()));

TEST(FileExecutorCalls, DurabilityWordsAddTheirSyncs) {
  ExecutorOptions each = Posix();
  each.fdatasync_each = true;
  EXPECT_EQ(CallsOfLastLine(
                std::string(kMakeFile) + "WriteX 1 0 8 8 NT_STATUS_OK", each),
            "pwrite, fdatasync");
  ExecutorOptions end = Posix();
  end.fsync_end = true;
  EXPECT_EQ(
      CallsOfLastLine(std::string(kMakeFile) + "WriteX 1 0 8 8 NT_STATUS_OK\n"
                                               "Close 1 NT_STATUS_OK",
                      end),
      "fsync, close");
  EXPECT_EQ(
      CallsOfLastLine(std::string(kMakeFile) + "Close 1 NT_STATUS_OK", end),
      "close")
      << "nothing was written";
  ExecutorOptions dirs = Posix();
  dirs.sync_dirs = true;
  EXPECT_EQ(CallsOfLastLine("Mkdir \"/d\" NT_STATUS_OK", dirs),
            "mkdirat d, openat ., fsync, close");
  EXPECT_EQ(CallsOfLastLine(std::string(kMakeFile) +
                                "Mkdir \"/d\" NT_STATUS_OK\n"
                                "Rename \"/f\" \"/d/f\" NT_STATUS_OK",
                            dirs),
            "renameat f, openat d, fsync, close, openat ., fsync, close");
  ExecutorOptions dbench = Dbench4();
  dbench.resolve_names = false;
  dbench.dbench_sync_dirs = true;
  EXPECT_EQ(
      CallsOfLastLine(std::string(kMakeFile) + "Unlink \"/f\" 0 NT_STATUS_OK",
                      dbench),
      "unlinkat f, openat ., fdatasync, close");
}

TEST(FileExecutorCalls, FakeIoTransfersNothing) {
  ExecutorOptions fake = Dbench4();
  fake.fake_io = true;
  EXPECT_EQ(CallsOfLastLine(
                std::string(kMakeFile) + "WriteX 1 0 8 8 NT_STATUS_OK", fake),
            "");
}

TEST(FileExecutorCalls, NameResolutionIsCountedApart) {
  ExecutorFixture<TraceHook> fixture(
      "QUERY_PATH_INFORMATION \"/x\" 1004 NT_STATUS_OBJECT_NAME_NOT_FOUND\n"
      "FIND_FIRST \"/*\" 260 1366 0 NT_STATUS_OK\n",
      Dbench4());
  fixture.Do(0);
  EXPECT_EQ(fixture.executor().resolution().lookups, 1U);
  EXPECT_EQ(fixture.executor().resolution().scans, 1U);
  EXPECT_EQ(fixture.executor().resolution().calls, 6U);
  fixture.Do(1);
  // FIND_FIRST's own listing is not name resolution.
  EXPECT_EQ(fixture.executor().resolution().calls, 12U);
}

}  // namespace
}  // namespace fsduel
