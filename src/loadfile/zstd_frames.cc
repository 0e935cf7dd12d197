// Walks over frame and block headers of RFC 8878.
#include "loadfile/zstd_frames.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fsduel {
namespace {

constexpr std::uint32_t kFrameMagic = 0xFD2FB528;
constexpr std::uint32_t kSkippableMagic = 0x184D2A50;  // and 15 more

// Takes bytes from the front; once they do not suffice it stays failed.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

  // A little-endian number of `size` bytes (at most 4), 0 after failure.
  std::uint32_t Take(std::size_t size) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size && i < bytes_.size(); ++i) {
      value |= std::uint32_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
    }
    return Skip(size) ? value : 0;
  }

  bool Skip(std::size_t size) {
    failed_ = failed_ || size > bytes_.size();
    bytes_.remove_prefix(failed_ ? bytes_.size() : size);
    return !failed_;
  }

  bool failed() const { return failed_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool failed_ = false;
};

// Skips what follows the magic number of a frame.
void SkipFrame(Cursor* cursor) {
  constexpr std::array<std::size_t, 4> kDictionaryBytes = {0, 1, 2, 4};
  constexpr std::array<std::size_t, 4> kContentSizeBytes = {0, 2, 4, 8};
  const std::uint32_t descriptor = cursor->Take(1);
  const bool single_segment = (descriptor & 0x20) != 0;
  const bool checksum = (descriptor & 0x04) != 0;
  const std::size_t content_size_flag = descriptor >> 6;
  cursor->Skip(single_segment ? 0 : 1);  // window descriptor
  cursor->Skip(kDictionaryBytes[descriptor & 3]);
  cursor->Skip(content_size_flag == 0 && single_segment
                   ? 1
                   : kContentSizeBytes[content_size_flag]);
  bool last = false;
  while (!last && !cursor->failed()) {
    constexpr std::uint32_t kRunLength = 1;  // one byte, however long the run
    const std::uint32_t header = cursor->Take(3);
    last = (header & 1) != 0;
    cursor->Skip(((header >> 1) & 3) == kRunLength ? 1 : header >> 3);
  }
  cursor->Skip(checksum ? 4 : 0);
}

}  // namespace

bool ZstdFramesAreWhole(std::string_view packed) {
  Cursor cursor(packed);
  while (!cursor.at_end() && !cursor.failed()) {
    const std::uint32_t magic = cursor.Take(4);
    if (magic == kFrameMagic) {
      SkipFrame(&cursor);
    } else if ((magic & ~15U) == kSkippableMagic) {
      cursor.Skip(cursor.Take(4));
    } else {
      return false;
    }
  }
  return !cursor.failed();
}

}  // namespace fsduel
