// The operations as data; see loadfiles/README.md for what they mean.
#include "loadfile/operation_table.h"

#include <algorithm>
#include <limits>

#include "base/text.h"

namespace fsduel {
namespace {

using enum Parameter;

// One operation is to be read at a glance.
// clang-format off
constexpr std::array<OperationRow, kOpcodeCount> kTable = {{
    // opcode, name, name of dbench 4.0, alias,
    //   parameters, optional, writes data, reads data, summary
    {Opcode::kCreate, "NTCreateX", "NTCreateX", "",
     {kPath, kArgument, kDisposition, kHandle}, 0, false, false,
     "open or create a file, or make a directory and open it"},
    {Opcode::kClose, "Close", "Close", "",
     {kHandle}, 0, false, false, "close a handle"},
    {Opcode::kRename, "Rename", "Rename", "",
     {kPath, kPath2}, 0, false, false, "rename a file or a directory"},
    {Opcode::kUnlink, "Unlink", "Unlink", "",
     {kPath, kArgument}, 1, false, false, "remove a file"},
    {Opcode::kDeltree, "Deltree", "Deltree", "",
     {kPath}, 0, false, false, "remove everything below a directory"},
    {Opcode::kRmdir, "Rmdir", "Rmdir", "",
     {kPath}, 0, false, false, "remove an empty directory"},
    {Opcode::kMkdir, "Mkdir", "Mkdir", "",
     {kPath}, 0, false, false, "make a directory"},
    {Opcode::kQueryPath, "QUERY_PATH_INFORMATION", "Qpathinfo", "",
     {kPath, kArgument}, 1, false, false, "attributes of a path (stat)"},
    {Opcode::kQueryFile, "QUERY_FILE_INFORMATION", "Qfileinfo", "",
     {kHandle, kArgument}, 1, false, false,
     "attributes of an open file (fstat)"},
    {Opcode::kQueryFs, "QUERY_FS_INFORMATION", "Qfsinfo", "",
     {kArgument}, 1, false, false,
     "size and free space of the filesystem (statfs)"},
    {Opcode::kSetFile, "SET_FILE_INFORMATION", "Sfileinfo", "",
     {kHandle, kArgument}, 1, false, false, "set the times of an open file"},
    {Opcode::kFind, "FIND_FIRST", "Find", "",
     {kPath, kArgument, kLength, kExpected}, 0, false, false,
     "list a directory, or look for one name"},
    {Opcode::kWrite, "WriteX", "WriteX", "Write",
     {kHandle, kOffset, kLength, kExpected}, 0, true, false,
     "write at an offset (pwrite)"},
    {Opcode::kRead, "ReadX", "ReadX", "",
     {kHandle, kOffset, kLength, kExpected}, 0, false, true,
     "read at an offset (pread)"},
    {Opcode::kLock, "LockX", "LockX", "",
     {kHandle, kOffset, kLength}, 0, false, false,
     "lock a range of an open file"},
    {Opcode::kUnlock, "UnlockX", "UnlockX", "",
     {kHandle, kOffset, kLength}, 0, false, false,
     "unlock a range of an open file"},
    {Opcode::kFlush, "Flush", "Flush", "",
     {kHandle}, 0, false, false, "make an open file durable (fsync)"},
    {Opcode::kSleep, "Sleep", "Sleep", "",
     {kLength}, 0, false, false, "do nothing for some microseconds"},
    {Opcode::kSetPoint, "SETSP", "", "",
     {kArgument}, 0, false, false, "pass a sequence point"},
    {Opcode::kWaitPoint, "WAITSP", "", "",
     {kClient, kArgument}, 0, false, false,
     "wait until a client has passed a sequence point"},
    {Opcode::kWritePattern, "WRITEPATTERN", "", "",
     {}, 0, false, false, "give later writes a text to repeat"},
}};
// clang-format on

constexpr bool TableIsInOrder() {
  for (int i = 0; i < kOpcodeCount; ++i) {
    if (static_cast<int>(kTable[static_cast<std::size_t>(i)].opcode) != i) {
      return false;
    }
  }
  return true;
}
static_assert(TableIsInOrder(), "row i must describe Opcode i");

std::string_view ArgumentWord(Opcode opcode) {
  switch (opcode) {
    case Opcode::kCreate:
      return "OPTIONS";
    case Opcode::kUnlink:
      return "ATTRIBUTES";
    case Opcode::kSetPoint:
    case Opcode::kWaitPoint:
      return "POINT";
    default:
      return "LEVEL";
  }
}

std::string_view LengthWord(Opcode opcode) {
  switch (opcode) {
    case Opcode::kSleep:
      return "MICROSECONDS";
    case Opcode::kFind:
      return "MOST";
    case Opcode::kLock:
    case Opcode::kUnlock:
      return "LENGTH";
    default:
      return "SIZE";
  }
}

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

}  // namespace

std::span<const OperationRow> OperationTable() {
  return kTable;
}

const OperationRow& RowOf(Opcode opcode) {
  return kTable[static_cast<std::size_t>(opcode)];
}

const OperationRow* FindOperation(std::string_view name) {
  for (const OperationRow& row : kTable) {
    if (EqualIgnoreCase(name, row.name) ||
        (!row.alias.empty() && EqualIgnoreCase(name, row.alias))) {
      return &row;
    }
  }
  return nullptr;
}

std::string_view ParameterWord(Opcode opcode, Parameter parameter) {
  switch (parameter) {
    case kPath:
      return "PATH";
    case kPath2:
      return "NEWPATH";
    case kHandle:
      return "HANDLE";
    case kArgument:
      return ArgumentWord(opcode);
    case kDisposition:
      return "DISPOSITION";
    case kOffset:
      return "OFFSET";
    case kLength:
      return LengthWord(opcode);
    case kExpected:
      return "COUNT";
    case kClient:
      return "CLIENT";
    case kNone:
      break;
  }
  return "";
}

int ParameterCount(const OperationRow& row) {
  return static_cast<int>(
      std::find(row.parameters.begin(), row.parameters.end(), kNone) -
      row.parameters.begin());
}

std::string Signature(const OperationRow& row) {
  std::string text(row.name);
  const int count = ParameterCount(row);
  for (int i = 0; i < count; ++i) {
    const bool optional = i >= count - row.optional;
    text += optional ? " [" : " ";
    text +=
        ParameterWord(row.opcode, row.parameters[static_cast<std::size_t>(i)]);
    text += optional ? "]" : "";
  }
  if (row.opcode == Opcode::kSleep) {
    text += " [STATUS]";
  } else if (!IsControl(row.opcode)) {
    text += " STATUS";
  }
  return text;
}

Parameter NumericParameter(Opcode opcode, int position) {
  for (const Parameter parameter : RowOf(opcode).parameters) {
    if (!IsPath(parameter) && position-- == 0) {
      return parameter;
    }
  }
  return kNone;
}

void AssignParameter(Operation* operation, Parameter parameter,
                     std::int64_t value) {
  value = std::max<std::int64_t>(value, 0);
  switch (parameter) {
    case kArgument:
      operation->argument = static_cast<std::uint32_t>(std::min<std::int64_t>(
          value, std::numeric_limits<std::uint32_t>::max()));
      break;
    case kDisposition:
      operation->disposition = static_cast<std::uint8_t>(
          std::min<std::int64_t>(value, kOverwriteIf));
      break;
    case kOffset:
      operation->offset = std::min(value, kMost - operation->length);
      break;
    case kLength:
      if (operation->opcode == Opcode::kSleep) {
        value = std::min(value, kMostSleepUs);
      }
      operation->length = value;
      operation->offset = std::min(operation->offset, kMost - value);
      break;
    case kExpected:
      operation->expected = value;
      break;
    case kNone:
    case kPath:
    case kPath2:
    case kHandle:
    case kClient:
      break;
  }
}

std::int64_t ParameterValue(const Operation& operation, Parameter parameter) {
  switch (parameter) {
    case kArgument:
      return operation.argument;
    case kDisposition:
      return operation.disposition;
    case kOffset:
      return operation.offset;
    case kLength:
      return operation.length;
    case kExpected:
      return operation.expected;
    case kClient:
      return operation.handle;
    case kNone:
    case kPath:
    case kPath2:
    case kHandle:
      break;
  }
  return 0;
}

}  // namespace fsduel
