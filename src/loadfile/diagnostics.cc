// Formatting of faults: position, message, the line, a caret.
#include "loadfile/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace fsduel {
namespace {

// `text` as a terminal may show it, without the quotes of Quote(). A tab is
// shown as one blank, so that the caret stands right.
std::string Printable(std::string_view text) {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\t', ' ');
  const std::string quoted = Quote(line, line.size());
  return quoted.substr(1, quoted.size() - 2);
}

// Characters of valid UTF-8.
std::size_t CountCharacters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(),
      [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Diagnostic MakeDiagnostic(const LinePlace& place, std::size_t column,
                          std::string message) {
  // Of a long line, the part around the column.
  constexpr std::size_t kBefore = DiagnosticList::kMostQuoted / 2;
  const std::size_t at = std::min(column - 1, place.text.size());
  const std::size_t start =
      at < DiagnosticList::kMostQuoted - 20 ? 0 : at - kBefore;
  const std::string_view shown =
      place.text.substr(start, DiagnosticList::kMostQuoted);
  const std::string head =
      (start > 0 ? "..." : "") + Printable(shown.substr(0, at - start));

  Diagnostic diagnostic;
  diagnostic.line = place.line;
  diagnostic.column = static_cast<std::uint32_t>(column);
  diagnostic.message = std::move(message);
  diagnostic.text = head + Printable(shown.substr(at - start));
  if (start + shown.size() < place.text.size()) {
    diagnostic.text += "...";
  }
  diagnostic.caret = static_cast<std::uint32_t>(CountCharacters(head));
  return diagnostic;
}

}  // namespace

bool DiagnosticList::Fail(std::size_t column, std::string message) {
  return FailAt(current_, column, std::move(message));
}

bool DiagnosticList::FailAt(const LinePlace& place, std::size_t column,
                            std::string message) {
  ++count_;
  if (kept_.size() < kMostKept) {
    kept_.push_back(MakeDiagnostic(place, column, std::move(message)));
  }
  return false;
}

Status DiagnosticList::ToStatus(std::string_view name) const {
  std::vector<const Diagnostic*> sorted;
  for (const Diagnostic& diagnostic : kept_) {
    sorted.push_back(&diagnostic);
  }
  // A loop that is never closed is found at the end of the file.
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Diagnostic* a, const Diagnostic* b) {
                     return a->line < b->line;
                   });
  const std::string file = Printable(name);
  std::string text;
  for (const Diagnostic* diagnostic : sorted) {
    auto out = std::back_inserter(text);
    if (!text.empty()) {
      text += '\n';
    }
    if (diagnostic->line == 0) {
      fmt::format_to(out, "{}: {}", file, diagnostic->message);
      continue;
    }
    fmt::format_to(out, "{}:{}:{}: {}", file, diagnostic->line,
                   diagnostic->column, diagnostic->message);
    if (!diagnostic->text.empty()) {
      fmt::format_to(out, "\n  {}\n  {:>{}}", diagnostic->text, '^',
                     diagnostic->caret + 1);
    }
  }
  if (count_ > kept_.size()) {
    fmt::format_to(std::back_inserter(text), "\n... and {} more",
                   WithThousands(count_ - kept_.size()));
  }
  return Status::Usage(std::move(text));
}

}  // namespace fsduel
