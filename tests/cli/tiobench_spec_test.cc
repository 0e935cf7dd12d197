// Command lines of tiobench and tiotest -> sweeps.
#include "cli/tiobench_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/parse.h"

namespace fsduel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Words = std::vector<std::string>;

Result<CommandOptions> ParseTiobench(const Words& words) {
  return ParseOptions(CommandId::kTiobench, TiobenchWords(words), {});
}

// The configurations of a command line; none when it is refused.
std::vector<TiobenchConfiguration> Configurations(const Words& words) {
  const Result<CommandOptions> options = ParseTiobench(words);
  EXPECT_TRUE(options.ok()) << options.status().message();
  TiobenchSpec spec = options->tiobench;
  if (spec.sizes_mb.empty()) {
    spec.sizes_mb = {200};
  }
  Result<std::vector<TiobenchConfiguration>> result =
      TiobenchConfigurations(spec);
  EXPECT_TRUE(result.ok()) << result.status().message();
  return result.ok() ? std::move(result).value()
                     : std::vector<TiobenchConfiguration>();
}

std::string Refusal(const Words& words) {
  const Result<CommandOptions> options = ParseTiobench(words);
  if (!options.ok()) {
    return options.status().message();
  }
  TiobenchSpec spec = options->tiobench;
  if (spec.sizes_mb.empty()) {
    spec.sizes_mb = {200};
  }
  const auto result = TiobenchConfigurations(spec);
  return result.ok() ? "(accepted)" : result.status().message();
}

Result<SweepSpec> Tiotest(const Words& words) {
  const Result<CommandOptions> options =
      ParseOptions(CommandId::kTiotest, words, {});
  return options.ok() ? TiotestSweep(options->tiotest)
                      : Result<SweepSpec>(options.status());
}

std::vector<std::string> PatternsOf(const SweepSpec& sweep) {
  std::vector<std::string> names;
  for (const Pattern& pattern : sweep.patterns) {
    names.push_back(PatternText(pattern));
  }
  return names;
}

TEST(TiobenchSpecTest, NothingGivenIsWhatTheOriginalsDo) {
  const auto configurations = Configurations({});
  ASSERT_EQ(configurations.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(configurations[i].threads, 1U << i);
    EXPECT_EQ(configurations[i].block_bytes, 4096U);
    const SweepSpec& sweep = configurations[i].sweep;
    EXPECT_THAT(sweep.targets, ElementsAre("."));
    EXPECT_THAT(sweep.threads, ElementsAre(1U << i));
    EXPECT_EQ(*sweep.size_per_thread * (1U << i), 200U << 20);
    EXPECT_EQ(sweep.random_operations, 4000U);
    EXPECT_FALSE(sweep.operations.has_value()) << "sequential phases are whole";
    EXPECT_EQ(sweep.runs, 1U);
    EXPECT_EQ(sweep.cache, CachePolicy::kWarm);
    EXPECT_TRUE(sweep.durability.fsync_end);
    EXPECT_EQ(sweep.results_directory, "");
  }
}

// The command line of the document that this project comes from.
TEST(TiobenchSpecTest, SizesAndOperationsAreRoundedDownPerThread) {
  const auto configurations =
      Configurations({"--dir", "/mnt/2", "--size", "2000", "--numruns", "3",
                      "--threads", "128", "--threads", "32"});
  ASSERT_EQ(configurations.size(), 2U);
  EXPECT_EQ(configurations[0].size_mb, 2000U) << "as asked";
  EXPECT_EQ(configurations[0].sweep.size_per_thread, 15U << 20);
  EXPECT_EQ(configurations[0].sweep.random_operations, 3968U);
  EXPECT_EQ(configurations[0].sweep.runs, 3U);
  EXPECT_THAT(configurations[0].sweep.targets, ElementsAre("/mnt/2"));
  EXPECT_EQ(configurations[1].sweep.size_per_thread, 62U << 20);
}

TEST(TiobenchSpecTest, AThreadHasAtLeastOneMegabyte) {
  EXPECT_EQ(Configurations({"--size", "10", "--threads", "64"})[0]
                .sweep.size_per_thread,
            1U << 20);
}

TEST(TiobenchSpecTest, ABlockThatDoesNotDivideTheFileShortensIt) {
  EXPECT_EQ(
      Configurations({"--size", "1", "--threads", "1", "--block", "1000"})[0]
          .sweep.size_per_thread,
      1'048'000U);
}

