// Paths of a loadfile -> ids, and the rule that none of them leaves the tree.
#ifndef FSDUEL_LOADFILE_PATH_INTERNER_H_
#define FSDUEL_LOADFILE_PATH_INTERNER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loadfile/loadfile.h"
#include "loadfile/random_string.h"

namespace fsduel {

// The path that stands for the tree itself ("/", "\", "/.").
inline constexpr std::string_view kTreePath = ".";

// A path is normalised: `\` is `/`, slashes at the start and the end and
// repeated ones go, as do components ".". It is refused when it is empty, has a
// component "..", or is too long, or when random strings could make it so.
class PathInterner {
 public:
  // The id of the path that `raw` spells, or kNoPath with `*fault`.
  std::uint32_t Intern(std::string_view raw, TextFault* fault);

  // From now on `$N` in a path is a random string. False, with `*fault`, when a
  // path that is known already could leave the tree with it.
  bool Define(const RandomString& random_string, TextFault* fault);

  const PathPattern& path(std::uint32_t id) const { return paths_[id]; }
  // All paths, by id; nothing may be interned afterwards.
  std::vector<PathPattern> Take() { return std::move(paths_); }

 private:
  // Lookup by string_view without making a string.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using IdMap =
      std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>>;

  std::uint32_t InternNormal(PathPattern path, TextFault* fault);

  std::vector<PathPattern> paths_;
  IdMap by_spelling_;  // of words as they stand; random_.defined() as it is
  IdMap by_text_;      // of normalised texts with their mask
  RandomStringRanges random_;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_PATH_INTERNER_H_
