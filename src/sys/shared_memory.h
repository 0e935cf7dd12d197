// Memory shared with forked children.
#ifndef FSDUEL_SYS_SHARED_MEMORY_H_
#define FSDUEL_SYS_SHARED_MEMORY_H_

#include <cstddef>
#include <span>
#include <utility>

#include "base/status.h"

namespace fsduel {

// An anonymous shared mapping of zeros. Pages cost memory when first touched.
// Forked children see the same bytes. Unmapped by the destructor of each
// process that ends normally.
class SharedMemory {
 public:
  static Result<SharedMemory> Create(std::size_t bytes);

  SharedMemory() = default;
  SharedMemory(SharedMemory&& other) noexcept
      : bytes_(std::exchange(other.bytes_, {})) {}
  SharedMemory& operator=(SharedMemory&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  std::span<std::byte> bytes() const { return bytes_; }

 private:
  explicit SharedMemory(std::span<std::byte> bytes) : bytes_(bytes) {}
  std::span<std::byte> bytes_;
};

}  // namespace fsduel

#endif  // FSDUEL_SYS_SHARED_MEMORY_H_
