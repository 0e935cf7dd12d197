// What the user reads when a loadfile is malformed.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/loadfile/compile.h"

namespace fsduel {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(ReaderErrors, ShowPositionMessageLineAndCaret) {
  EXPECT_EQ(Errors("# head\n"
                   "Mkdir \"/a\" NT_STATUS_OK\n"
                   "  Closs 17 NT_STATUS_OK\n"),
            "test.load:3:3: unknown operation 'Closs' (did you mean "
            "\"Close\"?)\n"
            "    Closs 17 NT_STATUS_OK\n"
            "    ^");
}

TEST(ReaderErrors, AllFaultsOfAFileAreReportedAtOnceInOrder) {
  EXPECT_EQ(Errors("LOOP 2\n"
                   "foo\n"
                   "Close 1 NT_STATUS_OK\n"
                   "Mkdir ../x *\n"),
            "test.load:1:1: this LOOP has no ENDLOOP\n"
            "  LOOP 2\n"
            "  ^\n"
            "test.load:2:1: unknown operation 'foo'\n"
            "  foo\n"
            "  ^\n"
            "test.load:4:7: a path may not hold '..'\n"
            "  Mkdir ../x *\n"
            "        ^");
}

TEST(ReaderErrors, AfterTwentyFaultsTheRestIsCounted) {
  std::string text;
  for (int i = 0; i < 1234; ++i) {
    text += "oops\n";
  }
  const std::string errors = Errors(text);
  EXPECT_THAT(errors, HasSubstr("test.load:20:1: "));
  EXPECT_THAT(errors, Not(HasSubstr("test.load:21:1: ")));
  EXPECT_THAT(errors, EndsWith("\n... and 1,214 more"));
}

TEST(ReaderErrors, ALineIsShownWithoutControlCharacters) {
  EXPECT_EQ(Errors("Mkdir \"\x1B[2J\" \tbad\n"),
            "test.load:1:15: 'bad' is not a status; a line ends with "
            "NT_STATUS_..., 0xHEX, SUCCESS, ERROR or *\n"
            "  Mkdir \"\\x1B[2J\"  bad\n"
            "                   ^");
}

TEST(ReaderErrors, TheCaretStandsRightBehindUtf8) {
  EXPECT_THAT(Errors("Mkdir \"/\xC3\xA4\xE2\x82\xAC\" bad\n"),
              EndsWith("\n"
                       "  Mkdir \"/\xC3\xA4\xE2\x82\xAC\" bad\n"
                       "              ^"));
}

TEST(ReaderErrors, OfALongLineThePartAroundTheColumnIsShown) {
  const std::string line =
      "Mkdir \"/" + std::string(240, 'a') + "\" bad" + std::string(300, 'b');
  const std::string errors = Errors(line);
  const std::size_t caret_line = errors.rfind('\n') + 1;
  const std::size_t text_line = errors.rfind('\n', caret_line - 2) + 1;
  EXPECT_EQ(errors.substr(text_line, 5), "  ...");
  EXPECT_EQ(errors.substr(caret_line - 4, 3), "...");
  EXPECT_LE(caret_line - text_line, 215U);
  EXPECT_EQ(errors.substr(text_line + errors.size() - 1 - caret_line, 4),
            "badb");
}

TEST(ReaderErrors, NameTheFaultAndTheColumn) {
  struct Case {
    std::string text;
    int column;
    std::string message;
  };
  const std::vector<Case> cases = {
      // Shape of the line.
      {"Close", 6, "the parameters are missing; write: Close HANDLE STATUS"},
      {"Close 5", 8, "the status is missing; write: Close HANDLE STATUS"},
      {"Close 5  ", 10, "the status is missing"},
      {"Mkdir \"/a\"", 11, "the status is missing"},
      {"Close NT_STATUS_OK", 7, "HANDLE is missing before the status"},
      {"ReadX 1 0 4096 NT_STATUS_OK", 16, "COUNT is missing before"},
      {"NTCreateX /a 0 *", 16, "DISPOSITION is missing before the status"},
      {"FIND_FIRST /a 260 1366 *", 24, "COUNT is missing before the status"},
      {"Mkdir /a b NT_STATUS_OK", 10, "'b' is one word too many"},
      {"Close 5 OK", 9, "'OK' is not a status"},
      {"Close 5 NT_STATUS_ok", 9, "(did you mean \"NT_STATUS_OK\"?)"},
      {"Mkdir \"/a NT_STATUS_OK", 7, "this quote is not closed"},
      {"Sleep", 6, "write: Sleep MICROSECONDS [STATUS]"},
      {"Sleep 5 6", 9, "'6' is not a status"},
      {"Sleep 5 6 NT_STATUS_OK", 9, "'6' is one word too many"},
      // Names.
      {"foo", 1, "unknown operation 'foo'"},
      {"ENDLOP", 1, "(did you mean \"ENDLOOP\"?)"},
      {"NtCreate /a 0 1 2 *", 1, "(did you mean \"NTCreateX\"?)"},
      {"SMBopen 5", 1, "a loadfile of dbench 1"},
      {"GETATTR3 \"/a\" 0x0", 1, "dbench's nfs backend"},
      {"0.0 READ10 * 1 0 0 0x0", 5, "dbench's scsi backend"},
      {"\"\" 5", 1, "unknown operation ''"},
      // Times.
      {"1.2.3 Mkdir /a *", 1, "'1.2.3' is not a time in seconds"},
      {"1e3 Mkdir /a *", 1, "is not a time"},
      {"1700000000.5 Mkdir /a *", 1, "from 0 to 1000000000"},
      {"5", 2, "the operation is missing after the time"},
      {"0.5 LOOP 3", 5, "LOOP takes no time before it"},
      {"0.5 WRITEPATTERN x", 5, "WRITEPATTERN takes no time before it"},
      // Numbers.
      {"Close x *", 7, "'x' is not a number"},
      {"ReadX 1 -1 1 1 *", 9, "may not be negative"},
      {"ReadX 1 9223372036854775808 1 1 *", 9, "more than 2^63 - 1"},
      {"ReadX 1 9223372036854775807 1 1 *", 29, "beyond 2^63 - 1"},
      {"LockX 1 9223372036854775000 1000 *", 29, "beyond 2^63 - 1"},
      {"WriteX 1 0 2147479553 1 *", 12, "2147479552 is the most"},
      {"QUERY_FS_INFORMATION 4294967296 *", 22, "more than 2^32 - 1"},
      {"NTCreateX /a 0 6 1 *", 16, "disposition '6' is none of 0 (super"},
      {"Sleep 1099511627777", 7, "a sleep of 1099511627777 us is too long"},
      {"ReadX 1 0 * 1 *", 11, "a random size needs an upper end"},
      {"ReadX 1 0 *%0 1 *", 11, "'*%0' is not a number"},
      // Directives.
      {"LOOP", 5, "a word is missing; write: LOOP ROUNDS"},
      {"LOOP 1 2\nENDLOOP", 8, "this is one word too many; write: LOOP ROUNDS"},
      {"LOOP *\nENDLOOP", 6, "'*' is not a plain number"},
      {"LOOP 1099511627777\nENDLOOP", 6, "1099511627776 is the most"},
      {"ENDLOOP", 1, "there is no LOOP to end here"},
      {"REPEAT 3", 1, "REPEAT must be followed by an operation"},
      {"SETSP -1", 7, "is not a plain number"},
      {"WAITSP 1", 9, "write: WAITSP CLIENT POINT"},
      {"WRITEPATTERN", 13, "the text is missing"},
      {"WRITEPATTERN ", 14, "the text is missing"},
      {"RANDOMSTRING 10 \"a\"", 14, "9 is the most"},
      {"ENDSETUP", 1, "there is no SETUP to end here"},
      {"SETUP", 1, "this SETUP has no ENDSETUP"},
  };
  for (const Case& c : cases) {
    const std::string errors = Errors(c.text);
    EXPECT_THAT(errors, StartsWith(fmt::format("test.load:1:{}: ", c.column)))
        << c.text;
    EXPECT_THAT(errors, HasSubstr(c.message)) << c.text;
    EXPECT_THAT(errors, Not(HasSubstr("more\n"))) << c.text;
  }
}

TEST(ReaderErrors, AFileWithoutOperationsIsRefused) {
  EXPECT_EQ(Errors(""), "test.load: there is no operation in it");
  EXPECT_EQ(Errors("# only\n\n"), "test.load: there is no operation in it");
  const std::string no_pass =
      "test.load: no pass over it runs an operation on a file";
  EXPECT_EQ(Errors("SETUP\nMkdir /a *\nENDSETUP\n"), no_pass);
  EXPECT_EQ(Errors("LOOP 0\nMkdir /a *\nENDLOOP\n"), no_pass);
  EXPECT_EQ(Errors("REPEAT 0\nMkdir /a *\n"), no_pass);
  EXPECT_EQ(Errors("LOOP 5\nLOOP 0\nMkdir /a *\nENDLOOP\nENDLOOP\n"), no_pass);
  EXPECT_EQ(Errors("SLEEP 5\nSETSP 1\n"), no_pass);
}

TEST(ReaderErrors, BinaryFilesAreRefusedAtTheirFirstZeroByte) {
  EXPECT_EQ(Errors(std::string_view("Mkdir /a *\nab\0c\n", 16)),
            "test.load:2:3: a zero byte: this is not a text file");
}

TEST(ReaderErrors, LinesHaveALimit) {
  const std::string line = "Mkdir /" + std::string(1 << 20, 'a') + " *\n";
  EXPECT_THAT(Errors(line),
              StartsWith("test.load:1:1: this line is longer than 1 MiB\n"));
  // A comment may be as long as it likes.
  EXPECT_TRUE(Compile("#" + std::string(1 << 21, 'a') + "\nMkdir /a *\n"));
}

TEST(ReaderErrors, TheFileNameIsMadePrintable) {
  const auto result = CompileLoadfile("a\x1B[31m", "");
  EXPECT_EQ(result.status().message(),
            "a\\x1B[31m: there is no operation in it");
}

}  // namespace
}  // namespace fsduel
