// The live line and its plain form.
#include "cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::Not;

RunProgress Measuring() {
  RunProgress progress;
  progress.phase = "measure";
  progress.elapsed = seconds(12);
  progress.remaining = seconds(48);
  progress.clients = 8;
  progress.interval = seconds(1);
  progress.interval_operations = 25'600;
  progress.interval_bytes = 138'000'000;
  progress.oldest_operation = "Flush";
  progress.oldest_age = milliseconds(40);
  progress.oldest_client = 3;
  return progress;
}

TEST(ProgressTextTest, SaysPhaseTimeRatesAndOldestOperation) {
  EXPECT_EQ(ProgressText(Measuring(), {}),
            "measure 12.0 s, 48.0 s left  25,600 ops/s  138.0 MB/s  oldest "
            "40.0 ms (Flush, client 3)");
}

TEST(ProgressTextTest, NamesTheRunOfSeveral) {
  RunProgress progress = Measuring();
  progress.run_index = 2;
  progress.runs = 5;
  EXPECT_THAT(ProgressText(progress, {}), testing::StartsWith("run 2/5  "));
}

TEST(ProgressTextTest, AnUnknownEndIsNotPrinted) {
  RunProgress progress = Measuring();
  progress.remaining = seconds(-1);
  EXPECT_THAT(ProgressText(progress, {}), Not(HasSubstr("left")));
}

TEST(ProgressTextTest, UnexpectedResultsAreCounted) {
  RunProgress progress = Measuring();
  progress.unexpected = 1234;
  EXPECT_THAT(ProgressText(progress, {}), HasSubstr("1,234 unexpected"));
}

TEST(ProgressTextTest, AnIntervalWithoutLengthGivesNoRate) {
  RunProgress progress = Measuring();
  progress.interval = seconds(0);
  EXPECT_THAT(ProgressText(progress, {}), HasSubstr("0 ops/s  0.0 MB/s"));
}

TEST(ProgressTextTest, CleanUpSaysWhoIsMissing) {
  RunProgress progress;
  progress.phase = "clean-up";
  progress.elapsed = seconds(2);
  progress.clients = 8;
  progress.clients_busy = 3;
  EXPECT_EQ(ProgressText(progress, {}),
            "clean-up 2.00 s  3 of 8 clients to go");
}

TEST(ProgressTextTest, AStallIsRedWhereColourIsAllowed) {
  RunProgress progress = Measuring();
  ProgressStyle style;
  style.colour = true;
  EXPECT_THAT(ProgressText(progress, style), Not(HasSubstr("\x1B[")));
  progress.oldest_age = milliseconds(100);
  EXPECT_THAT(ProgressText(progress, style), HasSubstr("\x1B[31m"));
  style.colour = false;
  EXPECT_THAT(ProgressText(progress, style), Not(HasSubstr("\x1B[")));
}

TEST(ProgressTextTest, NeverReachesTheLastColumn) {
  for (int width = 40; width < 120; ++width) {
    ProgressStyle style;
    style.width = width;
    style.colour = true;
    RunProgress progress = Measuring();
    progress.oldest_age = seconds(3);
    std::string text = ProgressText(progress, style);
    const std::size_t escapes = text.find('\x1B') == std::string::npos ? 0 : 9;
    EXPECT_LT(text.size() - escapes, static_cast<std::size_t>(width)) << text;
  }
}

// Everything that an observer wrote.
class ProgressObserverTest : public testing::Test {
 protected:
  ProgressObserver Make(bool live) {
    ProgressStyle style;
    style.live = live;
    return {style, [this](std::string_view text) { written_ += text; }};
  }
  static void Tick(ProgressObserver* observer, std::string_view phase,
                   int second) {
    RunProgress progress = Measuring();
    progress.phase = phase;
    progress.elapsed = seconds(second);
    observer->OnInterval(progress);
  }
  std::string written_;
};

TEST_F(ProgressObserverTest, ATerminalIsRedrawnInPlaceAndLeftClean) {
  ProgressObserver observer = Make(true);
  Tick(&observer, "measure", 1);
  Tick(&observer, "measure", 2);
  observer.OnFinish({});
  EXPECT_THAT(written_, Not(HasSubstr("\n")));
  EXPECT_THAT(written_, testing::StartsWith("\r\x1B[Kmeasure 1.00 s"));
  EXPECT_THAT(written_, testing::EndsWith("\r\x1B[K"));
}

TEST_F(ProgressObserverTest, AFileGetsALineEveryFiveSecondsOfAPhase) {
  ProgressObserver observer = Make(false);
  for (int second = 1; second <= 12; ++second) {
    Tick(&observer, "warm-up", second);
  }
  for (int second = 1; second <= 6; ++second) {
    Tick(&observer, "measure", second);
  }
  observer.OnFinish({});
  EXPECT_EQ(std::count(written_.begin(), written_.end(), '\n'), 3);
  EXPECT_THAT(written_, Not(HasSubstr("\x1B")));
  EXPECT_THAT(written_, Not(HasSubstr("\r")));
  EXPECT_THAT(written_, HasSubstr("warm-up 5.00 s"));
  EXPECT_THAT(written_, HasSubstr("warm-up 10.0 s"));
  EXPECT_THAT(written_, HasSubstr("measure 5.00 s"));
}

}  // namespace
}  // namespace fsduel
