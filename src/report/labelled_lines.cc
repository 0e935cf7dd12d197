#include "report/labelled_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr std::size_t kLabelWidth = 12;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kNarrowestText = 20;

}  // namespace

void LabelledLines::Add(std::string label, std::string_view text, Tone tone) {
  if (!text.empty()) {
    entries_.push_back({std::move(label), Printable(text), tone});
  }
}

std::string LabelledLines::Render(const Paint& paint) const {
  const std::size_t margin = kIndent + kLabelWidth;
  const std::size_t room =
      std::max(kNarrowestText, width_ > margin ? width_ - margin : 0);
  std::string text;
  for (const Entry& entry : entries_) {
    std::string label = fmt::format("{:<{}}", entry.label, kLabelWidth);
    for (const std::string& line : WrapText(entry.text, room)) {
      text += std::string(kIndent, ' ') + paint(Tone::kFaint, label) +
              paint(entry.tone, line) + "\n";
      label.assign(kLabelWidth, ' ');
    }
  }
  return text;
}

}  // namespace fsduel
