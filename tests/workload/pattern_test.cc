// The spelling of patterns.
#include "workload/pattern.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string MessageOf(std::string_view text) {
  const Result<Pattern> pattern = ParsePattern(text);
  if (pattern.ok()) {
    ADD_FAILURE() << text << " is accepted";
    return "";
  }
  EXPECT_EQ(pattern.status().kind(), ErrorKind::kUsage) << text;
  return pattern.status().message();
}

TEST(PatternTest, EveryRowIsReadByItsNameAndWrittenAgain) {
  std::set<std::string_view> names;
  for (const PatternRow& row : PatternTable()) {
    const Result<Pattern> pattern = ParsePattern(row.name);
    ASSERT_TRUE(pattern.ok()) << row.name;
    EXPECT_EQ(pattern->row, &row);
    EXPECT_EQ(PatternText(pattern.value()), row.name);
    EXPECT_FALSE(row.summary.empty()) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " twice";
  }
}

TEST(PatternTest, AParameterIsKeptAndTheUsualOneIsLeftOut) {
  EXPECT_EQ(PatternText(ParsePattern("mixed:30").value()), "mixed:30");
  EXPECT_EQ(PatternText(ParsePattern("mixed:70").value()), "mixed");
  EXPECT_EQ(PatternText(ParsePattern("zipf:0.9").value()), "zipf:0.9");
  EXPECT_EQ(PatternText(ParsePattern("strided:2").value()), "strided:2");
}

TEST(PatternTest, TheEndsOfTheRangeArePossible) {
  for (const PatternRow& row : PatternTable()) {
    if (row.parameter.empty()) {
      continue;
    }
    for (const double value : {row.least, row.most}) {
      const Pattern pattern{&row, value};
      const Result<Pattern> again = ParsePattern(PatternText(pattern));
      ASSERT_TRUE(again.ok()) << PatternText(pattern);
      EXPECT_EQ(again->parameter, value);
    }
  }
}

TEST(PatternTest, AMisspeltOneIsRefusedWithTheNearest) {
  EXPECT_THAT(MessageOf("rand-raed"), HasSubstr("did you mean"));
  EXPECT_THAT(MessageOf("rand-raed"), HasSubstr("rand-read"));
  EXPECT_THAT(MessageOf("seqwrite"), HasSubstr("seq-write"));
}

TEST(PatternTest, OneThatIsNothingLikeAnyIsRefusedWithAll) {
  const std::string message = MessageOf("xyzzy-nothing");
  for (const PatternRow& row : PatternTable()) {
    EXPECT_THAT(message, HasSubstr(std::string(row.name)));
  }
}

TEST(PatternTest, AnEmptyNameIsRefused) {
  EXPECT_THAT(MessageOf(""), HasSubstr("no such pattern"));
  EXPECT_THAT(MessageOf(":3"), HasSubstr("no such pattern"));
}

TEST(PatternTest, AParameterWhereThereIsNoneIsRefused) {
  EXPECT_THAT(MessageOf("seq-read:3"), HasSubstr("takes no parameter"));
  EXPECT_THAT(MessageOf("seq-read:"), HasSubstr("takes no parameter"));
}

TEST(PatternTest, AParameterThatCannotBeIsRefusedWithItsRange) {
  for (const char* text :
       {"mixed:", "mixed:0", "mixed:100", "mixed:-5", "mixed:x", "mixed:50%",
        "mixed:nan", "mixed:inf", "mixed: 50"}) {
    EXPECT_THAT(MessageOf(text), HasSubstr("from 1 to 99")) << text;
  }
  EXPECT_THAT(MessageOf("strided:1"), HasSubstr("from 2 to"));
  EXPECT_THAT(MessageOf("zipf:0"), HasSubstr("from 0.1 to 5"));
}

// They were cut to whole ones without a word.
TEST(PatternTest, BlocksAndPerCentOfReadsAreWholeNumbers) {
  EXPECT_THAT(MessageOf("strided:2.5"), HasSubstr("whole number"));
  EXPECT_THAT(MessageOf("mixed:33.3"), HasSubstr("whole number"));
  EXPECT_TRUE(ParsePattern("hot:2.5").ok());
}

TEST(PatternTest, ReadsAndWritesFollowTheAccess) {
  const Pattern mixed = ParsePattern("mixed").value();
  EXPECT_TRUE(mixed.reads());
  EXPECT_TRUE(mixed.writes());
  const Pattern write = ParsePattern("rand-write").value();
  EXPECT_FALSE(write.reads());
  EXPECT_TRUE(write.writes());
  const Pattern read = ParsePattern("seq-read").value();
  EXPECT_TRUE(read.reads());
  EXPECT_FALSE(read.writes());
}

}  // namespace
}  // namespace fsduel
