// fsduel compare and import, as people use them.
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const char kShipped[] = FSDUEL_SOURCE_DIR "/results/2010-ssd-controllers/";

std::string Data(const std::string& name) {
  return std::string(FSDUEL_SOURCE_DIR "/tests/import/data/") + name;
}

ProgramResult CompareShipped(std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"compare", kShipped + std::string("owc"),
                                    kShipped + std::string("kingston")};
  words.insert(words.end(), more.begin(), more.end());
  return Fsduel(words);
}

// One line per sentence: what the program wrapped is joined again.
std::string Unwrapped(std::string text) {
  for (std::size_t at = text.find("\n  "); at != std::string::npos;
       at = text.find("\n  ", at)) {
    text.replace(at, 3, " ");
  }
  return text;
}

TEST(ShippedResultsTest, ComparisonFindsWhatTheirAuthorFound) {
  const ProgramResult result = CompareShipped();
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const std::string text = Unwrapped(result.output);
  // SandForce keeps its rate as threads grow, Kingston's writes collapse ...
  EXPECT_THAT(text, HasSubstr("seq-write: from 1 to 128 threads of 4 KiB, owc "
                              "keeps its rate (195 MB/s to 183 MB/s), kingston "
                              "collapses to 0.402 of its rate"));
  EXPECT_THAT(text, HasSubstr("seq-read: from 1 to 128 threads of 4 KiB, owc "
                              "keeps its rate"));
  EXPECT_THAT(text, HasSubstr("kingston falls to 0.66 of its rate"));
  // ... and stall.
  EXPECT_THAT(text,
              HasSubstr("kingston stalls: the longest WriteX took 22.9 s, "
                        "on owc 3.83 s"));
  EXPECT_THAT(text, HasSubstr("kingston stalls: the longest seq-write, 128 "
                              "threads"));
  EXPECT_THAT(text, HasSubstr("dbench: owc has 3.83 times the throughput of "
                              "kingston"));
  EXPECT_THAT(text, HasSubstr("observed, not tested"));
  EXPECT_THAT(text, HasSubstr("divided by 3"));
}

