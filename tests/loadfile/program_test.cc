// Steps: loops, set-up, random strings, computed fields.
#include <fmt/format.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loadfile/number_field.h"
#include "tests/loadfile/compile.h"

namespace fsduel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The steps in short: "run 0-2; loop 3 -> 4; random 0; dynamic 5; end -> 1".
std::string Steps(const Loadfile& loadfile) {
  std::string text;
  for (const Step& step : loadfile.steps()) {
    text += text.empty() ? "" : "; ";
    switch (step.kind) {
      case Step::Kind::kRun:
        text += fmt::format("run {}-{}", step.first, step.last);
        break;
      case Step::Kind::kDynamic:
        text += fmt::format("dynamic {}", step.first);
        EXPECT_EQ(step.last, step.first + 1);
        EXPECT_LT(step.index, loadfile.dynamic().size());
        break;
      case Step::Kind::kLoopBegin:
        text += fmt::format("loop {} -> {}", step.count, step.index);
        break;
      case Step::Kind::kLoopEnd:
        text += fmt::format("end -> {}", step.index);
        break;
      case Step::Kind::kRandomString:
        text += fmt::format("random {}", step.index);
        break;
    }
  }
  return text;
}

std::string StepsOf(std::string_view text) {
  const auto loadfile = Compile(text);
  return loadfile ? Steps(*loadfile) : "";
}

TEST(Program, APlainFileIsOneRun) {
  EXPECT_EQ(StepsOf("Mkdir /a *\nMkdir /b *\nSETSP 1\nMkdir /c *\n"),
            "run 0-4");
}

TEST(Program, LoopsNestAndPointToEachOther) {
  EXPECT_EQ(StepsOf("Mkdir /a *\n"
                    "LOOP 3\n"
                    "Mkdir /b *\n"
                    "LOOP 0x10\n"
                    "Mkdir /c *\n"
                    "ENDLOOP\n"
                    "ENDLOOP\n"
                    "Mkdir /d *\n"),
            "run 0-1; loop 3 -> 6; run 1-2; loop 16 -> 5; run 2-3; end -> 3; "
            "end -> 1; run 3-4");
}

TEST(Program, TheLineAfterEndloopIsRun) {
  EXPECT_EQ(StepsOf("LOOP 2\nMkdir /a *\nENDLOOP\nMkdir /b *\n"),
            "loop 2 -> 2; run 0-1; end -> 0; run 1-2");
}

TEST(Program, RepeatIsALoopAroundTheNextOperation) {
  EXPECT_EQ(StepsOf("REPEAT 7\n\n# between\nMkdir /a *\nMkdir /b *\n"),
            "loop 7 -> 2; run 0-1; end -> 0; run 1-2");
  EXPECT_EQ(StepsOf("REPEAT 7\nSLEEP 5\nMkdir /b *\n"),
            "loop 7 -> 2; run 0-1; end -> 0; run 1-2");
}

TEST(Program, RepeatWantsAnOperation) {
  for (const char* next :
       {"LOOP 2\nMkdir /a *\nENDLOOP", "SETSP 1", "WRITEPATTERN x",
        "RANDOMSTRING 1 \"a\"", "REPEAT 3\nMkdir /a *"}) {
    EXPECT_THAT(Errors(std::string("REPEAT 2\n") + next + "\nMkdir /z *\n"),
                testing::StartsWith(
                    "test.load:1:1: REPEAT must be followed by an operation"))
        << next;
  }
  EXPECT_THAT(Errors("LOOP 2\nMkdir /a *\nREPEAT 2\nENDLOOP\n"),
              testing::StartsWith("test.load:3:1: REPEAT must be"));
}

TEST(Program, LoopsThatRunNothingHaveNoRounds) {
  EXPECT_EQ(StepsOf("LOOP 1099511627776\n"
                    "RANDOMSTRING 1 \"[ab]\"\n"
                    "LOOP 0\n"
                    "Mkdir /a *\n"
                    "ENDLOOP\n"
                    "ENDLOOP\n"
                    "Mkdir /b *\n"),
            "loop 0 -> 5; random 0; loop 0 -> 4; run 0-1; end -> 2; end -> 0; "
            "run 1-2");
}

TEST(Program, LoopsNestAtMost64Deep) {
  std::string open;
  std::string close;
  for (int i = 0; i < 64; ++i) {
    open += "LOOP 2\n";
    close += "ENDLOOP\n";
  }
  EXPECT_TRUE(Compile(open + "Mkdir /a *\n" + close));
  EXPECT_THAT(Errors(open + "LOOP 2\nMkdir /a *\nENDLOOP\n" + close),
              HasSubstr("nested more than 64 deep"));
  EXPECT_THAT(Errors(open + "REPEAT 2\nMkdir /a *\n" + close),
              HasSubstr("nested more than 64 deep"));
}

