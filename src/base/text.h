// Small text tools shared by parsers and reporters. Pure functions.
#ifndef FSDUEL_BASE_TEXT_H_
#define FSDUEL_BASE_TEXT_H_

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel {

// ASCII only: loadfiles and option names are.
bool EqualIgnoreCase(std::string_view a, std::string_view b);
std::string ToLower(std::string_view text);

// Parts between `separator`s, views into `text`; "" gives one empty part.
std::vector<std::string_view> Split(std::string_view text, char separator);
// A temporary would be gone before its parts are looked at.
template <std::same_as<std::string> Text>
std::vector<std::string_view> Split(Text&& text, char separator) = delete;
std::string_view Trim(std::string_view text);

// `text` in single quotes, with control characters and invalid UTF-8 as \xNN
// and at most `limit` bytes of it ("..." marks the cut), so that a hostile name
// cannot write to the terminal.
std::string Quote(std::string_view text, std::size_t limit = 80);

// The candidate closest to `word` (case ignored; Damerau-Levenshtein distance
// of at most a third of its length, at least 1), or "" when none is close.
std::string_view ClosestMatch(std::string_view word,
                              std::span<const std::string_view> candidates);

// "", or ` (did you mean "X"?)`: the end of an error message.
std::string DidYouMean(std::string_view word,
                       std::span<const std::string_view> candidates);

// Breaks `text` at blanks into lines of at most `width` bytes. A word that is
// longer stands alone on its line; a number stays with what it counts
// ("16 KiB", "3.0 %"). "" gives one empty line.
std::vector<std::string> WrapText(std::string_view text, std::size_t width);

// 1234567 -> "1,234,567".
std::string WithThousands(std::uint64_t value);

}  // namespace fsduel

#endif  // FSDUEL_BASE_TEXT_H_
