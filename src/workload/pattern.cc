// The table of patterns and their spelling.
#include "workload/pattern.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace fsduel {
namespace {

using enum BlockOrder;
using enum BlockAccess;

constexpr PatternRow kRows[] = {
    {.name = "seq-write",
     .order = kSequential,
     .access = kWrite,
     .needs = NeedsFile::kEmpty,
     .summary = "new files from front to back"},
    {.name = "append",
     .order = kSequential,
     .access = kWrite,
     .needs = NeedsFile::kEmpty,
     .appends = true,
     .summary = "new files, opened with O_APPEND"},
    {.name = "rewrite",
     .order = kSequential,
     .access = kWrite,
     .needs = NeedsFile::kComplete,
     .summary = "files that exist, from front to back"},
    {.name = "rand-write",
     .order = kRandom,
     .access = kWrite,
     .needs = NeedsFile::kComplete,
     .summary = "blocks of files that exist, uniformly at random"},
    {.name = "seq-read",
     .order = kSequential,
     .access = kRead,
     .needs = NeedsFile::kComplete,
     .summary = "from front to back"},
    {.name = "reread",
     .order = kSequential,
     .access = kRead,
     .needs = NeedsFile::kComplete,
     .keeps_cache = true,
     .summary = "as seq-read, with whatever the page cache holds"},
    {.name = "rand-read",
     .order = kRandom,
     .access = kRead,
     .needs = NeedsFile::kComplete,
     .summary = "blocks uniformly at random"},
    {.name = "backward",
     .order = kBackward,
     .access = kRead,
     .needs = NeedsFile::kComplete,
     .summary = "reads from back to front"},
    {.name = "strided",
     .order = kStrided,
     .access = kRead,
     .needs = NeedsFile::kComplete,
     .parameter = "BLOCKS",
     .least = 2,
     .most = 1 << 20,
     .usual = 17,
     .whole = true,
     .summary = "reads every BLOCKS-th block, then those behind them"},
    {.name = "mixed",
     .order = kRandom,
     .access = kMixed,
     .needs = NeedsFile::kComplete,
     .parameter = "READ-PERCENT",
     .least = 1,
     .most = 99,
     .usual = 70,
     .whole = true,
     .summary = "reads and writes at random"},
    {.name = "zipf",
     .order = kZipf,
     .access = kRead,
     .needs = NeedsFile::kComplete,
     .parameter = "THETA",
     .least = 0.1,
     .most = 5,
     .usual = 1.1,
     .summary = "reads blocks by a Zipf distribution, spread over the file"},
    {.name = "hot",
     .order = kHot,
     .access = kRead,
     .needs = NeedsFile::kComplete,
     .parameter = "PERCENT",
     .least = 1,
     .most = 99,
     .usual = 10,
     .summary = "nine of ten reads go to PERCENT of the blocks"},
};

Status Unknown(std::string_view name) {
  std::vector<std::string_view> names;
  for (const PatternRow& row : kRows) {
    names.push_back(row.name);
  }
  const std::string near = DidYouMean(name, names);
  return Status::Usage(fmt::format(
      "{}: no such pattern{}", Quote(name),
      near.empty() ? fmt::format("; there are {}", fmt::join(names, ", "))
                   : near));
}

}  // namespace

std::span<const PatternRow> PatternTable() {
  return kRows;
}

Result<Pattern> ParsePattern(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  for (const PatternRow& row : kRows) {
    if (row.name != name) {
      continue;
    }
    if (colon == std::string_view::npos) {
      return Pattern{&row, row.usual};
    }
    if (row.parameter.empty()) {
      return Status::Usage(
          fmt::format("{}: {} takes no parameter", Quote(text), row.name));
    }
    const std::string_view digits = text.substr(colon + 1);
    double value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() ||
        !(value >= row.least && value <= row.most) ||
        (row.whole && value != std::trunc(value))) {
      return Status::Usage(fmt::format(
          "{}: {} is a {}number from {} to {}", Quote(text), row.parameter,
          row.whole ? "whole " : "", row.least, row.most));
    }
    return Pattern{&row, value};
  }
  return Unknown(name);
}

std::string PatternText(const Pattern& pattern) {
  return pattern.row->parameter.empty() ||
                 pattern.parameter == pattern.row->usual
             ? std::string(pattern.row->name)
             : fmt::format("{}:{}", pattern.row->name, pattern.parameter);
}

}  // namespace fsduel
