// A counter with one writer and any number of readers, in threads or processes.
#ifndef FSDUEL_STATS_RELAXED_H_
#define FSDUEL_STATS_RELAXED_H_

#include <atomic>
#include <cstdint>
#include <type_traits>

namespace fsduel {

// A relaxed atomic without locked read-modify-write: Add loads, adds and
// stores, valid because only one thread ever writes. Copying reads once. All
// zero bytes is the value 0.
template <typename T>
class Relaxed {
 public:
  Relaxed() = default;
  ~Relaxed() = default;
  Relaxed(const Relaxed& other) { Store(other.Load()); }
  Relaxed& operator=(const Relaxed& other) {
    Store(other.Load());
    return *this;
  }

  T Load() const { return value_.load(std::memory_order_relaxed); }
  void Store(T value) { value_.store(value, std::memory_order_relaxed); }
  void Add(T value) {
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
    // g++ makes three instructions of a relaxed load, add and store, of which
    // there are five in the measured loop of a client.
    if constexpr (sizeof(T) == sizeof(std::uint64_t)) {
      __asm__("addq %1, %0" : "+m"(value_) : "er"(value) : "cc");
      return;
    } else if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
      __asm__("addl %1, %0" : "+m"(value_) : "ir"(value) : "cc");
      return;
    }
#endif
    Store(static_cast<T>(Load() + value));
  }

 private:
  static_assert(std::atomic<T>::is_always_lock_free);
  std::atomic<T> value_{};
};

}  // namespace fsduel

#endif  // FSDUEL_STATS_RELAXED_H_
