// FileExecutor: the operations on names. Included by file_executor-inl.h.
#ifndef FSDUEL_ENGINE_DIRECTORY_OPERATIONS_INL_H_
#define FSDUEL_ENGINE_DIRECTORY_OPERATIONS_INL_H_

#include <dirent.h>
#include <fcntl.h>
#include <strings.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "engine/file_executor.h"
#include "engine/judge.h"
#include "engine/wildcard.h"

namespace fsduel {

inline constexpr mode_t kFileMode = 0600;
inline constexpr mode_t kDirectoryMode = 0700;  // by NTCreateX
inline constexpr mode_t kMkdirMode = 0777;      // by Mkdir
inline constexpr int kListFlags = O_RDONLY | O_NONBLOCK | O_DIRECTORY;

// Open flags by disposition. dbench4: facts of dbench 4.0 (OPEN_IF does not
// create, OVERWRITE does); posix: MS-SMB2 2.2.13, CreateDisposition.
inline constexpr std::array<int, 6> kDbenchFlags = {
    0, 0, O_CREAT, 0, O_CREAT | O_TRUNC, O_CREAT | O_TRUNC};
inline constexpr std::array<int, 6> kPosixFlags = {
    O_CREAT | O_TRUNC, 0, O_CREAT, O_CREAT, O_TRUNC, O_CREAT | O_TRUNC};

template <typename SysType>
Outcome FileExecutor<SysType>::Create(const Operation& op) {
  if (options_.resolve_names) {
    Resolve(op.path);
  }
  if (options_.stat_check) [[unlikely]] {
    StatCheck(op.path);
  }
  if ((op.argument & kOptionDirectory) != 0) {
    return CreateDirectory(op);
  }
  const char* const path = client_.paths->Get(op.path);
  int flags = O_RDWR | options_.open_flags;
  if (options_.dbench4) {
    flags |= kDbenchFlags[op.disposition];
  } else {
    flags |= kPosixFlags[op.disposition];
    if (op.disposition == kCreateNew &&
        op.expectation == Expectation::kExists) {
      flags |= O_EXCL;
    }
    if ((op.argument & kOptionWriteThrough) != 0) {
      flags |= O_DSYNC;
    }
  }
  SysResult opened = Retry(
      [&] { return sys_.OpenAt(client_.root_fd, path, flags, kFileMode); });
  bool directory = false;
  if (opened.error == EISDIR &&
      (options_.dbench4 || (op.argument & kOptionNonDirectory) == 0)) {
    directory = true;
    opened = Retry([&] {
      return sys_.OpenAt(client_.root_fd, path, O_RDONLY | O_DIRECTORY);
    });
  }
  if (opened.ok() && options_.sync_dirs && (flags & O_CREAT) != 0) {
    SyncParent(op.path, false);
  }
  return KeepOpen(op, opened, directory);
}

template <typename SysType>
Outcome FileExecutor<SysType>::CreateDirectory(const Operation& op) {
  const char* const path = client_.paths->Get(op.path);
  const bool create = options_.dbench4 ||
                      (op.disposition != kOpen && op.disposition != kOverwrite);
  if (create) {
    const SysResult made = Retry(
        [&] { return sys_.MkdirAt(client_.root_fd, path, kDirectoryMode); });
    // A directory that is there already is right: passes repeat, and clients
    // may share a tree. It is wrong only where the loadfile says so.
    if (!made.ok() && !options_.dbench4 &&
        (made.error != EEXIST || op.expectation == Expectation::kExists)) {
      return KeepOpen(op, made, true);
    }
    if (made.ok() && options_.sync_dirs) {
      SyncParent(op.path, false);
    }
  }
  return KeepOpen(op, Retry([&] {
                    return sys_.OpenAt(client_.root_fd, path,
                                       O_RDONLY | O_DIRECTORY);
                  }),
                  true);
}

// Puts a new descriptor into its slot, or closes it when the loadfile expected
// a failure.
template <typename SysType>
Outcome FileExecutor<SysType>::KeepOpen(const Operation& op, SysResult opened,
                                        bool directory) {
  HandleSlot* const slot =
      op.handle < handles_.size() ? &handles_[op.handle] : nullptr;
  if (slot != nullptr && slot->fd >= 0) [[unlikely]] {
    Forget(slot);
  }
  if (!opened.ok()) {
    return FinishError(op, opened.error);
  }
  const int fd = static_cast<int>(opened.value);
  int error = 0;
  if (options_.dbench4) {
    error = sys_.Fstat(fd, &status_).error;
  }
  if (options_.xattr && !directory) {
    QueryXattr(fd);
    error = error == 0 ? StoreXattr(fd) : error;
  }
  if (slot == nullptr || (op.expectation != Expectation::kSuccess &&
                          op.expectation != Expectation::kAny)) [[unlikely]] {
    sys_.Close(fd);
    return FinishError(op, error);
  }
  slot->fd = fd;
  slot->path = op.path;
  slot->directory = directory;
  slot->written = false;
  slot->delete_on_close = !options_.dbench4 && !directory &&
                          (op.argument & kOptionDeleteOnClose) != 0;
  if (client_.paths->IsDynamic(op.path)) [[unlikely]] {
    dynamic_names_[op.handle] = client_.paths->Get(op.path);
  }
  return Finish(op, {0, error});
}

template <typename SysType>
Outcome FileExecutor<SysType>::Rename(const Operation& op) {
  if (options_.resolve_names) {
    Resolve(op.path);
    Resolve(op.path2);
  }
  if (options_.stat_check) [[unlikely]] {
    StatCheck(op.path);
  }
  const bool keep = !options_.dbench4 && op.expectation == Expectation::kExists;
  SysResult result = Retry([&] {
    return sys_.RenameAt(client_.root_fd, client_.paths->Get(op.path),
                         client_.paths->Get(op.path2),
                         keep ? RENAME_NOREPLACE : 0U);
  });
  if (result.ok() && (options_.sync_dirs || options_.dbench_sync_dirs)) {
    result.error = SyncParent(op.path2, options_.dbench_sync_dirs);
    if (options_.sync_dirs && result.error == 0 &&
        std::strcmp(client_.paths->Parent(op.path),
                    client_.paths->Parent(op.path2)) != 0) {
      result.error = SyncParent(op.path, false);
    }
  }
  return Finish(op, result);
}

template <typename SysType>
Outcome FileExecutor<SysType>::Unlink(const Operation& op) {
  if (options_.resolve_names) {
    Resolve(op.path);
  }
  const char* const path = client_.paths->Get(op.path);
  if (!options_.dbench4 && client_.paths->IsPattern(op.path)) [[unlikely]] {
    return UnlinkMatching(op);
  }
  SysResult result =
      Retry([&] { return sys_.UnlinkAt(client_.root_fd, path); });
  if (result.ok() && (options_.sync_dirs || options_.dbench_sync_dirs)) {
    result.error = SyncParent(op.path, options_.dbench_sync_dirs);
  }
  return Finish(op, result);
}

// Unlink with a pattern, as SMB has it: every matching file; ENOENT when there
// is none.
template <typename SysType>
Outcome FileExecutor<SysType>::UnlinkMatching(const Operation& op) {
  const NamePattern pattern(client_.paths->Base(op.path));
  const SysResult parent = Retry([&] {
    return sys_.OpenAt(client_.root_fd, client_.paths->Parent(op.path),
                       kListFlags);
  });
  if (!parent.ok()) {
    return FinishError(op, parent.error);
  }
  const int fd = static_cast<int>(parent.value);
  int failed = 0;
  std::uint64_t removed = 0;
  const int listed = ForEachEntry(
      fd, list_buffer_.get(), [&](const char* name, unsigned char type) {
        if (type != DT_DIR && pattern.Matches(name)) {
          failed = Retry([&] { return sys_.UnlinkAt(fd, name); }).error;
          removed += failed == 0 ? 1 : 0;
        }
        return failed == 0;
      });
  sys_.Close(fd);
  const int none = removed == 0 ? ENOENT : 0;
  return Finish(op, {0, listed != 0 ? listed : failed != 0 ? failed : none});
}

template <typename SysType>
Outcome FileExecutor<SysType>::Rmdir(const Operation& op) {
  if (options_.stat_check) [[unlikely]] {
    StatCheck(op.path);
  }
  if (options_.resolve_names) {
    Resolve(op.path);
  }
  SysResult result = Retry([&] {
    return sys_.UnlinkAt(client_.root_fd, client_.paths->Get(op.path),
                         AT_REMOVEDIR);
  });
  if (result.ok() && (options_.sync_dirs || options_.dbench_sync_dirs)) {
    result.error = SyncParent(op.path, options_.dbench_sync_dirs);
  }
  return Finish(op, result);
}

template <typename SysType>
Outcome FileExecutor<SysType>::Mkdir(const Operation& op) {
  if (options_.resolve_names) {
    Resolve(op.path);
  }
  if (options_.stat_check) [[unlikely]] {
    StatCheck(op.path);
  }
  SysResult result = Retry([&] {
    return sys_.MkdirAt(client_.root_fd, client_.paths->Get(op.path),
                        kMkdirMode);
  });
  if (result.ok() && options_.sync_dirs) {
    result.error = SyncParent(op.path, false);
  }
  if (result.error == EEXIST && op.expectation == Expectation::kSuccess) {
    result.error = 0;  // see CreateDirectory
  }
  return Finish(op, result);
}

template <typename SysType>
Outcome FileExecutor<SysType>::Deltree(const Operation& op) {
  const char* const path = client_.paths->Get(op.path);
  const SysResult opened = Retry([&] {
    return sys_.OpenAt(client_.root_fd, path, kListFlags | O_NOFOLLOW);
  });
  if (!opened.ok()) {
    // Nothing there is what a first pass finds.
    const bool missing =
        opened.error == ENOENT && op.expectation == Expectation::kSuccess;
    return Finish(op, {0, missing ? 0 : opened.error});
  }
  const int fd = static_cast<int>(opened.value);
  int error = RemoveBelow(fd, 0);
  sys_.Close(fd);
  if (!options_.dbench4 && error == 0) {
    error = Retry([&] {
              return sys_.UnlinkAt(client_.root_fd, path, AT_REMOVEDIR);
            }).error;
  }
  return Finish(op, {0, error});
}

// dbench4: files only, directories stay.
template <typename SysType>
int FileExecutor<SysType>::RemoveBelow(int fd, int level) {
  constexpr int kMostLevels = 256;
  if (level > kMostLevels) {
    return ELOOP;
  }
  AlignedBuffer own;
  std::byte* buffer = list_buffer_.get();
  if (level > 0) {  // the levels above are in the middle of theirs
    own = Allocate(kListBytes);
    buffer = own.get();
  }
  int failed = 0;
  const int listed =
      ForEachEntry(fd, buffer, [&](const char* name, unsigned char type) {
        if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) {
          failed = RemoveEntry(fd, name, type, level);
        }
        return failed == 0;
      });
  return failed != 0 ? failed : listed;
}

