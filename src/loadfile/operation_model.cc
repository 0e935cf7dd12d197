// What each operation does to the model. The semantics are those of
// engine/directory_operations-inl.h without `dbench4`.
#include "loadfile/operation_model.h"

#include <algorithm>

#include "base/random.h"

namespace fsduel {
namespace {

using Kind = TreeModel::Kind;
using Name = TreeModel::Name;
using File = TreeModel::File;

constexpr std::size_t kMostHandles = std::size_t{1} << 16;

bool ExpectsFailure(const Operation& operation) {
  return operation.expectation != Expectation::kSuccess &&
         operation.expectation != Expectation::kAny;
}

bool ExpectsSuccess(const Operation& operation) {
  return operation.expectation == Expectation::kSuccess;
}

bool CreatesFile(std::uint8_t disposition) {
  return disposition != kOpen && disposition != kOverwrite;
}

bool EmptiesFile(std::uint8_t disposition) {
  return disposition == kSupersede || disposition == kOverwrite ||
         disposition == kOverwriteIf;
}

}  // namespace

OperationModel::OperationModel(const Loadfile& loadfile)
    : loadfile_(loadfile), handles_(loadfile.handle_slots()) {
  if (loadfile.dynamic_handles()) {
    for (const std::int64_t number : loadfile.handle_numbers()) {
      by_number_.emplace(number, by_number_.size());
    }
  }
}

ModelResult OperationModel::Execute(const ModelledOperation& modelled) {
  result_ = ModelResult();
  if (IsControl(modelled.operation.opcode)) {
    return result_;
  }
  if (modelled.operation.path == kNoPath) {
    UseHandle(modelled);
  } else if (const std::optional<bool> succeeds = DoNamed(modelled)) {
    Judge(modelled, *succeeds);
  }
  return result_;
}

void OperationModel::Judge(const ModelledOperation& modelled, bool succeeds) {
  if (modelled.is_random_name) {
    return;
  }
  if (ExpectsSuccess(modelled.operation) && !succeeds) {
    Raise(Issue::kCannotSucceed);
  } else if (ExpectsFailure(modelled.operation) && succeeds) {
    Raise(Issue::kWouldSucceed);
  }
}

// Of a file that may have been removed the loadfile says whether it was.
void OperationModel::Settle(const Operation& operation, Name name) {
  if (!tree_.IsDoubtful(name)) {
    return;
  }
  tree_.Trust(name);
  if (ExpectsFailure(operation)) {
    tree_.Remove(name);
  }
}

void OperationModel::MarkSharedName(const Operation& operation) {
  const auto is_shared = [this](std::uint32_t path) {
    return path != kNoPath && !loadfile_.paths()[path].has_client;
  };
  if (is_shared(operation.path) || is_shared(operation.path2)) {
    Raise(Issue::kSharedName);
  }
}

std::optional<bool> OperationModel::DoNamed(const ModelledOperation& modelled) {
  const Operation& operation = modelled.operation;
  const bool is_pattern = loadfile_.paths()[operation.path].has_wildcard;
  if (modelled.name == TreeModel::kNoName ||
      (operation.path2 != kNoPath && modelled.name2 == TreeModel::kNoName)) {
    if (operation.opcode == Opcode::kCreate && !ExpectsFailure(operation)) {
      Reopen(modelled, TreeModel::kNoFile);
    }
    return std::nullopt;
  }
  Settle(operation, modelled.name);
  switch (operation.opcode) {
    case Opcode::kCreate:
      return Create(modelled);
    case Opcode::kMkdir:
      return Mkdir(modelled);
    case Opcode::kRename:
      return Rename(modelled);
    case Opcode::kUnlink:
      return Unlink(modelled);
    case Opcode::kRmdir:
      return Rmdir(modelled);
    case Opcode::kDeltree:
      return Deltree(modelled);
    default:  // looks for a name
      return is_pattern ? std::nullopt
                        : std::optional(tree_.Exists(modelled.name));
  }
}

bool OperationModel::Create(const ModelledOperation& modelled) {
  const Operation& operation = modelled.operation;
  File file = TreeModel::kNoFile;
  bool succeeds = false;
  if ((operation.argument & kOptionDirectory) != 0) {
    succeeds = OpenDirectory(modelled);
  } else {
    succeeds = OpenFile(modelled, &file);
    if (succeeds) {
      MarkSharedName(operation);
    }
  }
  // A file that is missing does not make all that follows odd.
  const bool opens =
      ExpectsSuccess(operation) || (succeeds && !ExpectsFailure(operation));
  Reopen(modelled, opens ? std::optional(file) : std::nullopt);
  return succeeds;
}

bool OperationModel::OpenFile(const ModelledOperation& modelled, File* file) {
  const Operation& operation = modelled.operation;
  const Name name = modelled.name;
  switch (tree_.KindOf(name)) {
    case Kind::kDirectory:
      return (operation.argument & kOptionNonDirectory) == 0;
    case Kind::kFile:
      if (operation.disposition == kCreateNew &&
          operation.expectation == Expectation::kExists) {
        return false;
      }
      *file = tree_.FileOf(name);
      if (EmptiesFile(operation.disposition)) {
        tree_.Empty(*file);
      }
      return true;
    case Kind::kNothing:
      break;
  }
  if (!CreatesFile(operation.disposition) || !tree_.HasParent(name)) {
    return false;
  }
  *file = tree_.MakeFile(name);
  return true;
}

bool OperationModel::OpenDirectory(const ModelledOperation& modelled) {
  const Operation& operation = modelled.operation;
  const bool creates = CreatesFile(operation.disposition);
  if (tree_.Exists(modelled.name)) {
    return tree_.KindOf(modelled.name) == Kind::kDirectory &&
           !(creates && operation.expectation == Expectation::kExists);
  }
  if (!creates || !tree_.HasParent(modelled.name)) {
    return false;
  }
  tree_.MakeDirectory(modelled.name);
  return true;
}

bool OperationModel::Mkdir(const ModelledOperation& modelled) {
  // What is there already is right, unless the loadfile says otherwise.
  if (tree_.Exists(modelled.name)) {
    return ExpectsSuccess(modelled.operation);
  }
  if (!tree_.HasParent(modelled.name)) {
    return false;
  }
  tree_.MakeDirectory(modelled.name);
  return true;
}

bool OperationModel::Rename(const ModelledOperation& modelled) {
  const Name from = modelled.name;
  const Name to = modelled.name2;
  Settle(modelled.operation, to);
  if (!tree_.Exists(from) || from == TreeModel::kRoot || !tree_.HasParent(to) ||
      tree_.IsBelow(to, from)) {
    return false;
  }
  if (tree_.Exists(to)) {
    if (modelled.operation.expectation == Expectation::kExists) {
      return false;
    }
    if (from == to) {
      return true;
    }
    if (tree_.KindOf(from) != tree_.KindOf(to) || !tree_.IsEmpty(to) ||
        to == TreeModel::kRoot) {
      return false;
    }
    tree_.Remove(to);
  }
  MarkSharedName(modelled.operation);
  tree_.Move(from, to);
  return true;
}

std::optional<bool> OperationModel::Unlink(const ModelledOperation& modelled) {
  if (loadfile_.paths()[modelled.operation.path].has_wildcard) {
    tree_.DoubtFilesIn(tree_.ParentOf(modelled.name));
    return std::nullopt;
  }
  if (tree_.KindOf(modelled.name) != Kind::kFile) {
    return false;
  }
  MarkSharedName(modelled.operation);
  tree_.Remove(modelled.name);
  return true;
}

bool OperationModel::Rmdir(const ModelledOperation& modelled) {
  const Name name = modelled.name;
  if (tree_.KindOf(name) != Kind::kDirectory || !tree_.IsEmpty(name) ||
      name == TreeModel::kRoot) {
    return false;
  }
  tree_.Remove(name);
  return true;
}

bool OperationModel::Deltree(const ModelledOperation& modelled) {
  const Name name = modelled.name;
  if (!tree_.Exists(name)) {
    // Nothing there is what a first pass finds.
    return ExpectsSuccess(modelled.operation) && !tree_.IsBelowFile(name);
  }
  if (tree_.KindOf(name) == Kind::kFile || name == TreeModel::kRoot) {
    return false;
  }
  MarkSharedName(modelled.operation);
  tree_.RemoveTree(name);
  return true;
}

OperationModel::Handle* OperationModel::HandleOf(
    const ModelledOperation& modelled) {
  if (modelled.is_random_handle) {
    return nullptr;
  }
  std::size_t index = modelled.operation.handle;
  if (modelled.has_number) {
    const auto known = by_number_.find(modelled.number);
    index = known != by_number_.end() ? known->second : NumberHandle(modelled);
  }
  return index < handles_.size() ? &handles_[index] : nullptr;
}

// Gives a number that is not known a handle.
std::size_t OperationModel::NumberHandle(const ModelledOperation& modelled) {
  if (by_number_.size() >= kMostHandles) {
    return handles_.size();
  }
  if (free_handles_.empty()) {
    free_handles_.push_back(handles_.size());
    handles_.emplace_back();
  }
  const std::size_t index = free_handles_.back();
  free_handles_.pop_back();
  by_number_.emplace(modelled.number, index);
  return index;
}

void OperationModel::UseHandle(const ModelledOperation& modelled) {
  Handle* const handle = HandleOf(modelled);
  if (handle == nullptr) {
    return;
  }
  if (!handle->is_open) {
    if (ExpectsSuccess(modelled.operation)) {
      Raise(Issue::kHandleNotOpen);
    }
    return;
  }
  handles_fingerprint_ ^= HashOf(*handle);
  switch (modelled.operation.opcode) {
    case Opcode::kRead:
      Read(modelled, handle);
      break;
    case Opcode::kWrite:
      Write(modelled, handle);
      break;
    case Opcode::kClose:
      Close(modelled, handle);
      break;
    default:
      break;
  }
  handles_fingerprint_ ^= HashOf(*handle);
}

void OperationModel::Read(const ModelledOperation& modelled, Handle* handle) {
  const Operation& operation = modelled.operation;
  result_.is_sequential = operation.offset == handle->read_end;
  handle->read_end = operation.offset + operation.length;
  if (handle->file == TreeModel::kNoFile || !ExpectsSuccess(operation)) {
    return;
  }
  const std::int64_t left =
      std::max<std::int64_t>(tree_.SizeOf(handle->file) - operation.offset, 0);
  if (operation.expected > left) {
    Raise(Issue::kReadsBeyond);
  } else if (operation.expected < std::min(left, operation.length) &&
             !modelled.is_random_number) {
    Raise(Issue::kReadsShort);
  }
}

void OperationModel::Write(const ModelledOperation& modelled, Handle* handle) {
  const Operation& operation = modelled.operation;
  result_.is_sequential = operation.offset == handle->write_end;
  handle->write_end = operation.offset + operation.length;
  if (handle->file != TreeModel::kNoFile && !ExpectsFailure(operation)) {
    tree_.Write(handle->file, operation.offset, operation.length);
  }
}

// A handle that is open is given up even when the open fails.
void OperationModel::Reopen(const ModelledOperation& modelled,
                            std::optional<File> file) {
  Handle* const handle = HandleOf(modelled);
  if (handle == nullptr) {
    return;
  }
  handles_fingerprint_ ^= HashOf(*handle);
  if (handle->is_open) {
    Raise(Issue::kHandleReused);
    Forget(handle);
  }
  if (file) {
    handle->is_open = true;
    handle->file = *file;
    handle->opened_by = modelled.index;
    peak_open_ = std::max(peak_open_, ++open_);
  }
  if (file && *file != TreeModel::kNoFile) {
    tree_.Hold(*file);
    if ((modelled.operation.argument & kOptionDeleteOnClose) != 0) {
      handle->delete_on_close = modelled.name;
    }
  }
  handles_fingerprint_ ^= HashOf(*handle);
}

void OperationModel::Close(const ModelledOperation& modelled, Handle* handle) {
  const Name name = handle->delete_on_close;
  Forget(handle);
  if (name != TreeModel::kNoName) {
    const bool is_there = tree_.KindOf(name) == Kind::kFile;
    if (is_there) {
      tree_.Remove(name);
    }
    Judge(modelled, is_there);
  }
  const auto index = static_cast<std::size_t>(handle - handles_.data());
  if (modelled.has_number && index >= loadfile_.handle_slots()) {
    by_number_.erase(modelled.number);
    free_handles_.push_back(index);
  }
}

void OperationModel::Forget(Handle* handle) {
  if (handle->file != TreeModel::kNoFile) {
    tree_.Release(handle->file);
  }
  *handle = Handle();
  --open_;
}

std::vector<std::uint32_t> OperationModel::CloseAll() {
  std::vector<std::uint32_t> opened_by;
  for (Handle& handle : handles_) {
    if (handle.is_open) {
      opened_by.push_back(handle.opened_by);
      handles_fingerprint_ ^= HashOf(handle);
      Forget(&handle);
    }
  }
  return opened_by;
}

// 0 for a closed one.
std::uint64_t OperationModel::HashOf(const Handle& handle) const {
  if (!handle.is_open) {
    return 0;
  }
  std::uint64_t hash = static_cast<std::uint64_t>(&handle - handles_.data());
  for (const std::uint64_t value :
       {std::uint64_t{handle.file}, std::uint64_t{handle.delete_on_close},
        static_cast<std::uint64_t>(handle.read_end),
        static_cast<std::uint64_t>(handle.write_end)}) {
    hash = Mix64(hash ^ value);
  }
  return hash;
}

}  // namespace fsduel
