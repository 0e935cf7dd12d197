// Directive lines: LOOP, SETUP, RANDOMSTRING and so on.
#ifndef FSDUEL_LOADFILE_DIRECTIVE_LINE_H_
#define FSDUEL_LOADFILE_DIRECTIVE_LINE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "loadfile/diagnostics.h"
#include "loadfile/line_lexer.h"
#include "loadfile/loadfile_builder.h"

namespace fsduel {

// How a directive is written; `arguments` counts words after the name.
struct DirectiveRow {
  std::string_view name;
  std::string_view signature;
  std::size_t arguments;
};

// By name, case ignored; null when there is none. SLEEP is not among them: it
// is written like an operation. Nor is WRITEPATTERN, see below.
const DirectiveRow* FindDirective(std::string_view name);
// Names of all directives, for proposals.
std::span<const std::string_view> DirectiveNames();

// The text of a WRITEPATTERN line, which is not made of words, or nothing when
// `line`, without blanks in front, is no such line.
std::optional<std::string_view> PatternOf(std::string_view line);

class DirectiveParser {
 public:
  // Both must outlive it.
  DirectiveParser(LoadfileBuilder* builder, DiagnosticList* faults)
      : builder_(builder), faults_(faults) {}

  // Carries out a directive; words[0] is its name. False after reporting.
  bool Parse(const DirectiveRow& row, std::span<const Word> words);
  bool ParsePattern(std::string_view text);

  // The count of the REPEAT whose operation comes now, if there is one.
  std::optional<std::int64_t> TakeRepeat();

  // At the end of the text: reports what is still open.
  void Finish();

 private:
  enum class Setup { kNone, kOpen, kDone };
  struct OpenLoop {
    LinePlace place;
    std::size_t column;
  };

  bool Dispatch(std::string_view name, std::span<const Word> words);
  bool Loop(std::span<const Word> words);
  bool EndLoop(const Word& name);
  bool Repeat(std::span<const Word> words);
  bool SetPoint(std::span<const Word> words);
  bool WaitPoint(std::span<const Word> words);
  bool DefineRandomString(std::span<const Word> words);
  bool BeginSetup(const Word& name);
  bool EndSetup(const Word& name);
  bool ParseCount(const Word& word, std::int64_t most, std::int64_t* value);
  // Reports a REPEAT that is not followed by an operation.
  void DropRepeat();

  LoadfileBuilder* builder_;
  DiagnosticList* faults_;
  std::vector<OpenLoop> loops_;
  std::optional<std::int64_t> repeat_;
  OpenLoop repeat_place_{};
  Setup setup_ = Setup::kNone;
  OpenLoop setup_place_{};
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_DIRECTIVE_LINE_H_
