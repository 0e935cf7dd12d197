// Parsing, formatting and bounds of numeric words.
#include "loadfile/number_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/text.h"

namespace fsduel {
namespace {

using Start = NumberExpression::Start;
using TermKind = NumberExpression::Step;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostClients = std::int64_t{1} << 16;

struct NamedTerm {
  std::string_view name;
  TermKind step;
};
// The longest name first: each is a prefix test. The second is the spelling of
// dbench's manual.
constexpr std::array kNamedTerms = {
    NamedTerm{"num_children", TermKind::kAddClients},
    NamedTerm{"num_childred", TermKind::kAddClients},
    NamedTerm{"child", TermKind::kAddClient},
};

// Reads the digits at the start of `*text` and removes them, also when there
// are too many.
std::optional<std::uint64_t> TakeUnsigned(std::string_view* text) {
  int base = 10;
  std::string_view digits = *text;
  if (digits.size() > 1 && digits[0] == '0') {
    const bool hexadecimal = digits[1] == 'x' || digits[1] == 'X';
    base = hexadecimal ? 16 : 8;
    digits.remove_prefix(hexadecimal ? 2 : 0);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(
      digits.data(), digits.data() + digits.size(), value, base);
  if (error == std::errc::invalid_argument) {
    return std::nullopt;
  }
  text->remove_prefix(static_cast<std::size_t>(end - text->data()));
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> TakeNumber(std::string_view* text) {
  const std::optional<std::uint64_t> value = TakeUnsigned(text);
  if (!value || *value > static_cast<std::uint64_t>(kMost)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*value);
}

std::optional<NumberExpression::Term> TakeTerm(std::string_view* text) {
  const char sign = text->front();
  text->remove_prefix(1);
  if (sign == '+') {
    for (const NamedTerm& term : kNamedTerms) {
      if (text->substr(0, term.name.size()) == term.name) {
        text->remove_prefix(term.name.size());
        return NumberExpression::Term{term.step, 0};
      }
    }
  }
  const std::optional<std::int64_t> value = TakeNumber(text);
  if (!value) {
    return std::nullopt;
  }
  if (sign == '+') {
    return NumberExpression::Term{TermKind::kAdd, *value};
  }
  if ((sign != '%' && sign != '/') || *value == 0) {
    return std::nullopt;
  }
  return NumberExpression::Term{
      sign == '%' ? TermKind::kModulo : TermKind::kAlign, *value};
}

}  // namespace

std::optional<std::int64_t> ParseNumber(std::string_view text) {
  // Nearly all numbers are short and decimal.
  if (!text.empty() && text.size() <= 18 &&
      (text[0] != '0' || text.size() == 1)) {
    std::int64_t value = 0;
    for (const char c : text) {
      if (c < '0' || c > '9') {
        return std::nullopt;
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }
  const std::optional<std::int64_t> value = TakeNumber(&text);
  return text.empty() ? value : std::nullopt;
}

std::optional<std::int64_t> ParseHandleNumber(std::string_view text) {
  if (const std::optional<std::int64_t> value = ParseNumber(text)) {
    return value;
  }
  const bool negative = !text.empty() && text[0] == '-';
  text.remove_prefix(negative ? 1 : 0);
  const std::optional<std::uint64_t> value = TakeUnsigned(&text);
  if (!value || !text.empty()) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(negative ? 0 - *value : *value);
}

std::optional<NumberExpression> ParseExpression(std::string_view text) {
  NumberExpression expression;
  if (text.empty()) {
    return std::nullopt;
  }
  if (text[0] == '*') {
    expression.start = Start::kRandom;
    text.remove_prefix(1);
  } else if (text[0] == '+') {
    expression.start = Start::kPrevious;
  } else if (const std::optional<std::int64_t> value = TakeNumber(&text)) {
    expression.literal = *value;
  } else {
    return std::nullopt;
  }
  while (!text.empty()) {
    const std::optional<NumberExpression::Term> term = TakeTerm(&text);
    if (!term) {
      return std::nullopt;
    }
    expression.terms.push_back(*term);
  }
  return expression;
}

std::string ExplainNumber(std::string_view text) {
  const std::string quoted = Quote(text, 40);
  if (!text.empty() && text[0] == '-') {
    return fmt::format("{}: a number may not be negative", quoted);
  }
  std::string_view rest = text;
  const bool digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
  const bool fits = TakeNumber(&rest).has_value();
  if (digit && !fits && rest.empty()) {
    return fmt::format("{} is more than 2^63 - 1", quoted);
  }
  if (digit && text[0] == '0' && !rest.empty() && rest[0] >= '8' &&
      rest[0] <= '9') {
    return fmt::format("{} is not a number: a leading 0 means octal", quoted);
  }
  return fmt::format(
      "{} is not a number; numbers are 12, 0xc, 014 or, computed, * +N and "
      "then %N /N +N +child +num_children",
      quoted);
}

std::string FormatExpression(const NumberExpression& expression) {
  std::string text;
  if (expression.start == Start::kRandom) {
    text += '*';
  } else if (expression.start == Start::kLiteral) {
    text += fmt::to_string(expression.literal);
  }
  for (const NumberExpression::Term& term : expression.terms) {
    switch (term.step) {
      case TermKind::kModulo:
        text += fmt::format("%{}", term.value);
        break;
      case TermKind::kAlign:
        text += fmt::format("/{}", term.value);
        break;
      case TermKind::kAdd:
        text += fmt::format("+{}", term.value);
        break;
      case TermKind::kAddClient:
        text += "+child";
        break;
      case TermKind::kAddClients:
        text += "+num_children";
        break;
    }
  }
  return text;
}

std::optional<std::int64_t> LargestValue(const NumberExpression& expression) {
  const bool known = expression.start == Start::kLiteral;
  std::int64_t bound = known ? expression.literal : kMost;
  for (const NumberExpression::Term& term : expression.terms) {
    switch (term.step) {
      case TermKind::kModulo:
        bound = std::min(bound, term.value - 1);
        break;
      case TermKind::kAlign:
        bound -= bound % term.value;
        break;
      case TermKind::kAdd:
        bound = bound > kMost - term.value ? kMost : bound + term.value;
        break;
      case TermKind::kAddClient:
      case TermKind::kAddClients:
        bound = bound > kMost - kMostClients ? kMost : bound + kMostClients;
        break;
    }
  }
  // "Unknown" is the largest number of all and only %N makes it less.
  const bool limited =
      known || std::any_of(expression.terms.begin(), expression.terms.end(),
                           [](const NumberExpression::Term& term) {
                             return term.step == TermKind::kModulo;
                           });
  return limited ? std::optional(bound) : std::nullopt;
}

}  // namespace fsduel