TEST(ShippedResultsTest, KingstonIsLessLoadedNotFaster) {
  const ProgramResult result = CompareShipped({"--json", "-"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto json = nlohmann::json::parse(result.output);
  bool found = false;
  for (const auto& row : json["rows"]) {
    if (row["operation"] == "NTCreateX" && row["figure"] == "avg") {
      found = true;
      EXPECT_LT(row["ratio"], 0.15);  // Kingston has the lower latency
      EXPECT_EQ(row["less_loaded"], "kingston");
      EXPECT_EQ(row["text"], "kingston less loaded, not faster");
    }
    if (row["operation"] == "WriteX" && row["figure"] == "avg") {
      EXPECT_NEAR(row["other_side"]["client_time_share"], 0.91, 0.005);
      EXPECT_TRUE(row["less_loaded"].is_null());
    }
    if (row["workload"] == "dbench" && row["figure"] == "throughput") {
      EXPECT_NEAR(1 / row["ratio"].get<double>(), 3.83, 0.005);
    }
  }
  EXPECT_TRUE(found);
}

TEST(ShippedResultsTest, AreWhatTheImportersMakeToday) {
  const TempDir made;
  ProgramSpec spec;
  spec.argv = {"bash", "-c",
               "PATH=" FSDUEL_BINARY_DIR "/src:$PATH " FSDUEL_SOURCE_DIR
               "/results/import.sh " +
                   made.path() + " >/dev/null && for run in " + made.path() +
                   "/*; do diff -r -x README.md \"$run\" " FSDUEL_SOURCE_DIR
                   "/results/$(basename \"$run\") || exit 1; done"};
  const ProgramResult result = RunProgram(spec);
  EXPECT_EQ(result.exit_code, 0)
      << result.output << result.errors
      << "run: PATH=$PWD/build/src:$PATH results/import.sh";
}

TEST(ShippedResultsTest, TheActTablesCompare) {
  const std::string folder =
      FSDUEL_SOURCE_DIR "/results/2017-act-ssds/undated-";
  const ProgramResult result =
      Fsduel({"compare", folder + "test2-intel-dc-s3500-12000r-6000w",
              folder + "test3-fusion-iodrive-12000r-6000w"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("over 1.00 ms"));
  EXPECT_THAT(result.output, HasSubstr("5.61 %"));
}

TEST(CompareCommandTest, ALimitThatIsMetIsExit4) {
  EXPECT_EQ(CompareShipped({"--fail-if", "throughput < -10%"}).exit_code, 4);
  EXPECT_EQ(CompareShipped({"--fail-if", "throughput > +10%"}).exit_code, 0);
  const ProgramResult met = CompareShipped({"--fail-if", "WriteX max > +50%"});
  EXPECT_EQ(met.exit_code, 4);
  EXPECT_THAT(met.errors, HasSubstr("WriteX max > +50% is met (row "));
  const ProgramResult none = CompareShipped({"--fail-if", "p99 > +10%"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.errors, HasSubstr("the comparison has no such figure"));
  EXPECT_EQ(CompareShipped({"--fail-if", "p99 rises"}).exit_code, 2);
}

TEST(CompareCommandTest, WritesAllFormats) {
  const TempDir files;
  const ProgramResult result =
      CompareShipped({"--json", files / "c.json", "--markdown", files / "c.md",
                      "--csv", files / "c.csv"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("owc (3 runs) against kingston"));
  EXPECT_THAT(ReadWholeFile(files / "c.json"), HasSubstr("\"closing\""));
  EXPECT_THAT(ReadWholeFile(files / "c.md"), HasSubstr("## owc (3 runs)"));
  EXPECT_THAT(ReadWholeFile(files / "c.csv"), HasSubstr("row,first,other"));
  const ProgramResult alone = CompareShipped({"--csv", "-"});
  EXPECT_THAT(alone.output, Not(HasSubstr("against")));
  EXPECT_EQ(CompareShipped({"--csv", "-", "--json", "-"}).exit_code, 2);
}

TEST(CompareCommandTest, RefusesWhatMakesNoSense) {
  EXPECT_EQ(Fsduel({"compare"}).exit_code, 2);
  const ProgramResult none = Fsduel({"compare", "/no/such", "/no/other"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.errors, HasSubstr("there is no such folder"));
  const std::string owc = kShipped + std::string("owc/");
  const ProgramResult other = Fsduel(
      {"compare", owc + "undated-owc-dbench", owc + "undated-owc-tiobench"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.errors, HasSubstr("did different work"));
  EXPECT_EQ(CompareShipped({"--threshold", "0"}).exit_code, 2);
  EXPECT_EQ(Fsduel({"compare", owc, "--self-test"}).exit_code, 2);
}

TEST(ImportCommandTest, MakesARunThatCompares) {
  const TempDir directory;
  const ProgramResult result = Fsduel(
      {"import", Data("dbench-400.txt"), "--label", "mine"}, directory.path());
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.output, "results/undated-mine\n");
  EXPECT_THAT(result.errors, HasSubstr("imported from the output of dbench"));
  const ProgramResult compared =
      Fsduel({"compare", "results/undated-mine",
              kShipped + std::string("owc/undated-owc-dbench")},
             directory.path());
  EXPECT_EQ(compared.exit_code, 0) << compared.errors;
  EXPECT_THAT(compared.output, HasSubstr("mine (1 run) against"));
}

TEST(ImportCommandTest, ABadFileIsExit2AndMakesNothing) {
  const TempDir directory;
  const ProgramResult result =
      Fsduel({"import", Data("dbench-400.txt"), Data("hdparm-sample.txt")},
             directory.path());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("hdparm-sample.txt:1: this looks like "
                                       "hdparm's output"));
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(Fsduel({"compare", directory / "results"}).exit_code, 2);
  EXPECT_EQ(Fsduel({"import"}).exit_code, 2);
  EXPECT_EQ(Fsduel({"import", "x", "--correct", "cpus"}).exit_code, 2);
}

}  // namespace
}  // namespace fsduel
