// Cell by cell: right, wrong, or nothing that one could say.
#include "engine/read_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/random.h"
#include "base/text.h"

namespace fsduel {
namespace {

// Where two ranges of one length differ first; their length when they do not.
std::int64_t FirstDifference(std::span<const std::byte> a,
                             std::span<const std::byte> b) {
  return std::ranges::mismatch(a, b).in1 - a.begin();
}

}  // namespace

std::uint64_t FileIdOf(std::string_view path) {
  std::uint64_t id = 0;
  for (const char c : path) {
    id = Mix64(id ^ static_cast<unsigned char>(c));
  }
  return id;
}

std::span<const std::byte> ReadCheck::Read::Part(std::int64_t begin,
                                                 std::int64_t end) const {
  return data.subspan(static_cast<std::size_t>(begin - offset),
                      static_cast<std::size_t>(end - begin));
}

bool ReadCheck::Check(const FileShadow& file, std::int64_t offset,
                      std::span<const std::byte> data, std::int64_t length) {
  if (offset < 0) {
    return true;
  }
  const Read read{file, offset, data};
  if (file.shared()) {
    return CheckPiece(read, {offset, read.End(), FileShadow::kUnknown});
  }
  const std::int64_t end = std::min(read.End(), file.longest());
  for (std::int64_t at = offset; at < end;) {
    const FileShadow::Piece piece = file.At(at, end);
    if (!CheckPiece(read, piece)) {
      return false;
    }
    at = piece.end;
  }
  return CheckEnd(read, length);
}

bool ReadCheck::CheckPiece(const Read& read, const FileShadow::Piece& piece) {
  for (std::int64_t at = piece.begin; at < piece.end;) {
    const std::int64_t end = std::min(piece.end, CellStart(at) + kCellBytes);
    const Part part{at, end, piece.contents};
    const bool is_right = piece.contents == FileShadow::kUnknown
                              ? CheckUnknown(read, part)
                              : CheckKnown(read, part);
    if (!is_right) {
      return false;
    }
    at = end;
  }
  return true;
}

bool ReadCheck::CheckKnown(const Read& read, const Part& part) {
  const auto found = read.Part(part.begin, part.end);
  Cell buffer;
  const auto expected = Expected(read.file, part, &buffer);
  if (std::memcmp(found.data(), expected.data(), found.size()) == 0) {
    counts_.verified_bytes += found.size();
    return true;
  }
  return Fail(read, part.begin + FirstDifference(found, expected),
              DescribeExpected(read.file, part), DescribeFound(read, part));
}

bool ReadCheck::CheckUnknown(const Read& read, const Part& part) {
  const auto label = LabelAt(read, part.begin);
  const std::int64_t bytes = part.end - part.begin;
  if (bytes == kCellBytes && label) {
    if (label->offset != part.begin) {
      return Fail(read, part.begin,
                  fmt::format("a block at offset {}", part.begin),
                  Describe(read.file, *label));
    }
    if (label->file == read.file.id() ||
        label->file == FileIdOf(read.file.path())) {
      counts_.verified_bytes += kCellBytes;
      return true;
    }
  }
  CountUnverified(static_cast<std::size_t>(bytes));
  return true;
}

bool ReadCheck::CheckEnd(const Read& read, std::int64_t length) {
  const FileShadow& file = read.file;
  const std::int64_t end = read.End();
  if (end - read.offset < length && end < file.shortest()) {
    return Fail(read, end, DescribeExpected(file, file.At(end, end + 1)),
                "end of the file");
  }
  if (end > std::max(read.offset, file.longest())) {
    const std::int64_t begin = std::max(read.offset, file.longest());
    const Part part{begin, std::min(end, CellStart(begin) + kCellBytes),
                    FileShadow::kZeros};
    return Fail(read, begin, "end of the file", DescribeFound(read, part));
  }
  return true;
}

bool ReadCheck::Fail(const Read& read, std::int64_t offset,
                     std::string expected, std::string found) {
  ++counts_.mismatches;
  if (!first_mismatch_) {
    first_mismatch_ = {read.file.path(), offset, std::move(expected),
                       std::move(found)};
  }
  return false;
}

std::span<const std::byte> ReadCheck::Expected(const FileShadow& file,
                                               const Part& part,
                                               Cell* buffer) const {
  const std::span bytes =
      std::span(*buffer).first(static_cast<std::size_t>(part.end - part.begin));
  if (part.contents == FileShadow::kZeros) {
    std::ranges::fill(bytes, std::byte{0});
  } else {
    FillCells(seed_, {file.id(), 0, part.contents}, part.begin, bytes);
  }
  return bytes;
}

std::optional<CellLabel> ReadCheck::LabelAt(const Read& read,
                                            std::int64_t offset) const {
  const std::int64_t begin = CellStart(offset);
  if (begin < read.offset || begin + kCellBytes > read.End()) {
    return std::nullopt;
  }
  return ReadCell(seed_,
                  read.Part(begin, begin + kCellBytes).first<kCellBytes>());
}

std::string ReadCheck::Describe(const FileShadow& file,
                                const CellLabel& label) const {
  const std::string name =
      label.file == file.id() ? file.path() : name_of_(label.file);
  constexpr std::uint64_t kNumber =
      (std::uint64_t{1} << kGenerationClientShift) - 1;
  return fmt::format("block of {} at offset {}, generation {} of client {}",
                     name.empty() ? "another file" : Quote(name), label.offset,
                     label.generation & kNumber,
                     label.generation >> kGenerationClientShift);
}

std::string ReadCheck::DescribeExpected(const FileShadow& file,
                                        const Part& part) const {
  switch (part.contents) {
    case FileShadow::kZeros:
      return "zeros (never written)";
    case FileShadow::kUnknown:
      return "more of the file";
    default:
      return Describe(file, {file.id(), CellStart(part.begin), part.contents});
  }
}

std::string ReadCheck::DescribeFound(const Read& read, const Part& part) const {
  if (const auto label = LabelAt(read, part.begin)) {
    return Describe(read.file, *label);
  }
  const auto found = read.Part(part.begin, part.end);
  if (std::ranges::all_of(found,
                          [](std::byte b) { return b == std::byte{}; })) {
    return "zeros";
  }
  Cell buffer;
  const auto expected = Expected(read.file, part, &buffer);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] != expected[i]) {
      ++differing;
    }
  }
  const auto first = static_cast<std::size_t>(FirstDifference(found, expected));
  return fmt::format("{} of {} bytes differ, the first is {:#04x}, not {:#04x}",
                     differing, found.size(),
                     std::to_integer<int>(found[first]),
                     std::to_integer<int>(expected[first]));
}

}  // namespace fsduel
