// Collects what is odd about a loadfile, place by place, and words it. For the
// analysis of loadfiles only.
#ifndef FSDUEL_LOADFILE_ISSUE_LOG_H_
#define FSDUEL_LOADFILE_ISSUE_LOG_H_

#include <array>
#include <cstdint>
#include <vector>

#include "loadfile/analysis.h"
#include "loadfile/loadfile.h"
#include "loadfile/operation_model.h"

namespace fsduel {

class IssueLog {
 public:
  explicit IssueLog(const Loadfile& loadfile)
      : loadfile_(loadfile), seen_(loadfile.operations().size()) {}

  // `issues` of operation `index`, bit i = Issue i. `is_repeated`: seen in a
  // pass after the first.
  void Note(std::uint32_t index, std::uint32_t issues, bool is_repeated) {
    if (issues != 0) {
      NoteAll(index, issues, is_repeated);
    }
  }

  // One warning per kind, in order of lines.
  std::vector<LoadfileWarning> Warnings() const;

 private:
  struct Places {
    std::uint32_t first_line = 0;
    std::uint64_t count = 0;
  };

  void NoteAll(std::uint32_t index, std::uint32_t issues, bool is_repeated);

  const Loadfile& loadfile_;
  std::vector<std::uint8_t> seen_;  // bit i: Issue i, of each operation
  std::array<std::array<Places, kIssueCount>, 2> places_;  // [is_repeated]
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_ISSUE_LOG_H_