template <typename SysType>
int FileExecutor<SysType>::RemoveEntry(int fd, const char* name,
                                       unsigned char type, int level) {
  bool directory = type == DT_DIR;
  if (options_.dbench4 || type == DT_UNKNOWN) {
    const SysResult known =
        sys_.FstatAt(fd, name, &status_, AT_SYMLINK_NOFOLLOW);
    if (!known.ok()) {
      return known.error;
    }
    directory = S_ISDIR(status_.st_mode);
  }
  if (!directory) {
    return Retry([&] { return sys_.UnlinkAt(fd, name); }).error;
  }
  const SysResult child =
      Retry([&] { return sys_.OpenAt(fd, name, kListFlags | O_NOFOLLOW); });
  if (!child.ok()) {
    return child.error;
  }
  const int error = RemoveBelow(static_cast<int>(child.value), level + 1);
  sys_.Close(static_cast<int>(child.value));
  if (error != 0 || options_.dbench4) {
    return error;
  }
  return Retry([&] { return sys_.UnlinkAt(fd, name, AT_REMOVEDIR); }).error;
}

template <typename SysType>
Outcome FileExecutor<SysType>::QueryPath(const Operation& op) {
  if (options_.resolve_names) {
    Resolve(op.path);
    if (options_.dbench4) {
      return {};  // all that dbench does, and it ignores the status
    }
  }
  return Finish(op, Retry([&] {
                  return sys_.FstatAt(client_.root_fd,
                                      client_.paths->Get(op.path), &status_);
                }));
}

