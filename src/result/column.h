// A column of a table, declared once: its name, its meaning, and how to get it
// from a row and put it into one. Headers, readers, JSON keys and the lists in
// results/README.md all come from these declarations.
#ifndef FSDUEL_RESULT_COLUMN_H_
#define FSDUEL_RESULT_COLUMN_H_

#include <array>
#include <string_view>
#include <type_traits>

#include "result/value.h"

namespace fsduel {

template <typename Row>
struct Column {
  std::string_view name;
  std::string_view unit;  // "" where there is none
  std::string_view meaning;
  ValueKind kind = ValueKind::kText;
  Value (*get)(const Row&) = nullptr;
  // False when the value is not acceptable. Null for a derived column, which
  // is written for people and ignored by readers.
  bool (*set)(Row*, const Value&) = nullptr;
};

// A stored column. `access` is a lambda without captures from a row to its
// member: [](auto& row) -> auto& { return row.count; }
template <typename Row, typename Access>
constexpr Column<Row> Field(std::string_view name, std::string_view unit,
                            std::string_view meaning, Access access) {
  using Member = std::remove_cvref_t<decltype(access(std::declval<Row&>()))>;
  return {name,
          unit,
          meaning,
          KindOf<Member>(),
          [](const Row& row) -> Value { return ToValue(Access{}(row)); },
          [](Row* row, const Value& value) {
            return FromValue(value, &Access{}(*row));
          }};
}

// A derived column: `compute` is a lambda without captures from a row to a
// Value.
template <typename Row, typename Compute>
constexpr Column<Row> Derived(std::string_view name, std::string_view unit,
                              std::string_view meaning, ValueKind kind,
                              Compute) {
  return {name,
          unit,
          meaning,
          kind,
          [](const Row& row) -> Value { return Compute{}(row); },
          nullptr};
}

template <typename Row, std::size_t kFirst, std::size_t kSecond>
constexpr std::array<Column<Row>, kFirst + kSecond> Join(
    const std::array<Column<Row>, kFirst>& first,
    const std::array<Column<Row>, kSecond>& second) {
  std::array<Column<Row>, kFirst + kSecond> all{};
  for (std::size_t i = 0; i < kFirst; ++i) {
    all[i] = first[i];
  }
  for (std::size_t i = 0; i < kSecond; ++i) {
    all[kFirst + i] = second[i];
  }
  return all;
}

}  // namespace fsduel

#endif  // FSDUEL_RESULT_COLUMN_H_
