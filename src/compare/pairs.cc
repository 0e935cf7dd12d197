#include "compare/pairs.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace fsduel {
namespace {

using Runs = std::vector<const RunResult*>;

bool HasStartTimes(const Runs& runs) {
  return std::all_of(runs.begin(), runs.end(), [](const RunResult* run) {
    return !run->start_utc.empty();
  });
}

// Runs of one group on both sides, the i-th of one with the i-th of the other.
bool ShareAGroup(const Runs& a, const Runs& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i]->group_id.empty() || a[i]->group_id != b[i]->group_id ||
        a[i]->run_index != b[i]->run_index) {
      return false;
    }
  }
  return true;
}

}  // namespace

RunOrder OrderOf(const Runs& a, const Runs& b) {
  if (a.size() < 2 || b.size() < 2) {
    return RunOrder::kUnknown;
  }
  if (a.size() == b.size() && ShareAGroup(a, b)) {
    return RunOrder::kInterleaved;
  }
  if (!HasStartTimes(a) || !HasStartTimes(b)) {
    return RunOrder::kUnknown;
  }
  if (a.back()->start_utc <= b.front()->start_utc ||
      b.back()->start_utc <= a.front()->start_utc) {
    return RunOrder::kBlocks;
  }
  std::vector<std::pair<std::string, bool>> all;
  for (const RunResult* run : a) {
    all.emplace_back(run->start_utc, false);
  }
  for (const RunResult* run : b) {
    all.emplace_back(run->start_utc, true);
  }
  std::sort(all.begin(), all.end());
  bool in_pairs = a.size() == b.size();
  for (std::size_t i = 0; in_pairs && i < all.size(); i += 2) {
    in_pairs = all[i].second != all[i + 1].second;
  }
  return in_pairs ? RunOrder::kInterleaved : RunOrder::kMixed;
}

}  // namespace fsduel
