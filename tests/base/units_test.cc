// Sizes, times and counts: what is accepted, what it means, what is refused.
#include "base/units.h"

#include <fmt/format.h>

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"

namespace fsduel {
namespace {

using std::chrono::nanoseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

struct Accepted {
  std::string_view text;
  std::int64_t value;
};

constexpr Accepted kSizes[] = {
    {"0", 0},
    {"4096", 4096},
    {"512B", 512},
    {"512b", 512},
    {"4k", 4096},
    {"4K", 4096},
    {"4KiB", 4096},
    {"4kib", 4096},
    {"4Ki", 4096},
    {"4kB", 4000},
    {"4KB", 4000},
    {"1M", 1 << 20},
    {"1MB", 1'000'000},
    {"2GiB", std::int64_t{2} << 30},
    {"2G", std::int64_t{2} << 30},
    {"2GB", 2'000'000'000},
    {"1T", std::int64_t{1} << 40},
    {"1TB", 1'000'000'000'000},
    {"1P", std::int64_t{1} << 50},
    {"1PB", 1'000'000'000'000'000},
    {"1.5G", (std::int64_t{3} << 30) / 2},
    {"1.5kB", 1500},
    {"0.5k", 512},
    {"0.1k", 102},       // 102.4
    {"0.1234k", 126},    // 126.36
    {"1.0005kB", 1001},  // half rounds up
    {"000004k", 4096},
    {"9223372036854775807", kMost},
    {"8191P", std::int64_t{8191} << 50},
};

TEST(UnitsTest, SizesMeanWhatTheySay) {
  for (const auto& [text, bytes] : kSizes) {
    const Result<std::int64_t> size = ParseSize(text);
    ASSERT_TRUE(size.ok()) << text << ": " << size.status().message();
    EXPECT_EQ(size.value(), bytes) << text;
  }
}

constexpr std::string_view kBadSizes[] = {
    "",
    " ",
    "k",
    "-1",
    "+1",
    " 4k",
    "4k ",
    "4 k",
    "4kk",
    "4x",
    "4kiB!",
    "0x10",
    "1e3",
    "1,5G",
    ".5G",
    "1.G",
    "1.5",
    "1.5B",
    "1..5G",
    "1.5.5G",
    "4bytes",
    "inf",
    "nan",
    "4m1",
    "9223372036854775808",
    "8192P",
    "99999999999999999999",
    "340282366920938463463374607431768211457",
    "1.1234567890123456G",
    "4\xC3\xA9",
    "4\n",
};

TEST(UnitsTest, JunkIsNotASizeAndTheMessageShowsWhatIs) {
  for (const std::string_view text : kBadSizes) {
    const Result<std::int64_t> size = ParseSize(text);
    ASSERT_FALSE(size.ok()) << text << " gave " << size.value();
    EXPECT_EQ(size.status().kind(), ErrorKind::kUsage) << text;
    EXPECT_THAT(size.status().message(), HasSubstr("2GiB")) << text;
  }
}

TEST(UnitsTest, AnEmbeddedZeroByteIsJunk) {
  EXPECT_FALSE(ParseSize(std::string_view("4\0k", 3)).ok());
}

TEST(UnitsTest, TheMessageNamesTheTextAndTheFault) {
  EXPECT_THAT(ParseSize("12x").status().message(),
              HasSubstr("'12x' is not a size: unknown unit 'x'"));
  EXPECT_THAT(ParseDuration("").status().message(), HasSubstr("it is empty"));
  EXPECT_THAT(ParseCount("99999999999999999999").status().message(),
              HasSubstr("too large"));
}

constexpr Accepted kDurations[] = {
    {"0", 0},
    {"30", 30'000'000'000},
    {"30s", 30'000'000'000},
    {"1.5s", 1'500'000'000},
    {"500ms", 500'000'000},
    {"2.5us", 2500},
    {"7ns", 7},
    {"5m", 300'000'000'000},
    {"5min", 300'000'000'000},
    {"2h", 7'200'000'000'000},
    {"0.5h", 1'800'000'000'000},
    {"1d", 86'400'000'000'000},
    {"106751d", std::int64_t{106751} * 86'400'000'000'000},
    {"0.25", 250'000'000},
};

TEST(UnitsTest, DurationsMeanWhatTheySay) {
  for (const auto& [text, ns] : kDurations) {
    const Result<nanoseconds> duration = ParseDuration(text);
    ASSERT_TRUE(duration.ok()) << text << ": " << duration.status().message();
    EXPECT_EQ(duration.value().count(), ns) << text;
  }
}

TEST(UnitsTest, JunkIsNotADuration) {
  for (const std::string_view text :
       {"", "s", "-1s", "1M", "1S", "5mn", "1m30s", "1 s", "106752d", "1w",
        "1.5ns", "60 seconds"}) {
    EXPECT_FALSE(ParseDuration(text).ok()) << text;
  }
}

constexpr Accepted kCounts[] = {
    {"0", 0},
    {"8", 8},
    {"10k", 10'000},
    {"10K", 10'000},
    {"1.5k", 1500},
    {"2M", 2'000'000},
    {"1G", 1'000'000'000},
    {"9223372036854775807", kMost},
};

TEST(UnitsTest, CountsAreDecimal) {
  for (const auto& [text, value] : kCounts) {
    const Result<std::int64_t> count = ParseCount(text);
    ASSERT_TRUE(count.ok()) << text << ": " << count.status().message();
    EXPECT_EQ(count.value(), value) << text;
  }
  for (const std::string_view text :
       {"", "-1", "1.5", "10kB", "ten", "1 000"}) {
    EXPECT_FALSE(ParseCount(text).ok()) << text;
  }
}

TEST(UnitsTest, ListsKeepTheirOrderAndExpandRanges) {
  EXPECT_THAT(ParseCountList("5").value(), ElementsAre(5));
  EXPECT_THAT(ParseCountList("8,1,32").value(), ElementsAre(8, 1, 32));
  EXPECT_THAT(ParseCountList("1-4").value(), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(ParseCountList("0-2").value(), ElementsAre(0, 1, 2));
  EXPECT_THAT(ParseCountList("1..8").value(), ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(ParseCountList("1..6").value(), ElementsAre(1, 2, 4, 6));
  EXPECT_THAT(ParseCountList("3..3").value(), ElementsAre(3));
  EXPECT_THAT(ParseCountList("1,4..16,1k").value(),
              ElementsAre(1, 4, 8, 16, 1000));
}

TEST(UnitsTest, AListOfTheLargestNumbersEnds) {
  EXPECT_THAT(ParseCountList("9223372036854775806-9223372036854775807").value(),
              ElementsAre(kMost - 1, kMost));
  EXPECT_THAT(
      ParseCountList("4611686018427387904..9223372036854775807").value(),
      ElementsAre(std::int64_t{1} << 62, kMost));
}

TEST(UnitsTest, AListHasAtMost4096Values) {
  EXPECT_EQ(ParseCountList("1-4096").value().size(), 4096U);
  EXPECT_FALSE(ParseCountList("1-4097").ok());
  EXPECT_FALSE(ParseCountList("0-9223372036854775807").ok());
  EXPECT_FALSE(ParseCountList("1-4000,1-4000").ok());
}

TEST(UnitsTest, JunkIsNotAList) {
  for (const std::string_view text :
       {"", ",", "1,", ",1", "1,,2", "4-1", "8..1", "0..8", "1..", "..8", "1-",
        "-1", "1-2-3", "1...4", "1;2", "a", "1,b"}) {
    const auto list = ParseCountList(text);
    ASSERT_FALSE(list.ok()) << text;
    EXPECT_THAT(list.status().message(), HasSubstr("is not a list")) << text;
  }
}

struct Printed {
  std::int64_t value;
  std::string_view text;
};

constexpr Printed kPrintedSizes[] = {
    {0, "0 B"},
    {1, "1 B"},
    {312, "312 B"},
    {1023, "1023 B"},
    {1024, "1 KiB"},
    {4096, "4 KiB"},
    {1536, "1.5 KiB"},
    {1365, "1.333 KiB"},
    {1'048'575, "1 MiB"},
    {1'048'576, "1 MiB"},
    {std::int64_t{3} << 29, "1.5 GiB"},
    {1'000'000'000, "953.7 MiB"},
    {kMost, "8 EiB"},
    {-4096, "-4 KiB"},
    {std::numeric_limits<std::int64_t>::min(), "-8 EiB"},
};

TEST(UnitsTest, SizesPrintWithAtMostFourDigits) {
  for (const auto& [bytes, text] : kPrintedSizes) {
    EXPECT_EQ(FormatSize(bytes), text) << bytes;
  }
}

constexpr Printed kPrintedBothWays[] = {
    {0, "0 B"},
    {999, "999 B"},
    {1000, "1.00 kB (1000 B)"},
    {4096, "4.10 kB (4 KiB)"},
    {999'600, "1.00 MB (976.2 KiB)"},
    {23'970'000, "24.0 MB (22.86 MiB)"},
    {kMost, "9.22 EB (8 EiB)"},
    {-5000, "-4.883 KiB"},
};

TEST(UnitsTest, SizesPrintInPowersOf1000And1024) {
  for (const auto& [bytes, text] : kPrintedBothWays) {
    EXPECT_EQ(FormatSizeBothWays(bytes), text) << bytes;
  }
}

constexpr Printed kPrintedDurations[] = {
    {0, "0 s"},
    {1, "1 ns"},
    {999, "999 ns"},
    {1000, "1.00 us"},
    {2000, "2.00 us"},
    {9994, "9.99 us"},
    {9996, "10.0 us"},
    {99'960, "100 us"},
    {999'499, "999 us"},
    {999'600, "1.00 ms"},
    {1'250'000, "1.25 ms"},
    {999'600'000, "1.00 s"},
    {12'340'000'000, "12.3 s"},
    {59'940'000'000, "59.9 s"},
    {59'960'000'000, "1 min 00 s"},
    {83'000'000'000, "1 min 23 s"},
    {3'599'600'000'000, "1 h 00 min"},
    {7'380'000'000'000, "2 h 03 min"},
    {86'399'000'000'000, "1 d 00 h"},
    {100'000'000'000'000, "1 d 04 h"},
    {kMost, "106752 d 00 h"},
    {-1'250'000, "-1.25 ms"},
};

TEST(UnitsTest, DurationsPrintWithThreeDigits) {
  for (const auto& [ns, text] : kPrintedDurations) {
    EXPECT_EQ(FormatDuration(nanoseconds(ns)), text) << ns;
  }
  EXPECT_EQ(FormatDuration(nanoseconds::min()), "-106752 d 00 h");
}

TEST(UnitsTest, PrintedSizesStayWithinAThousandthOfTheirValue) {
  Random random(7);
  for (int i = 0; i < 10'000; ++i) {
    const auto bytes =
        static_cast<std::int64_t>(random.Next() >> (1 + random.Below(60)));
    std::string text = FormatSize(bytes);
    text.erase(text.find(' '), 1);
    if (text.ends_with("EiB")) {
      continue;  // the parser's largest unit is P
    }
    const Result<std::int64_t> again = ParseSize(text);
    ASSERT_TRUE(again.ok()) << text;
    EXPECT_NEAR(static_cast<double>(again.value()), static_cast<double>(bytes),
                static_cast<double>(bytes) / 1000)
        << text;
  }
}

}  // namespace
}  // namespace fsduel
