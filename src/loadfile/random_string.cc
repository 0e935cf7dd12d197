// Parsing of templates, and the proof that no value of them leaves the tree.
#include "loadfile/random_string.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace fsduel {
namespace {

bool IsSlash(char c) {
  return c == '/' || c == '\\';
}

bool Refuse(TextFault* fault, std::size_t offset, std::string message) {
  *fault = {offset, std::move(message)};
  return false;
}

}  // namespace

bool ParseRandomString(std::string_view text, RandomString* random_string,
                       TextFault* fault) {
  const auto slash = std::find_if(text.begin(), text.end(), IsSlash);
  if (slash != text.end()) {
    return Refuse(fault, static_cast<std::size_t>(slash - text.begin()),
                  "a random string is part of a name: it may not hold a slash");
  }
  if (text.empty()) {
    return Refuse(fault, 0, "a random string may not be empty");
  }
  for (std::size_t at = 0; at < text.size();) {
    const bool is_set = text[at] == '[';
    const std::size_t first = at + (is_set ? 1 : 0);
    const std::size_t end = text.find(is_set ? ']' : '[', first);
    if (is_set && end == text.npos) {
      return Refuse(fault, at, "this [ is not closed");
    }
    if (is_set && end == first) {
      return Refuse(fault, at, "this set is empty");
    }
    random_string->parts.push_back(
        {is_set, std::string(text.substr(first, end - first))});
    at = is_set ? end + 1 : std::min(end, text.size());
  }
  if (ValueLength(*random_string) > kMostName) {
    return Refuse(fault, 0,
                  fmt::format("a random string may not be longer than {} "
                              "characters",
                              kMostName));
  }
  return true;
}

std::size_t ValueLength(const RandomString& random_string) {
  std::size_t length = 0;
  for (const RandomString::Part& part : random_string.parts) {
    length += part.is_set ? 1 : part.characters.size();
  }
  return length;
}

bool RandomStringRanges::Add(const RandomString& random_string) {
  Range& range = ranges_[static_cast<std::size_t>(random_string.index)];
  const std::size_t length = ValueLength(random_string);
  const bool dots = std::all_of(
      random_string.parts.begin(), random_string.parts.end(),
      [](const RandomString::Part& part) {
        return part.is_set ? part.characters.find('.') != std::string::npos
                           : part.characters.find_first_not_of('.') ==
                                 std::string::npos;
      });
  const bool wider = length < range.shortest || length > range.longest ||
                     (dots && !range.can_be_dots);
  range.shortest = std::min(range.shortest, length);
  range.longest = std::max(range.longest, length);
  range.can_be_dots = range.can_be_dots || dots;
  defined_ = static_cast<std::uint16_t>(defined_ | 1U << random_string.index);
  return wider;
}

RandomStringRanges::Range RandomStringRanges::Measure(
    std::string_view component, std::uint16_t mask) const {
  Range sum{0, 0, true};
  for (std::size_t at = 0; at < component.size(); ++at) {
    const int digit = component[at] == '$' && at + 1 < component.size()
                          ? static_cast<unsigned char>(component[at + 1]) - '0'
                          : -1;
    if (digit < 0 || digit > 9 || ((mask >> digit) & 1) == 0) {
      ++sum.shortest;
      ++sum.longest;
      sum.can_be_dots = sum.can_be_dots && component[at] == '.';
      continue;
    }
    const Range& range = ranges_[static_cast<std::size_t>(digit)];
    sum.shortest += range.shortest;
    sum.longest += range.longest;
    sum.can_be_dots = sum.can_be_dots && range.can_be_dots;
    ++at;
  }
  return sum;
}

std::string RandomStringRanges::Check(const PathPattern& path) const {
  std::size_t length = 0;
  for (const std::string_view component : Split(path.text, '/')) {
    const Range range = Measure(component, path.random_mask);
    if (range.can_be_dots && range.shortest <= 2) {
      return fmt::format(
          "the name {} could become '.' or '..' and leave the tree",
          Quote(component));
    }
    if (range.longest > kMostName) {
      return fmt::format("the name {} could become longer than {} bytes",
                         Quote(component), kMostName);
    }
    length += range.longest + 1;
  }
  if (length - 1 > kMostPath) {
    return fmt::format("the path {} could become longer than {} bytes",
                       Quote(path.text), kMostPath);
  }
  return "";
}

}  // namespace fsduel
