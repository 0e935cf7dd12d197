// Words of a line.
#include "loadfile/line_lexer.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> WordsOf(std::string_view line) {
  DiagnosticList faults;
  LineLexer lexer;
  EXPECT_TRUE(lexer.Split(line, &faults)) << line;
  std::vector<std::string> words;
  for (const Word& word : lexer.words()) {
    words.emplace_back(word.text);
  }
  return words;
}

TEST(LineLexer, SplitsAtRunsOfBlanksAndTabs) {
  EXPECT_THAT(WordsOf("a bc  d"), ElementsAre("a", "bc", "d"));
  EXPECT_THAT(WordsOf("\ta\t \tb "), ElementsAre("a", "b"));
  EXPECT_THAT(WordsOf(""), IsEmpty());
  EXPECT_THAT(WordsOf(" \t"), IsEmpty());
}

TEST(LineLexer, QuotesKeepBlanksAndAreDroppedWhereverTheyStand) {
  EXPECT_THAT(WordsOf("a \"b c\" d"), ElementsAre("a", "b c", "d"));
  EXPECT_THAT(WordsOf("\"\""), ElementsAre(""));
  EXPECT_THAT(WordsOf("x\"y z\"w \"q\"r \"s\"\"t\""),
              ElementsAre("xy zw", "qr", "st"));
  EXPECT_THAT(WordsOf("\"a\tb\""), ElementsAre("a\tb"));
}

TEST(LineLexer, ColumnsPointToTheWordAndToItsText) {
  DiagnosticList faults;
  LineLexer lexer;
  ASSERT_TRUE(lexer.Split("  ab \"cd\" e\"f\"", &faults));
  ASSERT_EQ(lexer.words().size(), 3U);
  EXPECT_EQ(lexer.words()[0].column, 3U);
  EXPECT_EQ(ColumnOf(lexer.words()[0], 1), 4U);
  EXPECT_EQ(lexer.words()[1].column, 6U);
  EXPECT_EQ(ColumnOf(lexer.words()[1], 1), 8U);
  EXPECT_EQ(lexer.words()[2].column, 11U);
  EXPECT_EQ(ColumnOf(lexer.words()[2], 1), 11U);  // is not there as it is
}

TEST(LineLexer, AQuoteThatIsNotClosedIsReportedWhereItOpens) {
  for (const auto& [line, column] :
       std::vector<std::pair<std::string, std::uint32_t>>{
           {"a \"b", 3}, {"a b\"", 4}, {"\"a\" \"", 5}, {"\"a\"b\"c", 5}}) {
    DiagnosticList faults;
    faults.SetLine({7, line});
    LineLexer lexer;
    EXPECT_FALSE(lexer.Split(line, &faults));
    EXPECT_THAT(faults.ToStatus("f").message(),
                testing::StartsWith("f:7:" + std::to_string(column) +
                                    ": this quote is not closed\n"));
  }
}

TEST(LineLexer, ManyWordsWithQuotesInsideStayValidTogether) {
  std::string line;
  for (int i = 0; i < LineLexer::kMostWords; ++i) {
    line += "x\"" + std::to_string(i) + "\" ";
  }
  const std::vector<std::string> words = WordsOf(line + "and more");
  ASSERT_EQ(words.size(), std::size_t{LineLexer::kMostWords});
  for (int i = 0; i < LineLexer::kMostWords; ++i) {
    EXPECT_EQ(words[static_cast<std::size_t>(i)], "x" + std::to_string(i));
  }
}

}  // namespace
}  // namespace fsduel
