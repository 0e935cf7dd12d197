// What plain operation lines compile to.
#include "loadfile/reader.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loadfile/operation_table.h"
#include "tests/loadfile/compile.h"

namespace fsduel {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Reader, CreateKeepsPathOptionsDispositionAndHandle) {
  const Operation create =
      First("NTCreateX \"\\clients\\client1\\a.doc\" 0x40 0x1 9935 0x0");
  EXPECT_EQ(create.opcode, Opcode::kCreate);
  EXPECT_EQ(create.expectation, Expectation::kSuccess);
  EXPECT_EQ(create.argument, kOptionNonDirectory);
  EXPECT_EQ(create.disposition, kOpen);
  EXPECT_EQ(create.handle, 0U);
  EXPECT_EQ(create.line, 1U);
}

TEST(Reader, DataOperationsKeepOffsetSizeAndCount) {
  const auto loadfile = Compile(
      "NTCreateX /f 0 2 5 NT_STATUS_OK\n"
      "WriteX 5 5000000000 65536 65535 NT_STATUS_OK\n"
      "ReadX 5 0x10 010 7 NT_STATUS_OK\n"
      "Write 5 1 2 3 NT_STATUS_OK\n"
      "Close 5 NT_STATUS_OK\n");
  ASSERT_TRUE(loadfile);
  const Operation& write = loadfile->operations()[1];
  EXPECT_EQ(write.opcode, Opcode::kWrite);
  EXPECT_EQ(write.offset, 5000000000);
  EXPECT_EQ(write.length, 65536);
  EXPECT_EQ(write.expected, 65535);
  const Operation& read = loadfile->operations()[2];
  EXPECT_EQ(read.offset, 16);
  EXPECT_EQ(read.length, 8);
  EXPECT_EQ(loadfile->operations()[3].opcode, Opcode::kWrite);
  EXPECT_EQ(loadfile->longest_read(), 8);
  EXPECT_EQ(loadfile->longest_write(), 65536);
}

TEST(Reader, EveryOperationIsRead) {
  const auto loadfile = Compile(
      "NTCreateX /f 1 2 3 NT_STATUS_OK\n"
      "Rename /a \"/b c\" NT_STATUS_OK\n"
      "Unlink /a 0x6 NT_STATUS_OK\n"
      "Unlink /a NT_STATUS_OK\n"
      "Deltree /a NT_STATUS_OK\n"
      "Rmdir /a NT_STATUS_OK\n"
      "Mkdir /a NT_STATUS_OK\n"
      "QUERY_PATH_INFORMATION /a 1004 NT_STATUS_OK\n"
      "QUERY_PATH_INFORMATION /a NT_STATUS_OK\n"
      "QUERY_FILE_INFORMATION 3 258 NT_STATUS_OK\n"
      "QUERY_FILE_INFORMATION 3 NT_STATUS_OK\n"
      "QUERY_FS_INFORMATION 259 NT_STATUS_OK\n"
      "QUERY_FS_INFORMATION NT_STATUS_OK\n"
      "SET_FILE_INFORMATION 3 1004 NT_STATUS_OK\n"
      "FIND_FIRST /* 260 1366 11 NT_STATUS_OK\n"
      "WriteX 3 0 1 1 NT_STATUS_OK\n"
      "ReadX 3 0 1 1 NT_STATUS_OK\n"
      "LockX 3 2147483538 1 NT_STATUS_OK\n"
      "UnlockX 3 2147483538 1 NT_STATUS_OK\n"
      "Flush 3 NT_STATUS_OK\n"
      "Sleep 100\n"
      "Sleep 100 NT_STATUS_OK\n"
      "SETSP 4\n"
      "WAITSP 1 4\n"
      "WRITEPATTERN xyz\n"
      "Close 3 NT_STATUS_OK\n");
  ASSERT_TRUE(loadfile);
  for (const OperationRow& row : OperationTable()) {
    EXPECT_TRUE(loadfile->uses(row.opcode)) << row.name;
  }
  const Operation& find = loadfile->operations()[14];
  EXPECT_EQ(find.argument, 260U);
  EXPECT_EQ(find.length, 1366);
  EXPECT_EQ(find.expected, 11);
  EXPECT_TRUE(loadfile->paths()[find.path].has_wildcard);
  const Operation& rename = loadfile->operations()[1];
  EXPECT_EQ(loadfile->paths()[rename.path].text, "a");
  EXPECT_EQ(loadfile->paths()[rename.path2].text, "b c");
  EXPECT_EQ(loadfile->operations()[20].length, 100);
  EXPECT_EQ(loadfile->operations()[22].argument, 4U);
  EXPECT_EQ(loadfile->operations()[23].handle, 1U);
  EXPECT_EQ(loadfile->operations()[23].argument, 4U);
  EXPECT_THAT(loadfile->patterns(), ElementsAre("xyz"));
}

