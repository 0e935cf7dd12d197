// The access patterns of a sweep, one row each: in which order the blocks of a
// file are visited, and whether they are read or written.
#ifndef FSDUEL_WORKLOAD_PATTERN_H_
#define FSDUEL_WORKLOAD_PATTERN_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/status.h"

namespace fsduel {

enum class BlockOrder : std::uint8_t {
  kSequential,
  kBackward,
  kStrided,  // one block, then a gap; starts over one block later
  kRandom,   // uniform
  kZipf,     // rank r with a probability proportional to r^-theta
  kHot,      // most accesses go to few of the blocks
};

enum class BlockAccess : std::uint8_t { kRead, kWrite, kMixed };

// What a pattern needs of the files before it starts.
enum class NeedsFile : std::uint8_t {
  kEmpty,     // made anew, empty
  kComplete,  // of full size, all blocks written
};

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): a row to read
struct PatternRow {
  std::string_view name;  // "rand-read"
  BlockOrder order;
  BlockAccess access;
  NeedsFile needs;
  bool appends = false;      // O_APPEND
  bool keeps_cache = false;  // the cache is left alone whatever --cache says
  std::string_view parameter = "";  // what follows a colon, "" = nothing may
  double least = 0;
  double most = 0;
  double usual = 0;               // where it is left out
  bool whole = false;             // a whole number
  std::string_view summary = "";  // one line, lower case
};

std::span<const PatternRow> PatternTable();

// A pattern with its parameter: `mixed:70`.
struct Pattern {
  const PatternRow* row = nullptr;  // never null once parsed
  double parameter = 0;

  bool reads() const { return row->access != BlockAccess::kWrite; }
  bool writes() const { return row->access != BlockAccess::kRead; }
};

// "rand-read", "strided:17". Refused with a proposal when unknown.
Result<Pattern> ParsePattern(std::string_view text);
// The inverse; the parameter is left out where it is the usual one.
std::string PatternText(const Pattern& pattern);

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_PATTERN_H_
