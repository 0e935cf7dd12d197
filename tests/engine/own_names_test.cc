// Whose files are whose in a shared tree.
#include "engine/own_names.h"

#include <gtest/gtest.h>

#include "loadfile/reader.h"

namespace fsduel {
namespace {

OwnNames OwnNamesOf(const std::string& text) {
  const auto compiled = CompileLoadfile("test", text);
  EXPECT_TRUE(compiled.ok()) << compiled.status().message();
  return compiled.ok() ? OwnNamesInSharedTree(*compiled.value())
                       : OwnNames::kAll;
}

TEST(OwnNamesInSharedTree, NamesBelowTheOwnClientAreOwn) {
  for (const char* const text : {
           "Mkdir \"/clients/client1\" *\nUnlink \"/pub/x\" 0 *\n",
           "Rename \"/clients/client1/a\" \"/pub/a\" *\n",
           "Deltree \"/clients/client1\" *\n",
           "Deltree \"/pub\" *\nMkdir \"/client1\" *\n",
           "Mkdir \"/clients/clients\" *\nMkdir \"/clientele\" *\n",
           "RANDOMSTRING 1 \"[ab]\"\nMkdir \"/clients/client1/$1\" *\n",
           "Mkdir \"/pub/~$1\" *\n",
       }) {
    EXPECT_EQ(OwnNamesOf(text), OwnNames::kBelowOwnClient) << text;
  }
}

TEST(OwnNamesInSharedTree, NothingIsOwnWhereOthersMayReach) {
  for (const char* const text : {
           "Unlink \"/clients/client2/x\" 0 *\n",
           "Unlink \"/clients/CLIENT2/x\" 0 *\n",
           "Deltree \"/clients\" *\nMkdir \"/clients/client1\" *\n",
           "Deltree \"/Clients\" *\nMkdir \"/clients/client1\" *\n",
           "Rename \"/a\" \"/b\" *\nMkdir \"/b/c/client1\" *\n",
           "RANDOMSTRING 1 \"[ab]\"\nMkdir \"/$1/client1\" *\n",
           "RANDOMSTRING 1 \"[ab]\"\nMkdir \"/clients/client$1\" *\n",
       }) {
    EXPECT_EQ(OwnNamesOf(text), OwnNames::kNone) << text;
  }
}

}  // namespace
}  // namespace fsduel