TEST(Reader, OperationsThatDoNotOccurAreNotUsed) {
  const auto loadfile = Compile("Mkdir /a *\n");
  ASSERT_TRUE(loadfile);
  EXPECT_TRUE(loadfile->uses(Opcode::kMkdir));
  EXPECT_FALSE(loadfile->uses(Opcode::kCreate));
  EXPECT_FALSE(loadfile->uses(Opcode::kWritePattern));
}

TEST(Reader, NamesAreReadInAnyCase) {
  EXPECT_EQ(First("mkdir /a NT_STATUS_OK").opcode, Opcode::kMkdir);
  EXPECT_EQ(First("QUERY_path_INFORMATION /a 0 *").opcode, Opcode::kQueryPath);
  EXPECT_EQ(First("loop 2\nMKDIR /a 0x0\nEndLoop").opcode, Opcode::kMkdir);
}

TEST(Reader, LineEndsTabsCommentsAndBlankLinesDoNotMatter) {
  const std::string hash = Compile("Mkdir \"/a b\" NT_STATUS_OK\n")->hash();
  for (const char* text : {
           "Mkdir \"/a b\" NT_STATUS_OK",          // no last newline
           "Mkdir \"/a b\" NT_STATUS_OK\r\n",      // CRLF
           "Mkdir \"/a b\" NT_STATUS_OK\r",        // CR at the very end
           "\tMkdir\t\"/a b\"\t\tNT_STATUS_OK\t",  // tabs
           "# one\n\n  \t\n #two \"\nMkdir \"/a b\" 0x0\n\n",
           "\xEF\xBB\xBFMkdir \"\\a b\" SUCCESS\n",  // byte order mark
       }) {
    const auto loadfile = Compile(text);
    ASSERT_TRUE(loadfile);
    EXPECT_EQ(loadfile->hash(), hash) << text;
  }
}

TEST(Reader, LinesAreCountedWithCommentsAndWithoutALastNewline) {
  EXPECT_EQ(Compile("# a\n\nMkdir /a *")->lines(), 3U);
  EXPECT_EQ(Compile("# a\n\nMkdir /a *\n")->lines(), 3U);
  EXPECT_EQ(Compile("# a\n\nMkdir /a *")->operations()[0].line, 3U);
}

TEST(Reader, PathsAreRelativeAndNormalised) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"\\clients\\client1\\x", "clients/client1/x"},
      {"/a/b", "a/b"},
      {"a/b", "a/b"},
      {"//a///b//", "a/b"},
      {"\\\\server\\share", "server/share"},
      {"./a/./b/.", "a/b"},
      {"/", "."},
      {"\\.", "."},
      {"/...", "..."},
      {"/..a/b..", "..a/b.."},
      {"/clients/client1\\x", "clients/client1/x"},
      {"/~$CHAP10.DOC", "~$CHAP10.DOC"},
      {"/\xFF\xFE", "\xFF\xFE"},
      {"/#a", "#a"},
  };
  for (const auto& [spelling, text] : cases) {
    EXPECT_EQ(PathOf("QUERY_PATH_INFORMATION \"" + spelling + "\" 0 *"), text);
  }
}

