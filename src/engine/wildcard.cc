// Matches SMB name patterns.
#include "engine/wildcard.h"

#include <cstddef>
#include <vector>

#include "base/text.h"

namespace fsduel {
namespace {

char Lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool HasWildcard(std::string_view component) {
  return component.find_first_of("*?<>\"") != std::string_view::npos;
}

NamePattern::NamePattern(std::string_view pattern)
    : pattern_(pattern), kind_(Kind::kGeneral) {
  if (pattern == "*" || pattern == "*.*") {
    kind_ = Kind::kAll;
  } else if (!HasWildcard(pattern)) {
    kind_ = Kind::kLiteral;
  } else if (!HasWildcard(pattern.substr(1)) &&
             (pattern[0] == '*' ||
              (pattern[0] == '<' &&
               pattern.find('.') != std::string_view::npos))) {
    // With a dot behind it, `<` is not held up by the last dot of a name.
    kind_ = Kind::kSuffix;
    pattern_.remove_prefix(1);
  }
}

bool NamePattern::Matches(std::string_view name) const {
  switch (kind_) {
    case Kind::kAll:
      return true;
    case Kind::kLiteral:
      return EqualIgnoreCase(name, pattern_);
    case Kind::kSuffix:
      return name.size() >= pattern_.size() &&
             EqualIgnoreCase(name.substr(name.size() - pattern_.size()),
                             pattern_);
    case Kind::kGeneral:
      break;
  }
  return MatchesGeneral(name);
}

// All positions of the name that the pattern can have reached, token by token:
// never more than pattern x name steps.
bool NamePattern::MatchesGeneral(std::string_view name) const {
  const std::size_t last_dot = name.rfind('.');
  // reached[j]: pattern so far matches the first j characters of `name`.
  std::vector<bool> reached(name.size() + 1);
  reached[0] = true;
  for (const char token : pattern_) {
    std::vector<bool> next(name.size() + 1);
    for (std::size_t j = 0; j <= name.size(); ++j) {
      const bool at_end = j == name.size();
      const bool at_dot = !at_end && name[j] == '.';
      const bool stay = reached[j];
      switch (token) {
        case '*':
          next[j] = stay || (j > 0 && next[j - 1]);
          break;
        case '<':
          // Like `*`, but may not swallow the last dot.
          next[j] = stay || (j > 0 && next[j - 1] && j - 1 != last_dot);
          break;
        case '?':
          if (stay && !at_end) {
            next[j + 1] = true;
          }
          break;
        case '>':
          if (stay && !at_end && !at_dot) {
            next[j + 1] = true;
          }
          next[j] = next[j] || (stay && (at_end || at_dot));
          break;
        case '"':
          if (stay && at_dot) {
            next[j + 1] = true;
          }
          next[j] = next[j] || (stay && at_end);
          break;
        default:
          if (stay && !at_end && Lower(name[j]) == Lower(token)) {
            next[j + 1] = true;
          }
      }
    }
    reached.swap(next);
  }
  return reached[name.size()];
}

}  // namespace fsduel
