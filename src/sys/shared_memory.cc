// Anonymous shared mappings.
#include "sys/shared_memory.h"

#include <sys/mman.h>

#include <cerrno>

namespace fsduel {

Result<SharedMemory> SharedMemory::Create(std::size_t bytes) {
  // NORESERVE: a layout for 4,096 clients is large but mostly never touched.
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return Status::FromErrno(errno, "mmap", "shared memory");
  }
  return SharedMemory({static_cast<std::byte*>(memory), bytes});
}

SharedMemory::~SharedMemory() {
  if (!bytes_.empty()) {
    ::munmap(bytes_.data(), bytes_.size());
  }
}

}  // namespace fsduel
