// The reports of a comparison.
#include "report/compare_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "compare/compare.h"
#include "report/compare_text.h"
#include "report/compare_words.h"
#include "tests/compare/runs.h"
#include "tests/support/golden.h"

namespace fsduel {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

// B waits in Flush, so that it does a third; its reads are quick.
Comparison Tested() {
  return CompareSides(
             {SmallSide("A", {}, 6, 0, 20),
              SmallSide("B", {.speed = 0.33, .latency = 3, .read_latency = 0.2},
                        6, 10, 20)},
             {})
      .value();
}

Comparison Observed() {
  return CompareSides({SmallSide("A", {}, 1, 0, 20),
                       SmallSide("B", {.speed = 2, .latency = 0.5}, 1, 10, 20)},
                      {})
      .value();
}

TEST(CompareConsoleTest, LooksAsPinned) {
  ExpectGolden(FSDUEL_SOURCE_DIR, "compare.txt",
               CompareConsole(Tested(), {false, 100}));
  ExpectGolden(FSDUEL_SOURCE_DIR, "compare-observed.txt",
               CompareConsole(Observed(), {false, 100}));
}

TEST(CompareConsoleTest, EverySentencePointsAtRowsThatThereAre) {
  for (const Comparison& comparison : {Tested(), Observed()}) {
    for (const Sentence& sentence : ClosingSentences(comparison)) {
      for (const std::size_t row : sentence.rows) {
        EXPECT_GE(row, 1U);
        EXPECT_LE(row, comparison.rows.size());
      }
    }
  }
}

TEST(CompareWordsTest, SayWhoWinsAndHowSure) {
  EXPECT_THAT(
      ClosingSentences(Tested()),
      Contains(Field(&Sentence::text, HasSubstr("times the throughput of B"))));
  EXPECT_THAT(
      ClosingSentences(Tested()),
      Contains(Field(&Sentence::text, HasSubstr("less loaded, not faster"))));
  EXPECT_THAT(
      ClosingSentences(Observed()),
      Contains(Field(&Sentence::text, HasSubstr("(observed, not tested)"))));
}

TEST(CompareWordsTest, RowReferencesAreShort) {
  EXPECT_EQ(RowReference({}), "");
  EXPECT_EQ(RowReference({7}), "(row 7)");
  EXPECT_EQ(RowReference({9, 3, 4, 5}), "(rows 3-5, 9)");
}

TEST(CompareMarkdownTest, HoldsAllRowsAndNoMarkupOfOthers) {
  Comparison comparison = Observed();
  comparison.sides[1].name = "<script>alert(1)</script>|`x`";
  const std::string text = CompareMarkdown(comparison);
  EXPECT_THAT(text, Not(HasSubstr("<script>")));
  EXPECT_THAT(text, HasSubstr("&lt;script>alert(1)&lt;/script>\\|\\`x\\`"));
  for (const CompareRow& row : comparison.rows) {
    EXPECT_THAT(text, HasSubstr("\n| " + std::to_string(row.number) + " | "));
  }
  EXPECT_THAT(text, HasSubstr("observed, not tested"));
}

TEST(CompareCsvTest, HasALinePerRowWithAsManyCells) {
  const Comparison comparison = Tested();
  const std::string text = CompareCsv(comparison);
  const std::vector<std::string_view> lines = Split(text, '\n');
  ASSERT_EQ(lines.size(), comparison.rows.size() + 2);
  const auto cells = [](std::string_view line) {
    bool quoted = false;
    return std::count_if(line.begin(), line.end(), [&](char c) {
      quoted = quoted != (c == '"');
      return c == ',' && !quoted;
    });
  };
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    EXPECT_EQ(cells(lines[i]), cells(lines[0]));
  }
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_THAT(text, Not(HasSubstr("inf")));
}

TEST(CompareJsonTest, HoldsEverything) {
  const Comparison comparison = Tested();
  const auto json = nlohmann::json::parse(CompareJson(comparison));
  ASSERT_EQ(json["rows"].size(), comparison.rows.size());
  EXPECT_EQ(json["sides"][1]["name"], "B");
  EXPECT_EQ(json["rows"][0]["verdict"], "slower");
  EXPECT_EQ(json["rows"][0]["first_side"]["values"].size(), 6U);
  EXPECT_EQ(json["rows"][0]["tested"]["test"], "Mann-Whitney");
  EXPECT_GT(json["closing"].size(), 2U);
  const auto untested = nlohmann::json::parse(CompareJson(Observed()));
  EXPECT_TRUE(untested["rows"][0]["tested"].is_null());
}

TEST(CompareTextTest, NamesPointsOfASweep) {
  CompareRow row;
  row.subject.phase = "seq-write";
  row.subject.threads = 128;
  row.subject.block_bytes = 4096;
  row.subject.operation = "write";
  row.subject.printed = "write";
  EXPECT_EQ(SubjectText(row), "seq-write, 128 threads, 4 KiB");
  EXPECT_EQ(ShortSubject(row), "seq-write 128 x 4 KiB");
  row.subject.operation = "fsync";
  row.subject.printed = "fsync";
  EXPECT_EQ(SubjectText(row), "seq-write, 128 threads, 4 KiB, fsync");
}

TEST(CompareTextTest, NamesVerdicts) {
  Comparison comparison;
  comparison.sides = {{"old", {}}, {"new", {}}};
  CompareRow row;
  row.subject.metric = Metric::kP99;
  row.tested = true;
  row.ratio = 0.5;
  row.verdict = Verdict::kFaster;
  EXPECT_EQ(VerdictText(comparison, row), "new faster");
  row.verdict = Verdict::kSlower;
  EXPECT_EQ(VerdictText(comparison, row), "new slower");
  row.verdict = Verdict::kSame;
  EXPECT_EQ(VerdictText(comparison, row), "same within 2 %");
  row.verdict = Verdict::kInconclusive;
  row.runs_needed = 12;
  EXPECT_EQ(VerdictText(comparison, row), "inconclusive: about 12 runs needed");
  row.verdict = Verdict::kLessLoaded;
  EXPECT_EQ(VerdictText(comparison, row), "new less loaded, not faster");
}

}  // namespace
}  // namespace fsduel
