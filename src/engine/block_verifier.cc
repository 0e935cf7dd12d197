// Cells in blocks.
#include "engine/block_verifier.h"

#include <fmt/format.h>

namespace fsduel {

BlockVerifier::BlockVerifier(const BlockVerifierSpec& spec)
    : spec_(spec),
      generations_(spec.shared ? 0 : spec.blocks),
      generation_(FirstGeneration(spec.writer)) {}

void BlockVerifier::Prepare(std::int64_t offset, std::span<std::byte> data) {
  FillCells(spec_.seed, {spec_.file, offset, ++generation_}, offset, data);
  prepared_block_ = BlockOf(offset);
}

void BlockVerifier::Written() {
  if (!spec_.shared) {
    generations_[prepared_block_] = generation_;
  }
}

bool BlockVerifier::Check(std::int64_t offset,
                          std::span<const std::byte> data) {
  const std::uint64_t wanted = spec_.shared ? 0 : generations_[BlockOf(offset)];
  if (!spec_.shared && wanted == 0) {
    counts_.unverified_bytes += data.size();
    return true;
  }
  constexpr auto kCell = static_cast<std::size_t>(kCellBytes);
  for (std::size_t at = 0; at + kCell <= data.size(); at += kCell) {
    if (!CheckCell(
            offset + static_cast<std::int64_t>(at),
            std::span<const std::byte, kCellBytes>(data.data() + at, kCell))) {
      ++counts_.mismatches;
      return false;
    }
  }
  counts_.verified_bytes += data.size();
  return true;
}

bool BlockVerifier::CheckCell(std::int64_t offset,
                              std::span<const std::byte, kCellBytes> bytes) {
  const std::optional<CellLabel> found = ReadCell(spec_.seed, bytes);
  const std::uint64_t wanted = spec_.shared ? 0 : generations_[BlockOf(offset)];
  const bool right = found && found->file == spec_.file &&
                     found->offset == offset &&
                     (spec_.shared || found->generation == wanted);
  if (!right && first_mismatch_.empty()) {
    Keep(offset, wanted, found);
  }
  return right;
}

void BlockVerifier::Keep(std::int64_t offset, std::uint64_t expected,
                         const std::optional<CellLabel>& found) {
  const std::string wanted =
      spec_.shared ? fmt::format("a block of offset {}", offset)
                   : fmt::format("offset {}, write {}", offset,
                                 expected - FirstGeneration(spec_.writer));
  first_mismatch_ = fmt::format(
      "file {} at offset {}: expected {}, found {}", spec_.file, offset, wanted,
      found ? fmt::format("file {}, offset {}, write {}", found->file,
                          found->offset,
                          found->generation - FirstGeneration(spec_.writer))
            : std::string("bytes that are no whole cell of this run"));
}

}  // namespace fsduel
