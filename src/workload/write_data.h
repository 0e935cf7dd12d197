// The bytes that one thread of a sweep writes: seeded, not zero, unique unless
// asked otherwise.
#ifndef FSDUEL_WORKLOAD_WRITE_DATA_H_
#define FSDUEL_WORKLOAD_WRITE_DATA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/random.h"

namespace fsduel {

// Memory that direct I/O accepts.
struct AlignedDelete {
  void operator()(std::byte* memory) const;
};
using AlignedMemory = std::unique_ptr<std::byte[], AlignedDelete>;
AlignedMemory AllocateAligned(std::size_t bytes);

struct WriteDataSpec {
  std::size_t block_bytes = 4096;
  int compressible = 0;      // per cent of zeros in each block, 0..100
  int dedup = 0;             // per cent of the blocks that are one and the same
  std::uint64_t seed = 0;    // of the run
  std::uint32_t thread = 0;  // no two threads write the same
};

// Blocks start at one of a few places in a small pool, which stays in a core's
// cache; in each 4 KiB of a block the first 16 bytes are a number that no other
// block of the run carries, so that nothing can be stored once for two of them.
class WriteData {
 public:
  explicit WriteData(const WriteDataSpec& spec);

  // The next block, aligned to 4 KiB; valid until the next call. In the
  // measured loop.
  const std::byte* Next() {
    if (dedup_ != 0 && random_.Below(kPercent) < dedup_) {
      return pool_.get() + same_;
    }
    start_ = (start_ + 1) % kStarts;
    std::byte* const block = pool_.get() + start_ * kPage;
    for (std::size_t at = 0; stamped_ && at < block_bytes_; at += kPage) {
      ++number_;
      std::memcpy(block + at, &number_, sizeof number_);
      std::memcpy(block + at + sizeof number_, &mark_, sizeof mark_);
    }
    return block;
  }

 private:
  static constexpr std::size_t kPage = 4096;
  static constexpr std::size_t kStarts = 16;
  static constexpr std::uint64_t kPercent = 100;

  AlignedMemory pool_;
  std::size_t same_;  // where the block begins that is never stamped
  std::size_t block_bytes_;
  std::size_t start_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t mark_;
  std::uint64_t dedup_;
  bool stamped_;
  Random random_;
};

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_WRITE_DATA_H_
