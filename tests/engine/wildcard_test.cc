// SMB name patterns, case by case.
#include "engine/wildcard.h"

#include <gtest/gtest.h>

namespace fsduel {
namespace {

TEST(NamePattern, FollowsTheRulesOfSmbPatterns) {
  struct Case {
    const char* pattern;
    const char* name;
    bool matches;
  };
  const Case cases[] = {
      {"*", "anything", true},
      {"*", ".", true},
      {"*.*", "no-dot", true},
      {"a.txt", "A.TXT", true},
      {"a.txt", "a.tx", false},
      {"*.tmp", "x.tmp", true},
      {"*.tmp", "x.tmp.bak", false},
      {"<.tmp", "x.tmp", true},
      {"<.tmp", "a.b.tmp", true},
      {"<.tmp", "tmp", false},
      {"<tmp", "a.tmp", false},
      {"<tmp", "tmp", true},
      {"*tmp", "a.tmp", true},
      {"<.JNK", ".", false},
      {"<.JNK", "..", false},
      {"a?c", "abc", true},
      {"a?c", "ac", false},
      {"a>>", "abc", true},
      {"a>>", "a", true},
      {"a>>>.x", "ab.x", true},
      {"name\"", "name", true},
      {"name\"txt", "name.txt", true},
      {"name\"", "nameX", false},
      {"", "", true},
      {"", "a", false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(NamePattern(c.pattern).Matches(c.name), c.matches)
        << c.pattern << " against " << c.name;
  }
}

}  // namespace
}  // namespace fsduel
