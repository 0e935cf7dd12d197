// Compares what a read brought with what the shadow of the file says.
#ifndef FSDUEL_ENGINE_READ_CHECK_H_
#define FSDUEL_ENGINE_READ_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "engine/file_shadow.h"
#include "engine/verify_cell.h"

namespace fsduel {

struct VerifyCounts {
  std::uint64_t verified_bytes = 0;
  std::uint64_t unverified_bytes = 0;  // read, but nothing to compare with
  std::uint64_t mismatches = 0;        // reads that brought something wrong
};

struct VerifyMismatch {
  std::string path;         // of the file now, as its client names it
  std::int64_t offset = 0;  // of the first wrong byte in the file
  std::string expected;     // `block of "a" at offset 0, generation 2 of ...`
  std::string found;
};

// Generations are unique over all clients.
constexpr int kGenerationClientShift = 40;
constexpr std::uint64_t FirstGeneration(std::uint32_t client) {
  return (std::uint64_t{client} << kGenerationClientShift) + 1;
}

// The id of a shared file, by which all its writers mark their cells.
std::uint64_t FileIdOf(std::string_view path);

class ReadCheck {
 public:
  // The name of a file by the id in its cells, "" when unknown.
  using NameOf = std::function<std::string(std::uint64_t file)>;

  ReadCheck(std::uint64_t seed, NameOf name_of)
      : seed_(seed), name_of_(std::move(name_of)) {}

  // See DataVerifier::CheckRead.
  bool Check(const FileShadow& file, std::int64_t offset,
             std::span<const std::byte> data, std::int64_t length);
  // Nothing is known about the file.
  void CountUnverified(std::size_t bytes) { counts_.unverified_bytes += bytes; }

  const VerifyCounts& counts() const { return counts_; }
  const std::optional<VerifyMismatch>& first_mismatch() const {
    return first_mismatch_;
  }

 private:
  // One read: `data` stands at `offset` of `file`.
  struct Read {
    const FileShadow& file;
    std::int64_t offset;
    std::span<const std::byte> data;
    std::int64_t End() const {
      return offset + static_cast<std::int64_t>(data.size());
    }
    std::span<const std::byte> Part(std::int64_t begin, std::int64_t end) const;
  };
  // Bytes of one read that lie in one cell and have like contents.
  using Part = FileShadow::Piece;

  bool CheckPiece(const Read& read, const FileShadow::Piece& piece);
  bool CheckKnown(const Read& read, const Part& part);
  bool CheckUnknown(const Read& read, const Part& part);
  bool CheckEnd(const Read& read, std::int64_t length);
  // Counts a mismatch and keeps the first. Always false.
  bool Fail(const Read& read, std::int64_t offset, std::string expected,
            std::string found);

  // What the bytes of `part` should be, in `buffer`.
  std::span<const std::byte> Expected(const FileShadow& file, const Part& part,
                                      Cell* buffer) const;
  // The label of the cell at `offset`, if all of it was read and it is whole.
  std::optional<CellLabel> LabelAt(const Read& read, std::int64_t offset) const;
  std::string Describe(const FileShadow& file, const CellLabel& label) const;
  std::string DescribeExpected(const FileShadow& file, const Part& part) const;
  std::string DescribeFound(const Read& read, const Part& part) const;

  std::uint64_t seed_;
  NameOf name_of_;
  VerifyCounts counts_;
  std::optional<VerifyMismatch> first_mismatch_;
};

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_READ_CHECK_H_
