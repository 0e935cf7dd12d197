// Parsing and printing of sizes, times and counts. Numbers are computed in
// 128-bit integers, so that neither a fraction nor a large value is rounded by
// a double.
#include "base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>

#include "base/text.h"

namespace fsduel {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kKibi = 1024;
constexpr std::int64_t kKilo = 1000;
constexpr std::size_t kMostListValues = 4096;

struct Unit {
  std::string_view suffix;  // lower case
  std::int64_t factor;
};

// What a kind of value looks like: its units, whether case counts, and the
// examples that an error message shows.
struct Grammar {
  std::string_view what;
  std::string_view examples;
  std::span<const Unit> units;
  bool case_matters;
};

constexpr std::int64_t Power(std::int64_t base, int exponent) {
  return exponent == 0 ? 1 : base * Power(base, exponent - 1);
}

constexpr std::array<Unit, 22> kSizeUnits = {{
    {"", 1},
    {"b", 1},
    {"k", kKibi},
    {"ki", kKibi},
    {"kib", kKibi},
    {"kb", kKilo},
    {"m", Power(kKibi, 2)},
    {"mi", Power(kKibi, 2)},
    {"mib", Power(kKibi, 2)},
    {"mb", Power(kKilo, 2)},
    {"g", Power(kKibi, 3)},
    {"gi", Power(kKibi, 3)},
    {"gib", Power(kKibi, 3)},
    {"gb", Power(kKilo, 3)},
    {"t", Power(kKibi, 4)},
    {"ti", Power(kKibi, 4)},
    {"tib", Power(kKibi, 4)},
    {"tb", Power(kKilo, 4)},
    {"p", Power(kKibi, 5)},
    {"pi", Power(kKibi, 5)},
    {"pib", Power(kKibi, 5)},
    {"pb", Power(kKilo, 5)},
}};
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::array<Unit, 9> kDurationUnits = {{
    {"", kSecond},
    {"ns", 1},
    {"us", kKilo},
    {"ms", Power(kKilo, 2)},
    {"s", kSecond},
    {"m", kMinute},
    {"min", kMinute},
    {"h", kHour},
    {"d", 24 * kHour},
}};
constexpr std::array<Unit, 5> kCountUnits = {{
    {"", 1},
    {"k", kKilo},
    {"m", Power(kKilo, 2)},
    {"g", Power(kKilo, 3)},
    {"t", Power(kKilo, 4)},
}};

constexpr Grammar kSize = {"size",
                           "4096, 4k, 1.5M, 2GiB (powers of 1024) or "
                           "10MB (powers of 1000)",
                           kSizeUnits, false};
constexpr Grammar kDuration = {"time", "30 (seconds), 500ms, 60s, 5m, 2h or 1d",
                               kDurationUnits, true};
constexpr Grammar kCount = {"count", "8, 500 or 10k (10,000)", kCountUnits,
                            false};

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

Status Malformed(std::string_view text, const Grammar& grammar,
                 std::string_view why) {
  return Status::Usage(fmt::format("{} is not a {}: {}; write {}", Quote(text),
                                   grammar.what, why, grammar.examples));
}

const Unit* FindUnit(const Grammar& grammar, std::string_view suffix) {
  for (const Unit& unit : grammar.units) {
    if (grammar.case_matters ? unit.suffix == suffix
                             : EqualIgnoreCase(unit.suffix, suffix)) {
      return &unit;
    }
  }
  return nullptr;
}

// Moves the digits at the front of `*rest` into a number, at most `most` of
// them; nothing when there are none or too many.
std::optional<Wide> TakeDigits(std::string_view* rest, std::size_t most,
                               std::size_t* taken) {
  const auto end = std::find_if_not(rest->begin(), rest->end(), IsDigit);
  *taken = static_cast<std::size_t>(end - rest->begin());
  if (*taken == 0 || *taken > most) {
    return std::nullopt;
  }
  Wide value = 0;
  for (const char digit : rest->substr(0, *taken)) {
    value = value * 10 + static_cast<Wide>(digit - '0');
  }
  rest->remove_prefix(*taken);
  return value;
}

// DIGITS[.DIGITS][UNIT], rounded to the nearest whole.
Result<std::int64_t> ParseQuantity(std::string_view text,
                                   const Grammar& grammar) {
  constexpr std::size_t kMostDigits = 19;
  constexpr std::size_t kMostDecimals = 15;
  std::string_view rest = text;
  std::size_t digits = 0;
  const std::optional<Wide> whole = TakeDigits(&rest, kMostDigits, &digits);
  if (!whole) {
    return Malformed(text, grammar,
                     text.empty()  ? "it is empty"
                     : digits == 0 ? "it does not begin with a digit"
                                   : "it is too large");
  }
  Wide fraction = 0;
  Wide scale = 1;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    const std::optional<Wide> decimals =
        TakeDigits(&rest, kMostDecimals, &digits);
    if (!decimals) {
      return Malformed(text, grammar,
                       digits == 0 ? "no digit after the point"
                                   : "too many digits after the point");
    }
    fraction = *decimals;
    for (std::size_t i = 0; i < digits; ++i) {
      scale *= 10;
    }
  }
  const Unit* unit = FindUnit(grammar, rest);
  if (unit == nullptr) {
    return Malformed(text, grammar,
                     fmt::format("unknown unit {}", Quote(rest)));
  }
  if (scale > 1 && unit->factor == 1) {
    return Malformed(text, grammar, "a fraction needs a unit");
  }
  const Wide factor = static_cast<Wide>(unit->factor);
  const Wide value = *whole * factor + (fraction * factor + scale / 2) / scale;
  if (value > static_cast<Wide>(kLargest)) {
    return Malformed(text, grammar, "it is too large");
  }
  return static_cast<std::int64_t>(value);
}

