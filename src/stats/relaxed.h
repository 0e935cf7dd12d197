// A counter with one writer and any number of readers, in threads or processes.
#ifndef FSDUEL_STATS_RELAXED_H_
#define FSDUEL_STATS_RELAXED_H_

#include <atomic>
#include <type_traits>

namespace fsduel {

// A relaxed atomic without read-modify-write: Add is a plain load, add and
// store (one instruction), valid because only one thread ever writes. Copying
// reads once. All zero bytes is the value 0.
template <typename T>
class Relaxed {
 public:
  Relaxed() = default;
  Relaxed(const Relaxed& other) { Store(other.Load()); }
  Relaxed& operator=(const Relaxed& other) {
    Store(other.Load());
    return *this;
  }

  T Load() const { return value_.load(std::memory_order_relaxed); }
  void Store(T value) { value_.store(value, std::memory_order_relaxed); }
  void Add(T value) { Store(static_cast<T>(Load() + value)); }

 private:
  static_assert(std::atomic<T>::is_always_lock_free);
  std::atomic<T> value_{};
};

}  // namespace fsduel

#endif  // FSDUEL_STATS_RELAXED_H_
