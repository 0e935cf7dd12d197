// The file names of one client, ready for the kernel.
#ifndef FSDUEL_WORKLOAD_CLIENT_PATHS_H_
#define FSDUEL_WORKLOAD_CLIENT_PATHS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "loadfile/loadfile.h"

namespace fsduel {

// Operation::path -> zero-terminated path relative to the client's directory.
// Ids below Loadfile::paths().size() are fixed; the kDynamicPaths ids after
// them are rewritten by the source for each batch (names with RANDOMSTRINGs).
class ClientPaths {
 public:
  static constexpr std::uint32_t kDynamicPaths = 512;

  // `client` from 0; the component `client1` becomes `client<client>`.
  ClientPaths(const Loadfile& loadfile, std::uint32_t client);

  const char* Get(std::uint32_t id) const { return pointers_[id]; }
  // Directory part of path `id` ("." when it has none), for name resolution
  // and directory syncs. Only for fixed ids is this precomputed and free.
  const char* Parent(std::uint32_t id) const { return parents_[id]; }

  // Gives dynamic id `slot` (0 .. kDynamicPaths - 1) a new text; returns its
  // path id. Pointers of other ids stay valid.
  std::uint32_t SetDynamic(std::uint32_t slot, std::string text);

 private:
  std::vector<std::string> texts_;
  std::vector<std::string> parent_texts_;
  std::vector<const char*> pointers_;
  std::vector<const char*> parents_;
  std::uint32_t first_dynamic_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_CLIENT_PATHS_H_
