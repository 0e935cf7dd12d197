// The operation table and the mapping of numeric fields to members.
#include "loadfile/operation_table.h"

#include <limits>

#include <gtest/gtest.h>

namespace fsduel {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(OperationTable, HasARowPerOpcodeInOrder) {
  ASSERT_EQ(OperationTable().size(), std::size_t{kOpcodeCount});
  for (int i = 0; i < kOpcodeCount; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    EXPECT_EQ(RowOf(opcode).opcode, opcode);
    EXPECT_FALSE(RowOf(opcode).name.empty());
    EXPECT_FALSE(RowOf(opcode).summary.empty());
  }
}

TEST(OperationTable, NamesAreFoundInAnyCaseAndByAlias) {
  for (const OperationRow& row : OperationTable()) {
    EXPECT_EQ(FindOperation(row.name), &row);
  }
  EXPECT_EQ(FindOperation("ntcreatex"), &RowOf(Opcode::kCreate));
  EXPECT_EQ(FindOperation("SLEEP"), &RowOf(Opcode::kSleep));
  EXPECT_EQ(FindOperation("write"), &RowOf(Opcode::kWrite));
  EXPECT_EQ(FindOperation(""), nullptr);
  EXPECT_EQ(FindOperation("Writ"), nullptr);
}

TEST(OperationTable, SignaturesShowWhatMayBeLeftOut) {
  EXPECT_EQ(Signature(RowOf(Opcode::kCreate)),
            "NTCreateX PATH OPTIONS DISPOSITION HANDLE STATUS");
  EXPECT_EQ(Signature(RowOf(Opcode::kRead)),
            "ReadX HANDLE OFFSET SIZE COUNT STATUS");
  EXPECT_EQ(Signature(RowOf(Opcode::kUnlink)),
            "Unlink PATH [ATTRIBUTES] STATUS");
  EXPECT_EQ(Signature(RowOf(Opcode::kRename)), "Rename PATH NEWPATH STATUS");
  EXPECT_EQ(Signature(RowOf(Opcode::kFind)),
            "FIND_FIRST PATH LEVEL MOST COUNT STATUS");
  EXPECT_EQ(Signature(RowOf(Opcode::kLock)),
            "LockX HANDLE OFFSET LENGTH STATUS");
  EXPECT_EQ(Signature(RowOf(Opcode::kSleep)), "Sleep MICROSECONDS [STATUS]");
  EXPECT_EQ(Signature(RowOf(Opcode::kWaitPoint)), "WAITSP CLIENT POINT");
}

TEST(OperationTable, NumericPositionsDoNotCountPaths) {
  EXPECT_EQ(NumericParameter(Opcode::kCreate, 0), Parameter::kArgument);
  EXPECT_EQ(NumericParameter(Opcode::kCreate, 1), Parameter::kDisposition);
  EXPECT_EQ(NumericParameter(Opcode::kCreate, 2), Parameter::kHandle);
  EXPECT_EQ(NumericParameter(Opcode::kCreate, 3), Parameter::kNone);
  EXPECT_EQ(NumericParameter(Opcode::kWrite, 0), Parameter::kHandle);
  EXPECT_EQ(NumericParameter(Opcode::kWrite, 3), Parameter::kExpected);
  EXPECT_EQ(NumericParameter(Opcode::kRename, 0), Parameter::kNone);
  EXPECT_EQ(NumericParameter(Opcode::kWritePattern, 0), Parameter::kNone);
}

TEST(OperationTable, AssignedValuesAreReadBack) {
  for (const Parameter parameter :
       {Parameter::kArgument, Parameter::kDisposition, Parameter::kOffset,
        Parameter::kLength, Parameter::kExpected}) {
    Operation operation;
    AssignParameter(&operation, parameter, 3);
    EXPECT_EQ(ParameterValue(operation, parameter), 3);
  }
}

TEST(OperationTable, ValuesThatDoNotFitAreCutToTheNearest) {
  Operation operation;
  AssignParameter(&operation, Parameter::kOffset, -5);
  EXPECT_EQ(operation.offset, 0);
  AssignParameter(&operation, Parameter::kArgument, kMost);
  EXPECT_EQ(operation.argument, 0xFFFFFFFFU);
  AssignParameter(&operation, Parameter::kDisposition, 77);
  EXPECT_EQ(operation.disposition, kOverwriteIf);

  AssignParameter(&operation, Parameter::kOffset, kMost);
  AssignParameter(&operation, Parameter::kLength, 4096);
  EXPECT_EQ(operation.offset, kMost - 4096);
  AssignParameter(&operation, Parameter::kOffset, kMost - 100);
  EXPECT_EQ(operation.offset, kMost - 4096);

  operation.opcode = Opcode::kSleep;
  AssignParameter(&operation, Parameter::kLength, kMost);
  EXPECT_EQ(operation.length, kMostSleepUs);
}

}  // namespace
}  // namespace fsduel