template <typename SysType>
Outcome FileExecutor<SysType>::Find(const Operation& op) {
  if (options_.resolve_names) {
    Resolve(op.path);
  }
  if (!client_.paths->IsPattern(op.path)) {
    if (options_.dbench4 && options_.resolve_names) {
      return {};
    }
    return Finish(op, Retry([&] {
                    return sys_.FstatAt(client_.root_fd,
                                        client_.paths->Get(op.path), &status_);
                  }));
  }
  std::int64_t found = 0;
  if (options_.dbench4) {
    return Finish(op,
                  {0, ForEachSibling(op.path, [&](const char*, unsigned char) {
                     return ++found < op.length;
                   })});
  }
  const NamePattern pattern(client_.paths->Base(op.path));
  const int error =
      ForEachSibling(op.path, [&](const char* name, unsigned char) {
        found += pattern.Matches(name) ? 1 : 0;
        return found < op.length;
      });
  return Finish(op, {0, error != 0 ? error : found == 0 ? ENOENT : 0});
}

template <typename SysType>
void FileExecutor<SysType>::Resolve(std::uint32_t path) {
  ++resolution_.lookups;
  ++resolution_.calls;
  const char* const name = client_.paths->Get(path);
  if (sys_.FstatAt(client_.root_fd, name, &status_).ok()) {
    if (options_.xattr) {
      sys_.Getxattr(name, "user.DosAttrib", attribute_.data(),
                    attribute_.size());
    }
    return;
  }
  ScanForName(path);
}

