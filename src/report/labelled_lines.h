// "  label       text", the text wrapped with a hanging indent.
#ifndef FSDUEL_REPORT_LABELLED_LINES_H_
#define FSDUEL_REPORT_LABELLED_LINES_H_

#include <string>
#include <string_view>
#include <vector>

#include "report/paint.h"

namespace fsduel {

class LabelledLines {
 public:
  explicit LabelledLines(std::size_t width) : width_(width) {}

  // Nothing when `text` is empty. An empty label continues the one above.
  void Add(std::string label, std::string_view text, Tone tone = Tone::kPlain);
  // Ends in a newline unless empty.
  std::string Render(const Paint& paint) const;

 private:
  struct Entry {
    std::string label;
    std::string text;
    Tone tone;
  };

  std::size_t width_;
  std::vector<Entry> entries_;
};

}  // namespace fsduel

#endif  // FSDUEL_REPORT_LABELLED_LINES_H_
