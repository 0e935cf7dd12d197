// The operations that a loadfile may name, one row each: a new operation is a
// new row here, an Opcode, and a case in engine/file_executor-inl.h.
#ifndef FSDUEL_LOADFILE_OPERATION_TABLE_H_
#define FSDUEL_LOADFILE_OPERATION_TABLE_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
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
  kClient,  // number of a client, in Operation::handle
};

struct OperationRow {
  static constexpr int kMostParameters = 5;

  Opcode opcode;
  std::string_view name;          // as loadfiles write it, in our output too
  std::string_view dbench4_name;  // as dbench 4.0 prints it
  std::string_view alias;         // another spelling, or ""
  std::array<Parameter, kMostParameters> parameters;  // then kNone
  int optional;              // how many of the last parameters may be left out
  bool writes_data;          // counts as bytes written
  bool reads_data;           // counts as bytes read
  std::string_view summary;  // one line for `fsduel list operations`
};

constexpr bool IsPath(Parameter parameter) {
  return parameter == Parameter::kPath || parameter == Parameter::kPath2;
}

// In Opcode order; row i describes Opcode i.
std::span<const OperationRow> OperationTable();
const OperationRow& RowOf(Opcode opcode);
// By name or alias, case ignored; null when unknown. Directives (SETSP ...) are
// found too; only SLEEP among them is written like an operation.
const OperationRow* FindOperation(std::string_view name);

int ParameterCount(const OperationRow& row);
// How messages call a parameter: "HANDLE", "SIZE" ...
std::string_view ParameterWord(Opcode opcode, Parameter parameter);
// "ReadX HANDLE OFFSET SIZE COUNT STATUS"; [what may be left out].
std::string Signature(const OperationRow& row);

// The parameter that numeric field `position` of a line of `opcode` sets, from
// 0 and not counting paths (DynamicFields uses the same positions); kNone
// behind the last.
Parameter NumericParameter(Opcode opcode, int position);

// Stores the value of a numeric field. What the member cannot hold is cut to
// the nearest value it can: at least 0, a disposition at most 5, an argument
// at most 2^32 - 1, a sleep at most kMostSleepUs, and an offset so that
// offset + length stays below 2^63.
// REQUIRES: not a path, not kNone, not kHandle (numbers are not slots).
void AssignParameter(Operation* operation, Parameter parameter,
                     std::int64_t value);
// The inverse. REQUIRES: as above.
std::int64_t ParameterValue(const Operation& operation, Parameter parameter);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_OPERATION_TABLE_H_