template <typename SysType>
void FileExecutor<SysType>::ScanForName(std::uint32_t path) {
  const char* const name = client_.paths->Base(path);
  const std::uint64_t calls_before = directory_calls_;
  ForEachSibling(path, [name](const char* entry, unsigned char) {
    // Letters that differ in case only differ in one bit: most names are told
    // apart without a call.
    constexpr int kCaseBit = 0x20;
    return ((*entry ^ *name) & ~kCaseBit) != 0 || strcasecmp(entry, name) != 0;
  });
  ++resolution_.scans;
  resolution_.calls += directory_calls_ - calls_before;
}

template <typename SysType>
template <typename Visitor>
int FileExecutor<SysType>::ForEachSibling(std::uint32_t path, Visitor visit) {
  const SysResult opened =
      sys_.OpenAt(client_.root_fd, client_.paths->Parent(path), kListFlags);
  ++directory_calls_;
  if (!opened.ok()) {
    return opened.error;
  }
  const int fd = static_cast<int>(opened.value);
  if (options_.dbench4) {
    // as opendir(3) does
    sys_.Fstat(fd, &status_);
    ++directory_calls_;
  }
  const int error = ForEachEntry(fd, list_buffer_.get(), visit);
  sys_.Close(fd);
  ++directory_calls_;
  return error;
}

template <typename SysType>
template <typename Visitor>
int FileExecutor<SysType>::ForEachEntry(int fd, std::byte* buffer,
                                        Visitor visit) {
  for (;;) {
    const SysResult listed = sys_.Getdents(fd, buffer, kListBytes);
    ++directory_calls_;
    if (!listed.ok()) {
      return listed.error;
    }
    if (listed.value == 0) {
      return 0;
    }
    for (std::int64_t at = 0; at < listed.value;) {
      const std::byte* const entry = buffer + at;
      std::uint16_t length = 0;
      std::memcpy(&length, entry + offsetof(dirent64, d_reclen), sizeof length);
      const auto type =
          static_cast<unsigned char>(entry[offsetof(dirent64, d_type)]);
      if (!visit(
              reinterpret_cast<const char*>(entry) + offsetof(dirent64, d_name),
              type)) {
        return 0;
      }
      at += length;
    }
  }
}

template <typename SysType>
void FileExecutor<SysType>::StatCheck(std::uint32_t path) {
  sys_.FstatAt(client_.root_fd, client_.paths->Get(path), &status_);
}

template <typename SysType>
void FileExecutor<SysType>::QueryXattr(int fd) {
  sys_.Fgetxattr(fd, "user.DosAttrib", attribute_.data(), attribute_.size());
}

template <typename SysType>
int FileExecutor<SysType>::StoreXattr(int fd) {
  std::array<std::uint64_t, 6> value = {};
  value[0] = data_position_;
  return sys_.Fsetxattr(fd, "user.DosAttrib", value.data(), kAttributeBytes)
      .error;
}

template <typename SysType>
int FileExecutor<SysType>::SyncParent(std::uint32_t path, bool data_only) {
  const SysResult opened = Retry([&] {
    return sys_.OpenAt(client_.root_fd, client_.paths->Parent(path),
                       O_RDONLY | O_DIRECTORY);
  });
  if (!opened.ok()) {
    return opened.error;
  }
  const int fd = static_cast<int>(opened.value);
  const SysResult synced =
      Retry([&] { return data_only ? sys_.Fdatasync(fd) : sys_.Fsync(fd); });
  sys_.Close(fd);
  return synced.error;
}

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_DIRECTORY_OPERATIONS_INL_H_
