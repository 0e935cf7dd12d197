// Makes the pool.
#include "workload/write_data.h"

#include <new>
#include <numeric>

#include "workload/data_pool.h"

namespace fsduel {
namespace {

constexpr std::align_val_t kAlignment{4096};
// Streams of the run's seed; replay uses the low numbers.
constexpr std::uint64_t kDataStream = 2000;
constexpr std::uint64_t kThreadStream = 1'000'000;
constexpr int kAllZero = 100;

}  // namespace

void AlignedDelete::operator()(std::byte* memory) const {
  ::operator delete[](memory, kAlignment);
}

AlignedMemory AllocateAligned(std::size_t bytes) {
  return AlignedMemory(new (kAlignment) std::byte[bytes]);
}

WriteData::WriteData(const WriteDataSpec& spec)
    : block_bytes_(spec.block_bytes),
      mark_(DeriveSeed(spec.seed, kThreadStream + spec.thread)),
      dedup_(static_cast<std::uint64_t>(spec.dedup)),
      stamped_(spec.compressible < kAllZero),
      random_(DeriveSeed(spec.seed, 2 * kThreadStream + spec.thread)) {
  const std::size_t pages = (block_bytes_ + kPage - 1) / kPage;
  same_ = (kStarts + pages) * kPage;  // stamps end below
  const std::size_t bytes = same_ + (dedup_ == 0 ? 0 : block_bytes_);
  pool_ = AllocateAligned(bytes);
  // Zeros must come in each block, not only in each 4 KiB of the pool.
  constexpr std::size_t kLeastPiece = 512;
  const std::size_t common = std::gcd(block_bytes_, kDataPoolPiece);
  FillDataPool({pool_.get(), bytes}, DeriveSeed(spec.seed, kDataStream),
               spec.compressible,
               common < kLeastPiece ? kDataPoolPiece : common);
}

}  // namespace fsduel
