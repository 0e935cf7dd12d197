// Numbers as the console tables show them: three significant digits where
// there are fractions, thousands separated, never dependent on the locale.
#ifndef FSDUEL_REPORT_NUMBER_TEXT_H_
#define FSDUEL_REPORT_NUMBER_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace fsduel {

// 62313.4 -> "62,313", 45.23 -> "45.2", 3.214 -> "3.21", 0 -> "0".
std::string RateText(double value);

// Bytes in powers of 1000, as in MB/s: "8.27 GB", "512 B".
std::string BytesText(std::uint64_t bytes);

// As FormatDuration shows them: "5.26 s", "2 h 03 min"; seconds up to 10 min.
std::string SecondsText(double seconds);
std::string NanosecondsText(double ns);

// A column of times in one unit: microseconds below 100 ms, milliseconds below
// 100 s, else seconds, by the greatest of them. All texts have the same length
// and their decimal points stand below each other.
struct TimeColumn {
  std::string unit;
  std::vector<std::string> cells;
};
TimeColumn MakeTimeColumn(const std::vector<std::uint64_t>& times_ns);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_NUMBER_TEXT_H_
