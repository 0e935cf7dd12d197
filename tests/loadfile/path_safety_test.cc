// No loadfile can name anything outside of the client's tree.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/loadfile/compile.h"

namespace fsduel {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(PathSafety, DotDotIsRefusedInEveryPathOfEveryOperation) {
  for (const char* path : {"..", "/..", "../a", "/a/../b", "a/..", "\\..\\a",
                           "/a\\..", "/./..", "//..//"}) {
    for (const char* format :
         {"Mkdir PATH *", "Unlink PATH *", "Rename PATH /b *",
          "Rename /b PATH *", "NTCreateX PATH 0 1 1 *",
          "FIND_FIRST PATH 1 1 1 *", "QUERY_PATH_INFORMATION PATH *",
          "Rmdir PATH *", "Deltree PATH *"}) {
      std::string line = format;
      line.replace(line.find("PATH "), 4, path);
      EXPECT_THAT(Errors(line), HasSubstr("a path may not hold '..'")) << line;
    }
  }
}

TEST(PathSafety, TheColumnIsThatOfTheOffendingName) {
  EXPECT_THAT(Errors("Mkdir \"/ab/../c\" *"), StartsWith("test.load:1:12: "));
  EXPECT_THAT(Errors("Mkdir /ab/.. *"), StartsWith("test.load:1:11: "));
  EXPECT_THAT(Errors("Mkdir /a\"b\"/.. *"), StartsWith("test.load:1:7: "));
}

TEST(PathSafety, ATreeCannotBeRemovedOrRenamedAsAWhole) {
  for (const char* line : {"Deltree / *", "Deltree \"\\\" *", "Rmdir /. *",
                           "Unlink . *", "Rename / /a *", "Rename /a / *"}) {
    EXPECT_THAT(Errors(line), HasSubstr("the client's whole tree")) << line;
  }
  EXPECT_TRUE(Compile("FIND_FIRST / 1 1 1 *"));
}

TEST(PathSafety, NamesAndPathsHaveTheLimitsOfTheKernel) {
  EXPECT_TRUE(Compile("Mkdir /" + std::string(255, 'a') + " *"));
  EXPECT_THAT(Errors("Mkdir /" + std::string(256, 'a') + " *"),
              HasSubstr("this name is 256 bytes long; 255 is the most"));
  std::string path;
  for (int i = 0; i < 2048; ++i) {
    path += "/a";
  }
  EXPECT_TRUE(Compile("Mkdir " + path + " *"));  // 4095 without the first /
  EXPECT_THAT(Errors("Mkdir " + path + "b *"),
              HasSubstr("this path is 4096 bytes long; 4095 is the most"));
}

TEST(PathSafety, EmptyPathsAreRefused) {
  EXPECT_THAT(Errors("Mkdir \"\" *"), HasSubstr("the path is empty"));
}

TEST(RandomStringSafety, TemplatesAreNames) {
  for (const char* text : {"a/b", "a\\b", "[a/]", "[\\]", "/"}) {
    EXPECT_THAT(Errors("RANDOMSTRING 1 \"" + std::string(text) + "\""),
                HasSubstr("may not hold a slash"))
        << text;
  }
  EXPECT_THAT(Errors("RANDOMSTRING 1 \"\""), HasSubstr("may not be empty"));
  EXPECT_THAT(Errors("RANDOMSTRING 1 \"a[]\""), HasSubstr("set is empty"));
  EXPECT_THAT(Errors("RANDOMSTRING 1 \"a[bc\""), HasSubstr("is not closed"));
  EXPECT_THAT(Errors("RANDOMSTRING 1 " + std::string(256, 'a')),
              HasSubstr("longer than 255"));
}

TEST(RandomStringSafety, NoValueMayMakeANameOfDots) {
  const std::vector<std::string> refused = {
      "RANDOMSTRING 1 \".\"\nMkdir /$1 *",
      "RANDOMSTRING 1 \"..\"\nMkdir /$1 *",
      "RANDOMSTRING 1 \"[.a]\"\nMkdir /$1 *",
      "RANDOMSTRING 1 \"[.a]\"\nMkdir /a/.$1/b *",
      "RANDOMSTRING 1 \"[.a]\"\nMkdir /a/$1. *",
      "RANDOMSTRING 1 \"[.a]\"\nMkdir /a/$1$1 *",
      "RANDOMSTRING 1 \"[a.][.b]\"\nMkdir /$1 *",
      "RANDOMSTRING 1 \"[.a]\"\nRANDOMSTRING 2 \"[.b]\"\nMkdir /$1$2 *",
      // Values of either definition can be put in.
      "RANDOMSTRING 1 \"ab\"\nRANDOMSTRING 1 \".\"\nMkdir /$1 *",
      "RANDOMSTRING 1 \".\"\nRANDOMSTRING 1 \"ab\"\nMkdir /.$1 *",
  };
  for (const std::string& text : refused) {
    EXPECT_THAT(Errors(text), HasSubstr("could become '.' or '..'")) << text;
  }
  for (const char* text : {
           "RANDOMSTRING 1 \"[.a]\"\nMkdir /x$1 *",
           "RANDOMSTRING 1 \"[.a]\"\nMkdir /..$1 *",  // three bytes
           "RANDOMSTRING 1 \"[.a]b\"\nMkdir /$1 *",
           "RANDOMSTRING 1 \"[.a]\"\nMkdir /$2 *",
       }) {
    EXPECT_TRUE(Compile(text)) << text;
  }
}

TEST(RandomStringSafety, ALaterDefinitionIsHeldAgainstEarlierPaths) {
  EXPECT_THAT(Errors("RANDOMSTRING 1 \"ab\"\n"
                     "Mkdir /$1 *\n"
                     "RANDOMSTRING 1 \"..\"\n"),
              StartsWith("test.load:3:17: with this value, the name '$1' could "
                         "become '.' or '..' and leave the tree\n"));
}

TEST(RandomStringSafety, LengthsAreThoseOfTheLongestDefinition) {
  const std::string head = "RANDOMSTRING 1 \"" + std::string(200, 'a') +
                           "\"\nRANDOMSTRING 1 \"b\"\n";
  EXPECT_TRUE(Compile(head + "Mkdir /$1" + std::string(55, 'c') + " *"));
  EXPECT_THAT(Errors(head + "Mkdir /$1" + std::string(56, 'c') + " *"),
              HasSubstr("could become longer than 255 bytes"));
  std::string path;
  for (int i = 0; i < 21; ++i) {
    path += "/$1";
  }
  EXPECT_THAT(Errors(head + "Mkdir " + path + " *"),
              HasSubstr("could become longer than 4095 bytes"));
}

TEST(RandomStringSafety, OnlyDefinedNumbersArePlaces) {
  const auto loadfile = Compile(
      "Mkdir /$1 *\n"
      "RANDOMSTRING 1 \"[ab]\"\n"
      "Mkdir /$1 *\n"
      "Mkdir /$2/~$x/$ *\n"
      "Mkdir /$$1$2 *\n");
  ASSERT_TRUE(loadfile);
  ASSERT_EQ(loadfile->paths().size(), 4U);
  EXPECT_FALSE(loadfile->paths()[0].has_random_string);
  EXPECT_TRUE(loadfile->paths()[1].has_random_string);
  EXPECT_EQ(loadfile->paths()[1].random_mask, 1U << 1);
  EXPECT_EQ(loadfile->paths()[1].text, "$1");
  EXPECT_FALSE(loadfile->paths()[2].has_random_string);
  EXPECT_EQ(loadfile->paths()[3].random_mask, 1U << 1);
}

}  // namespace
}  // namespace fsduel
