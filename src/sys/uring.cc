// liburing, wrapped.
#include "sys/uring.h"

#include <liburing.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace fsduel {

void Uring::Delete::operator()(io_uring* ring) const {
  ::io_uring_queue_exit(ring);
  delete ring;
}

Uring::Uring(Uring&& other) noexcept = default;
Uring& Uring::operator=(Uring&& other) noexcept = default;
Uring::~Uring() = default;

Result<Uring> Uring::Create(const UringSpec& spec) {
  io_uring_params params{};
  if (spec.poll_submission) {
    constexpr unsigned kIdleMs = 1000;
    params.flags |= IORING_SETUP_SQPOLL;
    params.sq_thread_idle = kIdleMs;
  }
  if (spec.poll_completion) {
    params.flags |= IORING_SETUP_IOPOLL;
  }
  auto ring = std::make_unique<io_uring>();
  const int error =
      -::io_uring_queue_init_params(spec.depth, ring.get(), &params);
  if (error != 0) {
    return Status::FromErrno(error, "io_uring_setup", "io_uring");
  }
  return Uring(std::unique_ptr<io_uring, Delete>(ring.release()), spec.depth);
}

Status Uring::Register(int fd, std::byte* buffers, std::size_t block_bytes) {
  buffers_ = buffers;
  block_bytes_ = block_bytes;
  if (const int error = -::io_uring_register_files(ring_.get(), &fd, 1);
      error != 0) {
    return Status::FromErrno(error, "io_uring_register_files", "io_uring");
  }
  std::vector<iovec> parts(depth_);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i] = {buffers + i * block_bytes, block_bytes};
  }
  const int error = -::io_uring_register_buffers(
      ring_.get(), parts.data(), static_cast<unsigned>(parts.size()));
  return error == 0 ? Status::Ok()
                    : Status::FromErrno(error, "io_uring_register_buffers",
                                        "io_uring");
}

void Uring::Queue(bool write, std::uint32_t place, std::size_t length,
                  std::int64_t offset) {
  io_uring_sqe* const entry = ::io_uring_get_sqe(ring_.get());
  std::byte* const data = buffers_ + place * block_bytes_;
  const auto bytes = static_cast<unsigned>(length);
  const auto at = static_cast<__u64>(offset);
  if (write) {
    ::io_uring_prep_write_fixed(entry, 0, data, bytes, at,
                                static_cast<int>(place));
  } else {
    ::io_uring_prep_read_fixed(entry, 0, data, bytes, at,
                               static_cast<int>(place));
  }
  entry->flags |= IOSQE_FIXED_FILE;
  entry->user_data = place;
}

int Uring::SubmitAndWait() {
  const int submitted = ::io_uring_submit_and_wait(ring_.get(), 1);
  return submitted < 0 ? -submitted : 0;
}

std::size_t Uring::Reap(std::span<UringDone> done) {
  constexpr unsigned kBatch = 64;
  std::array<io_uring_cqe*, kBatch> entries{};
  const unsigned most = std::min(kBatch, static_cast<unsigned>(done.size()));
  const unsigned count =
      ::io_uring_peek_batch_cqe(ring_.get(), entries.data(), most);
  for (unsigned i = 0; i < count; ++i) {
    const int value = entries[i]->res;
    done[i] = {static_cast<std::uint32_t>(entries[i]->user_data),
               {value < 0 ? -1 : value, value < 0 ? -value : 0}};
  }
  ::io_uring_cq_advance(ring_.get(), count);
  return count;
}

}  // namespace fsduel
