// The reports of profiles: golden files, and figures that are known.
#include "report/profile_reports.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/golden.h"
#include "tests/support/sample_sweep.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr ConsoleStyle kStyle = {false, 100};

struct SampleStep {
  std::string name;
  std::string cache = "drop";
  std::string durability = "none";
  std::vector<SamplePhase> phases;
  std::uint32_t queue_depth = 1;
};

StepRuns MakeStep(const SampleStep& sample) {
  StepRuns step;
  step.name = sample.name;
  RunResult run = SampleSweep(1).front();
  run.profile = "sample";
  run.warnings.clear();
  run.phases.clear();
  run.spec = {{"size", "1 GiB"},
              {"engine", "psync"},
              {"cache", sample.cache},
              {"durability", sample.durability}};
  for (const SamplePhase& phase : sample.phases) {
    run.phases.push_back(SampleSweepPhase(phase));
    run.phases.back().sweep.queue_depth = sample.queue_depth;
  }
  step.runs.push_back(std::move(run));
  return step;
}

// A phase of one thread that moves blocks at `rate` bytes/s for 2 s.
SamplePhase AtRate(const std::string& pattern, std::uint32_t block,
                   double rate) {
  SamplePhase phase;
  phase.pattern = pattern;
  phase.block_bytes = block;
  phase.seconds = 2;
  phase.operations = static_cast<std::uint64_t>(std::llround(2 * rate / block));
  phase.seconds = static_cast<double>(phase.operations) * block / rate;
  phase.average_us = 1e6 * block / rate;
  return phase;
}

