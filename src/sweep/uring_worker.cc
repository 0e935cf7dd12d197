// UringWorker: a queue of blocks in flight. The time of an operation is from
// the moment it was queued to the moment its completion was seen.
#include <algorithm>
#include <cerrno>
#include <cstring>

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
  const std::uint32_t depth = task_.uring.depth;
  std::vector<UringDone> done(depth);
  for (std::uint32_t place = depth; place-- > 0;) {
    idle_.push_back(place);
  }
  QueueAll(clock_.Now());
  while (idle_.size() != depth) {
    const int error = ring_->SubmitAndWait();
    if (error != 0 && error != EINTR) {
      GiveUp(task_.pattern.writes(), error, 0, 0);
      return;
    }
    const std::size_t count = ring_->Reap(done);
    const std::int64_t now = clock_.Now();
    for (std::size_t i = 0; i < count; ++i) {
      Complete(done[i], now);
    }
    QueueAll(now);
  }
}

// Until the queue is full or this thread begins nothing more.
void UringWorker::QueueAll(std::int64_t now) {
  while (!idle_.empty() && ChooseNext() && !MustWait()) {
    const std::uint32_t place = idle_.back();
    idle_.pop_back();
    Queue(place, now);
  }
}

// False when this thread begins nothing more.
bool UringWorker::ChooseNext() {
  if (task_.control->attention() != attention_) [[unlikely]] {
    if (!Attend()) {
      left_ = 0;
      next_.reset();
    }
  }
  if (next_) {
    return true;
  }
  if (left_ == 0) {
    return false;
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
  next_ = {static_cast<std::int64_t>(offsets_->Next()) * task_.block_bytes, 0,
           write};
  return true;
}

// A block that is verified is not touched twice at once: which of the two comes
// first could not be told.
bool UringWorker::MustWait() const {
  if (task_.verifier == nullptr) {
    return false;
  }
  for (std::uint32_t place = 0; place < flights_.size(); ++place) {
    if (flights_[place].offset == next_->offset &&
        std::find(idle_.begin(), idle_.end(), place) == idle_.end()) {
      return true;
    }
  }
  return false;
}

void UringWorker::Queue(std::uint32_t place, std::int64_t now) {
  Flight& flight = flights_[place];
  flight = *next_;
  next_.reset();
  flight.start_ns = now;
  if (flight.write) {
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
  if (flight.write || task_.verifier != nullptr) {
    flight.start_ns = clock_.Now();  // filling is not the storage's time
  }
  Operation op;
  op.opcode = flight.write ? Opcode::kWrite : Opcode::kRead;
  op.handle = task_.number;
  op.offset = flight.offset;
  op.length = task_.block_bytes;
  task_.stats.slot(place).Publish(SlotState::kRunning, &op, 0, flight.start_ns);
  ring_->Queue(flight.write, place, task_.block_bytes, flight.offset);
}

void UringWorker::Complete(const UringDone& done, std::int64_t now) {
  const Flight& flight = flights_[done.place];
  idle_.push_back(done.place);
  task_.stats.slot(done.place).PublishIdle();
  bool go_on = false;
  if (done.result.value != task_.block_bytes) [[unlikely]] {
    GiveUp(flight.write, done.result.error,
           std::max<std::int64_t>(done.result.value, 0), flight.offset);
  } else {
    go_on = Record(flight.write, flight.start_ns, now, done.result.value);
    const std::byte* const block =
        buffers_.get() + std::size_t{done.place} * task_.block_bytes;
    if (!flight.write && task_.verifier != nullptr &&
        !task_.verifier->Check(flight.offset, {block, task_.block_bytes})) {
      KeepMismatch();
    }
  }
  if (!go_on) {
    left_ = 0;
    next_.reset();
  }
}

}  // namespace fsduel
