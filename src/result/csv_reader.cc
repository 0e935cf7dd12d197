#include "result/csv_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include "base/text.h"
#include "result/text_file.h"

namespace fsduel {
namespace {

using CsvReader = io::CSVReader<kMostCsvColumns, io::trim_chars<' ', '\t'>,
                                io::double_quote_escape<',', '"'>,
                                io::throw_on_overflow, io::no_comment>;
using Cells = std::array<char*, kMostCsvColumns>;
using OnRow =
    std::function<Status(std::size_t, std::span<const std::string_view>)>;

// The reader wants a fixed number of columns: places that are not used get
// names that no header has.
template <std::size_t... kIndex>
void ReadHeader(CsvReader* reader, const std::vector<std::string>& names,
                std::index_sequence<kIndex...>) {
  reader->read_header(io::ignore_extra_column | io::ignore_missing_column,
                      names[kIndex]...);
}

template <std::size_t... kIndex>
bool ReadRow(CsvReader* reader, Cells* cells, std::index_sequence<kIndex...>) {
  return reader->read_row((*cells)[kIndex]...);
}

std::vector<std::string> PaddedNames(std::span<const std::string> columns) {
  std::vector<std::string> names(columns.begin(), columns.end());
  while (names.size() < kMostCsvColumns) {
    names.push_back(fmt::format("\x01{}", names.size()));
  }
  return names;
}

using UniqueFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

UniqueFile OpenFile(const std::string& path) {
  return {std::fopen(path.c_str(), "rbe"), &std::fclose};
}

// An empty file does not.
bool EndsInNewline(std::FILE* file) {
  return std::fseek(file, -1, SEEK_END) == 0 && std::fgetc(file) == '\n';
}

Status Malformed(const CsvTable& table, std::size_t line,
                 std::string_view what) {
  return Status::Usage(fmt::format("{}:{}: {}", table.path, line, what));
}

Status ReadRows(const CsvTable& table, CsvReader* reader, const OnRow& on_row) {
  constexpr auto kAll = std::make_index_sequence<kMostCsvColumns>();
  ReadHeader(reader, PaddedNames(table.columns), kAll);
  for (const std::string& column : table.columns) {
    if (!reader->has_column(column)) {
      return Malformed(table, 1, "no column " + Quote(column));
    }
  }
  Cells cells{};
  std::array<std::string_view, kMostCsvColumns> views;
  while (ReadRow(reader, &cells, kAll)) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      views[i] = cells[i];
    }
    Status status = on_row(reader->get_file_line(),
                           std::span(views.data(), table.columns.size()));
    if (!status.ok()) {
      return status;
    }
  }
  return Status::Ok();
}

// What the library throws, as a Status. `reader` tells the line.
Status ReadRowsSafely(const CsvTable& table, CsvReader* reader,
                      const OnRow& on_row) {
  const auto failed = [&](std::string_view what) {
    return Malformed(table, reader->get_file_line(), what);
  };
  try {
    return ReadRows(table, reader, on_row);
  } catch (const io::error::header_missing&) {
    return Malformed(table, 1, "the file is empty");
  } catch (const io::error::duplicated_column_in_header& error) {
    return failed(fmt::format("two columns {}", Quote(error.column_name)));
  } catch (const io::error::too_few_columns&) {
    return failed("too few columns");
  } catch (const io::error::too_many_columns&) {
    return failed("too many columns");
  } catch (const io::error::escaped_string_not_closed&) {
    return failed("a quote is not closed");
  } catch (const io::error::line_length_limit_exceeded&) {
    return failed("the line is too long");
  } catch (const io::error::base& error) {
    return failed(error.what());
  }
}

}  // namespace

Status ReadCsv(const CsvTable& table, const OnRow& on_row) {
  assert(table.columns.size() <= kMostCsvColumns);
  const UniqueFile file = OpenFile(table.path);
  if (file == nullptr) {
    return Status::FromErrno(errno, "open", table.path);
  }
  if (EndsInNewline(file.get())) {
    CsvReader reader(table.path);
    return ReadRowsSafely(table, &reader, on_row);
  }
  Result<std::string> text = ReadTextFile(table.path);
  if (!text.ok()) {
    return text.status();
  }
  const std::size_t whole = text->rfind('\n') + 1;  // npos + 1 is 0
  if (!table.allow_torn_end && !text->empty()) {
    const auto line = 1 + std::count(text->begin(), text->end(), '\n');
    return Malformed(table, static_cast<std::size_t>(line),
                     "the file ends within a line");
  }
  const char* const data = text.value().data();
  CsvReader reader(table.path, data, data + whole);
  return ReadRowsSafely(table, &reader, on_row);
}

}  // namespace fsduel
