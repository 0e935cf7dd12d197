// Parsing of directives.
#include "loadfile/directive_line.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.h"
#include "loadfile/number_field.h"

namespace fsduel {
namespace {

constexpr std::array kRows = {
    DirectiveRow{"LOOP", "LOOP ROUNDS", 1},
    DirectiveRow{"ENDLOOP", "ENDLOOP", 0},
    DirectiveRow{"REPEAT", "REPEAT TIMES", 1},
    DirectiveRow{"SETSP", "SETSP POINT", 1},
    DirectiveRow{"WAITSP", "WAITSP CLIENT POINT", 2},
    DirectiveRow{"RANDOMSTRING", "RANDOMSTRING INDEX \"TEMPLATE\"", 2},
    DirectiveRow{"SETUP", "SETUP", 0},
    DirectiveRow{"ENDSETUP", "ENDSETUP", 0},
};

constexpr std::string_view kPatternName = "WRITEPATTERN";

constexpr std::array<std::string_view, kRows.size() + 2> kNames = [] {
  std::array<std::string_view, kRows.size() + 2> names{kPatternName, "SLEEP"};
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    names[i + 2] = kRows[i].name;
  }
  return names;
}();

// Sequence points and clients are 32-bit members; the highest values mean
// "none" there.
constexpr std::int64_t kMostPoint = 0xFFFFFFF0;

}  // namespace

const DirectiveRow* FindDirective(std::string_view name) {
  for (const DirectiveRow& row : kRows) {
    if (EqualIgnoreCase(name, row.name)) {
      return &row;
    }
  }
  return nullptr;
}

std::span<const std::string_view> DirectiveNames() {
  return kNames;
}

std::optional<std::string_view> PatternOf(std::string_view line) {
  if (!EqualIgnoreCase(line.substr(0, kPatternName.size()), kPatternName)) {
    return std::nullopt;
  }
  std::string_view text = line.substr(kPatternName.size());
  if (!text.empty() && text[0] != ' ' && text[0] != '\t') {
    return std::nullopt;
  }
  text.remove_prefix(text.empty() ? 0 : 1);
  return text;
}

bool DirectiveParser::Parse(const DirectiveRow& row,
                            std::span<const Word> words) {
  DropRepeat();
  if (words.size() != row.arguments + 1) {
    const bool too_many = words.size() > row.arguments + 1;
    return faults_->Fail(too_many ? words[row.arguments + 1].column
                                  : faults_->line().text.size() + 1,
                         fmt::format("{}; write: {}",
                                     too_many ? "this is one word too many"
                                              : "a word is missing",
                                     row.signature));
  }
  return Dispatch(row.name, words);
}

bool DirectiveParser::Dispatch(std::string_view name,
                               std::span<const Word> words) {
  if (name == "LOOP") {
    return Loop(words);
  }
  if (name == "ENDLOOP") {
    return EndLoop(words[0]);
  }
  if (name == "REPEAT") {
    return Repeat(words);
  }
  if (name == "SETSP") {
    return SetPoint(words);
  }
  if (name == "WAITSP") {
    return WaitPoint(words);
  }
  if (name == "RANDOMSTRING") {
    return DefineRandomString(words);
  }
  return name == "SETUP" ? BeginSetup(words[0]) : EndSetup(words[0]);
}

bool DirectiveParser::ParsePattern(std::string_view text) {
  DropRepeat();
  if (text.empty()) {
    return faults_->Fail(faults_->line().text.size() + 1,
                         "the text is missing; write: WRITEPATTERN TEXT");
  }
  builder_->AddWritePattern(text, faults_->line().line);
  return true;
}

bool DirectiveParser::ParseCount(const Word& word, std::int64_t most,
                                 std::int64_t* value) {
  const std::optional<std::int64_t> number = ParseNumber(word.text);
  if (!number) {
    return faults_->Fail(word.column,
                         fmt::format("{} is not a plain number of at least 0",
                                     Quote(word.text, 40)));
  }
  if (*number > most) {
    return faults_->Fail(word.column, fmt::format("{} is too much; {} is the "
                                                  "most",
                                                  *number, most));
  }
  *value = *number;
  return true;
}

