// A program written as text compiles to an equal program.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loadfile/reader.h"
#include "tests/loadfile/compile.h"

namespace fsduel {
namespace {

TEST(Writer, WritesOneFormOfEverySpelling) {
  const auto loadfile = Compile(
      "SETUP\r\n"
      "0.25 ntcreatex \"\\clients\\client1\\a b\" 0x1 0x2 99 0x00000000\n"
      "ENDSETUP\n"
      "RANDOMSTRING 1 x[ab]\n"
      "REPEAT 3\n"
      "1 Unlink //$1 SUCCESS\n"
      "WRITEPATTERN  two words\n"
      "NTCreateX / 0 1 5 NT_STATUS_NO_SUCH_FILE\n"
      "WriteX 99 +4096 *%512 0x200 NT_STATUS_WHATEVER\n"
      "Sleep 0x10 NT_STATUS_OK\n"
      "WAITSP 1 2\n");
  ASSERT_TRUE(loadfile);
  EXPECT_EQ(WriteLoadfile(*loadfile),
            "SETUP\n"
            "0.250000 NTCreateX \"/clients/client1/a b\" 1 2 99 NT_STATUS_OK\n"
            "ENDSETUP\n"
            "RANDOMSTRING 1 \"x[ab]\"\n"
            "LOOP 3\n"
            "1.000000 Unlink \"/$1\" 0 NT_STATUS_OK\n"
            "ENDLOOP\n"
            "WRITEPATTERN  two words\n"
            "1.000000 NTCreateX \"/\" 0 1 5 NT_STATUS_OBJECT_NAME_NOT_FOUND\n"
            "1.000000 WriteX 99 +4096 *%512 512 ERROR\n"
            "1.000000 Sleep 16\n"
            "WAITSP 1 2\n");
}

TEST(Writer, WhatIsWrittenCompilesToTheSameProgram) {
  const std::string open = "NTCreateX /f 0 2 5 *\n";
  const std::string random_strings =
      "Mkdir /$1 *\nRANDOMSTRING 1 \"[ab c]d]\"\nMkdir /$1$2 *\n"
      "RANDOMSTRING 2 \"[[x]\"\nMkdir /$1$2 *\nMkdir /~$ *\n";
  const std::vector<std::string> texts = {
      "Mkdir /a *\n",
      "Mkdir \"/a b\t\xFF\" *\nMkdir \"/ \" *\n",
      open + "Close 5 ERROR\n" + open + "ReadX 6 0 1 1 *\nClose 5 *\n",
      open + "LOOP 3\nLOOP 0\nReadX 5 0 1 1 *\nENDLOOP\nENDLOOP\nClose 5 *\n",
      open + "WriteX 5 +8 8 8 *\nLOOP 4\nWriteX +0 +8 8 8 *\nENDLOOP\n",
      open + "NTCreateX /a 0 1 +1 ERROR\nClose +3 *\nNTCreateX /b 0 0 -9 *\n",
      "QUERY_FS_INFORMATION *%5/2+1+child+num_children *\n",
      "SETUP\nSLEEP 5\nSETSP 3\nENDSETUP\nMkdir /a *\nWAITSP 0 3\n",
      "SETUP\n9 Mkdir /a *\nSETSP 3\nENDSETUP\nSETSP 1\n2 Mkdir /a *\n",
      random_strings,
      "WRITEPATTERN #\nWRITEPATTERN  \" \nMkdir / *\n",
      open + "WriteX 5 *%4096 1 1 *\n" + open + "Flush 5 *\nClose 5 *\n",
      "Sleep 5 ERROR\nMkdir / *\n",
      "Sleep *%7\nMkdir /a *\nSleep +5\nQUERY_FS_INFORMATION +1 *\n",
  };
  for (const std::string& text : texts) {
    const auto loadfile = Compile(text);
    ASSERT_TRUE(loadfile);
    const std::string written = WriteLoadfile(*loadfile);
    const auto again = Compile(written);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->hash(), loadfile->hash()) << text << "\n=>\n" << written;
    EXPECT_EQ(WriteLoadfile(*again), written);
  }
}

}  // namespace
}  // namespace fsduel
