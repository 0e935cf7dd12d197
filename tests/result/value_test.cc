// Cells of CSV files: what is written reads back, and nothing else is read.
#include "result/value.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "result/tables.h"

namespace fsduel {
namespace {

TEST(CellTest, WritesEachKindOfValue) {
  struct {
    Value value;
    const char* cell;
  } const cases[] = {
      {Value(), ""},
      {Value(true), "1"},
      {Value(UINT64_MAX), "18446744073709551615"},
      {Value(std::int64_t{-1}), "-1"},
      {Value(0.1), "0.1"},
      {Value(1e300), "1e+300"},
      {Value(std::string("plain text")), "plain text"},
      {Value(std::string("a,b")), "\"a,b\""},
      {Value(std::string("say \"x\"")), "\"say \"\"x\"\"\""},
      {Value(std::string(" edge")), "\" edge\""},
      {Value(std::string("two\nlines\r\\n")), "two\\nlines\\r\\\\n"},
      {Value(std::string("a\x1B"
                         "b\0c",
                         5)),
       "a\\x1Bb\\x00c"},
      {Value(std::string("ünïcode")), "ünïcode"},
  };
  for (const auto& [value, cell] : cases) {
    EXPECT_EQ(FormatCell(value), cell);
  }
}

TEST(CellTest, ReadsBackWhatWasWritten) {
  const Value values[] = {
      Value(false),
      Value(std::uint64_t{0}),
      Value(UINT64_MAX),
      Value(std::numeric_limits<std::int64_t>::min()),
      Value(-0.0),
      Value(1.0 / 3),
      Value(5e-324),
      Value(std::string("a\\b\nc\x7F"
                        "d")),
      Value(std::string(3, '\0')),
  };
  const ValueKind kinds[] = {
      ValueKind::kFlag,    ValueKind::kCount, ValueKind::kCount,
      ValueKind::kInteger, ValueKind::kReal,  ValueKind::kReal,
      ValueKind::kReal,    ValueKind::kText,  ValueKind::kText};
  for (std::size_t i = 0; i < std::size(values); ++i) {
    Value read;
    ASSERT_TRUE(ParseCell(FormatCell(values[i]), kinds[i], &read)) << i;
    EXPECT_EQ(read, values[i]) << i;
  }
}

TEST(CellTest, RefusesWhatIsNoSuchValue) {
  struct {
    ValueKind kind;
    const char* cell;
  } const cases[] = {
      {ValueKind::kCount, ""},
      {ValueKind::kCount, "-1"},
      {ValueKind::kCount, "+1"},
      {ValueKind::kCount, "1x"},
      {ValueKind::kCount, "1.0"},
      {ValueKind::kCount, "0x10"},
      {ValueKind::kCount, "18446744073709551616"},
      {ValueKind::kInteger, "1e3"},
      {ValueKind::kInteger, " 1"},
      {ValueKind::kReal, "nan"},
      {ValueKind::kReal, "inf"},
      {ValueKind::kReal, "-infinity"},
      {ValueKind::kReal, "1,5"},
      {ValueKind::kReal, "1e999"},
      {ValueKind::kReal, ""},
      {ValueKind::kFlag, "true"},
      {ValueKind::kFlag, ""},
      {ValueKind::kText, "end\\"},
      {ValueKind::kText, "\\q"},
      {ValueKind::kText, "\\x1"},
      {ValueKind::kText, "\\xZZ"},
  };
  for (const auto& [kind, cell] : cases) {
    Value value;
    EXPECT_FALSE(ParseCell(cell, kind, &value))
        << cell << " as " << DescribeKind(kind);
  }
}

TEST(CellTest, ChecksRangesOfMembersAndWordsOfEnumerations) {
  std::uint32_t number = 7;
  EXPECT_FALSE(FromValue(Value(std::uint64_t{1} << 32), &number));
  EXPECT_FALSE(FromValue(Value(std::int64_t{1}), &number));
  EXPECT_FALSE(FromValue(Value(), &number));
  EXPECT_EQ(number, 7U);
  EXPECT_TRUE(FromValue(Value(std::uint64_t{9}), &number));
  EXPECT_EQ(number, 9U);
  RunState state = RunState::kRunning;
  EXPECT_FALSE(FromValue(Value(std::string("done")), &state));
  EXPECT_TRUE(FromValue(Value(std::string("interrupted")), &state));
  EXPECT_EQ(state, RunState::kInterrupted);
  EXPECT_EQ(ToValue(Measure::kLateness), Value(std::string("lateness")));
}

TEST(BucketsTest, ReadBackAndAreChecked) {
  TimelineRow row;
  row.buckets = {{0, 1}, {139, UINT32_MAX}};
  TimelineRow read;
  ASSERT_TRUE(ParseBuckets(FormatBuckets(row), &read));
  EXPECT_EQ(read.buckets, row.buckets);
  EXPECT_TRUE(ParseBuckets("", &read));
  EXPECT_TRUE(read.buckets.empty());
  for (const char* text : {"1", "1:", ":1", "1:2 ", "1:2,3:4", "140:1", "1:-2",
                           "1:4294967296", "70000:1", "1:2:3"}) {
    EXPECT_FALSE(ParseBuckets(text, &read)) << text;
  }
}

// The formula of results/README.md.
TEST(BucketsTest, HaveTheLimitsThatTheSpecificationSays) {
  for (std::size_t b = 0; b < kCoarseBuckets; ++b) {
    const std::uint64_t power = std::uint64_t{1} << (b / 4 + 5);
    const std::uint64_t expected = b < 8 ? 16 * b : power + power * (b % 4) / 4;
    EXPECT_EQ(LatencyHistogram::LowerBound(16 * b), expected) << b;
  }
}

TEST(ThresholdColumnTest, IsNamedForItsTime) {
  EXPECT_EQ(ThresholdColumn(100'000'000), "over_100ms");
  EXPECT_EQ(ThresholdColumn(2'000'000'000), "over_2s");
  EXPECT_EQ(ThresholdColumn(1'500'000), "over_1500us");
  EXPECT_EQ(ThresholdColumn(1), "over_1ns");
}

}  // namespace
}  // namespace fsduel
