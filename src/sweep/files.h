// The files of one cell of a sweep: their names, which part belongs to which
// thread, and what the page cache holds of them.
#ifndef FSDUEL_SWEEP_FILES_H_
#define FSDUEL_SWEEP_FILES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "engine/block_verifier.h"
#include "run/trees.h"
#include "sweep/sweep_plan.h"
#include "sweep/worker.h"
#include "sys/unique_fd.h"

namespace fsduel {

// What of a phase decides on the order of its blocks.
struct OrderOfPhase {
  std::uint64_t number = 0;  // tells orders of one seed apart
  std::uint32_t block_bytes = 0;
  bool each_once = true;
};

class SweepFiles {
 public:
  // `trees` is null where the target is no directory. Both outlive the files.
  static Result<SweepFiles> Open(const SweepPlan& plan, const SweepCell& cell,
                                 const Trees* trees);

  // How `thread` opens its file for `pattern`.
  WorkerFile FileOf(std::uint32_t thread, const Pattern& pattern) const;
  // Where it works.
  OffsetSpec OffsetsOf(std::uint32_t thread, const Pattern& pattern,
                       const OrderOfPhase& order) const;
  // Blocks of one pass of the thread.
  std::uint64_t PassLength(std::uint32_t thread, const Pattern& pattern,
                           const OrderOfPhase& order) const {
    return OffsetSequence(OffsetsOf(thread, pattern, order)).pass_length();
  }
  // Null without --verify.
  BlockVerifier* VerifierOf(std::uint32_t thread);
  const std::string& DirectoryOf(std::uint32_t thread) const;

  // Before threads make the files anew: files that several threads share are
  // made empty here, once.
  Status MakeEmpty();
  // Whether every block was written since MakeEmpty.
  bool complete() const { return complete_; }
  void set_complete(bool complete) { complete_ = complete; }

  // Writes dirty pages out and drops all.
  Status DropCache() const;
  // Share of the pages of all files that are cached; negative where nobody can
  // tell.
  double CachedShare() const;

  // Removes what this object made.
  Status Remove();

 private:
  struct File {
    std::uint32_t directory = 0;
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t threads = 0;  // that share it
  };
  SweepFiles(const SweepPlan& plan, const SweepCell& cell)
      : plan_(&plan), cell_(cell) {}
  void ListFiles();
  void MakeVerifiers();
  const File& OwnFile(std::uint32_t thread) const;
  int DirectoryFd(const File& file) const;
  // Calls visit(fd, file) for each file that exists.
  template <typename Visitor>
  Status ForEach(Visitor visit) const;

  const SweepPlan* plan_;
  SweepCell cell_;
  std::vector<UniqueFd> directories_;
  std::vector<File> files_;
  std::vector<std::unique_ptr<BlockVerifier>> verifiers_;
  bool complete_ = false;
};

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_FILES_H_
