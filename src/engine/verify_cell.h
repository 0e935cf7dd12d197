// The bytes that `--verify` writes: cells of 64 bytes, aligned in the file,
// each of which says where it belongs.
//
// A cell holds a mark of the run, the file, its own offset, a generation (which
// write it is from) and 32 bytes computed from all of these, so that a cell
// that was changed in any byte is recognised. What a file holds at an offset is
// a function of these four values alone; a write that begins or ends within a
// cell carries that part of it.
#ifndef FSDUEL_ENGINE_VERIFY_CELL_H_
#define FSDUEL_ENGINE_VERIFY_CELL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace fsduel {

inline constexpr std::int64_t kCellBytes = 64;

struct CellLabel {
  std::uint64_t file = 0;
  std::int64_t offset = 0;  // in the file, a multiple of kCellBytes
  std::uint64_t generation = 0;
};

using Cell = std::array<std::byte, kCellBytes>;

constexpr std::int64_t CellStart(std::int64_t offset) {
  return offset - offset % kCellBytes;
}

// `seed` is that of the run.
Cell MakeCell(std::uint64_t seed, const CellLabel& label);

// What the cell says of itself; nothing unless it is whole and of this run.
std::optional<CellLabel> ReadCell(std::uint64_t seed,
                                  std::span<const std::byte, kCellBytes> bytes);

// Fills `bytes`, which will stand at `offset` of file `file`.
void FillCells(std::uint64_t seed, CellLabel label, std::int64_t offset,
               std::span<std::byte> bytes);

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_VERIFY_CELL_H_