TEST(Reader, SpellingsOfAPathShareAnId) {
  const auto loadfile = Compile(
      "Mkdir \"\\a\\b\" *\n"
      "Mkdir /a/b *\n"
      "Mkdir //a/./b *\n"
      "Mkdir /a/B *\n");
  ASSERT_TRUE(loadfile);
  EXPECT_EQ(loadfile->paths().size(), 2U);
  EXPECT_EQ(loadfile->operations()[0].path, loadfile->operations()[2].path);
  EXPECT_NE(loadfile->operations()[0].path, loadfile->operations()[3].path);
}

TEST(Reader, OnlyAWholeComponentClient1IsTheClients) {
  const std::vector<std::pair<std::string, bool>> cases = {
      {"/clients/client1/x", true}, {"/client1", true},
      {"/client1/client1", true},   {"/client10/x", false},
      {"/xclient1", false},         {"/Client1", false},
      {"/a/client1.txt", false},
  };
  for (const auto& [path, expected] : cases) {
    EXPECT_EQ(Compile("Mkdir " + path + " *")->paths()[0].has_client, expected)
        << path;
  }
}

TEST(Reader, OnlyTheLastComponentMakesAWildcard) {
  const std::vector<std::pair<std::string, bool>> cases = {
      {"/a/*", true},      {"/a/<.JNK", true},  {"/a?", true},  {"/a/x>", true},
      {"/a/plain", false}, {"/*/plain", false}, {"/*/.", true},
  };
  for (const auto& [path, expected] : cases) {
    EXPECT_EQ(
        Compile("FIND_FIRST " + path + " 1 1 0 *")->paths()[0].has_wildcard,
        expected)
        << path;
  }
}

TEST(Reader, TimesAreMicrosecondsAndInherited) {
  const auto loadfile = Compile(
      "Mkdir /a *\n"
      "0.5 Mkdir /b *\n"
      "Mkdir /c *\n"
      "12.3456789 Mkdir /d *\n"
      "SLEEP 5\n"
      "13 Sleep 5\n"
      "14. Mkdir /e *\n");
  ASSERT_TRUE(loadfile);
  EXPECT_THAT(loadfile->due_us(), ElementsAre(0, 500000, 500000, 12345678,
                                              12345678, 13000000, 14000000));
}

TEST(Reader, WithoutTimesThereIsNoSchedule) {
  EXPECT_THAT(Compile("Mkdir /a *\n")->due_us(), IsEmpty());
  EXPECT_THAT(Compile("0 Mkdir /a *\n")->due_us(), ElementsAre(0));
}

TEST(Reader, TheSameProgramHasTheSameHash) {
  const std::string base = "NTCreateX /a 0 2 7 NT_STATUS_OK\nClose 7 *\n";
  EXPECT_EQ(Compile(base)->hash().size(), 16U);
  // Another handle number, other spelling, other lines.
  EXPECT_EQ(
      Compile(base)->hash(),
      Compile("# x\nntcreatex \"\\a\" 0x0 0x2 0 SUCCESS\nclose 0 *")->hash());
  for (const char* other : {
           "NTCreateX /b 0 2 7 NT_STATUS_OK\nClose 7 *\n",
           "NTCreateX /a 1 2 7 NT_STATUS_OK\nClose 7 *\n",
           "NTCreateX /a 0 3 7 NT_STATUS_OK\nClose 7 *\n",
           "NTCreateX /a 0 2 7 *\nClose 7 *\n",
           "NTCreateX /a 0 2 7 NT_STATUS_OK\n0 Close 7 *\n",
           "NTCreateX /a 0 2 7 NT_STATUS_OK\nLOOP 1\nClose 7 *\nENDLOOP\n",
           "SETUP\nNTCreateX /a 0 2 7 NT_STATUS_OK\nENDSETUP\nClose 7 *\n",
       }) {
    EXPECT_NE(Compile(base)->hash(), Compile(other)->hash()) << other;
  }
}

TEST(Reader, TheNameIsKept) {
  EXPECT_EQ(Compile("Mkdir /a *")->name(), "test.load");
}

}  // namespace
}  // namespace fsduel
