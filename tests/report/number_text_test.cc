// How numbers, wrapped lines and tables look.
#include "report/number_text.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "report/labelled_lines.h"
#include "report/text_table.h"

namespace fsduel {
namespace {

TEST(NumberTextTest, RatesHaveThreeSignificantDigits) {
  struct {
    double value;
    const char* expected;
  } const cases[] = {
      {0, "0"},        {0.001, "0.00"},     {0.123, "0.12"},
      {3.214, "3.21"}, {9.994, "9.99"},     {9.996, "10.0"},
      {45.23, "45.2"}, {99.94, "99.9"},     {99.96, "100"},
      {123.5, "124"},  {62313.4, "62,313"}, {1234567.8, "1,234,568"}};
  for (const auto& [value, expected] : cases) {
    EXPECT_EQ(RateText(value), expected) << value;
  }
}

TEST(NumberTextTest, BytesAreInPowersOfAThousand) {
  struct {
    std::uint64_t bytes;
    const char* expected;
  } const cases[] = {{0, "0 B"},
                     {512, "512 B"},
                     {999, "999 B"},
                     {1000, "1.00 kB"},
                     {999'499, "999 kB"},
                     {999'999, "1.00 MB"},
                     {8'272'696'383, "8.27 GB"},
                     {1'000'000'000'000, "1.00 TB"},
                     {UINT64_MAX, "18,447 PB"}};
  for (const auto& [bytes, expected] : cases) {
    EXPECT_EQ(BytesText(bytes), expected) << bytes;
  }
}

TEST(NumberTextTest, TimesOfAColumnShareAUnitAndADecimalPoint) {
  struct {
    std::vector<std::uint64_t> times_ns;
    const char* unit;
    std::vector<std::string> cells;
  } const cases[] = {
      {{}, "us", {}},
      {{0}, "us", {"0"}},
      {{21'430, 4'130, 8'412'345}, "us", {"   21.4 ", "    4.13", "8,412   "}},
      {{99'999'000, 350}, "us", {"99,999   ", "     0.35"}},
      {{100'000'000, 61'000, 4'130},
       "ms",
       {"100     ", "  0.061 ", "  0.0041"}},
      {{22'907'235'000, 48'071'000}, "ms", {"22,907  ", "    48.1"}},
      {{100'000'000'000, 1'000'000}, "s", {"100     ", "  0.0010"}},
  };
  for (const auto& test : cases) {
    const TimeColumn column = MakeTimeColumn(test.times_ns);
    EXPECT_EQ(column.unit, test.unit);
    EXPECT_EQ(column.cells, test.cells);
  }
}

TEST(LabelledLinesTest, IndentsWhatFollowsBelowTheText) {
  LabelledLines lines(40);
  lines.Add("load", "office, seed 42, semantics posix, and more");
  lines.Add("nothing", "");
  lines.Add("", "continued");
  EXPECT_EQ(lines.Render(Paint(false)),
            "  load        office, seed 42, semantics\n"
            "              posix, and more\n"
            "              continued\n");
}

TEST(LabelledLinesTest, ShowsControlCharactersInsteadOfSendingThem) {
  LabelledLines lines(80);
  lines.Add("source", "a\033[31mb\n");
  EXPECT_EQ(lines.Render(Paint(false)), "  source      a\\x1B[31mb\\x0A\n");
}

TEST(TextTableTest, AlignsColumnsAndDropsTrailingBlanks) {
  TextTable table;
  table.Add({"Name", "", true, {{"a"}, {"longer"}, {"sum"}}});
  table.Add({"Count", "1", false, {{"1"}, {"1,000"}, {"1,001"}}});
  table.Add({"of", "", true, {{"x"}, {""}, {""}}});
  table.set_summary_rows(1);
  EXPECT_EQ(table.Render(Paint(false)),
            "  Name    Count  of\n"
            "              1\n"
            "  -----------------\n"
            "  a           1  x\n"
            "  longer  1,000\n"
            "  -----------------\n"
            "  sum     1,001\n");
  EXPECT_EQ(table.width(), 19U);
}

TEST(TextTableTest, ToneDoesNotChangeWidths) {
  TextTable table;
  table.Add({"Errors", "", false, {{"12", Tone::kBad}}});
  EXPECT_EQ(table.Render(Paint(true)),
            "  \033[1mErrors\033[0m\n"
            "  \033[2m------\033[0m\n"
            "  \033[1;31m    12\033[0m\n");
}

}  // namespace
}  // namespace fsduel
