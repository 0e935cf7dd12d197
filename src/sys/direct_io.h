// What O_DIRECT needs.
#ifndef FSDUEL_SYS_DIRECT_IO_H_
#define FSDUEL_SYS_DIRECT_IO_H_

#include <cstdint>
#include <string>

#include "base/status.h"

namespace fsduel {

// Bytes; of addresses in memory and of offsets and lengths in the file. 0 =
// the kernel does not say (statx without STATX_DIOALIGN, before Linux 6.1).
struct DirectAlignment {
  std::uint32_t memory = 0;
  std::uint32_t offset = 0;
};

// Of a file or block device, or of files in a directory: there it asks for one
// without a name (O_TMPFILE), so that nothing is seen of it. Fails where the
// filesystem has no O_DIRECT.
Result<DirectAlignment> ProbeDirectIo(const std::string& path);

}  // namespace fsduel

#endif  // FSDUEL_SYS_DIRECT_IO_H_