TEST(TiobenchSpecTest, ListsAreInTheOrderOfTheOriginals) {
  std::vector<std::string> order;
  for (const TiobenchConfiguration& one : Configurations(
           {"--dir", "/a", "--dir", "/b", "--size", "100,200", "--block",
            "8192", "--block", "4096", "--threads", "8,1"})) {
    order.push_back(one.sweep.targets[0] + " " + std::to_string(one.size_mb) +
                    " " + std::to_string(one.block_bytes) + " " +
                    std::to_string(one.threads));
  }
  EXPECT_THAT(order,
              ElementsAre("/a 100 8192 8", "/a 100 8192 1", "/a 100 4096 8",
                          "/a 100 4096 1", "/a 200 8192 8", "/a 200 8192 1",
                          "/a 200 4096 8", "/a 200 4096 1", "/b 100 8192 8",
                          "/b 100 8192 1", "/b 100 4096 8", "/b 100 4096 1",
                          "/b 200 8192 8", "/b 200 8192 1", "/b 200 4096 8",
                          "/b 200 4096 1"));
}

TEST(TiobenchSpecTest, TargetsAreTestedAllAtOnce) {
  const auto configurations =
      Configurations({"--target", "/a", "--target", "/b", "--threads", "2"});
  ASSERT_EQ(configurations.size(), 1U);
  EXPECT_THAT(configurations[0].sweep.targets, ElementsAre("/a", "/b"));
  EXPECT_THAT(Refusal({"--target", "/a", "--dir", "/b"}),
              HasSubstr("give one of the two"));
}

// Today's script takes --dir as an abbreviation of --directio and tests the
// current directory.
TEST(TiobenchSpecTest, DirMeansDirectory) {
  for (const Words& words : {Words{"--dir", "/mnt/2"}, Words{"-dir", "/mnt/2"},
                             Words{"--dir=/mnt/2"}, Words{"--DIR", "/mnt/2"}}) {
    const auto configurations = Configurations(words);
    EXPECT_THAT(configurations[0].sweep.targets, ElementsAre("/mnt/2"));
    EXPECT_EQ(configurations[0].sweep.cache, CachePolicy::kWarm);
  }
}

TEST(TiobenchSpecTest, TheLayoutFollowsTheOptionThatNamesThePlace) {
  EXPECT_EQ(ParseTiobench({})->tiobench.layout_or_default(),
            TiobenchLayout::k034);
  EXPECT_EQ(ParseTiobench({"--dir", "."})->tiobench.layout_or_default(),
            TiobenchLayout::k034);
  EXPECT_EQ(ParseTiobench({"--target", "."})->tiobench.layout_or_default(),
            TiobenchLayout::kGit);
  EXPECT_EQ(ParseTiobench({"--target", ".", "--layout", "0.3"})
                ->tiobench.layout_or_default(),
            TiobenchLayout::k034);
}

TEST(TiobenchSpecTest, EveryOptionOfEitherVersionIsTaken) {
  const auto options = ParseTiobench(
      {"--identifier", "mine", "--flushCaches", "--timeout", "60", "--debug",
       "40", "--progress", "--random", "100", "--seed", "7", "--results", "/r",
       "--no-flush-rows", "--layout", "git"});
  ASSERT_TRUE(options.ok()) << options.status().message();
  const TiobenchSpec& spec = options->tiobench;
  EXPECT_EQ(spec.identifier, "mine");
  EXPECT_EQ(spec.cache, CachePolicy::kDrop);
  EXPECT_EQ(spec.timeout, std::chrono::seconds(60));
  EXPECT_EQ(spec.random, 100U);
  EXPECT_EQ(spec.seed, 7U);
  EXPECT_EQ(spec.results_directory, "/r");
  EXPECT_FALSE(spec.flush_rows);
  EXPECT_EQ(spec.layout, TiobenchLayout::kGit);
  EXPECT_EQ(ParseTiobench({"--directio"})->tiobench.cache,
            CachePolicy::kDirect);
}

TEST(TiobenchSpecTest, OptionsMayBeShortenedWhereTheyAreUnique) {
  EXPECT_THAT(
      TiobenchWords({"--num", "3", "-thr=8", "-SIZE", "10", "--flushC"}),
      ElementsAre("--numruns", "3", "--threads=8", "--size", "10",
                  "--flushcaches"));
  // Several begin so, none does, and what is no option at all.
  EXPECT_THAT(TiobenchWords({"--t", "--xyz", "-", "--", "word", "---dir"}),
              ElementsAre("--t", "--xyz", "-", "--", "word", "---dir"));
  EXPECT_THAT(TiobenchWords({}), IsEmpty());
}

