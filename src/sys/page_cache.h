// What the page cache holds of a file, and how to empty it.
#ifndef FSDUEL_SYS_PAGE_CACHE_H_
#define FSDUEL_SYS_PAGE_CACHE_H_

#include <cstdint>

#include "base/status.h"

namespace fsduel {

struct CachedPages {
  std::uint64_t pages = 0;  // of the file
  std::uint64_t cached = 0;
};

// Asks cachestat(2) (Linux 6.5), else mincore(2) over a mapping of the file.
// Fails for a file that cannot be asked.
Result<CachedPages> CountCachedPages(int fd, std::uint64_t file_bytes);

// Writes the file's dirty pages out and drops its clean ones. Pages that
// somebody has mapped stay. Fails when they could not be written.
Status DropCachedPages(int fd);

}  // namespace fsduel

#endif  // FSDUEL_SYS_PAGE_CACHE_H_
