// Handle numbers and the slots that they get.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/loadfile/compile.h"

namespace fsduel {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Handles of all operations, -1 for kNoHandle and -2 for kDynamicHandle.
std::vector<std::int64_t> Slots(std::string_view text) {
  const auto loadfile = Compile(text);
  std::vector<std::int64_t> slots;
  if (!loadfile) {
    return slots;
  }
  for (const Operation& operation : loadfile->operations()) {
    // The two special values are the highest and become -1 and -2.
    slots.push_back(static_cast<std::int32_t>(operation.handle));
    if (operation.handle < kDynamicHandle) {
      EXPECT_LT(operation.handle, loadfile->handle_slots());
    }
  }
  return slots;
}

TEST(HandleSlots, AreReusedInTheOrderOfTheText) {
  EXPECT_THAT(Slots("NTCreateX /a 0 2 9935 NT_STATUS_OK\n"
                    "NTCreateX /b 0 2 77 NT_STATUS_OK\n"
                    "Close 9935 *\n"
                    "NTCreateX /c 0 2 0 NT_STATUS_OK\n"
                    "NTCreateX /d 0 2 -1 NT_STATUS_OK\n"
                    "Close 77 *\n"
                    "Close 0 *\n"
                    "NTCreateX /e 0 2 77 *\n"
                    "Close 0xFFFFFFFFFFFFFFFF *\n"
                    "Close 77 *\n"),
              ElementsAre(0, 1, 0, 0, 2, 1, 0, 0, 2, 0));
}

TEST(HandleSlots, AnOpenThatIsExpectedToFailHasNone) {
  for (const char* status : {"NT_STATUS_OBJECT_NAME_NOT_FOUND", "ERROR",
                             "0xC0000022", "NT_STATUS_FOO"}) {
    const std::string line = std::string("NTCreateX /a 0 1 5 ") + status + "\n";
    const auto loadfile = Compile(line);
    ASSERT_TRUE(loadfile);
    EXPECT_EQ(loadfile->operations()[0].handle, kNoHandle);
    EXPECT_EQ(loadfile->handle_slots(), 0U);
  }
}

TEST(HandleSlots, WithoutAHandleThereIsNone) {
  EXPECT_THAT(Slots("Mkdir /a *\nQUERY_FS_INFORMATION 1 *\nSETSP 1\n"),
              ElementsAre(-1, -1, -1));
}

TEST(HandleSlots, ANumberInALoopHasASlotOfItsOwn) {
  EXPECT_THAT(Slots("NTCreateX /a 0 2 1 *\n"
                    "Close 1 *\n"
                    "NTCreateX /b 0 2 2 *\n"
                    "LOOP 2\n"
                    "ReadX 2 0 1 1 *\n"
                    "ENDLOOP\n"
                    "Close 2 *\n"
                    "NTCreateX /c 0 2 3 *\n"
                    "Close 3 *\n"
                    "REPEAT 2\n"
                    "Flush 4 *\n"),
              ElementsAre(2, 2, 0, 0, 0, 2, 2, 1));
}

TEST(HandleSlots, AFailingOpenInALoopDoesNotTakeASlot) {
  EXPECT_THAT(Slots("LOOP 2\n"
                    "NTCreateX /a 0 1 5 ERROR\n"
                    "ENDLOOP\n"
                    "NTCreateX /a 0 1 5 *\n"
                    "Close 5 *\n"
                    "NTCreateX /a 0 1 6 *\n"
                    "Close 6 *\n"),
              ElementsAre(-1, 0, 0, 0, 0));
}

TEST(HandleSlots, AHandleThatIsNeverOpenedHitsNoOther) {
  EXPECT_THAT(Slots("Close 8 *\n"
                    "NTCreateX /a 0 2 1 *\n"
                    "ReadX 9 0 1 1 *\n"
                    "Close 1 *\n"),
              ElementsAre(0, 2, 1, 2));
}

TEST(HandleSlots, UseAfterCloseHitsNoOther) {
  EXPECT_THAT(Slots("NTCreateX /a 0 2 1 *\n"
                    "Close 1 *\n"
                    "NTCreateX /b 0 2 2 *\n"
                    "ReadX 1 0 1 1 *\n"
                    "Close 2 *\n"),
              ElementsAre(0, 0, 1, 0, 1));
}

TEST(HandleSlots, OpenAgainWhileOpenReusesTheSlot) {
  EXPECT_THAT(Slots("NTCreateX /a 0 2 1 *\n"
                    "NTCreateX /b 0 2 1 *\n"
                    "NTCreateX /c 0 2 2 *\n"
                    "Close 1 *\n"
                    "Close 2 *\n"),
              ElementsAre(0, 0, 1, 0, 1));
}

TEST(HandleSlots, WhatStaysOpenKeepsItsSlot) {
  // Number 1 is open at the end of the set-up, 3 at the end of the pass.
  EXPECT_THAT(Slots("SETUP\n"
                    "NTCreateX /a 0 2 1 *\n"
                    "ENDSETUP\n"
                    "NTCreateX /b 0 2 2 *\n"
                    "ReadX 1 0 1 1 *\n"
                    "Close 2 *\n"
                    "NTCreateX /c 0 2 3 *\n"),
              ElementsAre(0, 2, 0, 2, 1));
}

TEST(HandleNumbers, AreNotKeptWithoutNeed) {
  const auto loadfile = Compile("NTCreateX /a 0 2 17 *\nClose 17 *\n");
  ASSERT_TRUE(loadfile);
  EXPECT_FALSE(loadfile->dynamic_handles());
  EXPECT_THAT(loadfile->handle_numbers(), IsEmpty());
  EXPECT_EQ(loadfile->handle_slots(), 1U);
}

TEST(HandleNumbers, AreKeptWhenFieldsReferToThem) {
  const std::string text =
      "NTCreateX /a 0 2 17 *\n"
      "Close 17 *\n"
      "NTCreateX /b 0 2 -3 *\n"
      "WriteX -3 +0 1 1 *\n"
      "Close -3 *\n";
  const auto loadfile = Compile(text);
  ASSERT_TRUE(loadfile);
  EXPECT_FALSE(loadfile->dynamic_handles());
  EXPECT_THAT(loadfile->handle_numbers(), ElementsAre(17, -3));
  EXPECT_EQ(loadfile->handle_slots(), 2U);
  EXPECT_THAT(Slots(text), ElementsAre(0, 0, 1, 1, 1));
}

TEST(HandleNumbers, ComputedHandlesGetTheirSlotWhenTheyRun) {
  const std::string text =
      "NTCreateX /a 0 2 17 *\n"
      "NTCreateX /b 0 2 +1 *\n"
      "NTCreateX /c 0 2 +1 ERROR\n"
      "ReadX 100+child 0 1 1 *\n"
      "Close 17 *\n"
      "Close +1 *\n";
  EXPECT_THAT(Slots(text), ElementsAre(0, -2, -1, -2, 0, -2));
  const auto loadfile = Compile(text);
  EXPECT_TRUE(loadfile->dynamic_handles());
  EXPECT_THAT(loadfile->handle_numbers(), ElementsAre(17));
  EXPECT_EQ(loadfile->handle_slots(), 1 + Loadfile::kDynamicHandleSlots + 1);
}

}  // namespace
}  // namespace fsduel
