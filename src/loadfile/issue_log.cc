// The words for what is odd.
#include "loadfile/issue_log.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace fsduel {
namespace {

static_assert(kIssueCount <= 8, "IssueLog::seen_ has 8 bits");

std::string_view Describe(Issue issue) {
  switch (issue) {
    case Issue::kCannotSucceed:
      return "should succeed, but what it names is missing or in the way; make "
             "or remove it before, or correct the status";
    case Issue::kWouldSucceed:
      return "should fail, but nothing stands in its way; correct the status, "
             "or write * to accept both";
    case Issue::kHandleReused:
      return "opens a handle that is open; close it before";
    case Issue::kHandleNotOpen:
      return "uses a handle that is not open; open it before, or write * to "
             "accept the failure";
    case Issue::kReadsBeyond:
      return "expects more bytes than the file holds there; write them before, "
             "or correct the count";
    case Issue::kReadsShort:
      return "expects fewer bytes than the file holds there; correct the count";
    case Issue::kHandleLeaked:
      return "opens a handle that is still open when the pass ends, and is "
             "closed then; add its Close";
    case Issue::kSharedName:
      return "opens or changes a file that all clients have in common with "
             "--shared-tree; put client1 into the path unless that is meant";
    case Issue::kCount:
      break;
  }
  return "";
}

}  // namespace

void IssueLog::NoteAll(std::uint32_t index, std::uint32_t issues,
                       bool is_repeated) {
  for (std::size_t i = 0; i < kIssueCount; ++i) {
    const auto bit = static_cast<std::uint8_t>(1U << i);
    if ((issues & bit) == 0 || (seen_[index] & bit) != 0) {
      continue;
    }
    seen_[index] = static_cast<std::uint8_t>(seen_[index] | bit);
    const std::uint32_t line = loadfile_.operations()[index].line;
    Places& places = places_[is_repeated ? 1 : 0][i];
    places.first_line =
        places.count == 0 ? line : std::min(places.first_line, line);
    ++places.count;
  }
}

std::vector<LoadfileWarning> IssueLog::Warnings() const {
  std::vector<LoadfileWarning> warnings;
  for (std::size_t repeated = 0; repeated < places_.size(); ++repeated) {
    for (std::size_t i = 0; i < kIssueCount; ++i) {
      const Places& places = places_[repeated][i];
      if (places.count > 0) {
        warnings.push_back(
            {places.first_line, places.count,
             std::string(repeated == 1 ? "from the second pass on: " : "") +
                 std::string(Describe(static_cast<Issue>(i)))});
      }
    }
  }
  std::ranges::stable_sort(warnings, {}, &LoadfileWarning::line);
  return warnings;
}

}  // namespace fsduel
