// The file names of one client, ready for the kernel.
#ifndef FSDUEL_WORKLOAD_CLIENT_PATHS_H_
#define FSDUEL_WORKLOAD_CLIENT_PATHS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loadfile/loadfile.h"

namespace fsduel {

// Operation::path -> zero-terminated path relative to the client's directory.
// Ids below Loadfile::paths().size() are fixed; the kDynamicPaths ids after
// them are rewritten by the source for each batch (names with RANDOMSTRINGs).
//
// A thousand clients have one of these each, so names without the client's own
// component are those of the shared loadfile, and all others lie in one block.
// One thread at a time; `loadfile` must outlive it.
class ClientPaths {
 public:
  static constexpr std::uint32_t kDynamicPaths = 512;

  // `client` from 0; the component `client1` becomes `client<client>`.
  ClientPaths(const Loadfile& loadfile, std::uint32_t client);
  ~ClientPaths() = default;
  ClientPaths(const ClientPaths&) = delete;
  ClientPaths& operator=(const ClientPaths&) = delete;

  const char* Get(std::uint32_t id) const { return names_[id].path; }
  // Directory part of path `id` ("." when it has none), for name resolution
  // and directory syncs. Precomputed, for dynamic ids too.
  const char* Parent(std::uint32_t id) const { return names_[id].parent; }
  // The last component of path `id`, a part of Get(id).
  const char* Base(std::uint32_t id) const { return names_[id].base; }
  // Whether the last component is a pattern (`* ? < > "`).
  bool IsPattern(std::uint32_t id) const { return names_[id].is_pattern; }

  // The source may give this id another name in the next batch.
  bool IsDynamic(std::uint32_t id) const { return id >= first_dynamic_; }

  // Gives dynamic id `slot` (0 .. kDynamicPaths - 1) a new text; returns its
  // path id. Pointers of other ids stay valid. Allocates only when the slot
  // never held so long a name before.
  std::uint32_t SetDynamic(std::uint32_t slot, std::string_view text);

 private:
  std::string arena_;                 // own names and parents, each with a zero
  std::vector<std::string> dynamic_;  // name, zero, parent; made on first use
  struct Name {
    const char* path = "";
    const char* parent = ".";
    const char* base = "";
    bool is_pattern = false;
  };
  static Name Describe(const char* path, const char* parent);
  std::vector<Name> names_;
  std::uint32_t first_dynamic_ = 0;
};

// `text` with each component `client1` replaced by `client<client>`.
std::string WithClientName(std::string_view text, std::uint32_t client);

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_CLIENT_PATHS_H_
