// Numbers, names and handles that are decided while a client runs.
#include "workload/operation_resolver.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/workload/replay_fixture.h"

namespace fsduel {
namespace {

std::vector<std::int64_t> Offsets(Replay* replay) {
  std::vector<std::int64_t> offsets;
  for (const SeenOperation& seen : replay->Pass()) {
    if (!IsControl(seen.operation.opcode)) {
      offsets.push_back(seen.operation.offset);
    }
  }
  return offsets;
}

using Values = std::vector<std::int64_t>;

TEST(OperationResolver, TermsApplyFromLeftToRight) {
  const struct {
    const char* field;
    std::int64_t value;
  } cases[] = {
      {"100+5", 105},
      {"100%30", 10},
      {"100/30", 90},
      {"100%30+7/4", 16},
      {"7+child", 10},
      {"7+num_children", 15},
      {"0+child/2+child", 5},
      {"0x10+1", 17},
      {"100+child%5", 3},
      {"5+9223372036854775807", 0},  // wraps to below 0, which no offset is
  };
  for (const auto& c : cases) {
    Replay replay(std::string("WriteX 1 ") + c.field + " 1 1 *\n",
                  {.client = 3, .clients = 8});
    EXPECT_EQ(Offsets(&replay), Values{c.value}) << c.field;
  }
}

TEST(OperationResolver, RandomNumbersCoverTheirRangeAndNoMore) {
  Replay replay("REPEAT 2000\nWriteX 1 *%10/3+100 1 1 *\n");
  std::set<std::int64_t> seen;
  for (const std::int64_t offset : Offsets(&replay)) {
    seen.insert(offset);
  }
  EXPECT_EQ(seen, (std::set<std::int64_t>{100, 103, 106, 109}));
}

TEST(OperationResolver, AnUnboundedRandomNumberHasBothClearBits) {
  Replay replay("REPEAT 2000\nWriteX 1 * 0 0 *\n");
  std::int64_t ones = 0;
  for (const std::int64_t offset : Offsets(&replay)) {
    EXPECT_GE(offset, 0);
    ones |= offset;
  }
  EXPECT_EQ(ones, 0x7FFFFFFF7FFFFFFF);
}

TEST(OperationResolver, PlusStartsFromThePreviousLinePlainLinesIncluded) {
  Replay replay(
      "WriteX 1 50 8 8 *\n"
      "WriteX 1 +8 8 8 *\n"
      "WriteX 1 +8 8 8 *\n"
      "Mkdir \"/a\" *\n"  // no numeric field: 0
      "WriteX 1 +3 8 8 *\n"
      "LockX 1 7 9 *\n"
      "Sleep 5\n"               // not an operation line
      "WriteX 1 +1 +2 0 *\n");  // length: 9 + 2
  const auto pass = replay.Pass();
  EXPECT_EQ(pass[1].operation.offset, 58);
  EXPECT_EQ(pass[2].operation.offset, 66);
  EXPECT_EQ(pass[4].operation.offset, 3);
  EXPECT_EQ(pass.back().operation.offset, 8);
  EXPECT_EQ(pass.back().operation.length, 11);
}

TEST(OperationResolver, PlusGoesOnAcrossRoundsAndPasses) {
  Replay replay("LOOP 3\nWriteX 1 +10 4 4 *\nENDLOOP\n");
  EXPECT_EQ(Offsets(&replay), (Values{10, 20, 30}));
  EXPECT_EQ(Offsets(&replay), (Values{40, 50, 60}));
  Replay reset("WriteX 1 0 4 4 *\nLOOP 3\nWriteX 1 +10 4 4 *\nENDLOOP\n");
  EXPECT_EQ(Offsets(&reset), (Values{0, 10, 20, 30}));
  EXPECT_EQ(Offsets(&reset), (Values{0, 10, 20, 30}));
}

TEST(OperationResolver, AComputedLengthFitsTheBuffers) {
  Replay replay("WriteX 1 0 100 100 *\nREPEAT 200\nWriteX 1 0 +1000 +1000 *\n");
  const std::int64_t longest = replay.loadfile().longest_write();
  for (int pass = 0; pass < 200; ++pass) {
    for (const SeenOperation& seen : replay.Pass()) {
      ASSERT_GE(seen.operation.length, 0);
      ASSERT_LE(seen.operation.length, longest);
    }
  }
}

TEST(OperationResolver, ARandomStringStaysUntilItIsDrawnAgain) {
  Replay replay(
      "RANDOMSTRING 1 \"a[bc]d[efg]\"\n"
      "RANDOMSTRING 2 \"fixed\"\n"
      "LOOP 50\nRANDOMSTRING 1 \"a[bc]d[efg]\"\n"
      "Mkdir \"/client1/$1/x$1.$2$3~$\" *\n"
      "Rmdir \"/client1/$1/x$1.$2$3~$\" *\nENDLOOP\n",
      {.client = 4});
  const auto pass = replay.Pass();
  ASSERT_EQ(pass.size(), 100U);
  std::map<std::string, int> names;
  for (std::size_t i = 0; i < pass.size(); i += 2) {
    EXPECT_EQ(pass[i].path, pass[i + 1].path);
    const std::string value = pass[i].path.substr(8, 4);
    EXPECT_EQ(pass[i].path, fmt::format("client4/{0}/x{0}.fixed$3~$", value));
    ++names[value];
  }
  EXPECT_EQ(names.size(), 6U);  // 2 x 3 values
}

TEST(OperationResolver, ComputedHandlesKeepTheirSlotWhileTheyAreOpen) {
  Replay replay(
      "NTCreateX \"/a\" 0 2 500 NT_STATUS_OK\n"
      "NTCreateX \"/b\" 0 2 1000+child NT_STATUS_OK\n"
      "WriteX 1000+child 0 1 1 *\n"
      "WriteX 500+num_children 0 1 1 *\n"  // nobody opened it
      "WriteX 499+num_children 0 1 1 *\n"  // 500
      "Close 1000+child NT_STATUS_OK\n"
      "WriteX 1000+child 0 1 1 *\n"
      "Close 500 NT_STATUS_OK\n",
      {.client = 2, .clients = 1});
  const auto pass = replay.Pass();
  const auto slot = [&](std::size_t i) { return pass[i].operation.handle; };
  const std::uint32_t never = replay.loadfile().handle_slots() - 1;
  EXPECT_NE(slot(0), slot(1));
  EXPECT_LT(slot(1), never);
  EXPECT_EQ(slot(2), slot(1));
  EXPECT_EQ(slot(3), never);
  EXPECT_EQ(slot(4), slot(0));
  EXPECT_EQ(slot(5), slot(1));
  EXPECT_EQ(slot(6), never);
  EXPECT_EQ(slot(7), slot(0));
}

TEST(OperationResolver, MoreComputedHandlesThanSlotsReuseTheOldest) {
  Replay replay(
      "Flush 99999 *\nREPEAT 300\nNTCreateX \"/a\" 0 2 +1 NT_STATUS_OK\n");
  const auto pass = replay.Pass();
  ASSERT_EQ(pass.size(), 301U);
  std::set<std::uint32_t> slots;
  for (std::size_t i = 1; i < pass.size(); ++i) {
    slots.insert(pass[i].operation.handle);
    ASSERT_LT(pass[i].operation.handle, replay.loadfile().handle_slots() - 1);
  }
  EXPECT_EQ(slots.size(), Loadfile::kDynamicHandleSlots);
  EXPECT_EQ(pass[1].operation.handle, pass[257].operation.handle);
  EXPECT_EQ(pass[44].operation.handle, pass[300].operation.handle);
}

}  // namespace
}  // namespace fsduel
