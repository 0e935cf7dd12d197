// The operations that a loadfile may name, one row each: a new operation is a
// new row here, an Opcode, and a case in engine/file_executor-inl.h.
#ifndef FSDUEL_LOADFILE_OPERATION_TABLE_H_
#define FSDUEL_LOADFILE_OPERATION_TABLE_H_

#include <span>
#include <string_view>

#include "loadfile/operation.h"

namespace fsduel {

// Where the words of an operation line go, in order.
enum class Parameter : std::uint8_t {
  kNone,
  kPath,
  kPath2,
  kHandle,
  kArgument,  // options, attributes or level
  kDisposition,
  kOffset,
  kLength,
  kExpected,
  kIgnored,  // read and dropped
};

struct OperationRow {
  Opcode opcode;
  std::string_view name;          // as loadfiles write it, in our output too
  std::string_view dbench4_name;  // as dbench 4.0 prints it
  std::string_view alias;         // another spelling, or ""
  Parameter parameters[5];
  bool writes_data;          // counts as bytes written
  bool reads_data;           // counts as bytes read
  std::string_view summary;  // one line for `fsduel list operations`
};

// In Opcode order; row i describes Opcode i.
std::span<const OperationRow> OperationTable();
const OperationRow& RowOf(Opcode opcode);
// By name or alias, case ignored; null when unknown.
const OperationRow* FindOperation(std::string_view name);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_OPERATION_TABLE_H_
