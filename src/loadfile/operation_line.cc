// Parsing of operation lines, driven by the parameters of the table.
#include "loadfile/operation_line.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/text.h"
#include "loadfile/number_field.h"
#include "loadfile/status_table.h"

namespace fsduel {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

bool MovesData(Opcode opcode) {
  return opcode == Opcode::kRead || opcode == Opcode::kWrite;
}

// Operations that would take away the client's whole tree.
bool RemovesPath(Opcode opcode) {
  return opcode == Opcode::kDeltree || opcode == Opcode::kRmdir ||
         opcode == Opcode::kUnlink || opcode == Opcode::kRename;
}

// A number or a path rather than a misspelt status.
bool LooksLikeParameter(const Word& word) {
  constexpr std::string_view kFirst = "0123456789+-/\\";
  return word.text_column != word.column || word.text.empty() ||
         kFirst.find(word.text[0]) != kFirst.npos;
}

}  // namespace

bool OperationLineParser::Parse(const OperationRow& row,
                                std::span<const Word> words) {
  operation_ = Operation();
  operation_.opcode = row.opcode;
  operation_.line = faults_->line().line;
  number_.reset();
  numerics_ = 0;
  is_computed_ = false;

  std::size_t given = 0;
  if (!ParseShape(row, words, &given)) {
    return false;
  }
  for (std::size_t i = 0; i < given; ++i) {
    const Parameter parameter = row.parameters[i];
    const Word& word = words[i + 1];
    if (!(IsPath(parameter) ? ParsePath(parameter, word)
                            : ParseNumeric(parameter, word))) {
      return false;
    }
  }
  if (is_computed_) {
    fields_.count = static_cast<int>(numerics_);
    for (std::size_t i = 0; i < numerics_; ++i) {
      if (fields_.fields[i].is_plain()) {
        fields_.fields[i].literal = values_[i];
      }
    }
  }
  builder_->AddOperation(operation_, number_,
                         is_computed_ ? &fields_ : nullptr);
  return true;
}

bool OperationLineParser::ParseShape(const OperationRow& row,
                                     std::span<const Word> words,
                                     std::size_t* given) {
  const auto most = static_cast<std::size_t>(ParameterCount(row));
  const std::size_t least = most - static_cast<std::size_t>(row.optional);
  if (words.size() == 1) {
    return faults_->Fail(
        faults_->line().text.size() + 1,
        fmt::format("the parameters are missing; write: {}", Signature(row)));
  }
  if (row.opcode == Opcode::kSleep && words.size() == 2) {
    *given = 1;  // the status may be left out
    return true;
  }
  const Word& last = words.back();
  const std::optional<Expectation> status = ParseStatus(last.text);
  if (!status && words.size() - 1 <= most && LooksLikeParameter(last)) {
    return faults_->Fail(
        faults_->line().text.size() + 1,
        fmt::format("the status is missing; write: {}", Signature(row)));
  }
  *given = words.size() - 2;
  if (*given > most) {
    return faults_->Fail(
        words[most + 1].column,
        fmt::format("{} is one word too many; write: {} (a path with blanks "
                    "needs double quotes)",
                    Quote(words[most + 1].text, 40), Signature(row)));
  }
  if (!status) {
    return faults_->Fail(last.column,
                         faults_->is_full() ? "" : ExplainStatus(last.text));
  }
  if (*given < least) {
    return faults_->Fail(
        last.column,
        fmt::format("{} is missing before the status; write: {}",
                    ParameterWord(row.opcode, row.parameters[*given]),
                    Signature(row)));
  }
  if (row.opcode != Opcode::kSleep) {  // which cannot fail
    operation_.expectation = *status;
  }
  return true;
}

bool OperationLineParser::ParsePath(Parameter parameter, const Word& word) {
  TextFault fault;
  const std::uint32_t id = builder_->InternPath(word.text, &fault);
  if (id == kNoPath) {
    return faults_->Fail(ColumnOf(word, fault.offset),
                         std::move(fault.message));
  }
  if (RemovesPath(operation_.opcode) && builder_->path(id).text == kTreePath) {
    return faults_->Fail(word.column,
                         "this is the client's whole tree, which may not be "
                         "removed or renamed");
  }
  (parameter == Parameter::kPath ? operation_.path : operation_.path2) = id;
  return true;
}

bool OperationLineParser::ParseNumeric(Parameter parameter, const Word& word) {
  const bool is_handle = parameter == Parameter::kHandle;
  if (const std::optional<std::int64_t> value =
          is_handle ? ParseHandleNumber(word.text) : ParseNumber(word.text)) {
    return StoreNumber(parameter, word, *value);
  }
  if (std::optional<NumberExpression> expression = ParseExpression(word.text)) {
    return StoreComputed(parameter, word, *std::move(expression));
  }
  return faults_->Fail(word.column, ExplainNumber(word.text));
}

bool OperationLineParser::StoreNumber(Parameter parameter, const Word& word,
                                      std::int64_t value) {
  if (parameter == Parameter::kArgument &&
      value > std::numeric_limits<std::uint32_t>::max()) {
    return faults_->Fail(word.column, fmt::format("{} is more than 2^32 - 1",
                                                  Quote(word.text, 40)));
  }
  if (parameter == Parameter::kDisposition && value > kOverwriteIf) {
    return faults_->Fail(
        word.column,
        fmt::format("disposition {} is none of 0 (supersede), 1 (open), 2 "
                    "(create), 3 (open or create), 4 (overwrite), 5 (overwrite "
                    "or create)",
                    Quote(word.text, 40)));
  }
  if (parameter == Parameter::kLength && !CheckLength(word, value)) {
    return false;
  }
  values_[numerics_++] = value;
  if (parameter == Parameter::kHandle) {
    number_ = value;
  } else {
    AssignParameter(&operation_, parameter, value);
  }
  return true;
}

bool OperationLineParser::CheckLength(const Word& word, std::int64_t value) {
  if (MovesData(operation_.opcode) && value > kMostTransfer) {
    return faults_->Fail(
        word.column, fmt::format("{} bytes are more than one call transfers; "
                                 "{} is the most",
                                 value, kMostTransfer));
  }
  if (operation_.opcode == Opcode::kSleep && value > kMostSleepUs) {
    return faults_->Fail(
        word.column, fmt::format("a sleep of {} us is too long; {} is the most",
                                 value, kMostSleepUs));
  }
  if (operation_.offset > kMost - value) {
    return faults_->Fail(word.column,
                         "offset and length reach beyond 2^63 - 1");
  }
  return true;
}

bool OperationLineParser::StoreComputed(Parameter parameter, const Word& word,
                                        NumberExpression expression) {
  if (parameter == Parameter::kLength && MovesData(operation_.opcode) &&
      expression.start == NumberExpression::Start::kRandom &&
      !LargestValue(expression)) {
    return faults_->Fail(
        word.column,
        "a random size needs an upper end: write for example *%65536");
  }
  if (!is_computed_) {
    is_computed_ = true;
    fields_ = DynamicFields();
  }
  if (parameter == Parameter::kHandle) {
    operation_.handle = kDynamicHandle;
  }
  fields_.fields[numerics_] = std::move(expression);
  values_[numerics_++] = 0;
  return true;
}

}  // namespace fsduel
