#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsduel {
namespace {

constexpr std::size_t kIndent = 2;

}  // namespace

void TextTable::Add(TableColumn column) {
  for (TableCell& cell : column.cells) {
    cell.text = Printable(cell.text);
  }
  columns_.push_back(std::move(column));
}

std::size_t TextTable::WidthOf(const TableColumn& column) {
  std::size_t width = std::max(column.name.size(), column.unit.size());
  for (const TableCell& cell : column.cells) {
    width = std::max(width, cell.text.size());
  }
  return width;
}

std::size_t TextTable::width() const {
  std::size_t width = kIndent;
  for (const TableColumn& column : columns_) {
    width += WidthOf(column) + (&column == columns_.data() ? 0 : gap_);
  }
  return width;
}

// Tones are put around the padded text, so that they do not change the width.
std::string TextTable::Line(const Paint& paint,
                            const std::vector<TableCell>& cells) const {
  std::string line(kIndent, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const TableColumn& column = columns_[i];
    const std::size_t width = WidthOf(column);
    const bool last = i + 1 == cells.size();
    std::string text =
        column.align_left
            ? fmt::format("{:<{}}", cells[i].text, last ? 0 : width)
            : fmt::format("{:>{}}", cells[i].text, width);
    line += i == 0 ? "" : std::string(gap_, ' ');
    line += paint(cells[i].tone, text);
  }
  // A terminal shows no trailing blanks, a mail quotes them.
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string TextTable::Render(const Paint& paint) const {
  std::vector<TableCell> names;
  std::vector<TableCell> units;
  bool has_units = false;
  for (const TableColumn& column : columns_) {
    names.push_back({column.name, Tone::kStrong});
    units.push_back({column.unit, Tone::kFaint});
    has_units = has_units || !column.unit.empty();
  }
  const std::string rule =
      std::string(kIndent, ' ') +
      paint(Tone::kFaint, std::string(width() - kIndent, '-')) + "\n";
  std::string text = Line(paint, names);
  if (has_units) {
    text += Line(paint, units);
  }
  text += rule;
  const std::size_t rows = columns_.empty() ? 0 : columns_[0].cells.size();
  for (std::size_t row = 0; row < rows; ++row) {
    if (summary_rows_ != 0 && row + summary_rows_ == rows) {
      text += rule;
    }
    std::vector<TableCell> cells;
    for (const TableColumn& column : columns_) {
      cells.push_back(column.cells[row]);
    }
    text += Line(paint, cells);
  }
  return text;
}

}  // namespace fsduel
