// A line of a loadfile -> its words.
#ifndef FSDUEL_LOADFILE_LINE_LEXER_H_
#define FSDUEL_LOADFILE_LINE_LEXER_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "loadfile/diagnostics.h"

namespace fsduel {

struct Word {
  std::string_view text;     // without quotes
  std::uint32_t column = 0;  // from 1, where it begins, the quote included
  // Column of text[0], or 0 when `text` does not stand in the line as it is.
  std::uint32_t text_column = 0;
};

// The column of byte `offset` of the word's text, as nearly as can be told.
inline std::size_t ColumnOf(const Word& word, std::size_t offset) {
  return word.text_column == 0 ? word.column : word.text_column + offset;
}

// Words are separated by blanks and tabs. A double quote, anywhere in a word,
// begins or ends a stretch in which blanks are text; quotes are dropped, there
// is no escape. "" is an empty word.
class LineLexer {
 public:
  // More than any valid line has.
  static constexpr int kMostWords = 20;

  // Splits `line`, at most its first kMostWords words. False after reporting a
  // quote that is not closed. The words point into `line` or into this object
  // and are valid until the next call.
  bool Split(std::string_view line, DiagnosticList* faults);

  std::span<const Word> words() const {
    return {words_.data(), static_cast<std::size_t>(count_)};
  }

 private:
  // A word with quotes elsewhere than around it; `start` is its first byte.
  // Returns the offset behind it, or npos when a quote is not closed.
  std::size_t SplitMixedWord(std::string_view line, std::size_t start,
                             DiagnosticList* faults);

  std::array<Word, kMostWords> words_;
  int count_ = 0;
  std::string unquoted_;  // of words with quotes inside; one buffer per line
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_LINE_LEXER_H_