TEST(TiobenchSpecTest, WhatCannotBeDoneIsRefused) {
  EXPECT_THAT(Refusal({"--random", "100", "--threads", "128"}),
              HasSubstr("raise it, or lower --threads"));
  EXPECT_THAT(Refusal({"--nofrag"}), HasSubstr("--nofrag: "));
  EXPECT_THAT(Refusal({"--threads", "0"}), HasSubstr("--threads: "));
  EXPECT_THAT(Refusal({"--threads", "5000"}), HasSubstr("1 and 4096"));
  EXPECT_THAT(Refusal({"--size", "2G"}), HasSubstr("--size: "));
  EXPECT_THAT(Refusal({"--dump"}), HasSubstr("unknown option '--dump'"));
}

TEST(TiobenchSpecTest, TheDefaultSizeFollowsTheMemory) {
  constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
  EXPECT_EQ(TiobenchDefaultSize(TiobenchLayout::k034, 64 * kGiB), 2000U);
  EXPECT_EQ(TiobenchDefaultSize(TiobenchLayout::k034, kGiB / 2), 1024U);
  EXPECT_EQ(TiobenchDefaultSize(TiobenchLayout::k034, 1 << 20), 200U);
  EXPECT_EQ(TiobenchDefaultSize(TiobenchLayout::kGit, 64 * kGiB), 131'072U);
}

TEST(TiotestSpecTest, NothingGivenIsWhatTiotestDoes) {
  const Result<SweepSpec> sweep = Tiotest({});
  ASSERT_TRUE(sweep.ok());
  EXPECT_THAT(PatternsOf(sweep.value()),
              ElementsAre("seq-write", "rand-write", "seq-read", "rand-read"));
  EXPECT_THAT(sweep->targets, ElementsAre("."));
  EXPECT_THAT(sweep->threads, ElementsAre(4));
  EXPECT_EQ(sweep->size_per_thread, 10U << 20);
  EXPECT_EQ(sweep->random_operations, 4000U);
  EXPECT_EQ(sweep->engine, IoEngine::kPsync);
  EXPECT_FALSE(sweep->durability.sync || sweep->verify);
}

// Phoronix: O_SYNC, all tests but one skipped.
TEST(TiotestSpecTest, SkippedTestsAreNotRun) {
  const Result<SweepSpec> sweep =
      Tiotest({"-S", "-k0", "-k", "1", "-k3", "-f", "32", "-t", "16"});
  ASSERT_TRUE(sweep.ok());
  EXPECT_THAT(PatternsOf(sweep.value()), ElementsAre("seq-read"));
  EXPECT_TRUE(sweep->durability.sync);
  EXPECT_THAT(sweep->threads, ElementsAre(16));
  EXPECT_EQ(sweep->size_per_thread, 32U << 20);
  EXPECT_FALSE(Tiotest({"-k0", "-k1", "-k2", "-k3"}).ok());
}

TEST(TiotestSpecTest, EveryOptionReachesTheSweep) {
  const auto options =
      ParseOptions(CommandId::kTiotest,
                   {"-d",     "/a",     "-d", "/b",        "-b",
                    "8192",   "-r",     "50", "-L",        "-T",
                    "-M",     "-c",     "-F", "-R",        "-o",
                    "0",      "-O",     "-D", "5",         "--write-device",
                    "/dev/x", "--seed", "3",  "--results", "/r"},
                   {});
  ASSERT_TRUE(options.ok()) << options.status().message();
  EXPECT_TRUE(options->tiotest.style.terse);
  EXPECT_FALSE(options->tiotest.style.latency);
  const Result<SweepSpec> sweep = TiotestSweep(options->tiotest);
  ASSERT_TRUE(sweep.ok());
  EXPECT_THAT(sweep->targets, ElementsAre("/a", "/b"));
  EXPECT_THAT(sweep->blocks, ElementsAre(8192));
  EXPECT_EQ(sweep->random_operations, 200U);
  EXPECT_EQ(sweep->engine, IoEngine::kMmap);
  EXPECT_TRUE(sweep->verify);
  EXPECT_EQ(sweep->cache, CachePolicy::kDrop);
  EXPECT_EQ(sweep->write_device, "/dev/x");
  EXPECT_EQ(sweep->seed, 3U);
  EXPECT_EQ(sweep->results_directory, "/r");
  EXPECT_EQ(Tiotest({"-X"})->cache, CachePolicy::kDirect);
}

TEST(TiotestSpecTest, WhatCannotBeDoneIsRefused) {
  EXPECT_THAT(Tiotest({"-W"}).status().message(), HasSubstr("-W: "));
  EXPECT_THAT(Tiotest({"-o", "5"}).status().message(), HasSubstr("-o: "));
  EXPECT_FALSE(Tiotest({"-k4"}).ok());
  EXPECT_FALSE(Tiotest({"-t", "0"}).ok());
}

}  // namespace
}  // namespace fsduel
