// File name patterns of SMB, as FIND_FIRST and Unlink carry them.
#ifndef FSDUEL_ENGINE_WILDCARD_H_
#define FSDUEL_ENGINE_WILDCARD_H_

#include <string_view>

namespace fsduel {

// Whether `name` matches `pattern`, ASCII case ignored: `*` any characters, `?`
// one, `<` any up to the last dot, `>` one or none before a dot or the end, `"`
// a dot or the end. `*.*` matches every name. Never more than
// pattern x name steps.
// Source: MS-FSA 2.1.4.4, "Algorithm for Determining if a FileName Is in an
// Expression".
bool MatchesPattern(std::string_view pattern, std::string_view name);

// Whether a path's last component has one of `* ? < > "`.
bool HasWildcard(std::string_view component);

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_WILDCARD_H_
