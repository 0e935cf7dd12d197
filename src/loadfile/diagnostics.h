// The faults found in a loadfile while it is compiled.
#ifndef FSDUEL_LOADFILE_DIAGNOSTICS_H_
#define FSDUEL_LOADFILE_DIAGNOSTICS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "loadfile/reader.h"

namespace fsduel {

// Where a line of the text is; `text` must outlive the compilation.
struct LinePlace {
  std::uint32_t line = 0;  // from 1
  std::string_view text;
};

// Keeps the first faults and counts the rest.
class DiagnosticList {
 public:
  static constexpr std::size_t kMostKept = 20;
  static constexpr std::size_t kMostQuoted = 200;  // bytes of a line

  // The line that Fail() is about.
  void SetLine(const LinePlace& place) { current_ = place; }
  const LinePlace& line() const { return current_; }

  // Records a fault at `column` (from 1) of the current line. Returns false, so
  // that a parser can end with `return faults->Fail(...)`.
  bool Fail(std::size_t column, std::string message);
  // The same for another line, or, with line 0, for the whole file.
  bool FailAt(const LinePlace& place, std::size_t column, std::string message);

  std::size_t count() const { return count_; }
  // Messages are not kept any more. A proposal costs far more than a line, and
  // a large file of another kind is wrong in every line.
  bool is_full() const { return kept_.size() == kMostKept; }
  // All faults as one usage Status; `name` is the file. REQUIRES: count() > 0.
  Status ToStatus(std::string_view name) const;

 private:
  LinePlace current_;
  std::vector<Diagnostic> kept_;
  std::size_t count_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_DIAGNOSTICS_H_
