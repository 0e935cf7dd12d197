// How a control failure reads and travels.
#include "base/status.h"

#include <cerrno>
#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

static_assert(sizeof(Status) <= 2 * sizeof(void*));

TEST(StatusTest, OkIsTheDefault) {
  EXPECT_TRUE(Status().ok());
  EXPECT_TRUE(Status::Ok().ok());
}

TEST(StatusTest, AFailedCallNamesCallPathAndErrno) {
  const Status status = Status::FromErrno(ENOENT, "openat", "/mnt/x");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.kind(), ErrorKind::kSystem);
  EXPECT_EQ(status.error(), ENOENT);
  EXPECT_EQ(status.message(),
            "openat /mnt/x: No such file or directory (ENOENT)");
}

TEST(StatusTest, AnUnknownErrnoIsStillAMessage) {
  EXPECT_EQ(Status::FromErrno(99999, "read", "x").message(),
            "read x: unknown error (?)");
}

TEST(StatusTest, TheKindSaysWhatTheFailureMeans) {
  EXPECT_EQ(Status::Usage("u").kind(), ErrorKind::kUsage);
  EXPECT_EQ(Status::System("s").kind(), ErrorKind::kSystem);
  EXPECT_EQ(Status::Interrupted("i").kind(), ErrorKind::kInterrupted);
  EXPECT_EQ(Status::Usage("u").error(), 0);
}

TEST(StatusTest, ACopyOutlivesTheOriginal) {
  Status copy;
  {
    const Status original = Status::Usage("kept");
    copy = original;
  }
  EXPECT_EQ(copy.message(), "kept");
}

TEST(ResultTest, HoldsAValueOrAStatus) {
  const Result<int> good = 7;
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(good.value(), 7);
  EXPECT_TRUE(good.status().ok());
  const Result<int> bad = Status::System("no");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.status().message(), "no");
}

TEST(ResultTest, GivesAwayAMoveOnlyValue) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> owned = std::move(result).value();
  EXPECT_EQ(*owned, 5);
}

TEST(ResultTest, ArrowReachesIntoTheValue) {
  Result<std::string> text = std::string("abc");
  text->push_back('d');
  EXPECT_EQ(text.value(), "abcd");
}

}  // namespace
}  // namespace fsduel
