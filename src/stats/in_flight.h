// What a client is doing right now, for a reader in another thread or process.
#ifndef FSDUEL_STATS_IN_FLIGHT_H_
#define FSDUEL_STATS_IN_FLIGHT_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "stats/relaxed.h"

namespace fsduel {

enum class SlotState : std::uint32_t { kIdle, kWaiting, kDue, kRunning };

// What a client is doing, for a reader in another process. The operation is
// kept as the bytes of whatever the client executes; run/control.h reads them.
inline constexpr std::size_t kOperationBytes = 48;
struct InFlight {
  SlotState state = SlotState::kIdle;
  std::int64_t due_ns = 0;  // 0 = not paced
  std::int64_t start_ns = 0;
  std::array<std::byte, kOperationBytes> operation{};
};

// A seqlock record: one writer; a reader gets a whole record or none.
class alignas(64) InFlightSlot {
 public:
  // `operation` points at kOperationBytes bytes.
  void Publish(SlotState state, const void* operation, std::int64_t due_ns,
               std::int64_t start_ns) {
    const std::uint32_t sequence = Begin(state);
    CopyOperation(operation);
    due_ns_.Store(due_ns);
    start_ns_.Store(start_ns);
    sequence_.store(sequence + 2, std::memory_order_release);
  }
  // The next operation of a series whose other fields are those of the last
  // Publish. `opcode` and `offset` are the words of the operation that hold
  // them: kOpcodeWord, kOffsetWord.
  void PublishNext(std::uint64_t opcode_word, std::int64_t offset,
                   std::int64_t start_ns) {
    const std::uint32_t sequence = sequence_.load(std::memory_order_relaxed);
    sequence_.store(sequence + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    operation_[kOpcodeWord].Store(opcode_word);
    operation_[kOffsetWord].Store(static_cast<std::uint64_t>(offset));
    start_ns_.Store(start_ns);
    sequence_.store(sequence + 2, std::memory_order_release);
  }
  // Of Operation (loadfile/operation.h), which checks them.
  static constexpr std::size_t kOpcodeWord = 0;
  static constexpr std::size_t kOffsetWord = 3;
  void PublishIdle() {
    const std::uint32_t sequence = Begin(SlotState::kIdle);
    sequence_.store(sequence + 2, std::memory_order_release);
  }

  // False when the writer was in the middle each time (it was then just
  // beginning an operation, which is not stuck).
  bool Read(InFlight* now) const;

 private:
  static constexpr std::size_t kWords = kOperationBytes / 8;

  std::uint32_t Begin(SlotState state) {
    const std::uint32_t sequence = sequence_.load(std::memory_order_relaxed);
    sequence_.store(sequence + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    state_.Store(static_cast<std::uint32_t>(state));
    return sequence;
  }
  // The sequence number tells readers which words belong together, so three
  // wide moves do instead of six atomic stores.
  void CopyOperation(const void* operation) {
#if defined(__SANITIZE_THREAD__)
    std::array<std::uint64_t, kWords> words;
    std::memcpy(words.data(), operation, kOperationBytes);
    for (std::size_t i = 0; i < kWords; ++i) {
      operation_[i].Store(words[i]);
    }
#else
    std::memcpy(static_cast<void*>(&operation_), operation, kOperationBytes);
#endif
  }

  std::atomic<std::uint32_t> sequence_{};
  Relaxed<std::uint32_t> state_;
  Relaxed<std::int64_t> due_ns_;
  std::array<Relaxed<std::uint64_t>, kWords> operation_;
  Relaxed<std::int64_t> start_ns_;
};

}  // namespace fsduel

#endif  // FSDUEL_STATS_IN_FLIGHT_H_
