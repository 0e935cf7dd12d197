// io_uring: a queue of reads and writes of one file, used by one thread.
// Built on liburing.
#ifndef FSDUEL_SYS_URING_H_
#define FSDUEL_SYS_URING_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/status.h"
#include "sys/sys.h"

struct io_uring;
struct iovec;

namespace fsduel {

struct UringSpec {
  std::uint32_t depth = 1;
  bool poll_submission = false;  // IORING_SETUP_SQPOLL
  bool poll_completion = false;  // IORING_SETUP_IOPOLL: direct I/O only
};

struct UringDone {
  std::uint32_t place = 0;  // as given to Queue
  SysResult result{0, 0};
};

class Uring {
 public:
  // Fails where the kernel has no io_uring or forbids it, and says so.
  static Result<Uring> Create(const UringSpec& spec);
  Uring(Uring&& other) noexcept;
  Uring& operator=(Uring&& other) noexcept;
  Uring(const Uring&) = delete;
  Uring& operator=(const Uring&) = delete;
  ~Uring();

  // The file and the buffers, one per place, that all operations use; pinned
  // once instead of per operation. `buffers` are `depth` blocks, one after the
  // other.
  Status Register(int fd, std::byte* buffers, std::size_t block_bytes);

  // Prepares an operation of `length` bytes between the buffer of `place` and
  // the file. REQUIRES: Register, and place has nothing in flight.
  void Queue(bool write, std::uint32_t place, std::size_t length,
             std::int64_t offset);
  // Hands over what was queued and waits until at least one operation is done,
  // in one call. An errno, 0 = fine; EINTR when a signal came.
  int SubmitAndWait();
  // Takes at most done.size() finished operations; returns how many.
  std::size_t Reap(std::span<UringDone> done);

 private:
  struct Delete {
    void operator()(io_uring* ring) const;
  };
  Uring(std::unique_ptr<io_uring, Delete> ring, std::uint32_t depth)
      : ring_(std::move(ring)), depth_(depth) {}

  std::unique_ptr<io_uring, Delete> ring_;
  std::uint32_t depth_;
  std::byte* buffers_ = nullptr;
  std::size_t block_bytes_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_SYS_URING_H_
