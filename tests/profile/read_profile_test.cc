// From the text of a profile to a Profile, and what is said of malformed ones.
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profile/profile.h"
#include "profile/profile_keys.h"

namespace fsduel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kReports[] = {"table", "quick", "iozone"};

Result<Profile> Parse(std::string_view text,
                      const std::vector<std::string>& settings = {}) {
  return ParseProfile({"mine", "mine.toml", text, kReports}, settings);
}

std::string Fault(std::string_view text,
                  const std::vector<std::string>& settings = {}) {
  const Result<Profile> profile = Parse(text, settings);
  EXPECT_FALSE(profile.ok()) << text;
  EXPECT_TRUE(profile.ok() || profile.status().kind() == ErrorKind::kUsage);
  return profile.ok() ? "" : profile.status().message();
}

constexpr std::string_view kTwoSteps = R"(
summary = "two steps"
report = "quick"
size = "1G"       # of both
time-limit = 5
time-based = true

[[step]]
name = "large"
block = "1M"
pattern = ["seq-read", "mixed:30"]
threads = [1, 8]

[[step]]
name = "small"
block = [4096, "16k"]
pattern = "rand-read"
size = "64M"
durability = ["dsync", "dirs"]
)";

TEST(ReadProfileTest, StepsTakeWhatTheyDoNotSayFromTheHead) {
  const Result<Profile> profile = Parse(kTwoSteps);
  ASSERT_TRUE(profile.ok()) << profile.status().message();
  EXPECT_EQ(profile->name, "mine");
  EXPECT_EQ(profile->summary, "two steps");
  EXPECT_EQ(profile->report, "quick");
  ASSERT_EQ(profile->steps.size(), 2U);
  const SweepSpec& large = profile->steps[0].sweep;
  EXPECT_EQ(profile->steps[0].name, "large");
  EXPECT_EQ(large.size, 1ULL << 30U);
  EXPECT_EQ(large.time_limit, std::chrono::seconds(5));
  EXPECT_TRUE(large.time_based);
  EXPECT_THAT(large.blocks, ElementsAre(1U << 20U));
  EXPECT_THAT(large.threads, ElementsAre(1, 8));
  ASSERT_EQ(large.patterns.size(), 2U);
  EXPECT_EQ(PatternText(large.patterns[1]), "mixed:30");
  const SweepSpec& small = profile->steps[1].sweep;
  EXPECT_EQ(small.size, 64ULL << 20U);
  EXPECT_THAT(small.blocks, ElementsAre(4096, 16384));
  EXPECT_TRUE(small.durability.dsync);
  EXPECT_TRUE(small.durability.dirs);
}

TEST(ReadProfileTest, WithoutStepsTheHeadIsTheOnlyOne) {
  const Result<Profile> profile = Parse(
      "summary = 'x'\nkind = 'replay'\nloadfile = 'office:2'\n"
      "clients = 8\nwarmup = 0\n");
  ASSERT_TRUE(profile.ok()) << profile.status().message();
  ASSERT_EQ(profile->steps.size(), 1U);
  const RunSpec& replay = profile->steps[0].replay;
  ASSERT_EQ(replay.loadfiles.size(), 1U);
  EXPECT_EQ(replay.loadfiles[0].name, "office");
  EXPECT_EQ(replay.loadfiles[0].weight, 2U);
  EXPECT_EQ(replay.clients, 8U);
  EXPECT_EQ(replay.warmup, std::chrono::seconds(0));
}

TEST(ReadProfileTest, AListOfSizesMakesOneStepEach) {
  const Result<Profile> profile =
      Parse("summary = 'x'\nsize = ['64k', '128k', 262144]\nblock = [4096]\n");
  ASSERT_TRUE(profile.ok()) << profile.status().message();
  ASSERT_EQ(profile->steps.size(), 3U);
  EXPECT_EQ(profile->steps[0].sweep.size, 65536U);
  EXPECT_EQ(profile->steps[2].sweep.size, 262144U);
}

TEST(ReadProfileTest, ASettingReplacesTheHeadAndLeavesTheStepsOwnValues) {
  const Result<Profile> profile =
      Parse(kTwoSteps, {"size=2G", "threads=1..4", "small.block=512"});
  ASSERT_TRUE(profile.ok()) << profile.status().message();
  EXPECT_EQ(profile->steps[0].sweep.size, 2ULL << 30U);
  EXPECT_EQ(profile->steps[1].sweep.size, 64ULL << 20U);
  EXPECT_THAT(profile->steps[0].sweep.threads, ElementsAre(1, 8));
  EXPECT_THAT(profile->steps[1].sweep.threads, ElementsAre(1, 2, 4));
  EXPECT_THAT(profile->steps[0].sweep.blocks, ElementsAre(1U << 20U));
  EXPECT_THAT(profile->steps[1].sweep.blocks, ElementsAre(512));
  EXPECT_THAT(profile->settings[2], ::testing::Pair("small.block", "512"));
}

TEST(ReadProfileTest, ASettingStandsInForAWholeListOfSizes) {
  const Result<Profile> profile =
      Parse("summary = 'x'\nsize = ['64k', '128k']\n", {"size-per-thread=1M"});
  ASSERT_TRUE(profile.ok()) << profile.status().message();
  EXPECT_EQ(profile->steps[0].sweep.size_per_thread, 1ULL << 20U);
  EXPECT_FALSE(profile->steps[0].sweep.size.has_value());
  const Result<Profile> one =
      Parse("summary = 'x'\nsize = ['64k', '128k']\n", {"size=1M"});
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(one->steps.size(), 1U);
}

