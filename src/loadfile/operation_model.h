// Executes operations of a loadfile against a TreeModel, with posix semantics,
// and says what is odd about them. For the analysis of loadfiles only.
#ifndef FSDUEL_LOADFILE_OPERATION_MODEL_H_
#define FSDUEL_LOADFILE_OPERATION_MODEL_H_

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "loadfile/loadfile.h"
#include "loadfile/tree_model.h"

namespace fsduel {

// What may be odd about an operation.
enum class Issue : std::uint8_t {
  kCannotSucceed,  // should succeed, but the name is not there (or is)
  kWouldSucceed,   // should fail, but nothing stands in its way
  kHandleReused,   // opens a handle that is open
  kHandleNotOpen,  // uses one that is not
  kReadsBeyond,    // expects bytes behind the end of the file
  kReadsShort,     // expects fewer bytes than are there
  kHandleLeaked,   // opens one that is not closed before the end of the pass
  kSharedName,     // changes what all clients of a shared tree change
  kCount
};
inline constexpr std::size_t kIssueCount =
    static_cast<std::size_t>(Issue::kCount);

// An operation whose numbers are known, or bounded.
struct ModelledOperation {
  Operation operation;
  std::uint32_t index = 0;  // in Loadfile::operations()
  TreeModel::Name name = TreeModel::kNoName;
  TreeModel::Name name2 = TreeModel::kNoName;
  // The handle is `number` instead of operation.handle.
  bool has_number = false;
  std::int64_t number = 0;
  // Nothing can be said of which name, handle or offset it will be.
  bool is_random_name = false;
  bool is_random_handle = false;
  bool is_random_number = false;  // offsets and lengths are the largest
};

struct ModelResult {
  std::uint32_t issues = 0;    // bit i: Issue i
  bool is_sequential = false;  // goes on where the handle's last one ended
};

class OperationModel {
 public:
  explicit OperationModel(const Loadfile& loadfile);

  ModelResult Execute(const ModelledOperation& modelled);
  // Closes all handles, as a client does at the end of a pass; returns the
  // operations that opened them.
  std::vector<std::uint32_t> CloseAll();

  TreeModel& tree() { return tree_; }
  const TreeModel& tree() const { return tree_; }
  std::uint32_t peak_open_handles() const { return peak_open_; }
  // As TreeModel::fingerprint, handles included.
  std::uint64_t fingerprint() const {
    return tree_.fingerprint() ^ handles_fingerprint_;
  }

 private:
  struct Handle {
    bool is_open = false;
    // Its file is not modelled (a directory, a random name ...).
    TreeModel::File file = TreeModel::kNoFile;
    TreeModel::Name delete_on_close = TreeModel::kNoName;
    std::uint32_t opened_by = 0;
    std::int64_t read_end = -1;
    std::int64_t write_end = -1;
  };

  void Raise(Issue issue) {
    result_.issues |= 1U << static_cast<unsigned>(issue);
  }
  void Judge(const ModelledOperation& modelled, bool succeeds);
  void Settle(const Operation& operation, TreeModel::Name name);
  void MarkSharedName(const Operation& operation);
  // Null when it has none, or nobody knows which.
  Handle* HandleOf(const ModelledOperation& modelled);
  std::size_t NumberHandle(const ModelledOperation& modelled);

  // Each does what the operation would do. True when it would succeed, nothing
  // when that cannot be said.
  std::optional<bool> DoNamed(const ModelledOperation& modelled);
  bool Create(const ModelledOperation& modelled);
  bool OpenFile(const ModelledOperation& modelled, TreeModel::File* file);
  bool OpenDirectory(const ModelledOperation& modelled);
  bool Mkdir(const ModelledOperation& modelled);
  bool Rename(const ModelledOperation& modelled);
  std::optional<bool> Unlink(const ModelledOperation& modelled);
  bool Rmdir(const ModelledOperation& modelled);
  bool Deltree(const ModelledOperation& modelled);

  void UseHandle(const ModelledOperation& modelled);
  void Read(const ModelledOperation& modelled, Handle* handle);
  void Write(const ModelledOperation& modelled, Handle* handle);
  // Its handle now is `file`, or closed.
  void Reopen(const ModelledOperation& modelled,
              std::optional<TreeModel::File> file);
  void Close(const ModelledOperation& modelled, Handle* handle);
  void Forget(Handle* handle);
  std::uint64_t HashOf(const Handle& handle) const;

  const Loadfile& loadfile_;
  TreeModel tree_;
  std::vector<Handle> handles_;
  // Of handles whose number is computed.
  std::unordered_map<std::int64_t, std::size_t> by_number_;
  std::vector<std::size_t> free_handles_;
  std::uint32_t open_ = 0;
  std::uint32_t peak_open_ = 0;
  std::uint64_t handles_fingerprint_ = 0;
  ModelResult result_;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_OPERATION_MODEL_H_
