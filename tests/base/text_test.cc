// Text tools: hostile names, near misses and separators.
#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using ::testing::ElementsAre;

TEST(TextTest, EqualIgnoreCaseComparesAsciiLettersOnly) {
  EXPECT_TRUE(EqualIgnoreCase("NTCreateX", "ntcreatex"));
  EXPECT_TRUE(EqualIgnoreCase("", ""));
  EXPECT_FALSE(EqualIgnoreCase("Close", "Closes"));
  EXPECT_FALSE(EqualIgnoreCase("Closes", "Close"));
  EXPECT_FALSE(EqualIgnoreCase("[", "{"));  // differ by the case bit
  EXPECT_FALSE(EqualIgnoreCase("\xC4", "\xE4"));
}

TEST(TextTest, ToLowerLeavesEverythingButLettersAlone) {
  EXPECT_EQ(ToLower("ReadX_09-[Z]\xC3\x84"), "readx_09-[z]\xC3\x84");
}

TEST(TextTest, SplitKeepsEmptyParts) {
  EXPECT_THAT(Split("", ','), ElementsAre(""));
  EXPECT_THAT(Split("a", ','), ElementsAre("a"));
  EXPECT_THAT(Split("a,b", ','), ElementsAre("a", "b"));
  EXPECT_THAT(Split(",a,,b,", ','), ElementsAre("", "a", "", "b", ""));
}

TEST(TextTest, TrimTakesBlanksFromBothEnds) {
  EXPECT_EQ(Trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(Trim(" \t\r\n"), "");
  EXPECT_EQ(Trim(""), "");
  EXPECT_EQ(Trim("a"), "a");
}

TEST(TextTest, QuoteLetsNothingReachTheTerminal) {
  EXPECT_EQ(Quote("plain name"), "'plain name'");
  EXPECT_EQ(Quote("\x1B[31mred"), "'\\x1B[31mred'");
  EXPECT_EQ(Quote("a\tb\nc\x7F"), "'a\\x09b\\x0Ac\\x7F'");
  EXPECT_EQ(Quote("gr\xC3\xBC\xC3\x9F"), "'gr\xC3\xBC\xC3\x9F'");
  EXPECT_EQ(Quote("\xC2\x9B"
                  "31m"),
            "'\\xC2\\x9B31m'");                  // 8-bit CSI
  EXPECT_EQ(Quote("\xC3"), "'\\xC3'");           // cut sequence
  EXPECT_EQ(Quote("\xFF\x80"), "'\\xFF\\x80'");  // never UTF-8
  EXPECT_EQ(Quote(std::string_view("a\0b", 3)), "'a\\x00b'");
}

TEST(TextTest, QuoteCutsAtTheLimitAndSaysSo) {
  EXPECT_EQ(Quote("abcdef", 6), "'abcdef'");
  EXPECT_EQ(Quote("abcdef", 5), "'abcde...'");
}

constexpr std::string_view kWords[] = {"NTCreateX", "Close", "ReadX", "WriteX"};

TEST(TextTest, ClosestMatchForgivesASlip) {
  EXPECT_EQ(ClosestMatch("ReadX", kWords), "ReadX");
  EXPECT_EQ(ClosestMatch("raedx", kWords), "ReadX");  // transposed
  EXPECT_EQ(ClosestMatch("Clos", kWords), "Close");
  EXPECT_EQ(ClosestMatch("NTCraeteX", kWords), "NTCreateX");
  EXPECT_EQ(ClosestMatch("Mkdir", kWords), "");
  EXPECT_EQ(ClosestMatch("", kWords), "");
  EXPECT_EQ(ClosestMatch("ReadX", {}), "");
}

TEST(TextTest, DidYouMeanIsTheEndOfAMessageOrNothing) {
  EXPECT_EQ(DidYouMean("Closse", kWords), " (did you mean \"Close\"?)");
  EXPECT_EQ(DidYouMean("frobnicate", kWords), "");
}

TEST(TextTest, WrapTextBreaksBetweenWordsOnly) {
  EXPECT_THAT(WrapText("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(WrapText("a verylongword b", 6),
              ElementsAre("a", "verylongword", "b"));
  EXPECT_THAT(WrapText("", 6), ElementsAre(""));
}

TEST(TextTest, WrapTextKeepsANumberWithItsUnit) {
  EXPECT_THAT(WrapText("aa 16 KiB", 5), ElementsAre("aa", "16 KiB"));
  EXPECT_THAT(WrapText("free: 1 2 3 x y", 8),
              ElementsAre("free:", "1 2 3 x", "y"));
  EXPECT_THAT(WrapText("ends with 16", 9), ElementsAre("ends with", "16"));
}

TEST(TextTest, ThousandsAreSeparated) {
  EXPECT_EQ(WithThousands(0), "0");
  EXPECT_EQ(WithThousands(999), "999");
  EXPECT_EQ(WithThousands(1000), "1,000");
  EXPECT_EQ(WithThousands(1234567), "1,234,567");
  EXPECT_EQ(WithThousands(18446744073709551615U), "18,446,744,073,709,551,615");
}

}  // namespace
}  // namespace fsduel