TEST(ReadProfileTest, MalformedSettingsAreNamed) {
  struct {
    const char* setting;
    const char* message;
  } const cases[] = {
      {"size", "'size' is no setting; write key=value"},
      {"=4", "is no setting"},
      {"sise=4k", "'sise=4k': there is no key 'sise' (did you mean \"size\"?)"},
      {"summary=x", "summary cannot be set from outside"},
      {"block=4k",
       "each step says for itself what block is; set it for one "
       "of large, small as STEP.block"},
      {"smal.block=4k", "no step 'smal' (did you mean \"small\"?)"},
      {"size=many", "'size=many': "},
      {"time-based=yes", "'yes' is not one of true, false"},
      {"loadfile=office", "there is no key 'loadfile'"},
  };
  for (const auto& [setting, message] : cases) {
    EXPECT_THAT(Fault(kTwoSteps, {setting}), HasSubstr(message));
  }
}

TEST(ReadProfileTest, FaultsHavePositionTextCaretAndProposal) {
  EXPECT_EQ(Fault("summary = 'x'\nsize = '1G'\n  blokc = '4k'\n"),
            "mine.toml:3:3: there is no key 'blokc' (did you mean \"block\"?)\n"
            "    blokc = '4k'\n"
            "    ^");
  EXPECT_EQ(Fault("summary = '\xc3\xa4'\npattern = ['seq-read', 'rnd-read']\n"),
            "mine.toml:2:12: pattern: "
            "'rnd-read': no such pattern (did you mean \"rand-read\"?)\n"
            "  pattern = ['seq-read', 'rnd-read']\n"
            "             ^");
}

TEST(ReadProfileTest, EveryFaultOfAFileIsNamedAtOnce) {
  const std::string fault = Fault(
      "report = 'quikc'\nclients = 3\nthreads = 'x'\nverify = 1\n"
      "runs = [1, 2]\nengine = 4\nblock = []\n"
      "[[step]]\nname = 'A b'\nkind = 'sweep'\n"
      "[[step]]\nsizee = 3\n");
  for (const char* part :
       {"mine.toml:1:10: there is no report 'quikc'; there are table, quick, "
        "iozone (did you mean \"quick\"?)",
        "mine.toml:2:1: clients is a key of a replay profile, this is a sweep",
        "mine.toml:3:11: threads: ",
        "mine.toml:4:10: verify takes true or false, not a whole number",
        "mine.toml:5:1: runs takes one value, no list",
        "mine.toml:6:10: engine takes a text, not a whole number",
        "mine.toml:7:1: the list is empty",
        "mine.toml:9:1: a name is a text of lower case letters",
        "mine.toml:10:1: kind stands above the first [[step]]",
        "mine.toml:12:1: there is no key 'sizee' (did you mean \"size\"?)",
        "mine.toml:1:1: a profile needs a summary"}) {
    EXPECT_THAT(fault, HasSubstr(part));
  }
}

TEST(ReadProfileTest, RefusesWhatIsNoProfile) {
  for (const char* text :
       {"",
        "summary = 'x",
        "a.b = 1",
        "[sweep]\nx = 1",
        "[[steps]]\nx = 1\n",
        "summary = 'x'\nstep = 3",
        "summary = 3",
        "summary = ''",
        "summary = 'a\\nb'",
        "summary = \"a\\nb\"",
        "summary = 'x'\nkind = 'y'",
        "summary = 'x'\nsize = 1979-05-27",
        "summary = 'x'\nsize = [[1]]",
        "summary = 'x'\nsize = {a = 1}",
        "summary = 'x'\nsize = -4",
        "summary = 'x'\nblock = 0",
        "summary = 'x'\nthreads = 1e9",
        "summary = 'x'\ntime-limit = nan",
        "summary = 'x'\ntime-limit = inf",
        "summary = 'x'\n[[step]]\nname = 'a'\n[[step]]\nname = 'a'\n"}) {
    if (std::string_view(text) == "summary = 'a\\nb'") {
      EXPECT_TRUE(Parse(text).ok());  // a literal: no line break in it
      continue;
    }
    EXPECT_NE(Fault(text), "") << text;
  }
  EXPECT_THAT(Fault(std::string((1U << 20U) + 1, '#')), HasSubstr("1 MiB"));
  std::string many = "summary = 'x'\nsize = [1";
  for (int i = 0; i < 300; ++i) {
    many += ",4096";
  }
  EXPECT_THAT(Fault(many + "]\n"), HasSubstr("more than 256 steps"));
}

TEST(ReadProfileTest, TheSummaryIsFoundWithoutReadingTheRest) {
  EXPECT_EQ(ProfileSummary(kTwoSteps), "two steps");
  EXPECT_EQ(ProfileSummary("blokc = 3\nsummary = 'x'"), "x");
  EXPECT_EQ(ProfileSummary("summary = "), "");
}

TEST(ProfileKeysTest, EachKindKnowsAKeyOnce) {
  for (const ProfileKind kind :
       {ProfileKind::kSweep, ProfileKind::kReplay, ProfileKind::kMetadata}) {
    std::vector<std::string_view> names = ProfileKeyNames(kind);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  }
}

}  // namespace
}  // namespace fsduel
