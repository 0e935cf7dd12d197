// Which names of a tree belong to one client alone, so that `--verify` may say
// what must be there.
#ifndef FSDUEL_ENGINE_OWN_NAMES_H_
#define FSDUEL_ENGINE_OWN_NAMES_H_

#include <cstdint>

#include "loadfile/loadfile.h"

namespace fsduel {

enum class OwnNames : std::uint8_t {
  kAll,             // a private tree
  kBelowOwnClient,  // a shared tree: those with the component `clientN`
  kNone,
};

// For clients that replay `loadfile` in a shared tree: kNone when one of them
// may write, move or delete files below another's component. Of a mix of
// loadfiles each must give kBelowOwnClient.
OwnNames OwnNamesInSharedTree(const Loadfile& loadfile);

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_OWN_NAMES_H_
