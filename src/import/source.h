// The text that is imported, line by line, and what all importers share.
#ifndef FSDUEL_IMPORT_SOURCE_H_
#define FSDUEL_IMPORT_SOURCE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "import/import.h"
#include "result/run_result.h"

namespace fsduel {

struct ImportSource {
  std::string_view text;
  std::vector<std::string_view> lines;  // without line ends
  std::string file;
  const ImportSpec& spec;

  // "FILE:LINE: message", line from 1.
  Status Fail(std::size_t line, std::string_view message) const;
};

// Splits at newlines; drops carriage returns and an empty last line.
ImportSource MakeSource(std::string_view text, const std::string& file,
                        const ImportSpec& spec);

// A run of `tool` ("dbench 4.00") with the warning that says so. `name` is its
// workload and default label: "dbench".
RunResult ImportedRun(const ImportSource& source, const std::string& tool,
                      const std::string& name);

// Marks something about the figures: "import-ID".
void Mark(RunResult* run, std::string_view id, std::string text);

// Words between blanks and tabs.
std::vector<std::string_view> WordsOf(std::string_view line);

// A whole decimal number, >= 0 and finite; no sign, nothing behind it.
std::optional<double> NumberOf(std::string_view word);
// The same without a fraction.
std::optional<std::uint64_t> CountOf(std::string_view word);
// The number that stands after `before` and blanks in `line`.
std::optional<double> NumberAfter(std::string_view line,
                                  std::string_view before);

// A row of imported figures in the units of the sources. What is unknown is 0.
struct ImportedOperation {
  std::string operation;
  std::string compat_name;
  bool reads_data = false;
  bool writes_data = false;
  std::uint64_t count = 0;
  double average_ms = 0;
  double max_ms = 0;
};
// False when a figure is too large for what it is.
bool AddOperation(const ImportedOperation& imported, PhaseResult* phase);

// The phase of a sweep with its one operation, "read" or "write". A rate of 0
// is unknown.
struct ImportedPoint {
  std::string pattern;
  std::uint32_t threads = 1;
  std::uint32_t block_bytes = 0;
  double bytes = 0;
  double bytes_per_second = 0;
  double average_ms = 0;
  double max_ms = 0;
};
// Null when a figure is too large, or when there already is such a phase.
PhaseResult* AddPoint(const ImportedPoint& point, RunResult* run);

}  // namespace fsduel

#endif  // FSDUEL_IMPORT_SOURCE_H_
