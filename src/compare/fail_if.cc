#include "compare/fail_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr Metric kAllMetrics[] = {
    Metric::kThroughput, Metric::kOperations, Metric::kPass, Metric::kAverage,
    Metric::kP50,        Metric::kP99,        Metric::kP999, Metric::kMax};

std::optional<Metric> MetricNamed(std::string_view name) {
  for (const Metric metric : kAllMetrics) {
    if (EqualIgnoreCase(InfoOf(metric).name, name)) {
      return metric;
    }
  }
  return std::nullopt;
}

Status NotALimit(std::string_view text, std::string_view why) {
  return Status::Usage(
      fmt::format("{} is no limit: {}; give [OPERATION] METRIC > +N% or "
                  "METRIC < -N%, as in 'p99 > +10%' or 'Flush max > +50%'",
                  Quote(text), why));
}

// "+10%" -> 1.1.
std::optional<double> RatioOf(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (!text.ends_with('%') || text.size() < 2) {
    return std::nullopt;
  }
  text.remove_suffix(1);
  text.remove_prefix(text.starts_with('+') || negative ? 1 : 0);
  double percent = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), percent,
                      std::chars_format::fixed);
  if (error != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(percent) || percent < 0 || (negative && percent >= 100)) {
    return std::nullopt;
  }
  return 1 + (negative ? -percent : percent) / 100;
}

bool IsAbout(const FailLimit& limit, const CompareRow& row) {
  return row.subject.metric == limit.metric &&
         (limit.operation.empty() ||
          EqualIgnoreCase(row.subject.operation, limit.operation) ||
          EqualIgnoreCase(row.subject.printed, limit.operation));
}

}  // namespace

Result<FailLimit> ParseFailLimit(std::string_view text) {
  const std::size_t sign = text.find_first_of("<>");
  if (sign == std::string_view::npos) {
    return NotALimit(text, "it has no < or >");
  }
  FailLimit limit;
  limit.text = text;
  limit.above = text[sign] == '>';
  const std::string_view left = Trim(text.substr(0, sign));
  const std::size_t blank = left.rfind(' ');
  const std::string_view name =
      blank == std::string_view::npos ? left : left.substr(blank + 1);
  limit.operation =
      blank == std::string_view::npos ? "" : Trim(left.substr(0, blank));
  const std::optional<Metric> metric = MetricNamed(name);
  if (!metric) {
    std::vector<std::string_view> names;
    for (const Metric known : kAllMetrics) {
      names.push_back(InfoOf(known).name);
    }
    return NotALimit(
        text, fmt::format("there is no metric {}{}, there are {}", Quote(name),
                          DidYouMean(name, names), fmt::join(names, ", ")));
  }
  limit.metric = *metric;
  const std::string_view number = Trim(text.substr(sign + 1));
  const std::optional<double> ratio = RatioOf(number);
  if (!ratio) {
    return NotALimit(
        text, fmt::format("{} is no percentage of change", Quote(number)));
  }
  limit.ratio = *ratio;
  return limit;
}

std::vector<std::size_t> RowsThatMeet(const FailLimit& limit,
                                      const Comparison& comparison) {
  constexpr double kSignificant = 0.05;
  std::vector<std::size_t> rows;
  for (const CompareRow& row : comparison.rows) {
    const bool beyond =
        limit.above ? row.ratio > limit.ratio : row.ratio < limit.ratio;
    const bool by_chance = row.tested && row.p_adjusted >= kSignificant;
    if (IsAbout(limit, row) && beyond && !by_chance) {
      rows.push_back(row.number);
    }
  }
  return rows;
}

bool IsAboutSomething(const FailLimit& limit, const Comparison& comparison) {
  return std::any_of(
      comparison.rows.begin(), comparison.rows.end(),
      [&](const CompareRow& row) { return IsAbout(limit, row); });
}

}  // namespace fsduel
