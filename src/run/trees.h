// The directories in which clients work.
//
// A private or shared tree is DIR/fsduel-<stamp>-<pid>/ with a marker; clients
// work in `c<number>` (private) or `shared` below it, so that no loadfile can
// reach the marker. The drop-in dbench command works in DIR itself, below
// DIR/clients, which carries the marker.
//
// Every tree is entered into a journal before it is made, so that the next
// start removes what a killed run left behind.
#ifndef FSDUEL_RUN_TREES_H_
#define FSDUEL_RUN_TREES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "run/held_journal.h"
#include "run/run_plan.h"
#include "sys/unique_fd.h"

namespace fsduel {

struct TreesSpec {
  std::vector<std::string> directories;
  // Client i works in directories[directory_of[i]].
  std::vector<std::uint32_t> directory_of;
  bool shared = false;
  // The drop-in dbench command: first components of all names in its load.
  std::optional<std::vector<std::string>> fixed_names;
};
TreesSpec TreesOf(const RunPlan& plan);

class Trees {
 public:
  // Makes fresh trees in all directories. `run_number` tells the runs of one
  // process apart.
  static Result<Trees> Create(const TreesSpec& spec, std::uint32_t run_number);

  Trees(Trees&&) = default;
  Trees& operator=(Trees&&) = delete;
  Trees(const Trees&) = delete;
  Trees& operator=(const Trees&) = delete;
  // Leaves what is there to the journal unless Remove or Keep was called.
  ~Trees() = default;

  // The directory that client's paths are relative to.
  Result<UniqueFd> OpenClientDirectory(std::uint32_t client) const;
  // The directory that all clients share. REQUIRES: TreesSpec::shared.
  Result<UniqueFd> OpenSharedDirectory(std::uint32_t directory) const;
  // A descriptor on the filesystem of directory i, for syncfs.
  int fd(std::uint32_t directory) const {
    return places_[directory].parent.get();
  }
  std::size_t size() const { return places_.size(); }

  // Removes everything made; `progress` is called with the number of
  // directories not yet done.
  Status Remove(const std::function<void(std::uint32_t)>& progress);
  // Gives the trees up without removing them (--skip-cleanup).
  void Keep() { journal_.Release(); }
  // Where they are, for messages.
  std::string Describe() const;

 private:
  struct Place {
    std::string directory;
    UniqueFd parent;   // DIR
    UniqueFd tree;     // DIR/fsduel-..., or DIR itself for dbench
    std::string name;  // "" for dbench
    std::string marker;
    std::vector<std::string> top_names;  // dbench: made below DIR by us
  };

  Trees() = default;
  Status MakeTree(std::uint32_t directory);
  Status AdoptFixedTree(std::uint32_t directory,
                        const std::vector<std::string>& names);
  Status RemovePlace(Place* place);

  bool shared_ = false;
  bool fixed_ = false;
  std::vector<std::uint32_t> directory_of_;
  std::vector<Place> places_;
  HeldJournal journal_;
};

}  // namespace fsduel

#endif  // FSDUEL_RUN_TREES_H_
