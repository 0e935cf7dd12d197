// Plain numbers and expressions.
#include "loadfile/number_field.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(ParseNumber, ReadsDecimalHexadecimalAndOctal) {
  const std::vector<std::pair<std::string, std::int64_t>> cases = {
      {"0", 0},
      {"7", 7},
      {"16385", 16385},
      {"0x40", 64},
      {"0XfF", 255},
      {"010", 8},
      {"00", 0},
      {"5000000000", 5000000000},
      {"9223372036854775807", kMost},
      {"0x7fffffffffffffff", kMost},
      {"0777777777777777777777", kMost},
  };
  for (const auto& [text, value] : cases) {
    EXPECT_EQ(ParseNumber(text), value) << text;
  }
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char* text :
       {"", "-1", "+1", "1x", "x", "08", "0x", "0xg", "1 ", " 1", "1.5", "1e3",
        "9223372036854775808", "0x8000000000000000", "0x-1", "--1",
        "99999999999999999999999999"}) {
    EXPECT_EQ(ParseNumber(text), std::nullopt) << text;
  }
}

TEST(ParseHandleNumber, TakesAny64Bits) {
  EXPECT_EQ(ParseHandleNumber("0"), 0);
  EXPECT_EQ(ParseHandleNumber("-1"), -1);
  EXPECT_EQ(ParseHandleNumber("0xFFFFFFFFFFFFFFFF"), -1);
  EXPECT_EQ(ParseHandleNumber("9223372036854775808"),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(ParseHandleNumber("-9223372036854775808"),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(ParseHandleNumber("18446744073709551616"), std::nullopt);
  EXPECT_EQ(ParseHandleNumber("--1"), std::nullopt);
  EXPECT_EQ(ParseHandleNumber("-"), std::nullopt);
  EXPECT_EQ(ParseHandleNumber(""), std::nullopt);
}

// A text for the parsed form, by another way than FormatExpression().
std::string Describe(const NumberExpression& expression) {
  using TermKind = NumberExpression::Step;
  std::string text;
  switch (expression.start) {
    case NumberExpression::Start::kLiteral:
      text = std::to_string(expression.literal);
      break;
    case NumberExpression::Start::kRandom:
      text = "random";
      break;
    case NumberExpression::Start::kPrevious:
      text = "previous";
      break;
  }
  for (const NumberExpression::Term& term : expression.terms) {
    switch (term.step) {
      case TermKind::kModulo:
        text += " mod " + std::to_string(term.value);
        break;
      case TermKind::kAlign:
        text += " align " + std::to_string(term.value);
        break;
      case TermKind::kAdd:
        text += " add " + std::to_string(term.value);
        break;
      case TermKind::kAddClient:
        text += " client";
        break;
      case TermKind::kAddClients:
        text += " clients";
        break;
    }
  }
  return text;
}

TEST(ParseExpression, ReadsSpecialsFromLeftToRight) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"*", "random"},
      {"*%100", "random mod 100"},
      {"*/0x1000%5000000", "random align 4096 mod 5000000"},
      {"*%100+25", "random mod 100 add 25"},
      {"+8", "previous add 8"},
      {"+0", "previous add 0"},
      {"+0x10", "previous add 16"},
      {"+child", "previous client"},
      {"+num_children", "previous clients"},
      {"+num_childred", "previous clients"},
      {"4096+child", "4096 client"},
      {"5+child+num_children%7/2", "5 client clients mod 7 align 2"},
      {"12", "12"},
  };
  for (const auto& [text, expected] : cases) {
    const std::optional<NumberExpression> expression = ParseExpression(text);
    ASSERT_TRUE(expression) << text;
    EXPECT_EQ(Describe(*expression), expected) << text;
    const auto again = ParseExpression(FormatExpression(*expression));
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(Describe(*again), expected) << text;
  }
}

TEST(ParseExpression, RefusesWhatItCannotRead) {
  for (const char* text :
       {"", "+", "%5", "/5", "*%", "*%0", "*/0", "*+", "**", "*-1", "*%x",
        "+chil", "+children", "* 5", "5%", "*%99999999999999999999"}) {
    EXPECT_FALSE(ParseExpression(text)) << text;
  }
}

TEST(ExplainNumber, NamesTheKindOfFault) {
  EXPECT_THAT(ExplainNumber("-3"), HasSubstr("negative"));
  EXPECT_THAT(ExplainNumber("9223372036854775808"), HasSubstr("2^63 - 1"));
  EXPECT_THAT(ExplainNumber("99999999999999999999999"), HasSubstr("2^63 - 1"));
  EXPECT_THAT(ExplainNumber("089"), HasSubstr("octal"));
  EXPECT_THAT(ExplainNumber("x"), HasSubstr("is not a number"));
  EXPECT_THAT(ExplainNumber("\x1B[2J"), HasSubstr("\\x1B"));
}

TEST(LargestValue, IsKnownWhenTheStartOrAModuloIs) {
  const std::vector<std::pair<std::string, std::optional<std::int64_t>>> cases =
      {
          {"*", std::nullopt},
          {"+8", std::nullopt},
          {"*/4096", std::nullopt},
          {"*+5", std::nullopt},
          {"*%100", 99},
          {"*%100+25", 124},
          {"*%100/16", 96},
          {"*%100%10", 9},
          {"*%10%100", 9},
          {"+8%512", 511},
          {"7", 7},
          {"7+child", 7 + 65536},
          {"9223372036854775807+5", kMost},
      };
  for (const auto& [text, bound] : cases) {
    const std::optional<NumberExpression> expression = ParseExpression(text);
    ASSERT_TRUE(expression) << text;
    EXPECT_EQ(LargestValue(*expression), bound) << text;
  }
}

}  // namespace
}  // namespace fsduel
