// A word in shared memory on which clients sleep until it changes.
#ifndef FSDUEL_SYS_SHARED_GATE_H_
#define FSDUEL_SYS_SHARED_GATE_H_

#include <atomic>
#include <cstdint>

namespace fsduel {

// A non-private futex, so that it wakes across fork (std::atomic::wait does
// not). Zero bytes are a valid gate with value 0. No polling: all waiters are
// woken by one call.
class SharedGate {
 public:
  std::uint32_t Load() const { return word_.load(std::memory_order_acquire); }
  const std::atomic<std::uint32_t>& word() const { return word_; }

  // Stores `value` and wakes everybody who waits.
  void Set(std::uint32_t value);
  // Adds 1 and wakes everybody; for several writers.
  void Advance();

  // Returns when the value differs from `old`, a signal arrived, or spuriously;
  // the caller looks again.
  void WaitWhile(std::uint32_t old) const;

 private:
  std::atomic<std::uint32_t> word_{};
};

}  // namespace fsduel

#endif  // FSDUEL_SYS_SHARED_GATE_H_
