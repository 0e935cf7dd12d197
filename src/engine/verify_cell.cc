// Makes and recognises the cells of `--verify`.
#include "engine/verify_cell.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/random.h"

namespace fsduel {
namespace {

constexpr std::uint64_t kMagic = 0x6C6C65436C657546ULL;  // "FuelCell"
constexpr std::size_t kWords = 8;
constexpr std::size_t kSeededWords = 4;
using Words = std::array<std::uint64_t, kWords>;

}  // namespace

Cell MakeCell(std::uint64_t seed, const CellLabel& label) {
  Words words{};
  words[0] = Mix64(seed) ^ kMagic;
  words[1] = label.file;
  words[2] = static_cast<std::uint64_t>(label.offset);
  words[3] = label.generation;
  std::uint64_t mixed = seed;
  for (std::size_t i = 1; i < kWords - kSeededWords; ++i) {
    mixed = Mix64(mixed ^ words[i]);
  }
  Random random(mixed);
  for (std::size_t i = kWords - kSeededWords; i < kWords; ++i) {
    words[i] = random.Next();
  }
  return std::bit_cast<Cell>(words);
}

std::optional<CellLabel> ReadCell(
    std::uint64_t seed, std::span<const std::byte, kCellBytes> bytes) {
  Words words;
  std::memcpy(words.data(), bytes.data(), sizeof(words));
  const CellLabel label{words[1], static_cast<std::int64_t>(words[2]),
                        words[3]};
  if (words[0] != (Mix64(seed) ^ kMagic) ||
      !std::ranges::equal(MakeCell(seed, label), bytes)) {
    return std::nullopt;
  }
  return label;
}

void FillCells(std::uint64_t seed, CellLabel label, std::int64_t offset,
               std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    label.offset = CellStart(offset);
    const Cell cell = MakeCell(seed, label);
    const auto skipped = static_cast<std::size_t>(offset - label.offset);
    const std::size_t length = std::min(cell.size() - skipped, bytes.size());
    std::memcpy(bytes.data(), cell.data() + skipped, length);
    bytes = bytes.subspan(length);
    offset += static_cast<std::int64_t>(length);
  }
}

}  // namespace fsduel
