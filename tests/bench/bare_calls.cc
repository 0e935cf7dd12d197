// The barest loop that makes the system calls of a loadfile.
#include "bench/bare_calls.h"

#include <dirent.h>
#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/random.h"
#include "workload/data_pool.h"

namespace fsduel {
namespace {

constexpr std::size_t kListBytes = 32768;
constexpr int kListFlags = O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC;
// By disposition, as dbench 4.0 opens.
constexpr int kOpenFlags[] = {
    0, 0, O_CREAT, 0, O_CREAT | O_TRUNC, O_CREAT | O_TRUNC};

ssize_t Getdents(int fd, std::vector<std::byte>* buffer) {
  return ::syscall(SYS_getdents64, fd, buffer->data(), buffer->size());
}

// Calls visit(name, type) for each entry of a buffer until it returns false.
template <typename Visitor>
bool ForEachEntry(const std::byte* at, ssize_t bytes, Visitor visit) {
  const std::byte* const end = at + bytes;
  while (at < end) {
    std::uint16_t length = 0;
    std::memcpy(&length, at + offsetof(dirent64, d_reclen), sizeof length);
    if (!visit(reinterpret_cast<const char*>(at) +
               offsetof(dirent64, d_name))) {
      return false;
    }
    at += length;
  }
  return true;
}

}  // namespace

std::vector<BareCall> PrepareCalls(const Loadfile& loadfile,
                                   std::uint32_t first, std::uint32_t last,
                                   std::span<const std::byte> pool) {
  std::vector<BareCall> calls;
  calls.reserve(last - first);
  Random random(first);
  std::vector<std::uint32_t> opened(loadfile.handle_slots() + 1, 0);
  for (std::uint32_t i = first; i < last; ++i) {
    const Operation& op = loadfile.operations()[i];
    BareCall call;
    call.opcode = op.opcode;
    call.slot = op.handle == kNoHandle ? 0 : op.handle;
    call.name = op.path == kNoPath ? 0 : op.path;
    call.name2 = op.path2 == kNoPath ? 0 : op.path2;
    call.length = static_cast<std::size_t>(op.length);
    call.offset = op.offset;
    if (op.opcode == Opcode::kSetFile) {
      call.name = opened[call.slot];  // as dbench does
    } else if (op.opcode == Opcode::kCreate) {
      call.keep = op.handle != kNoHandle;
      opened[call.slot] = op.path;
      call.flags = (op.argument & kOptionDirectory) != 0
                       ? O_DIRECTORY
                       : O_RDWR | kOpenFlags[op.disposition];
    } else if (op.opcode == Opcode::kWrite) {
      call.data = pool.data() +
                  random.Below(kDataPoolStarts / kDataPoolStep) * kDataPoolStep;
    } else if (op.opcode == Opcode::kFind) {
      call.wildcard = loadfile.paths()[op.path].has_wildcard;
    }
    calls.push_back(call);
  }
  return calls;
}

std::vector<BareName> PrepareNames(const Loadfile& loadfile,
                                   const ClientPaths& paths) {
  std::vector<BareName> names;
  for (std::uint32_t id = 0; id < loadfile.paths().size(); ++id) {
    const char* const path = paths.Get(id);
    const char* const slash = std::strrchr(path, '/');
    names.push_back(
        {path, paths.Parent(id), slash == nullptr ? path : slash + 1});
  }
  return names;
}

BareLoop::BareLoop(int root_fd, const Loadfile& loadfile,
                   std::vector<BareName> names)
    : root_fd_(root_fd),
      names_(std::move(names)),
      fds_(loadfile.handle_slots() + 1, -1),
      read_buffer_(static_cast<std::size_t>(loadfile.longest_read())),
      list_buffer_(kListBytes) {}

BareLoop::~BareLoop() {
  for (const int fd : fds_) {
    if (fd >= 0) {
      ::close(fd);
    }
  }
}

void BareLoop::Run(std::span<const BareCall> calls) {
  for (const BareCall& call : calls) {
    switch (call.opcode) {
      case Opcode::kRead:
        ::pread(fds_[call.slot], read_buffer_.data(), call.length, call.offset);
        break;
      case Opcode::kCreate:
        Create(call);
        break;
      case Opcode::kQueryPath:
        Resolve(names_[call.name]);
        break;
      case Opcode::kClose:
        ::close(fds_[call.slot]);
        fds_[call.slot] = -1;
        break;
      case Opcode::kWrite:
        ::pwrite(fds_[call.slot], call.data, call.length, call.offset);
        break;
      case Opcode::kFind:
        Resolve(names_[call.name]);
        if (call.wildcard) {
          Scan(names_[call.name].parent, nullptr, call.length);
        }
        break;
      case Opcode::kUnlink:
        Resolve(names_[call.name]);
        ::unlinkat(root_fd_, names_[call.name].path, 0);
        break;
      case Opcode::kQueryFs:
        ::fstatfs(root_fd_, &filesystem_);
        break;
      case Opcode::kQueryFile:
        ::fstat(fds_[call.slot], &status_);
        break;
      case Opcode::kSetFile:
        SetTimes(call);
        break;
      case Opcode::kFlush:
        ::fsync(fds_[call.slot]);
        break;
      case Opcode::kRename:
        Resolve(names_[call.name]);
        Resolve(names_[call.name2]);
        ::renameat(root_fd_, names_[call.name].path, root_fd_,
                   names_[call.name2].path);
        break;
      case Opcode::kLock:
      case Opcode::kUnlock:
        Lock(call);
        break;
      case Opcode::kMkdir:
        Resolve(names_[call.name]);
        ::mkdirat(root_fd_, names_[call.name].path, 0777);
        break;
      case Opcode::kRmdir:
        Resolve(names_[call.name]);
        ::unlinkat(root_fd_, names_[call.name].path, AT_REMOVEDIR);
        break;
      case Opcode::kDeltree:
        DeleteTree(names_[call.name].path);
        break;
      default:
        break;
    }
  }
}

void BareLoop::Resolve(const BareName& name) {
  if (::fstatat(root_fd_, name.path, &status_, 0) != 0) {
    Scan(name.parent, name.base, SIZE_MAX);
  }
}

void BareLoop::Scan(const char* parent, const char* base, std::size_t most) {
  const int fd = ::openat(root_fd_, parent, kListFlags);
  if (fd < 0) {
    return;
  }
  ::fstat(fd, &status_);  // as opendir(3) does
  std::size_t seen = 0;
  const auto go_on = [&](const char* entry) {
    return base == nullptr ? ++seen < most : ::strcasecmp(entry, base) != 0;
  };
  ssize_t bytes = 0;
  while ((bytes = Getdents(fd, &list_buffer_)) > 0 &&
         ForEachEntry(list_buffer_.data(), bytes, go_on)) {
  }
  ::close(fd);
}

void BareLoop::Create(const BareCall& call) {
  Resolve(names_[call.name]);
  if (call.flags == O_DIRECTORY) {
    CreateDirectory(call);
    return;
  }
  int fd =
      ::openat(root_fd_, names_[call.name].path, call.flags | O_CLOEXEC, 0600);
  if (fd < 0 && errno == EISDIR) {
    fd = ::openat(root_fd_, names_[call.name].path,
                  O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  Keep(call, fd);
}

void BareLoop::CreateDirectory(const BareCall& call) {
  ::mkdirat(root_fd_, names_[call.name].path, 0700);
  Keep(call, ::openat(root_fd_, names_[call.name].path,
                      O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

void BareLoop::Keep(const BareCall& call, int fd) {
  if (fd < 0) {
    return;
  }
  ::fstat(fd, &status_);
  if (call.keep) {
    fds_[call.slot] = fd;
  } else {
    ::close(fd);
  }
}

void BareLoop::SetTimes(const BareCall& call) {
  ::fstat(fds_[call.slot], &status_);
  const timespec times[2] = {{status_.st_atim.tv_sec - 10, 0},
                             {status_.st_mtim.tv_sec - 12, 0}};
  ::utimensat(root_fd_, names_[call.name].path, times, 0);
}

void BareLoop::Lock(const BareCall& call) {
  struct flock lock = {};
  lock.l_type = call.opcode == Opcode::kLock ? F_WRLCK : F_UNLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = call.offset;
  lock.l_len = static_cast<off_t>(call.length);
  ::fcntl(fds_[call.slot], F_SETLKW, &lock);
}

void BareLoop::DeleteTree(const char* path) {
  const int fd = ::openat(root_fd_, path, kListFlags | O_NOFOLLOW);
  if (fd >= 0) {
    DeleteBelow(fd);
    ::close(fd);
  }
}

void BareLoop::DeleteBelow(int fd) {
  std::vector<std::byte> buffer(kListBytes);
  ssize_t bytes = 0;
  const auto remove = [&](const char* name) {
    if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0 ||
        ::fstatat(fd, name, &status_, AT_SYMLINK_NOFOLLOW) != 0) {
      return true;
    }
    if (!S_ISDIR(status_.st_mode)) {
      ::unlinkat(fd, name, 0);
      return true;
    }
    const int below = ::openat(fd, name, kListFlags | O_NOFOLLOW);
    if (below >= 0) {
      DeleteBelow(below);
      ::close(below);
    }
    return true;
  };
  while ((bytes = Getdents(fd, &buffer)) > 0) {
    ForEachEntry(buffer.data(), bytes, remove);
  }
}

}  // namespace fsduel
