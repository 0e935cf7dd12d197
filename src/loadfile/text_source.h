// The text of a loadfile on disk, decompressed when it has to be.
#ifndef FSDUEL_LOADFILE_TEXT_SOURCE_H_
#define FSDUEL_LOADFILE_TEXT_SOURCE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"

namespace fsduel {

inline constexpr std::size_t kMostLoadfileText = std::size_t{1} << 32;

class TextSource {
 public:
  virtual ~TextSource() = default;
  // Valid as long as this object.
  virtual std::string_view text() const = 0;
};

// Maps a regular file; gzip and zstd files, told by their first bytes, are
// decompressed into memory. Fails for anything but a regular file (without
// opening it: a FIFO does not block), for a damaged or truncated archive, and
// for more than kMostLoadfileText bytes of text.
Result<std::unique_ptr<TextSource>> OpenTextSource(const std::string& path);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_TEXT_SOURCE_H_
