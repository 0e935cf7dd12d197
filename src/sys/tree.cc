// The fd-relative walk that removes trees.
#include "sys/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

#include "base/text.h"

namespace fsduel {
namespace {

// Deeper directories are moved up to the top before they are removed: renames
// can make a tree deeper than any number of descriptors.
constexpr int kMostLevels = 64;
constexpr std::size_t kListBytes = 32768;
constexpr std::size_t kMarkerBytes = 65536;

// Without openat2 (before Linux 5.6, or filtered): the same by hand, enough for
// one component.
Result<UniqueFd> OpenBelowByHand(int parent, const std::string& name) {
  UniqueFd fd(::openat(parent, name.c_str(),
                       O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  struct stat outer = {};
  struct stat inner = {};
  if (!fd.valid() || ::fstat(parent, &outer) != 0 ||
      ::fstat(fd.get(), &inner) != 0) {
    return Status::FromErrno(errno, "openat", name);
  }
  if (outer.st_dev != inner.st_dev) {
    return Status::FromErrno(EXDEV, "openat", name);
  }
  return fd;
}

Result<UniqueFd> OpenBelow(int parent, const std::string& name) {
  open_how how = {};
  how.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
  how.resolve = RESOLVE_NO_XDEV | RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH;
  int fd = 0;
  do {
    fd = static_cast<int>(
        ::syscall(SYS_openat2, parent, name.c_str(), &how, sizeof how));
  } while (fd < 0 && (errno == EINTR || errno == EAGAIN));
  if (fd < 0 && (errno == ENOSYS || errno == EPERM)) {
    return OpenBelowByHand(parent, name);
  }
  if (fd < 0) {
    return Status::FromErrno(errno, "openat2", name);
  }
  return UniqueFd(fd);
}

// Names in directory `fd`, without . and ..
Result<std::vector<std::string>> ListNames(int fd) {
  std::vector<std::string> names;
  std::vector<char> buffer(kListBytes);
  ::lseek(fd, 0, SEEK_SET);
  for (;;) {
    const long bytes =
        ::syscall(SYS_getdents64, fd, buffer.data(), buffer.size());
    if (bytes < 0) {
      return Status::FromErrno(errno, "getdents64", "directory");
    }
    if (bytes == 0) {
      return names;
    }
    for (long at = 0; at < bytes;) {
      unsigned short length = 0;
      std::memcpy(
          &length,
          &buffer[static_cast<std::size_t>(at) + offsetof(dirent64, d_reclen)],
          sizeof length);
      const char* const name =
          &buffer[static_cast<std::size_t>(at) + offsetof(dirent64, d_name)];
      if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) {
        names.emplace_back(name);
      }
      at += length;
    }
  }
}

class TreeRemover {
 public:
  explicit TreeRemover(int top) : top_(top) {}

  Status Empty(int fd, int level) {
    for (;;) {
      Result<std::vector<std::string>> names = ListNames(fd);
      if (!names.ok()) {
        return names.status();
      }
      if (names->empty()) {
        return Status::Ok();
      }
      // The marker goes last: a removal that is cut off can be taken up again.
      const bool keep_marker = level == 0 && names->size() > 1;
      for (const std::string& name : names.value()) {
        if (keep_marker && name == kMarkerName) {
          continue;
        }
        if (Status status = RemoveOne(fd, name, level); !status.ok()) {
          return status;
        }
      }
    }
  }

  Status RemoveOne(int fd, const std::string& name, int level) {
    if (::unlinkat(fd, name.c_str(), 0) == 0 || errno == ENOENT) {
      return Status::Ok();
    }
    if (errno != EISDIR && errno != EPERM) {
      return Status::FromErrno(errno, "unlinkat", name);
    }
    if (level >= kMostLevels) {
      return MoveUp(fd, name);
    }
    Result<UniqueFd> child = OpenBelow(fd, name);
    if (!child.ok()) {
      return child.status();
    }
    if (Status status = Empty(child->get(), level + 1); !status.ok()) {
      return status;
    }
    if (::unlinkat(fd, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) {
      return Status::FromErrno(errno, "rmdir", name);
    }
    return Status::Ok();
  }

 private:
  Status MoveUp(int fd, const std::string& name) {
    const std::string target = fmt::format(".fsduel-removed-{}", ++moved_);
    if (::renameat(fd, name.c_str(), top_, target.c_str()) != 0) {
      return Status::FromErrno(errno, "renameat", name);
    }
    return Status::Ok();
  }

  int top_;
  int moved_ = 0;
};

}  // namespace

Result<UniqueFd> OpenDirectory(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) {
    return Status::FromErrno(errno, "open", path);
  }
  return UniqueFd(fd);
}

Result<UniqueFd> OpenDirectoryAt(int parent, const std::string& name) {
  return OpenBelow(parent, name);
}

Result<UniqueFd> MakeDirectoryAt(int parent, const std::string& name) {
  constexpr mode_t kOwnerOnly = 0700;
  if (::mkdirat(parent, name.c_str(), kOwnerOnly) != 0) {
    return Status::FromErrno(errno, "mkdir", name);
  }
  return OpenBelow(parent, name);
}

Status WriteMarker(int fd, std::string_view text) {
  const UniqueFd file(
      ::openat(fd, kMarkerName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.valid()) {
    return Status::FromErrno(errno, "create", kMarkerName);
  }
  const ssize_t written = ::write(file.get(), text.data(), text.size());
  if (written != static_cast<ssize_t>(text.size())) {
    return Status::FromErrno(written < 0 ? errno : ENOSPC, "write",
                             kMarkerName);
  }
  return Status::Ok();
}

std::string ReadMarker(int fd) {
  const UniqueFd file(
      ::openat(fd, kMarkerName, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  std::string text(kMarkerBytes, '\0');
  const ssize_t bytes =
      file.valid() ? ::read(file.get(), text.data(), text.size()) : 0;
  text.resize(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
  return text;
}

bool ExistsAt(int parent, const std::string& name) {
  struct stat status = {};
  return ::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

Status RemoveContents(int fd) {
  return TreeRemover(fd).Empty(fd, 0);
}

Status RemoveMarkedTree(int parent, const std::string& name,
                        std::string_view text) {
  if (!ExistsAt(parent, name)) {
    return Status::Ok();
  }
  Result<UniqueFd> tree = OpenBelow(parent, name);
  if (!tree.ok()) {
    return tree.status();
  }
  const std::string marker = ReadMarker(tree->get());
  // Made, but its maker was killed before it could mark it: then it is empty.
  if (marker.empty() && ::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0) {
    return Status::Ok();
  }
  if (marker != text) {
    return Status::System(
        fmt::format("{}: not removed, its {} is not the one of this run",
                    Quote(name), kMarkerName));
  }
  if (Status status = RemoveContents(tree->get()); !status.ok()) {
    return status;
  }
  if (::unlinkat(parent, name.c_str(), AT_REMOVEDIR) != 0) {
    return Status::FromErrno(errno, "rmdir", name);
  }
  return Status::Ok();
}

Status RemoveAnyAt(int parent, const std::string& name) {
  return TreeRemover(parent).RemoveOne(parent, name, 1);
}

Status SyncFilesystem(int fd) {
  if (::syncfs(fd) != 0) {
    return Status::FromErrno(errno, "syncfs", "directory under test");
  }
  return Status::Ok();
}

}  // namespace fsduel
