// `--verify` of a sweep: blocks that say where they belong, and the check of
// each read. Built of the cells of engine/verify_cell.h.
//
// One per thread and file, kept from phase to phase; used by one thread at a
// time. No system calls.
#ifndef FSDUEL_ENGINE_BLOCK_VERIFIER_H_
#define FSDUEL_ENGINE_BLOCK_VERIFIER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/read_check.h"
#include "engine/verify_cell.h"

namespace fsduel {

struct BlockVerifierSpec {
  std::uint64_t seed = 0;    // of the run
  std::uint64_t file = 0;    // its number
  std::uint32_t writer = 0;  // generations of two writers differ
  std::uint32_t block_bytes = 4096;
  std::uint64_t blocks = 0;  // of the file
  // Others write the file too: only that a cell is whole, of this run and at
  // its own place can be checked.
  bool shared = false;
};

class BlockVerifier {
 public:
  explicit BlockVerifier(const BlockVerifierSpec& spec);

  // Fills `data`, to be written at `offset`, with a new generation.
  void Prepare(std::int64_t offset, std::span<std::byte> data);
  // What was prepared last is in the file.
  void Written();
  // False when `data`, read at `offset`, is not what should be there.
  bool Check(std::int64_t offset, std::span<const std::byte> data);

  const VerifyCounts& counts() const { return counts_; }
  // Where and what the first wrong bytes were, "" = none.
  const std::string& first_mismatch() const { return first_mismatch_; }

 private:
  bool CheckCell(std::int64_t offset,
                 std::span<const std::byte, kCellBytes> bytes);
  void Keep(std::int64_t offset, std::uint64_t expected,
            const std::optional<CellLabel>& found);
  std::uint64_t BlockOf(std::int64_t offset) const {
    return static_cast<std::uint64_t>(offset) / spec_.block_bytes;
  }

  BlockVerifierSpec spec_;
  std::vector<std::uint64_t> generations_;  // by block; 0 = never written
  std::uint64_t generation_;
  std::uint64_t prepared_block_ = 0;
  VerifyCounts counts_;
  std::string first_mismatch_;
};

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_BLOCK_VERIFIER_H_
