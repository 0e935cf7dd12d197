// Operation lines: NAME PARAMETERS... STATUS.
#ifndef FSDUEL_LOADFILE_OPERATION_LINE_H_
#define FSDUEL_LOADFILE_OPERATION_LINE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "loadfile/diagnostics.h"
#include "loadfile/line_lexer.h"
#include "loadfile/loadfile_builder.h"
#include "loadfile/operation_table.h"

namespace fsduel {

class OperationLineParser {
 public:
  // Both must outlive it.
  OperationLineParser(LoadfileBuilder* builder, DiagnosticList* faults)
      : builder_(builder), faults_(faults) {}

  // Adds the operation `row` with `words`, the first of which is its name, to
  // the builder. False after reporting a fault.
  bool Parse(const OperationRow& row, std::span<const Word> words);

 private:
  // Reads the status, and how many parameters there are into `*given`.
  bool ParseShape(const OperationRow& row, std::span<const Word> words,
                  std::size_t* given);
  bool ParsePath(Parameter parameter, const Word& word);
  bool ParseNumeric(Parameter parameter, const Word& word);
  bool StoreNumber(Parameter parameter, const Word& word, std::int64_t value);
  bool CheckLength(const Word& word, std::int64_t value);
  bool StoreComputed(Parameter parameter, const Word& word,
                     NumberExpression expression);

  LoadfileBuilder* builder_;
  DiagnosticList* faults_;

  // The line that is being parsed.
  Operation operation_;
  std::optional<std::int64_t> number_;  // of the handle
  std::array<std::int64_t, DynamicFields::kMostFields> values_{};
  std::size_t numerics_ = 0;
  bool is_computed_ = false;
  DynamicFields fields_;  // the computed ones
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_OPERATION_LINE_H_