TEST(Program, TheSetupIsApartFromThePass) {
  const auto loadfile = Compile(
      "# head\n"
      "SETUP\n"
      "Mkdir /a *\n"
      "LOOP 2\n"
      "Mkdir /b *\n"
      "ENDLOOP\n"
      "Mkdir /c *\n"
      "ENDSETUP\n"
      "Mkdir /d *\n");
  ASSERT_TRUE(loadfile);
  EXPECT_EQ(loadfile->setup_end(), 5U);
  EXPECT_EQ(Steps(*loadfile),
            "run 0-1; loop 2 -> 3; run 1-2; end -> 1; run 2-3; run 3-4");
}

TEST(Program, AnEmptySetupIsNone) {
  EXPECT_EQ(Compile("SETUP\nENDSETUP\nMkdir /a *\n")->setup_end(), 0U);
}

TEST(Program, SetupStandsOnceAtTheHead) {
  EXPECT_THAT(Errors("Mkdir /a *\nSETUP\nENDSETUP\n"),
              HasSubstr("test.load:2:1: SETUP must stand before all"));
  EXPECT_THAT(Errors("RANDOMSTRING 1 \"a\"\nSETUP\nENDSETUP\nMkdir /a *"),
              HasSubstr("test.load:2:1: SETUP must stand before all"));
  EXPECT_THAT(Errors("SETUP\nENDSETUP\nSETUP\nENDSETUP\nMkdir /a *\n"),
              HasSubstr("test.load:3:1: there can be only one SETUP"));
  EXPECT_THAT(Errors("LOOP 2\nSETUP\nENDSETUP\nENDLOOP\nMkdir /a *\n"),
              HasSubstr("test.load:2:1: SETUP may not stand in a loop"));
  EXPECT_THAT(Errors("SETUP\nLOOP 2\nENDSETUP\nENDLOOP\nMkdir /a *\n"),
              HasSubstr("test.load:3:1: ENDSETUP may not stand in a loop"));
}

TEST(Program, TimesStartAnewAfterTheSetup) {
  EXPECT_THAT(
      Compile("SETUP\n5 Mkdir /a *\nENDSETUP\nMkdir /b *\n1 Mkdir /c *\n")
          ->due_us(),
      ElementsAre(5000000, 0, 1000000));
}

TEST(Program, RandomStringTemplatesAreTakenApart) {
  const auto loadfile = Compile(
      "RANDOMSTRING 3 \"pre[abc]m]d[-x y]\"\n"
      "Mkdir /$3 *\n"
      "randomstring 3 [[ab]\n"
      "Mkdir /$3 *\n");
  ASSERT_TRUE(loadfile);
  EXPECT_EQ(Steps(*loadfile), "random 0; run 0-1; random 1; run 1-2");
  const RandomString& first = loadfile->random_strings()[0];
  EXPECT_EQ(first.index, 3);
  std::string parts;
  for (const RandomString::Part& part : first.parts) {
    parts += fmt::format("{}{{{}}}", part.is_set ? "set" : "", part.characters);
  }
  EXPECT_EQ(parts, "{pre}set{abc}{m]d}set{-x y}");
  EXPECT_EQ(loadfile->random_strings()[1].parts[0].characters, "[ab");
}

TEST(Program, AWritePatternIsTheRestOfTheLine) {
  const auto loadfile = Compile(
      "WRITEPATTERN a \"b  c\n"
      "  writepattern\t  two\t\r\n"
      "Mkdir /a *\n");
  ASSERT_TRUE(loadfile);
  EXPECT_THAT(loadfile->patterns(), ElementsAre("a \"b  c", "  two\t"));
  EXPECT_EQ(loadfile->operations()[1].argument, 1U);
  EXPECT_EQ(loadfile->operations()[1].line, 2U);
}

// The fields of all dynamic steps: "0: 7,*%5,3".
std::string FieldsOf(std::string_view text) {
  const auto loadfile = Compile(text);
  std::string fields;
  if (!loadfile) {
    return fields;
  }
  for (const Step& step : loadfile->steps()) {
    if (step.kind != Step::Kind::kDynamic) {
      continue;
    }
    const DynamicFields& dynamic = loadfile->dynamic()[step.index];
    fields += fmt::format("{}{}:", fields.empty() ? "" : "; ", step.first);
    for (int i = 0; i < dynamic.count; ++i) {
      fields +=
          " " + FormatExpression(dynamic.fields[static_cast<std::size_t>(i)]);
    }
  }
  return fields;
}

TEST(ComputedFields, StandInTheirOwnStep) {
  EXPECT_EQ(StepsOf("NTCreateX /f 0 2 5 *\n"
                    "WriteX 5 *%4096 10 10 *\n"
                    "WriteX 5 0 10 10 *\n"
                    "Close 5 *\n"),
            "run 0-1; dynamic 1; run 2-4");
  EXPECT_EQ(FieldsOf("NTCreateX /f 0 2 5 *\n"
                     "WriteX 5 *%4096 0x10+child 10 *\n"
                     "Close 5 *\n"),
            "1: 5 *%4096 16+child 10");
}

