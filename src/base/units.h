// Sizes, times and counts as people type and read them.
//
// Sizes: `4k 1M 2GiB` are powers of 1024, `kB MB GB` (with a B) powers of 1000.
// Times: `30` is seconds; `500ms 60s 5m 2h 1d`. Counts: `10k` is 10,000.
// Every parser rejects signs, blanks, overflow and unknown suffixes with a
// usage Status that names the text and shows what is accepted.
#ifndef FSDUEL_BASE_UNITS_H_
#define FSDUEL_BASE_UNITS_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace fsduel {

// Bytes, 0 .. 2^63 - 1. A fraction is allowed (`1.5G`).
Result<std::int64_t> ParseSize(std::string_view text);
// 0 .. 292 years.
Result<std::chrono::nanoseconds> ParseDuration(std::string_view text);
// 0 .. 2^63 - 1, powers of 1000.
Result<std::int64_t> ParseCount(std::string_view text);
// `1,8,32`, `1..64` (doubling: 1 2 4 ... 64, end always included), `1-4`
// (every number), and mixes; at most 4,096 values, order kept.
Result<std::vector<std::int64_t>> ParseCountList(std::string_view text);

// "4 KiB", "1.5 GiB", "312 B": powers of 1024, at most 4 significant digits.
std::string FormatSize(std::int64_t bytes);
// "24.0 MB (22.9 MiB)": both, at three and four digits; "312 B".
std::string FormatSizeBothWays(std::int64_t bytes);
// "2.00 us", "1.25 ms", "12.3 s", "2 h 03 min": three significant digits.
std::string FormatDuration(std::chrono::nanoseconds duration);

}  // namespace fsduel

#endif  // FSDUEL_BASE_UNITS_H_
