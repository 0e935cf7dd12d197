// Words of a command line -> typed values, and the messages for those that are
// none.
#include "cli/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsduel {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Words = std::vector<std::string>;

Result<CommandOptions> Replay(const Words& words) {
  return ParseOptions(CommandId::kReplay, words, {});
}

Result<CommandOptions> Dbench(const Words& words) {
  return ParseOptions(CommandId::kDbench, words, {});
}

// The message of a failure.
std::string Refusal(const Result<CommandOptions>& options) {
  return options.ok() ? "(accepted)" : options.status().message();
}

TEST(ParseTest, LongAndShortOptionsInEverySpelling) {
  for (const Words& words :
       {Words{"--clients", "8"}, Words{"--clients=8"}, Words{"-n", "8"},
        Words{"-n8"}, Words{"-qn8"}, Words{"-n", "1", "-n", "8"}}) {
    const auto options = Replay(words);
    ASSERT_TRUE(options.ok()) << Refusal(options);
    EXPECT_EQ(options->run.clients, 8U);
  }
}

TEST(ParseTest, EveryReplayOptionReachesTheSpecification) {
  const auto parsed = Replay({"office:6",
                              "-D",
                              "/a",
                              "--directory=/b",
                              "-n",
                              "16",
                              "--client-host",
                              "thread",
                              "--semantics",
                              "dbench4",
                              "--no-resolve-names",
                              "--pace",
                              "recorded",
                              "--seed",
                              "7",
                              "--on-error",
                              "stop",
                              "-t",
                              "5m",
                              "--passes",
                              "3",
                              "--max-written",
                              "200G",
                              "--warmup",
                              "0",
                              "--runs",
                              "5",
                              "--grace",
                              "10s",
                              "--shared-tree",
                              "--durability",
                              "fsync-end,dirs",
                              "--xattr",
                              "--cache",
                              "drop",
                              "--compressible",
                              "40",
                              "--verify",
                              "--cpus",
                              "0-2",
                              "--ioprio",
                              "be:7",
                              "--cgroup",
                              "/c",
                              "--results",
                              "/r",
                              "--label",
                              "L",
                              "--json",
                              "-",
                              "--stall-threshold",
                              "50ms",
                              "--interval",
                              "2s",
                              "-q",
                              "--dry-run",
                              "--data-dir",
                              "/d",
                              "x.load"});
  ASSERT_TRUE(parsed.ok()) << Refusal(parsed);
  const RunSpec& run = parsed->run;
  EXPECT_THAT(parsed->operands, ElementsAre("office:6", "x.load"));
  EXPECT_THAT(run.directories, ElementsAre("/a", "/b"));
  EXPECT_EQ(run.clients, 16U);
  EXPECT_EQ(run.client_host, ClientHostKind::kThread);
  EXPECT_EQ(run.semantics, Semantics::kDbench4);
  EXPECT_EQ(run.resolve_names, std::optional(false));
  EXPECT_EQ(run.pace, Pace::kRecorded);
  EXPECT_EQ(run.seed, 7U);
  EXPECT_EQ(run.on_error, OnError::kStop);
  EXPECT_EQ(run.time_limit, minutes(5));
  EXPECT_EQ(run.passes, 3U);
  EXPECT_EQ(run.max_written, std::uint64_t{200} << 30);
  EXPECT_EQ(run.warmup, seconds(0));
  EXPECT_EQ(run.runs, 5U);
  EXPECT_EQ(run.grace, seconds(10));
  EXPECT_TRUE(run.shared_tree && run.xattr && run.verify);
  EXPECT_TRUE(run.durability.fsync_end && run.durability.dirs);
  EXPECT_FALSE(run.durability.sync);
  EXPECT_EQ(run.cache, CachePolicy::kDrop);
  EXPECT_EQ(run.compressible, 40);
  EXPECT_THAT(run.cpus, ElementsAre(0, 1, 2));
  EXPECT_EQ(run.ioprio, "be:7");
  EXPECT_EQ(run.cgroup, "/c");
  EXPECT_EQ(run.results_directory, "/r");
  EXPECT_EQ(run.label, "L");
  EXPECT_EQ(run.stall_threshold, milliseconds(50));
  EXPECT_EQ(run.interval, seconds(2));
  EXPECT_THAT(run.data_directories, ElementsAre("/d"));
  EXPECT_EQ(parsed->json, "-");
  EXPECT_TRUE(parsed->quiet && parsed->dry_run);
}