// Intervals of a second with these rates.
void SetTimeline(const std::vector<double>& rates, std::uint16_t bucket,
                 PhaseResult* phase) {
  const std::string operation = phase->operations.front().operation;
  phase->timeline.clear();
  for (std::uint32_t i = 0; i < rates.size(); ++i) {
    TimelineRow row;
    row.interval = i;
    row.end_ns = (i + 1) * std::int64_t{1'000'000'000};
    row.operation = operation;
    row.bytes = static_cast<std::uint64_t>(rates[i]);
    row.count = row.bytes / phase->block_bytes;
    row.buckets = {{bucket, static_cast<std::uint32_t>(row.count)}};
    phase->timeline.push_back(row);
  }
}

std::string Print(const std::string& report, const ProfileSteps& steps) {
  const ProfileReportRow* row = FindProfileReport(report);
  EXPECT_NE(row, nullptr) << report;
  return row == nullptr ? "" : PrintProfile(*row, steps, kStyle);
}

std::string Figures(const std::string& report, const ProfileSteps& steps) {
  return FindProfileReport(report)->print(steps, kStyle);
}

ProfileSteps QuickSteps() {
  return {MakeStep({"seq1m-q8t1",
                    "direct",
                    "none",
                    {AtRate("seq-read", 1 << 20, 3.4e9),
                     AtRate("rewrite", 1 << 20, 2.9e9)},
                    8}),
          MakeStep({"seq1m-q1t1",
                    "direct",
                    "none",
                    {AtRate("seq-read", 1 << 20, 2.1e9),
                     AtRate("rewrite", 1 << 20, 1.9e9)}}),
          MakeStep({"rnd4k-q32t1",
                    "direct",
                    "none",
                    {AtRate("rand-read", 4096, 1.4e9),
                     AtRate("rand-write", 4096, 1.1e9)},
                    32}),
          MakeStep({"rnd4k-q1t1",
                    "direct",
                    "none",
                    {AtRate("rand-read", 4096, 55e6),
                     AtRate("rand-write", 4096, 190e6)}})};
}

TEST(ProfileReportsTest, QuickShowsTheRowsThatPeopleKnow) {
  ExpectGolden(FSDUEL_SOURCE_DIR, "profile-quick.txt",
               Print("quick", QuickSteps()));
}

TEST(ProfileReportsTest, SeekerTellsTheTrueMeanFromItsOwnFigure) {
  // The seed: 128 threads, 4775 seeks/s, "0.209 ms"; a seek takes 26.8 ms.
  SamplePhase phase;
  phase.pattern = "rand-read";
  phase.block_bytes = 512;
  phase.threads = 128;
  phase.seconds = 180;
  phase.operations = 859'500;
  phase.average_us = 26'806;
  const ProfileSteps steps = {MakeStep({"", "direct", "none", {phase}})};
  const std::string text = Print("seeker", steps);
  EXPECT_THAT(text, HasSubstr("4,775"));
  EXPECT_THAT(text, HasSubstr("0.209"));
  EXPECT_THAT(text, HasSubstr("26,806"));
  ExpectGolden(FSDUEL_SOURCE_DIR, "profile-seeker.txt", text);
}

TEST(ProfileReportsTest, IozoneReproducesTheBlocksOfARealRun) {
  const struct {
    const char* pattern;
    double kib_per_s;
  } rates[] = {{"seq-write", 385'868},    {"rewrite", 9'216'093},
               {"seq-read", 10'400'594},  {"reread", 19'255'277},
               {"rand-read", 25'421'675}, {"rand-write", 8'320'128}};
  SampleStep sample;
  for (const auto& [pattern, kib_per_s] : rates) {
    SamplePhase phase;
    phase.pattern = pattern;
    phase.block_bytes = 4 << 20;
    phase.operations = 50;
    phase.seconds = 204'800 / (kib_per_s + 0.5);
    sample.phases.push_back(phase);
  }
  const std::string text = Figures("iozone", {MakeStep(sample)});
  ExpectGolden(FSDUEL_SOURCE_DIR, "profile-iozone.txt", text);
  EXPECT_THAT(text, HasSubstr("\n\"Writer report\"\n"
                              "        \"4096\"\n"
                              "\"204800\"   385868 \n"
                              "\n\"Re-writer report\"\n"
                              "        \"4096\"\n"
                              "\"204800\"   9216093 \n"));
}

TEST(ProfileReportsTest, IozoneShowsAMatrixOfFilesAndRecords) {
  ProfileSteps steps;
  for (const std::uint64_t mib : {64, 128}) {
    SampleStep sample;
    for (const std::uint32_t block : {65'536U, 1U << 20U}) {
      SamplePhase phase;
      phase.pattern = "seq-write";
      phase.block_bytes = block;
      phase.operations = (mib << 20U) / block;
      phase.seconds = 0.5;
      sample.phases.push_back(phase);
    }
    steps.push_back(MakeStep(sample));
  }
  EXPECT_THAT(Figures("iozone", steps),
              HasSubstr("\n\"Writer report\"\n"
                        "        \"64\"  \"1024\"\n"
                        "\"65536\"   131072  131072 \n"
                        "\"131072\"   262144  262144 \n"));
}

TEST(ProfileReportsTest, IozoneWithThreadsShowsChildrenAndParent) {
  SampleStep sample;
  SamplePhase phase;
  phase.pattern = "seq-write";
  phase.block_bytes = 65'536;
  phase.threads = 4;
  phase.operations = 1024;
  phase.seconds = 1;
  phase.flush_seconds = 1;
  sample.phases.push_back(phase);
  const std::string text = Figures("iozone", {MakeStep(sample)});
  // Each thread's own time, without the flush, against all of it.
  EXPECT_THAT(text,
              HasSubstr("\tChildren see throughput for  4 initial writers "
                        "\t=    66033.33 kB/sec\n"
                        "\tParent sees throughput for  4 initial writers "
                        "\t=    32768.00 kB/sec\n"
                        "\tMin throughput per process \t\t\t=    16384.00 "
                        "kB/sec \n"));
  EXPECT_THAT(text, HasSubstr("\tMin xfer \t\t\t\t\t=    16384.00 kB\n"));
  EXPECT_THAT(text, Not(HasSubstr("Excel")));
}

TEST(ProfileReportsTest, DdAndHdparmShowTheirLines) {
  SamplePhase phase;
  phase.block_bytes = 2 << 20;
  phase.operations = 551;
  phase.seconds = 3.0023;
  EXPECT_THAT(Figures("dd", {MakeStep({"read", "drop", "none", {phase}})}),
              HasSubstr("read\n1155530752 bytes (1.2 GB, 1.1 GiB) copied, "
                        "3.0023 s, 385 MB/s (367 MiB/s)\n"));
  EXPECT_EQ(Figures("hdparm", {MakeStep({"direct", "direct", "none", {phase}}),
                               MakeStep({"cached", "warm", "none", {phase}})}),
            " Timing O_DIRECT disk reads: 1102 MB in  3.00 seconds = 367.05 "
            "MB/sec  (MB = 2^20; 384.88 of 10^6)\n"
            " Timing cached reads:   1102 MB in  3.00 seconds = 367.05 MB/sec "
            " (MB = 2^20; 384.88 of 10^6)\n");
}

// Seed: a 15,000 rpm SAS disk with its write cache off; KB and MB of 1024.
ProfileSteps SasDisk() {
  const struct {
    std::uint32_t kib;
    double read_mib_s;
    double write_kib_s;
  } rows[] = {{1, 11.9, 248},
              {8, 69.4, 1968},
              {16, 109.7, 3880},
              {64, 121.7, 13.8 * 1024},
              {256, 121.7, 41.3 * 1024},
              {2048, 120.6, 97.4 * 1024}};
  SampleStep read = {"read", "direct", "none", {}};
  SampleStep write = {"write", "direct", "none", {}};
  for (const auto& [kib, read_mib_s, write_kib_s] : rows) {
    read.phases.push_back(
        AtRate("seq-read", kib * 1024, read_mib_s * 1024 * 1024));
    write.phases.push_back(AtRate("rewrite", kib * 1024, write_kib_s * 1024));
  }
  SamplePhase access = AtRate("rand-read", 512, 512 / 0.0057);
  SamplePhase burst = AtRate("seq-read", 65'536, 118.8e6);
  ProfileSteps steps = {MakeStep(read), MakeStep(write),
                        MakeStep({"access", "direct", "none", {access}}),
                        MakeStep({"burst", "direct", "none", {burst}})};
  SetTimeline({62.6e6, 109.8e6, 102e6}, 70, &steps[0].runs[0].phases[2]);
  return steps;
}

TEST(ProfileReportsTest, HdtuneFindsAWriteCacheThatIsOff) {
  const std::string text = Print("hdtune", SasDisk());
  EXPECT_THAT(text, HasSubstr("a block takes 4.006 ms + its size / 121.2 "
                              "MiB/s"));
  EXPECT_THAT(text, HasSubstr("one turn of a disk with 15,000 rpm"));
  ExpectGolden(FSDUEL_SOURCE_DIR, "profile-hdtune.txt", text);
}

TEST(ProfileReportsTest, FortyFilesShowsTheDeviceBesideTheApplication) {
  SamplePhase phase;
  phase.pattern = "rand-write";
  phase.threads = 40;
  phase.operations = 6'577'330;
  phase.average_us = 60;
  SamplePhase synced = phase;
  synced.operations = 139'070;
  synced.average_us = 2870;
  ExpectGolden(
      FSDUEL_SOURCE_DIR, "profile-forty-files.txt",
      Print("forty-files",
            {MakeStep({"none", "warm", "none", {phase}}),
             MakeStep({"fdatasync", "warm", "fdatasync-each", {synced}}),
             MakeStep({"direct-dsync", "direct", "dsync", {synced}})}));
}

ProfileSteps Written(const std::vector<double>& rates) {
  SamplePhase phase = AtRate("seq-write", 1 << 20, 1e9);
  phase.seconds = static_cast<double>(rates.size());
  ProfileSteps steps = {MakeStep({"", "direct", "none", {phase}})};
  SetTimeline(rates, 70, &steps[0].runs[0].phases[0]);
  return steps;
}

TEST(ProfileReportsTest, SteadyFindsTheFiveRoundsThatMeetTheCriterion) {
  std::vector<double> rates;
  for (int second = 0; second < 50; ++second) {
    rates.push_back(second < 24 ? 900e6 - 20e6 * second
                                : 420e6 + second % 3 * 10e6);
  }
  const std::string text = Print("steady", Written(rates));
  EXPECT_THAT(text, HasSubstr("from round "));
  ExpectGolden(FSDUEL_SOURCE_DIR, "profile-steady.txt", text);
}

TEST(ProfileReportsTest, SteadySaysWhenItIsNotReached) {
  std::vector<double> rates;
  for (int second = 0; second < 50; ++second) {
    rates.push_back(second % 8 < 4 ? 900e6 : 300e6);
  }
  EXPECT_THAT(Figures("steady", Written(rates)),
              HasSubstr("NOT reached in 25 rounds"));
  EXPECT_THAT(Figures("steady", Written({1e6, 1e6})),
              HasSubstr("five are needed"));
}

TEST(ProfileReportsTest, CliffNamesTheBytesAfterWhichTheRateFalls) {
  std::vector<double> rates(24, 2000e6);
  rates.resize(60, 450e6);
  const std::string text = Print("cliff", Written(rates));
  EXPECT_THAT(text, HasSubstr("after 48.0 GB"));
  ExpectGolden(FSDUEL_SOURCE_DIR, "profile-cliff.txt", text);
  EXPECT_THAT(Figures("cliff", Written(std::vector<double>(30, 5e8))),
              HasSubstr("none within 15.0 GB"));
}

TEST(ProfileReportsTest, TiobenchShowsItsTableAndOurs) {
  const ProfileSteps steps = {{"", SampleSweep(3)}};
  const std::string text = Print("tiobench", steps);
  EXPECT_THAT(text, HasSubstr("Sequential Reads\n"));
  EXPECT_THAT(text, HasSubstr("DURABILITY"));
}

TEST(ProfileReportsTest, NoReportNeedsWhatIsNotThere) {
  RunResult nothing;
  nothing.kind = "sweep";
  nothing.profile = "empty";
  std::set<std::string_view> names;
  for (const ProfileReportRow& report : ProfileReports()) {
    EXPECT_TRUE(names.insert(report.name).second) << report.name;
    EXPECT_FALSE(report.summary.empty()) << report.name;
    PrintProfile(report, {{"a", {nothing}}, {"b", {nothing}}}, kStyle);
    // A load of another kind.
    EXPECT_NE(PrintProfile(report, QuickSteps(), kStyle), "") << report.name;
    EXPECT_NE(PrintProfile(report, SasDisk(), kStyle), "") << report.name;
  }
  EXPECT_EQ(FindProfileReport("quikc"), nullptr);
}

}  // namespace
}  // namespace fsduel
