#include "report/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "base/text.h"
#include "base/units.h"

namespace fsduel {
namespace {

struct TimeUnit {
  const char* name;
  double ns;
};

// Decimals that leave about three significant digits; at least two digits of
// what is small in a column made for larger values.
int Decimals(double value) {
  return value == 0       ? 0
         : value < 0.01   ? 4
         : value < 0.0995 ? 3
         : value < 9.995  ? 2
         : value < 99.95  ? 1
                          : 0;
}

std::string Fixed(double value, int decimals) {
  return decimals == 0
             ? WithThousands(static_cast<std::uint64_t>(std::llround(value)))
             : fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::string RateText(double value) {
  // Below a hundredth, a rate is as good as none.
  return Fixed(value, std::min(Decimals(value), 2));
}

std::string BytesText(std::uint64_t bytes) {
  constexpr std::array<const char*, 6> kUnits = {"B",  "kB", "MB",
                                                 "GB", "TB", "PB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return fmt::format(
      "{} {}",
      unit == 0 ? std::to_string(bytes) : Fixed(value, Decimals(value)),
      kUnits[unit]);
}

std::string SecondsText(double seconds) {
  constexpr double kMinutesFrom = 600;
  return seconds >= 1 && seconds < kMinutesFrom
             ? RateText(seconds) + " s"
             : NanosecondsText(seconds * 1e9);
}

std::string NanosecondsText(double ns) {
  return FormatDuration(std::chrono::nanoseconds(std::llround(ns)));
}

TimeColumn MakeTimeColumn(const std::vector<std::uint64_t>& times_ns) {
  constexpr std::array<TimeUnit, 3> kUnits = {
      {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
  constexpr double kMost = 100'000;  // in the unit
  const std::uint64_t greatest =
      times_ns.empty() ? 0
                       : *std::max_element(times_ns.begin(), times_ns.end());
  std::size_t unit = 0;
  while (unit + 1 < kUnits.size() &&
         static_cast<double>(greatest) >= kMost * kUnits[unit].ns) {
    ++unit;
  }
  TimeColumn column;
  column.unit = kUnits[unit].name;
  // Width left and right of the decimal point.
  std::size_t whole = 0;
  std::size_t fraction = 0;
  for (const std::uint64_t time : times_ns) {
    const double value = static_cast<double>(time) / kUnits[unit].ns;
    std::string text = Fixed(value, Decimals(value));
    const std::size_t point = std::min(text.find('.'), text.size());
    whole = std::max(whole, point);
    fraction = std::max(fraction, text.size() - point);
    column.cells.push_back(std::move(text));
  }
  for (std::string& cell : column.cells) {
    const std::size_t point = std::min(cell.find('.'), cell.size());
    const std::size_t after = fraction - (cell.size() - point);
    cell.insert(0, whole - point, ' ');
    cell.append(after, ' ');
  }
  return column;
}

}  // namespace fsduel