TEST(ParseTest, NothingTypedIsTheDefault) {
  const auto options = Replay({});
  ASSERT_TRUE(options.ok());
  EXPECT_FALSE(options->run.time_limit || options->run.seed ||
               options->run.resolve_names || options->run.warmup);
  EXPECT_THAT(options->operands, IsEmpty());
}

TEST(ParseTest, TheLastOfASwitchAndItsOppositeWins) {
  EXPECT_FALSE(Replay({"--verify", "--no-verify"})->run.verify);
  EXPECT_TRUE(Replay({"--no-verify", "--verify"})->run.verify);
}

TEST(ParseTest, RatesTakeFractionsAndSuffixes) {
  EXPECT_EQ(Replay({"--target-ops", "0.5"})->run.target_ops, 0.5);
  EXPECT_EQ(Replay({"--target-ops", "10k"})->run.target_ops, 10'000.0);
  EXPECT_EQ(Replay({"--target-rate", "10MB"})->run.target_rate, 10'000'000U);
  for (const char* junk : {"0", "-1", "inf", "nan", "1e400", "", "10kk"}) {
    EXPECT_FALSE(Replay({"--target-ops", junk}).ok()) << junk;
  }
}

TEST(ParseTest, AMisspeltOptionGetsAProposal) {
  EXPECT_EQ(Refusal(Replay({"--clinets", "8"})),
            "unknown option '--clinets' (did you mean \"--clients\"?)");
  EXPECT_THAT(Refusal(Replay({"--no-verfiy"})), HasSubstr("--no-verify"));
  EXPECT_THAT(Refusal(Replay({"--clinets=8"})), HasSubstr("'--clinets'"));
  EXPECT_EQ(Refusal(Replay({"--frobnicate"})), "unknown option '--frobnicate'");
  EXPECT_EQ(Refusal(Replay({"-Z"})), "unknown option '-Z'");
  EXPECT_FALSE(Replay({"-n", "8", "-1"}).ok());
  EXPECT_FALSE(Replay({"--no-dry-run"}).ok());
}

TEST(ParseTest, AMissingValueIsNamed) {
  EXPECT_EQ(Refusal(Replay({"--clients"})), "--clients needs a value: N");
  EXPECT_EQ(Refusal(Replay({"-n"})), "--clients needs a value: N");
}

TEST(ParseTest, AValueThatIsNoneIsNamedWithItsOption) {
  EXPECT_EQ(Refusal(Replay({"-n", "0"})),
            "--clients: '0' is not between 1 and 4096");
  EXPECT_THAT(Refusal(Replay({"-n", "4097"})), HasSubstr("1 and 4096"));
  EXPECT_THAT(Refusal(Replay({"-t", "0"})), HasSubstr("--time-limit: "));
  EXPECT_THAT(Refusal(Replay({"--cache", "wram"})),
              HasSubstr("did you mean \"warm\"?"));
  EXPECT_THAT(Refusal(Replay({"--durability", "fsync"})),
              HasSubstr("'fsync' is not one of none, dsync"));
  EXPECT_THAT(Refusal(Replay({"--ioprio", "be:8"})), HasSubstr("--ioprio: "));
  EXPECT_FALSE(Replay({"--verify=maybe"}).ok());
  EXPECT_FALSE(Replay({"--directory="}).ok());
  EXPECT_FALSE(Replay({"-D", ""}).ok());
}

TEST(ParseTest, WordsAfterTwoDashesAreOperands) {
  const auto options = Replay({"-n", "2", "--", "--odd-name", "-x"});
  ASSERT_TRUE(options.ok()) << Refusal(options);
  EXPECT_THAT(options->operands, ElementsAre("--odd-name", "-x"));
}

TEST(ParseTest, ASingleDashIsAnOperand) {
  const auto options = Replay({"-"});
  ASSERT_TRUE(options.ok()) << Refusal(options);
  EXPECT_THAT(options->operands, ElementsAre("-"));
}

TEST(ParseTest, DurabilityWordsAddUpAndNoneClears) {
  const auto twice =
      Replay({"--durability", "dsync", "--durability", "fsync-each,dirs"});
  ASSERT_TRUE(twice.ok());
  EXPECT_TRUE(twice->run.durability.fsync_each && twice->run.durability.dirs);
  EXPECT_FALSE(twice->run.durability.dsync) << "the last list holds";
  EXPECT_FALSE(Replay({"--durability", "dirs,none"})->run.durability.dirs);
}

TEST(ParseTest, DbenchTakesItsNumberAnywhere) {
  for (const Words& words :
       {Words{"4", "-D", "/d", "-t", "60"}, Words{"-D", "/d", "4", "-t", "60"},
        Words{"-t60", "-D/d", "4"}, Words{"-t", "60", "--directory=/d", "4"}}) {
    const auto options = Dbench(words);
    ASSERT_TRUE(options.ok()) << Refusal(options);
    EXPECT_THAT(options->operands, ElementsAre("4"));
    EXPECT_EQ(options->run.time_limit, seconds(60));
    EXPECT_THAT(options->run.directories, ElementsAre("/d"));
  }
}

TEST(ParseTest, EveryDbenchOptionIsTaken) {
  const auto parsed = Dbench({"-t",
                              "10",
                              "-c",
                              "client.txt",
                              "-D",
                              "x",
                              "-T",
                              "nodelay",
                              "-R",
                              "2.5",
                              "-s",
                              "-S",
                              "-F",
                              "-x",
                              "--no-resolve",
                              "--clients-per-process",
                              "2",
                              "--one-byte-write-fix",
                              "--stat-check",
                              "--fake-io",
                              "--skip-cleanup",
                              "--per-client-results",
                              "--run-once",
                              "--warmup",
                              "0",
                              "--machine-readable",
                              "--trunc-io",
                              "4096",
                              "--show-execute-time",
                              "-B",
                              "fileio",
                              "3"});
  ASSERT_TRUE(parsed.ok()) << Refusal(parsed);
  EXPECT_EQ(parsed->run.loadfiles.at(0).name, "./client.txt");
  EXPECT_EQ(parsed->dbench_mb_per_client, 2.5);
  EXPECT_TRUE(parsed->run.durability.sync && parsed->run.durability.fsync_each);
  EXPECT_TRUE(parsed->run.xattr && parsed->dbench.sync_dirs);
  EXPECT_EQ(parsed->run.resolve_names, std::optional(false));
  EXPECT_EQ(parsed->dbench.clients_per_process, 2U);
  EXPECT_TRUE(parsed->dbench.one_byte_write_fix && parsed->dbench.stat_check);
  EXPECT_TRUE(parsed->dbench.fake_io && parsed->dbench.skip_cleanup);
  EXPECT_EQ(parsed->run.passes, 1U);
  EXPECT_EQ(parsed->run.warmup, seconds(0));
  const DbenchStyle& style = parsed->dbench_style;
  EXPECT_TRUE(style.per_client && style.machine_readable && style.fork);
  EXPECT_TRUE(style.execute_time && style.sync_open && style.sync_dirs);
}

TEST(ParseTest, ADbenchLoadfileIsAlwaysAPath) {
  EXPECT_EQ(Dbench({"-c", "office"})->run.loadfiles.at(0).name, "./office");
  EXPECT_EQ(Dbench({"-c", "/x/y"})->run.loadfiles.at(0).name, "/x/y");
}

}  // namespace
}  // namespace fsduel
