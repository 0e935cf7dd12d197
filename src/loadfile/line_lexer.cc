// Splitting of lines into words. This runs once per line of a file of hundreds
// of thousands of lines: plain words and quoted words are found by scanning
// alone, and nothing is copied.
#include "loadfile/line_lexer.h"

namespace fsduel {
namespace {

bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}

// Bytes that end a word without quotes.
constexpr std::array<bool, 256> kEndsWord = [] {
  std::array<bool, 256> ends{};
  ends[' '] = ends['\t'] = ends['"'] = true;
  return ends;
}();

// The end of the plain word that begins at `at`.
std::size_t SkipPlain(std::string_view line, std::size_t at) {
  while (at < line.size() && !kEndsWord[static_cast<unsigned char>(line[at])]) {
    ++at;
  }
  return at;
}

}  // namespace

bool LineLexer::Split(std::string_view line, DiagnosticList* faults) {
  count_ = 0;
  unquoted_.clear();
  std::size_t at = 0;
  while (count_ < kMostWords) {
    while (at < line.size() && IsBlank(line[at])) {
      ++at;
    }
    if (at == line.size()) {
      break;
    }
    const std::size_t start = at;
    const bool quoted = line[at] == '"';
    const std::size_t first = quoted ? at + 1 : at;
    at = quoted ? line.find('"', first) : SkipPlain(line, first);
    const std::size_t end = quoted && at != line.npos ? at + 1 : at;
    if (end != line.npos && (end == line.size() || IsBlank(line[end]))) {
      words_[static_cast<std::size_t>(count_++)] = {
          line.substr(first, at - first), static_cast<std::uint32_t>(start + 1),
          static_cast<std::uint32_t>(first + 1)};
      at = end;
      continue;
    }
    at = SplitMixedWord(line, start, faults);
    if (at == line.npos) {
      return false;
    }
  }
  return true;
}

std::size_t LineLexer::SplitMixedWord(std::string_view line, std::size_t start,
                                      DiagnosticList* faults) {
  // All such words of a line together are shorter than the line, so that the
  // buffer does not move once it is this large.
  unquoted_.reserve(line.size());
  const std::size_t begin = unquoted_.size();
  std::size_t opening = line.npos;
  std::size_t at = start;
  for (; at < line.size(); ++at) {
    if (line[at] == '"') {
      opening = opening == line.npos ? at : line.npos;
    } else if (opening == line.npos && IsBlank(line[at])) {
      break;
    } else {
      unquoted_ += line[at];
    }
  }
  if (opening != line.npos) {
    faults->Fail(opening + 1, "this quote is not closed");
    return line.npos;
  }
  const auto column = static_cast<std::uint32_t>(start + 1);
  words_[static_cast<std::size_t>(count_++)] = {
      std::string_view(unquoted_).substr(begin), column, 0};
  return at;
}

}  // namespace fsduel
