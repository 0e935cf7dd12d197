// Sleeping and waking through the kernel.
#include "sys/shared_gate.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

namespace fsduel {
namespace {

void WakeAll(const std::atomic<std::uint32_t>& word) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace

void SharedGate::Set(std::uint32_t value) {
  word_.store(value, std::memory_order_release);
  WakeAll(word_);
}

void SharedGate::Advance() {
  word_.fetch_add(1, std::memory_order_acq_rel);
  WakeAll(word_);
}

void SharedGate::WaitWhile(std::uint32_t old) const {
  if (word_.load(std::memory_order_acquire) == old) {
    ::syscall(SYS_futex, &word_, FUTEX_WAIT, old, nullptr, nullptr, 0);
  }
}

}  // namespace fsduel
