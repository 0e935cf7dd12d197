// An interval map from offsets to generations.
#include "engine/file_shadow.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace fsduel {

void FileShadow::Assign(std::int64_t begin, std::int64_t end,
                        std::uint64_t contents) {
  if (begin >= end) {
    return;
  }
  const std::uint64_t behind = std::prev(pieces_.upper_bound(end))->second;
  pieces_.erase(pieces_.lower_bound(begin), pieces_.upper_bound(end));
  if (begin == 0 || std::prev(pieces_.lower_bound(begin))->second != contents) {
    pieces_.emplace(begin, contents);
  }
  if (behind != contents && end != kMostBytes) {
    pieces_.emplace(end, behind);
  }
}

void FileShadow::Truncate(std::int64_t size) {
  // What lies behind the old end counts as zeros already, unless unknown.
  Assign(std::min(size, longest_), kMostBytes, kZeros);
  shortest_ = size;
  longest_ = size;
}

void FileShadow::Write(std::int64_t begin, std::int64_t end,
                       std::uint64_t generation) {
  if (begin >= end) {
    return;
  }
  Assign(begin, end, generation);
  shortest_ = std::max(shortest_, end);
  longest_ = std::max(longest_, end);
}

void FileShadow::Lose(std::int64_t begin, std::int64_t end) {
  if (begin >= end) {
    return;
  }
  Assign(begin, end, kUnknown);
  longest_ = std::max(longest_, end);
}

void FileShadow::LoseAll() {
  Assign(0, kMostBytes, kUnknown);
  shortest_ = 0;
  longest_ = kMostBytes;
}

FileShadow::Piece FileShadow::At(std::int64_t begin, std::int64_t end) const {
  assert(0 <= begin && begin < end);
  const auto next = pieces_.upper_bound(begin);
  if (next != pieces_.end()) {
    end = std::min(end, next->first);
  }
  return {begin, end, std::prev(next)->second};
}

}  // namespace fsduel
