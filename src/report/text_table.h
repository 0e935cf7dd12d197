// A table of text: columns as wide as they need to be, two lines of header
// (name and unit), a rule, rows, and optionally summary rows below a second
// rule.
#ifndef FSDUEL_REPORT_TEXT_TABLE_H_
#define FSDUEL_REPORT_TEXT_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "report/paint.h"

namespace fsduel {

struct TableCell {
  std::string text;
  Tone tone = Tone::kPlain;
};

struct TableColumn {
  std::string name;
  std::string unit;
  bool align_left = false;
  std::vector<TableCell> cells;  // one per row
};

class TextTable {
 public:
  // REQUIRES: as many cells as the columns before.
  void Add(TableColumn column);
  // Blanks between columns.
  void set_gap(std::size_t gap) { gap_ = gap; }
  // The last `rows` rows stand below a rule of their own.
  void set_summary_rows(std::size_t rows) { summary_rows_ = rows; }

  // Characters of the longest line.
  std::size_t width() const;
  // Ends in a newline.
  std::string Render(const Paint& paint) const;

 private:
  static std::size_t WidthOf(const TableColumn& column);
  std::string Line(const Paint& paint,
                   const std::vector<TableCell>& cells) const;

  std::vector<TableColumn> columns_;
  std::size_t gap_ = 2;
  std::size_t summary_rows_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_REPORT_TEXT_TABLE_H_
