// UringWorker: a queue of blocks in flight. The time of an operation is from
// the moment it was queued to the moment its completion was seen.
#include <cerrno>

#include "sweep/worker-inl.h"

namespace fsduel {

UringWorker::UringWorker(const WorkerTask& task)
    : WorkerBase(task, Sys<>(), MonotonicClock()),
      buffers_(
          AllocateAligned(std::size_t{task.block_bytes} * task.uring.depth)),
      flights_(task.uring.depth),
      random_(task.seed) {}

WorkerReport UringWorker::Run() {
  std::fill_n(buffers_.get(),
              std::size_t{task_.block_bytes} * task_.uring.depth, std::byte{1});
  if (Open()) {
    Result<Uring> ring = Uring::Create(task_.uring);
    Status status = ring.status();
    if (status.ok()) {
      ring_.emplace(std::move(ring).value());
      status = ring_->Register(fd_, buffers_.get(), task_.block_bytes);
    }
    if (!status.ok()) {
      FailToStart(status.message());
    }
  }
  offsets_.emplace(task_.offsets);
  data_.emplace(task_.data);
  left_ = task_.operations;
  Arrive();
  if (started()) {
    Work();
  }
  ring_.reset();
  Finish();
  return report_;
}

void UringWorker::Work() {
  std::vector<UringDone> done(task_.uring.depth);
  std::int64_t now = clock_.Now();
  std::uint32_t in_flight = 0;
  bool go_on = true;
  for (std::uint32_t place = 0; place < task_.uring.depth && go_on; ++place) {
    go_on = QueueNext(place, now);
    in_flight += go_on ? 1 : 0;
  }
  while (in_flight != 0) {
    const int error = ring_->SubmitAndWait();
    if (error != 0 && error != EINTR) {
      GiveUp(task_.pattern.writes(), error, 0, 0);
      return;
    }
    const std::size_t count = ring_->Reap(done);
    now = clock_.Now();
    for (std::size_t i = 0; i < count; ++i) {
      --in_flight;
      go_on = Complete(done[i], now) && go_on;
      if (go_on && QueueNext(done[i].place, now)) {
        ++in_flight;
      }
    }
  }
}

// False when this thread begins nothing more.
bool UringWorker::QueueNext(std::uint32_t place, std::int64_t now) {
  if (left_ == 0) {
    return false;
  }
  if (task_.control->attention() != attention_) [[unlikely]] {
    if (!Attend()) {
      left_ = 0;
      return false;
    }
  }
  bool write = task_.pattern.writes();
  if (task_.pattern.row->access == BlockAccess::kMixed) {
    write = random_.Below(kPercent) >=
            static_cast<std::uint64_t>(task_.pattern.parameter);
  }
  if (write && task_.limit_written && !ReserveBlock()) {
    left_ = 0;
    return false;
  }
  --left_;
  Flight& flight = flights_[place];
  flight.offset =
      static_cast<std::int64_t>(offsets_->Next()) * task_.block_bytes;
  flight.write = write;
  flight.start_ns = now;
  if (write) {
    // The kernel reads it from the registered buffer.
    std::byte* const block =
        buffers_.get() + std::size_t{place} * task_.block_bytes;
    if (task_.verifier != nullptr) {
      task_.verifier->Prepare(flight.offset, {block, task_.block_bytes});
      task_.verifier->Written();
    } else {
      std::memcpy(block, data_->Next(), task_.block_bytes);
    }
    wrote_ = true;
  }
  if (write || task_.verifier != nullptr) {
    flight.start_ns = clock_.Now();  // filling is not the storage's time
  }
  Operation op;
  op.opcode = write ? Opcode::kWrite : Opcode::kRead;
  op.handle = task_.number;
  op.offset = flight.offset;
  op.length = task_.block_bytes;
  task_.stats.slot(place).Publish(SlotState::kRunning, &op, 0, flight.start_ns);
  ring_->Queue(write, place, task_.block_bytes, flight.offset);
  return true;
}

// False when the phase is over for this thread.
bool UringWorker::Complete(const UringDone& done, std::int64_t now) {
  const Flight& flight = flights_[done.place];
  task_.stats.slot(done.place).PublishIdle();
  if (done.result.value != task_.block_bytes) [[unlikely]] {
    GiveUp(flight.write, done.result.error,
           std::max<std::int64_t>(done.result.value, 0), flight.offset);
    left_ = 0;
    return false;
  }
  const bool go_on =
      Record(flight.write, flight.start_ns, now, done.result.value);
  if (!flight.write && task_.verifier != nullptr) {
    const std::byte* const block =
        buffers_.get() + std::size_t{done.place} * task_.block_bytes;
    if (!task_.verifier->Check(flight.offset, {block, task_.block_bytes})) {
      KeepMismatch();
    }
  }
  if (!go_on) {
    left_ = 0;
  }
  return go_on;
}

}  // namespace fsduel