TEST(ComputedFields, ThePreviousLineOfAPlusHasFieldsToo) {
  EXPECT_EQ(FieldsOf("NTCreateX /f 0 2 5 *\n"
                     "WriteX 5 100 10 10 *\n"
                     "WriteX 5 +10 10 10 *\n"
                     "Close 5 *\n"),
            "1: 5 100 10 10; 2: 5 +10 10 10");
}

TEST(ComputedFields, DirectivesAndSleepAreNotPreviousLines) {
  EXPECT_EQ(FieldsOf("NTCreateX /f 0 2 5 *\n"
                     "Flush 5 *\n"
                     "SLEEP 10\n"
                     "SETSP 1\n"
                     "RANDOMSTRING 1 \"[ab]\"\n"
                     "WRITEPATTERN x\n"
                     "WriteX +0 10 10 10 *\n"
                     "Close 5 *\n"),
            "1: 5; 5: +0 10 10 10");
}

TEST(ComputedFields, AroundALoopBothWaysCount) {
  // The first line of the body follows the line before the loop and the last
  // line of the body; the line behind the loop follows the last of the body.
  EXPECT_EQ(FieldsOf("QUERY_FS_INFORMATION 1 *\n"
                     "QUERY_FS_INFORMATION 2 *\n"
                     "LOOP 3\n"
                     "QUERY_FS_INFORMATION +3 *\n"
                     "QUERY_FS_INFORMATION 4 *\n"
                     "QUERY_FS_INFORMATION 5 *\n"
                     "ENDLOOP\n"
                     "QUERY_FS_INFORMATION +6 *\n"
                     "QUERY_FS_INFORMATION 7 *\n"),
            "1: 2; 2: +3; 4: 5; 5: +6");
}

TEST(ComputedFields, ALoopOfNoRoundsIsPassedOver) {
  EXPECT_EQ(FieldsOf("QUERY_FS_INFORMATION 1 *\n"
                     "LOOP 0\n"
                     "QUERY_FS_INFORMATION 2 *\n"
                     "ENDLOOP\n"
                     "QUERY_FS_INFORMATION +3 *\n"),
            "0: 1; 2: +3");
}

TEST(ComputedFields, BeforeTheFirstLineOfAPassIsTheLastOne) {
  EXPECT_EQ(FieldsOf("SETUP\n"
                     "QUERY_FS_INFORMATION 1 *\n"
                     "QUERY_FS_INFORMATION 2 *\n"
                     "ENDSETUP\n"
                     "QUERY_FS_INFORMATION +3 *\n"
                     "QUERY_FS_INFORMATION 4 *\n"
                     "QUERY_FS_INFORMATION 5 *\n"),
            "1: 2; 2: +3; 4: 5");
}

TEST(ComputedFields, ARepeatedLineFollowsItself) {
  EXPECT_EQ(FieldsOf("QUERY_FS_INFORMATION 1 *\n"
                     "REPEAT 9\n"
                     "QUERY_FS_INFORMATION +1 *\n"
                     "QUERY_FS_INFORMATION 5 *\n"),
            "0: 1; 1: +1");
}

TEST(ComputedFields, StepsMoveWithTheirLoopsWhenRunsAreSplit) {
  EXPECT_EQ(StepsOf("SETUP\n"
                    "QUERY_FS_INFORMATION *%3 *\n"
                    "Mkdir /a *\n"
                    "ENDSETUP\n"
                    "Mkdir /b *\n"
                    "LOOP 2\n"
                    "Mkdir /c *\n"
                    "QUERY_FS_INFORMATION *%3 *\n"
                    "QUERY_FS_INFORMATION *%3 *\n"
                    "ENDLOOP\n"
                    "Mkdir /d *\n"),
            "dynamic 0; run 1-2; run 2-3; loop 2 -> 7; run 3-4; dynamic 4; "
            "dynamic 5; end -> 3; run 6-7");
  EXPECT_EQ(Compile("SETUP\n"
                    "Mkdir /a *\n"
                    "QUERY_FS_INFORMATION *%3 *\n"
                    "ENDSETUP\n"
                    "Mkdir /b *\n")
                ->setup_end(),
            2U);
}

TEST(ComputedFields, TheLongestTransferIsBounded) {
  const std::string open = "NTCreateX /f 0 2 5 *\n";
  EXPECT_EQ(Compile(open + "ReadX 5 0 *%65536 1 *\n")->longest_read(), 65535);
  EXPECT_EQ(Compile(open + "ReadX 5 0 *%65536+100 1 *\n")->longest_read(),
            65635);
  EXPECT_EQ(Compile(open + "WriteX 5 0 +4096 1 *\n")->longest_write(), 1 << 24);
  EXPECT_EQ(Compile(open + "WriteX 5 0 *%9999999999 1 *\n")->longest_write(),
            kMostTransfer);
  EXPECT_EQ(Compile(open + "WriteX 5 *%7 512 1 *\n")->longest_write(), 512);
  EXPECT_EQ(Compile(open + "WriteX 5 *%7 512 1 *\n")->longest_read(), 0);
}

}  // namespace
}  // namespace fsduel
