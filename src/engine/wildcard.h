// File name patterns of SMB, as FIND_FIRST and Unlink carry them.
#ifndef FSDUEL_ENGINE_WILDCARD_H_
#define FSDUEL_ENGINE_WILDCARD_H_

#include <string_view>

namespace fsduel {

// A pattern, looked at once and matched against many names. ASCII case is
// ignored: `*` any characters, `?` one, `<` any up to the last dot, `>` one or
// none before a dot or the end, `"` a dot or the end. `*.*` matches every name.
// Source: MS-FSA 2.1.4.4, "Algorithm for Determining if a FileName Is in an
// Expression".
class NamePattern {
 public:
  // `pattern` must outlive this object.
  explicit NamePattern(std::string_view pattern);

  bool Matches(std::string_view name) const;

 private:
  enum class Kind { kAll, kLiteral, kSuffix, kGeneral };
  bool MatchesGeneral(std::string_view name) const;

  std::string_view pattern_;
  Kind kind_;
};

// Whether a path's last component has one of `* ? < > "`.
bool HasWildcard(std::string_view component);

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_WILDCARD_H_
