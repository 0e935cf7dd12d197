#include "engine/wildcard.h"

#include <cstddef>
#include <vector>

namespace fsduel {
namespace {

char Lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool HasWildcard(std::string_view component) {
  return component.find_first_of("*?<>\"") != std::string_view::npos;
}

bool MatchesPattern(std::string_view pattern, std::string_view name) {
  if (pattern == "*.*") {
    pattern = "*";
  }
  const std::size_t last_dot = name.rfind('.');
  // reached[j]: pattern so far matches the first j characters of `name`.
  std::vector<bool> reached(name.size() + 1);
  reached[0] = true;
  for (const char token : pattern) {
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
