// Values with a grammar of their own.
#include "run/option_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using ::testing::HasSubstr;

struct LoadfileCase {
  std::string_view text;
  std::string_view name;
  std::uint32_t weight;
};

constexpr LoadfileCase kLoadfiles[] = {
    {"office", "office", 1},
    {"office:6", "office", 6},
    {"./my.load:2", "./my.load", 2},
    {"a:b.load", "a:b.load", 1},
    {"a:b.load:3", "a:b.load", 3},
    {"odd:", "odd:", 1},
    {"x:1:2", "x:1", 2},
};

TEST(OptionValuesTest, ANumberAfterTheLastColonIsAWeight) {
  for (const auto& [text, name, weight] : kLoadfiles) {
    std::vector<LoadfileSpec> loadfiles;
    const Status status = AppendLoadfile(text, &loadfiles);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(loadfiles.at(0).name, name);
    EXPECT_EQ(loadfiles.at(0).weight, weight);
  }
}

TEST(OptionValuesTest, AWeightIsNeitherNothingNorMoreThanAMillion) {
  for (const std::string_view text : {"office:0", "office:1000001", ":6", ""}) {
    std::vector<LoadfileSpec> loadfiles;
    EXPECT_FALSE(AppendLoadfile(text, &loadfiles).ok()) << text;
    EXPECT_TRUE(loadfiles.empty()) << text;
  }
}

TEST(OptionValuesTest, AFailureLeavesTheTargetAlone) {
  Durability durability;
  durability.dirs = true;
  EXPECT_FALSE(SetDurability("sync,bogus", &durability).ok());
  EXPECT_TRUE(durability.dirs);
  EXPECT_FALSE(durability.sync);
  std::uint32_t number = 5;
  EXPECT_FALSE(SetNumber("9", 1, 8, &number).ok());
  EXPECT_EQ(number, 5U);
  std::vector<std::uint32_t> cpus = {3};
  EXPECT_FALSE(SetCpus("0-9000", &cpus).ok());
  EXPECT_EQ(cpus.size(), 1U);
}

TEST(OptionValuesTest, AnEmptyWordInAListIsRefused) {
  Durability durability;
  EXPECT_FALSE(SetDurability("", &durability).ok());
  EXPECT_FALSE(SetDurability("sync,,dirs", &durability).ok());
}

TEST(OptionValuesTest, BoundsAreNamed) {
  EXPECT_THAT(ParseBounded("101", 0, 100).status().message(),
              HasSubstr("not between 0 and 100"));
  EXPECT_TRUE(ParseBounded("100", 0, 100).ok());
  EXPECT_TRUE(ParseBounded("0", 0, 100).ok());
}

TEST(OptionValuesTest, IoPrioritiesAreThoseOfTheKernel) {
  for (const std::string_view good : {"idle", "be:0", "be:7", "rt:0", "rt:7"}) {
    std::string word;
    EXPECT_TRUE(SetIoPriorityWord(good, &word).ok()) << good;
    EXPECT_EQ(word, good);
  }
  for (const std::string_view bad :
       {"", "be", "be:8", "rt:-1", "idle:0", "x"}) {
    std::string word;
    EXPECT_FALSE(SetIoPriorityWord(bad, &word).ok()) << bad;
  }
}

}  // namespace
}  // namespace fsduel
