// One cell of a table, or one field of run.json, whatever its type: the link
// between typed structs and text.
#ifndef FSDUEL_RESULT_VALUE_H_
#define FSDUEL_RESULT_VALUE_H_

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "result/run_result.h"

namespace fsduel {

// Nothing (an empty cell, null), or a value.
using Value = std::variant<std::monostate, bool, std::uint64_t, std::int64_t,
                           double, std::string>;

enum class ValueKind { kFlag, kCount, kInteger, kReal, kText };

// Words of enumerations in files, in the order of their values.
template <typename T>
inline constexpr std::array<std::string_view, 0> kWordsOf = {};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<RunState> = {
    "running", "complete", "interrupted", "failed"};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<Validity> = {
    "valid", "warn", "invalid"};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<Measure> = {
    "service", "response", "lateness"};

template <typename T>
constexpr ValueKind KindOf() {
  if constexpr (std::is_same_v<T, bool>) {
    return ValueKind::kFlag;
  } else if constexpr (std::is_unsigned_v<T>) {
    return ValueKind::kCount;
  } else if constexpr (std::is_integral_v<T>) {
    return ValueKind::kInteger;
  } else if constexpr (std::is_floating_point_v<T>) {
    return ValueKind::kReal;
  } else {
    return ValueKind::kText;
  }
}

template <typename T>
Value ToValue(const T& member) {
  if constexpr (std::is_enum_v<T>) {
    return std::string(kWordsOf<T>[static_cast<std::size_t>(member)]);
  } else if constexpr (KindOf<T>() == ValueKind::kCount) {
    return std::uint64_t{member};
  } else if constexpr (KindOf<T>() == ValueKind::kInteger) {
    return std::int64_t{member};
  } else {
    return member;
  }
}

// False, and `*member` untouched, when `value` has another type, does not fit,
// or is no word of the enumeration.
template <typename T>
bool FromValue(const Value& value, T* member) {
  if constexpr (std::is_enum_v<T>) {
    const auto* word = std::get_if<std::string>(&value);
    for (std::size_t i = 0; word != nullptr && i < kWordsOf<T>.size(); ++i) {
      if (kWordsOf<T>[i] == *word) {
        *member = static_cast<T>(i);
        return true;
      }
    }
    return false;
  } else {
    using Stored = std::conditional_t<
        KindOf<T>() == ValueKind::kCount, std::uint64_t,
        std::conditional_t<KindOf<T>() == ValueKind::kInteger, std::int64_t,
                           T>>;
    const auto* stored = std::get_if<Stored>(&value);
    if (stored == nullptr) {
      return false;
    }
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (!std::in_range<T>(*stored)) {
        return false;
      }
      *member = static_cast<T>(*stored);
    } else {
      *member = *stored;
    }
    return true;
  }
}

// A cell of a CSV file. Text has control characters and backslashes as \n, \r,
// \\ and \xNN, so that a cell never spans lines; it is put in double quotes
// where it needs them. Numbers read back as the same value.
std::string FormatCell(const Value& value);

// The reverse; `cell` is without its quotes. False when it is no such value: a
// sign on a count, a blank, NaN, overflow, a broken escape.
bool ParseCell(std::string_view cell, ValueKind kind, Value* value);

// What ParseCell accepts, for error messages: "a whole number, 0 or more".
std::string_view DescribeKind(ValueKind kind);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_VALUE_H_