Status MalformedList(std::string_view text, std::string_view why) {
  return Status::Usage(
      fmt::format("{} is not a list of numbers: {}; write 1,8,32, 1..64 "
                  "(doubling) or 1-4 (every number)",
                  Quote(text), why));
}

// Appends `first..last` (doubling) or `first-last` (every number).
// REQUIRES: first <= last, and first > 0 when doubling.
void AppendRange(std::int64_t first, std::int64_t last, bool doubling,
                 std::vector<std::int64_t>* values) {
  std::int64_t value = first;
  while (value < last && values->size() <= kMostListValues) {
    values->push_back(value);
    if (doubling && value > kLargest / 2) {
      break;
    }
    value = doubling ? value * 2 : value + 1;
  }
  values->push_back(last);
}

// One part of a list: a number or a range.
Status AppendPart(std::string_view text, std::string_view part,
                  std::vector<std::int64_t>* values) {
  const std::size_t dots = part.find("..");
  const bool doubling = dots != std::string_view::npos;
  const std::size_t at = doubling ? dots : part.find('-');
  if (at == std::string_view::npos) {
    const Result<std::int64_t> value = ParseCount(part);
    if (!value.ok()) {
      return MalformedList(text, value.status().message());
    }
    values->push_back(value.value());
    return Status::Ok();
  }
  const Result<std::int64_t> first = ParseCount(part.substr(0, at));
  const Result<std::int64_t> last =
      ParseCount(part.substr(at + (doubling ? 2 : 1)));
  if (!first.ok() || !last.ok()) {
    return MalformedList(text, (first.ok() ? last : first).status().message());
  }
  if (first.value() > last.value()) {
    return MalformedList(text, fmt::format("{} counts down", Quote(part)));
  }
  if (doubling && first.value() == 0) {
    return MalformedList(
        text, fmt::format("{} would double from 0 for ever", Quote(part)));
  }
  AppendRange(first.value(), last.value(), doubling, values);
  return Status::Ok();
}

