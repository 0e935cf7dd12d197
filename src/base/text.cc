// Quoting, splitting, proposing.
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsduel {
namespace {

char Lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Optimal string alignment distance, case ignored.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = Lower(a[i - 1]) == Lower(b[j - 1]);
      row[j] = std::min(
          {last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && Lower(a[i - 1]) == Lower(b[j - 2]) &&
          Lower(a[i - 2]) == Lower(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

// Length of the valid UTF-8 sequence at the start of `text`, 0 when invalid.
std::size_t Utf8Length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80               ? 1
                             : (lead & 0xE0U) == 0xC0U ? 2
                             : (lead & 0xF0U) == 0xE0U ? 3
                             : (lead & 0xF8U) == 0xF0U ? 4
                                                       : 0;
  if (length == 0 || length > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
      return 0;
    }
  }
  // U+0080..U+009F are control characters too.
  const bool c1_control =
      length == 2 && lead == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
  return c1_control ? 0 : length;
}

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// Length of the next words that belong on one line.
std::size_t PieceLength(std::string_view text) {
  std::size_t end = text.find(' ');
  while (end != std::string_view::npos && end > 0 && IsDigit(text[end - 1])) {
    end = text.find(' ', end + 1);
  }
  return std::min(end, text.size());
}

}  // namespace

bool EqualIgnoreCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return Lower(x) == Lower(y); });
}

std::string ToLower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  return lower;
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = text.find(separator); at != std::string_view::npos;
       at = text.find(separator)) {
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  parts.push_back(text);
  return parts;
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string Quote(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  text = text.substr(0, limit);
  std::string quoted = "'";
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text[0]);
    const std::size_t length = Utf8Length(text);
    if (length == 0 || byte < 0x20 || byte == 0x7F) {
      quoted += fmt::format("\\x{:02X}", byte);
      text.remove_prefix(1);
    } else {
      quoted += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return quoted + (cut ? "...'" : "'");
}

std::string_view ClosestMatch(std::string_view word,
                              std::span<const std::string_view> candidates) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    // Each byte that one has more costs at least one step.
    const std::size_t gap = std::max(word.size(), candidate.size()) -
                            std::min(word.size(), candidate.size());
    if (gap >= best_distance) {
      continue;
    }
    const std::size_t distance = Distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string DidYouMean(std::string_view word,
                       std::span<const std::string_view> candidates) {
  const std::string_view match = ClosestMatch(word, candidates);
  return match.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", match);
}

std::vector<std::string> WrapText(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, PieceLength(text));
    std::string& line = lines.back();
    if (line.empty()) {
      line = piece;
    } else if (line.size() + 1 + piece.size() <= width) {
      line.append(" ").append(piece);
    } else {
      lines.emplace_back(piece);
    }
    text.remove_prefix(std::min(text.size(), piece.size() + 1));
  }
  return lines;
}

std::string WithThousands(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    digits.insert(at - 3, ",");
  }
  return digits;
}

}  // namespace fsduel