bool DirectiveParser::Loop(std::span<const Word> words) {
  if (builder_->depth() >= kMostLoopDepth) {
    return faults_->Fail(
        words[0].column,
        fmt::format("loops are nested more than {} deep", kMostLoopDepth));
  }
  std::int64_t rounds = 1;
  const bool ok = ParseCount(words[1], kMostRounds, &rounds);
  // Opened in any case, so that its ENDLOOP is not reported too.
  loops_.push_back({faults_->line(), words[0].column});
  builder_->BeginLoop(rounds);
  return ok;
}

bool DirectiveParser::EndLoop(const Word& name) {
  if (loops_.empty()) {
    return faults_->Fail(name.column, "there is no LOOP to end here");
  }
  loops_.pop_back();
  builder_->EndLoop();
  return true;
}

bool DirectiveParser::Repeat(std::span<const Word> words) {
  if (builder_->depth() >= kMostLoopDepth) {
    return faults_->Fail(
        words[0].column,
        fmt::format("loops are nested more than {} deep", kMostLoopDepth));
  }
  std::int64_t times = 1;
  const bool ok = ParseCount(words[1], kMostRounds, &times);
  repeat_ = times;
  repeat_place_ = {faults_->line(), words[0].column};
  return ok;
}

std::optional<std::int64_t> DirectiveParser::TakeRepeat() {
  return std::exchange(repeat_, std::nullopt);
}

void DirectiveParser::DropRepeat() {
  if (TakeRepeat()) {
    faults_->FailAt(repeat_place_.place, repeat_place_.column,
                    "REPEAT must be followed by an operation");
  }
}

bool DirectiveParser::SetPoint(std::span<const Word> words) {
  std::int64_t point = 0;
  if (!ParseCount(words[1], kMostPoint, &point)) {
    return false;
  }
  Operation operation;
  operation.opcode = Opcode::kSetPoint;
  operation.line = faults_->line().line;
  operation.argument = static_cast<std::uint32_t>(point);
  builder_->AddOperation(operation, std::nullopt, nullptr);
  return true;
}

bool DirectiveParser::WaitPoint(std::span<const Word> words) {
  std::int64_t client = 0;
  std::int64_t point = 0;
  if (!ParseCount(words[1], kMostPoint, &client) ||
      !ParseCount(words[2], kMostPoint, &point)) {
    return false;
  }
  Operation operation;
  operation.opcode = Opcode::kWaitPoint;
  operation.line = faults_->line().line;
  operation.handle = static_cast<std::uint32_t>(client);
  operation.argument = static_cast<std::uint32_t>(point);
  builder_->AddOperation(operation, std::nullopt, nullptr);
  return true;
}

bool DirectiveParser::DefineRandomString(std::span<const Word> words) {
  std::int64_t index = 0;
  if (!ParseCount(words[1], kRandomStrings - 1, &index)) {
    return false;
  }
  RandomString random_string;
  random_string.index = static_cast<int>(index);
  TextFault fault;
  if (!ParseRandomString(words[2].text, &random_string, &fault) ||
      !builder_->AddRandomString(std::move(random_string), &fault)) {
    return faults_->Fail(ColumnOf(words[2], fault.offset),
                         std::move(fault.message));
  }
  return true;
}

bool DirectiveParser::BeginSetup(const Word& name) {
  if (setup_ != Setup::kNone) {
    return faults_->Fail(name.column, "there can be only one SETUP");
  }
  if (!loops_.empty()) {
    return faults_->Fail(name.column, "SETUP may not stand in a loop");
  }
  if (!builder_->is_empty()) {
    return faults_->Fail(
        name.column, "SETUP must stand before all operations and directives");
  }
  setup_ = Setup::kOpen;
  setup_place_ = {faults_->line(), name.column};
  return true;
}

bool DirectiveParser::EndSetup(const Word& name) {
  if (setup_ != Setup::kOpen) {
    return faults_->Fail(name.column, "there is no SETUP to end here");
  }
  if (!loops_.empty()) {
    return faults_->Fail(name.column,
                         "ENDSETUP may not stand in a loop (ENDLOOP first)");
  }
  setup_ = Setup::kDone;
  builder_->EndSetup();
  return true;
}

void DirectiveParser::Finish() {
  DropRepeat();
  for (const OpenLoop& loop : loops_) {
    faults_->FailAt(loop.place, loop.column, "this LOOP has no ENDLOOP");
  }
  if (setup_ == Setup::kOpen) {
    faults_->FailAt(setup_place_.place, setup_place_.column,
                    "this SETUP has no ENDSETUP");
  }
}

}  // namespace fsduel
