// mmap(2) with a net under it.
#include "sys/mapped_file.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

namespace fsduel {
namespace {

constexpr std::int64_t kPageBytes = 4096;

// Where a thread goes on when a copy of its met SIGBUS. A signal handler gets
// no argument of ours, so this cannot be a parameter.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
thread_local sigjmp_buf* t_rescue = nullptr;

void OnBusError(int signal) {
  if (t_rescue != nullptr) {
    siglongjmp(*t_rescue, 1);
  }
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  ::raise(signal);
}

void InstallHandler() {
  struct sigaction action = {};
  action.sa_handler = OnBusError;
  action.sa_flags = SA_NODEFER;  // the handler never returns
  ::sigaction(SIGBUS, &action, nullptr);
}

SysResult Copy(void* to, const void* from, std::size_t length) {
  sigjmp_buf rescue;
  t_rescue = &rescue;
  // The handler runs in this thread: the copy stays between the two marks.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (sigsetjmp(rescue, 0) != 0) {  // NOLINT(cert-err52-cpp)
    t_rescue = nullptr;
    return {-1, EIO};
  }
  std::memcpy(to, from, length);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  t_rescue = nullptr;
  return {static_cast<std::int64_t>(length), 0};
}

}  // namespace

Result<MappedFile> MappedFile::Map(int fd, std::uint64_t bytes, bool writable) {
  InstallHandler();
  void* const data =
      ::mmap(nullptr, bytes, writable ? PROT_READ | PROT_WRITE : PROT_READ,
             MAP_SHARED, fd, 0);
  if (data == MAP_FAILED) {
    return Status::FromErrno(errno, "mmap", "the file under test");
  }
  return MappedFile(static_cast<std::byte*>(data), bytes);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) {
    ::munmap(data_, bytes_);
  }
}

SysResult MappedFile::CopyOut(void* to, std::size_t length,
                              std::int64_t offset) const {
  return Copy(to, data_ + offset, length);
}

SysResult MappedFile::CopyIn(const void* from, std::size_t length,
                             std::int64_t offset) const {
  return Copy(data_ + offset, from, length);
}

SysResult MappedFile::Sync(std::size_t length, std::int64_t offset) const {
  const std::int64_t start = offset / kPageBytes * kPageBytes;
  const std::size_t bytes = length + static_cast<std::size_t>(offset - start);
  const int value = ::msync(data_ + start, bytes, MS_SYNC);
  return {value, value < 0 ? errno : 0};
}

}  // namespace fsduel
