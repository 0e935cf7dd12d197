// Puts a Loadfile together, operation by operation, in the order of the text.
#ifndef FSDUEL_LOADFILE_LOADFILE_BUILDER_H_
#define FSDUEL_LOADFILE_LOADFILE_BUILDER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loadfile/handle_slots.h"
#include "loadfile/loadfile.h"
#include "loadfile/path_interner.h"

namespace fsduel {

inline constexpr std::int64_t kMostRounds = std::int64_t{1} << 40;
inline constexpr int kMostLoopDepth = 64;
// What a computed read or write length is cut to when its bound is not known.
inline constexpr std::int64_t kMostUnboundedTransfer = std::int64_t{1} << 24;

class LoadfileBuilder {
 public:
  explicit LoadfileBuilder(std::string name);

  // Room for so many operations, so that a large program is not moved.
  void Reserve(std::size_t operations);

  // As PathInterner.
  std::uint32_t InternPath(std::string_view raw, TextFault* fault) {
    return paths_.Intern(raw, fault);
  }
  const PathPattern& path(std::uint32_t id) const { return paths_.path(id); }

  // Appends an operation of the filesystem or a control operation. `number` is
  // that of its handle; without one its handle is kNoHandle or, when it has to
  // be computed, kDynamicHandle. `fields` is null when no field is computed.
  void AddOperation(Operation operation, std::optional<std::int64_t> number,
                    const DynamicFields* fields);
  // When the next operations are due, microseconds since the start of the pass.
  void SetDue(std::int64_t due_us);
  // Appends WRITEPATTERN `text`.
  void AddWritePattern(std::string_view text, std::uint32_t line);
  // False, with `*fault`, when a path so far could leave the tree with it.
  bool AddRandomString(RandomString random_string, TextFault* fault);

  // A loop that runs no operation is kept with 0 rounds, so that it costs
  // nothing. REQUIRES: depth() < kMostLoopDepth, 0 <= rounds <= kMostRounds.
  void BeginLoop(std::int64_t rounds);
  // REQUIRES: depth() > 0.
  void EndLoop();
  std::size_t depth() const { return loops_.size(); }

  // What was added so far is the set-up. REQUIRES: depth() == 0, once.
  void EndSetup();

  bool is_empty() const { return program_->steps_.empty(); }
  // Whether a pass runs an operation of the filesystem.
  bool pass_has_operations() const { return section_.has_filesystem; }

  // REQUIRES: depth() == 0, pass_has_operations(). Leaves the builder empty.
  std::shared_ptr<const Loadfile> Finish(std::uint32_t lines);

 private:
  // What the code between two brackets runs at least once.
  struct Content {
    std::uint32_t begin = 0;  // step of kLoopBegin
    bool has_any = false;
    bool has_filesystem = false;
  };
  // Fields of an operation that has computed ones.
  struct OperationFields {
    std::uint32_t operation = 0;
    DynamicFields fields;
  };

  void Append(const Operation& operation);
  Content& content() { return loops_.empty() ? section_ : loops_.back(); }
  void CollectPreviousLines();
  DynamicFields PlainFields(const Operation& operation) const;
  void AssignSlots();
  void SplitRuns();
  void Measure();

  std::shared_ptr<Loadfile> program_;
  PathInterner paths_;
  HandleNumbers handles_;
  std::vector<OperationFields> computed_;  // in order of operations
  std::vector<Content> loops_;
  Content section_;  // the set-up, then the pass
  std::uint32_t setup_operations_ = 0;
  std::int64_t due_us_ = 0;
  bool has_due_ = false;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_LOADFILE_BUILDER_H_
