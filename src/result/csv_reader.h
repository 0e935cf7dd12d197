// Reads a CSV file whose columns are found by the names in its first line.
#ifndef FSDUEL_RESULT_CSV_READER_H_
#define FSDUEL_RESULT_CSV_READER_H_

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/status.h"

namespace fsduel {

inline constexpr std::size_t kMostCsvColumns = 64;

struct CsvTable {
  std::string path;
  // Columns that must be there; others are ignored. At most kMostCsvColumns.
  std::span<const std::string> columns;
  // A last line without its newline is left out, not an error: the writer was
  // cut off.
  bool allow_torn_end = false;
};

// Calls on_row(line number, cells) for each line after the first, with the
// cells of the wanted columns, unquoted; stops at its first failure. Cells are
// valid during the call only.
//
// Fails with "PATH:LINE: what" when the file is missing, has no header, lacks
// a column, names one twice, or has a line with too few or too many cells, an
// open quote or more than 16 MiB.
Status ReadCsv(
    const CsvTable& table,
    const std::function<Status(std::size_t, std::span<const std::string_view>)>&
        on_row);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_CSV_READER_H_
