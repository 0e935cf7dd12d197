// What a run holds and must give back, on disk, so that the next start can
// clean up after a SIGKILL or a power cut.
//
// One file per process in $XDG_STATE_HOME/fsduel/held (default
// ~/.local/state/fsduel/held; without a home /var/tmp/fsduel-<uid>/held):
// a line with the owner (pid, start time), then a line per tree: directory,
// TAB, name, TAB, marker. A tree is only removed when its marker is the one
// noted.
#ifndef FSDUEL_RUN_HELD_JOURNAL_H_
#define FSDUEL_RUN_HELD_JOURNAL_H_

#include <string>
#include <vector>

#include "base/status.h"

namespace fsduel {

struct HeldTree {
  std::string directory;
  std::string name;
  std::string marker;
};

class HeldJournal {
 public:
  HeldJournal() = default;
  HeldJournal(HeldJournal&& other) noexcept;
  HeldJournal& operator=(HeldJournal&& other) noexcept;
  HeldJournal(const HeldJournal&) = delete;
  HeldJournal& operator=(const HeldJournal&) = delete;
  ~HeldJournal() = default;

  // Starts this process's journal anew with these trees. A journal that cannot
  // be written does not stop a run: returns the reason.
  Status Hold(const std::vector<HeldTree>& trees);
  // Nothing is held any more: the file is removed.
  void Release();

 private:
  std::string path_;
};

// Removes the trees of runs whose process is gone; returns one line per tree
// removed, or that could not be.
std::vector<std::string> RemoveLeftovers();

}  // namespace fsduel

#endif  // FSDUEL_RUN_HELD_JOURNAL_H_