// `value` with three significant digits and its unit, or "" when it rounds up
// to the next unit (1000).
std::string ThreeDigits(double value, std::string_view unit) {
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return value < 999.5 ? fmt::format("{:.{}f} {}", value, decimals, unit) : "";
}

std::string FormatLongDuration(std::int64_t ns) {
  const std::int64_t seconds = ns / kSecond + (ns % kSecond >= kSecond / 2);
  if (seconds < 3600) {
    return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  }
  const std::int64_t minutes = seconds / 60 + (seconds % 60 >= 30);
  if (minutes < 24 * kHour / kMinute) {
    return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
  }
  const std::int64_t hours = minutes / 60 + (minutes % 60 >= 30);
  return fmt::format("{} d {:02} h", hours / 24, hours % 24);
}

}  // namespace

Result<std::int64_t> ParseSize(std::string_view text) {
  return ParseQuantity(text, kSize);
}

Result<std::chrono::nanoseconds> ParseDuration(std::string_view text) {
  const Result<std::int64_t> ns = ParseQuantity(text, kDuration);
  if (!ns.ok()) {
    return ns.status();
  }
  return std::chrono::nanoseconds(ns.value());
}

Result<std::int64_t> ParseCount(std::string_view text) {
  return ParseQuantity(text, kCount);
}

Result<std::vector<std::int64_t>> ParseCountList(std::string_view text) {
  std::vector<std::int64_t> values;
  for (const std::string_view part : Split(text, ',')) {
    if (part.empty()) {
      return MalformedList(text, "a number is missing");
    }
    const Status status = AppendPart(text, part, &values);
    if (!status.ok()) {
      return status;
    }
    if (values.size() > kMostListValues) {
      return MalformedList(text, fmt::format("more than {} values",
                                             WithThousands(kMostListValues)));
    }
  }
  return values;
}

std::string FormatSize(std::int64_t bytes) {
  constexpr std::array<std::string_view, 7> kNames = {
      "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  // From here on four digits would round up to "1024".
  constexpr double kNextUnit = 1023.5;
  double value = std::abs(static_cast<double>(bytes));
  std::size_t unit = 0;
  while (value >= (unit == 0 ? 1024 : kNextUnit) && unit + 1 < kNames.size()) {
    value /= 1024;
    ++unit;
  }
  // %g drops trailing zeros: 4, 1.5, 1.333, 1023 (four digits at most).
  return fmt::format("{}{:.4g} {}", bytes < 0 ? "-" : "", value, kNames[unit]);
}

std::string FormatSizeBothWays(std::int64_t bytes) {
  auto value = static_cast<double>(bytes);
  for (const std::string_view unit : {"kB", "MB", "GB", "TB", "PB", "EB"}) {
    value /= kKilo;
    const std::string decimal = ThreeDigits(value, unit);
    if (bytes >= kKilo && !decimal.empty()) {
      return fmt::format("{} ({})", decimal, FormatSize(bytes));
    }
  }
  return FormatSize(bytes);  // below 1000 they are the same
}

std::string FormatDuration(std::chrono::nanoseconds duration) {
  const std::int64_t ns = duration.count();
  if (ns < 0) {
    return "-" + FormatDuration(std::chrono::nanoseconds(
                     ns == std::numeric_limits<std::int64_t>::min() ? kLargest
                                                                    : -ns));
  }
  if (ns == 0) {
    return "0 s";
  }
  if (ns < kKilo) {
    return fmt::format("{} ns", ns);
  }
  const auto value = static_cast<double>(ns);
  for (const Unit unit : {Unit{"us", kKilo}, Unit{"ms", Power(kKilo, 2)}}) {
    std::string text =
        ThreeDigits(value / static_cast<double>(unit.factor), unit.suffix);
    if (!text.empty()) {
      return text;
    }
  }
  constexpr double kOneMinute = 59.95e9;  // less prints as at most 59.9 s
  return value < kOneMinute ? ThreeDigits(value / 1e9, "s")
                            : FormatLongDuration(ns);
}

}  // namespace fsduel
