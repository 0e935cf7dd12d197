// Rows <-> CSV lines, driven by the declared columns.
#ifndef FSDUEL_RESULT_TABLE_IO_H_
#define FSDUEL_RESULT_TABLE_IO_H_

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/status.h"
#include "base/text.h"
#include "result/csv_reader.h"
#include "result/tables.h"

namespace fsduel {

// A table being written: columns, and `extra` ones whose number depends on the
// run.
template <typename Row>
class TableText {
 public:
  explicit TableText(Columns<Row> columns,
                     const std::vector<std::string>& extra = {})
      : columns_(columns) {
    for (const Column<KeyColumns>& column : KeyColumnList()) {
      text_.append(column.name).append(",");
    }
    for (const Column<Keyed<Row>>& column : columns_) {
      text_.append(column.name).append(",");
    }
    for (const std::string& name : extra) {
      text_.append(name).append(",");
    }
    text_.back() = '\n';
  }

  void Add(const Keyed<Row>& line,
           const std::vector<std::uint64_t>& extra = {}) {
    for (const Column<KeyColumns>& column : KeyColumnList()) {
      text_.append(FormatCell(column.get(line.key))).append(",");
    }
    for (const Column<Keyed<Row>>& column : columns_) {
      text_.append(FormatCell(column.get(line))).append(",");
    }
    for (const std::uint64_t value : extra) {
      text_.append(std::to_string(value)).append(",");
    }
    text_.back() = '\n';
  }

  const std::string& text() const { return text_; }
  // The lines without the header, for a file that has one.
  std::string lines() const { return text_.substr(text_.find('\n') + 1); }

 private:
  Columns<Row> columns_;
  std::string text_;
};

// Reads the lines of one table. The caller's function gets each line whole and
// may move from its row.
template <typename Row>
class TableReader {
 public:
  // `extra` columns are counts.
  TableReader(std::string path, Columns<Row> columns,
              const std::vector<std::string>& extra = {})
      : path_(std::move(path)), columns_(columns), extra_count_(extra.size()) {
    for (const Column<KeyColumns>& column : KeyColumnList()) {
      names_.emplace_back(column.name);
    }
    for (const Column<Keyed<Row>>& column : columns_) {
      if (column.set != nullptr) {
        names_.emplace_back(column.name);
      }
    }
    names_.insert(names_.end(), extra.begin(), extra.end());
    key_cells_.resize(KeyColumnList().size());
    extra_.resize(extra_count_);
  }

  // on_line(line, extra) returns "" or what is wrong with the line.
  template <typename OnLine>
  Status Read(bool allow_torn_end, OnLine on_line) {
    return ReadCsv(
        {path_, names_, allow_torn_end},
        [&](std::size_t number, std::span<const std::string_view> cells) {
          Status status = Parse(number, cells);
          if (!status.ok()) {
            return status;
          }
          const std::string wrong = on_line(&line_, extra_);
          return wrong.empty() ? Status::Ok()
                               : Status::Usage(fmt::format("{}:{}: {}", path_,
                                                           number, wrong));
        });
  }

 private:
  Status Parse(std::size_t number, std::span<const std::string_view> cells) {
    line_.row = Row();
    for (std::size_t i = 0; i < key_cells_.size(); ++i) {
      // Keys seldom change from line to line: parse what did.
      if (number != kFirstLine && key_cells_[i] == cells[i]) {
        continue;
      }
      const Column<KeyColumns>& column = KeyColumnList()[i];
      Value value;
      const bool empty = cells[i].empty() && column.kind != ValueKind::kText;
      if ((!empty && !ParseCell(cells[i], column.kind, &value)) ||
          !column.set(&line_.key, value)) {
        return Wrong(number, i, cells[i], column.kind);
      }
      key_cells_[i] = cells[i];
    }
    std::size_t at = key_cells_.size();
    for (const Column<Keyed<Row>>& column : columns_) {
      Value value;
      if (column.set == nullptr) {
        continue;
      }
      if (!ParseCell(cells[at], column.kind, &value) ||
          !column.set(&line_, value)) {
        return Wrong(number, at, cells[at], column.kind);
      }
      ++at;
    }
    for (std::size_t i = 0; i < extra_count_; ++i, ++at) {
      Value value;
      if (!ParseCell(cells[at], ValueKind::kCount, &value)) {
        return Wrong(number, at, cells[at], ValueKind::kCount);
      }
      extra_[i] = std::get<std::uint64_t>(value);
    }
    return Status::Ok();
  }

  Status Wrong(std::size_t number, std::size_t column, std::string_view cell,
               ValueKind kind) const {
    return Status::Usage(fmt::format("{}:{}:{}: {} is not {}", path_, number,
                                     names_[column], Quote(cell),
                                     DescribeKind(kind)));
  }

  static constexpr std::size_t kFirstLine = 2;  // after the header

  std::string path_;
  Columns<Row> columns_;
  std::size_t extra_count_;
  std::vector<std::string> names_;
  std::vector<std::string> key_cells_;
  Keyed<Row> line_;
  std::vector<std::uint64_t> extra_;
};

}  // namespace fsduel

#endif  // FSDUEL_RESULT_TABLE_IO_H_
