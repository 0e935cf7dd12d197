// The tables of tiobench and tiotest.
#include "report/tiobench.h"

#include <fstream>
#include <regex>
#include <sstream>
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

std::string Contents(const std::string& name) {
  std::ifstream stream(FSDUEL_SOURCE_DIR "/tests/golden/" + name);
  EXPECT_TRUE(stream.good()) << name;
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> Words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

// The figures that a line of the original's table shows.
TiobenchFigures FiguresIn(const std::vector<std::string>& words) {
  TiobenchFigures figures;
  figures.amount_mb = std::stod(words[4]);
  figures.seconds = 1;
  figures.system_seconds = std::stod(words[5]) / 100 + 1e-9;
  figures.io = {1, std::stod(words[6]), std::stod(words[7]),
                std::stod(words[8]), std::stod(words[9])};
  return figures;
}

// Reads a report of the original into rows.
std::vector<TiobenchRow> RowsIn(const std::string& text) {
  std::vector<TiobenchRow> rows;
  const std::string titles[] = {"Sequential Reads", "Random Reads",
                                "Sequential Writes", "Random Writes"};
  std::size_t block = 0;
  std::size_t row = 0;
  for (const std::string& line : Lines(text)) {
    const auto* title = std::find(std::begin(titles), std::end(titles), line);
    if (title != std::end(titles)) {
      block = static_cast<std::size_t>(title - titles);
      row = 0;
      continue;
    }
    const std::vector<std::string> words = Words(line);
    if (words.size() != 11 || !words[5].ends_with('%')) {
      continue;
    }
    if (block == 0) {
      rows.emplace_back();
      rows.back().identifier = words[0];
      rows.back().size_mb = std::stoull(words[1]);
      rows.back().block_bytes =
          static_cast<std::uint32_t>(std::stoul(words[2]));
      rows.back().threads = static_cast<std::uint32_t>(std::stoul(words[3]));
    }
    rows.at(row++).blocks[block] = FiguresIn(words);
  }
  return rows;
}

// Without the digits of the last column: the original computes it from figures
// with more digits than it prints.
std::string WithoutEfficiency(const std::string& text) {
  return std::regex_replace(text, std::regex("\\d+\n"), "E\n");
}

// One run of these phases.
std::vector<RunResult> Runs(const std::vector<SamplePhase>& samples) {
  std::vector<RunResult> runs = SampleSweep(1);
  runs[0].phases.clear();
  for (const SamplePhase& sample : samples) {
    runs[0].phases.push_back(SampleSweepPhase(sample));
  }
  return runs;
}

std::vector<TiobenchRow> SampleRows(std::uint32_t run_count) {
  std::vector<TiobenchRow> rows;
  for (const auto& [threads, block] :
       {std::pair{1U, 4096U}, {8U, 4096U}, {128U, 16'384U}}) {
    std::vector<RunResult> runs = SampleSweep(run_count);
    for (RunResult& run : runs) {
      std::erase_if(run.phases, [&, wanted = threads](const PhaseResult& p) {
        return p.threads != wanted;
      });
    }
    rows.push_back(
        {"6.1.0-18-amd64", 2000, block, threads, TiobenchBlocksOf(runs)});
  }
  return rows;
}

TEST(TiobenchTest, LooksAsPinned) {
  ExpectGolden(FSDUEL_SOURCE_DIR, "tiobench-034.txt",
               TiobenchReport(SampleRows(3), {TiobenchLayout::k034, true}));
  ExpectGolden(FSDUEL_SOURCE_DIR, "tiobench-git.txt",
               TiobenchReport(SampleRows(1), {TiobenchLayout::kGit, true}));
  ExpectGolden(FSDUEL_SOURCE_DIR, "tiotest.txt",
               TiotestReport(Runs({{"seq-write", 8, 4096, 512'000, 10, 90, 2},
                                   {"rand-write", 8, 4096, 8'000, 1, 700, 2},
                                   {"seq-read", 8, 4096, 512'000, 5, 70, 0},
                                   {"rand-read", 8, 4096, 8'000, 2, 1900, 0}}),
                             8, {}));
}

// Printed by 0.3.4; without the rows in which it could not print the rate.
TEST(TiobenchTest, TheTableOf034IsReproducedToTheByte) {
  const std::string original = Contents("tiobench-original-034.txt");
  const std::vector<TiobenchRow> rows = RowsIn(original);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(
      WithoutEfficiency(TiobenchReport(rows, {TiobenchLayout::k034, false})),
      WithoutEfficiency(original));
}

TEST(TiobenchTest, TheTableOfGitIsReproducedToTheByte) {
  const std::string original = Contents("tiobench-original-git.txt");
  const std::vector<TiobenchRow> rows = RowsIn(original);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(
      WithoutEfficiency(TiobenchReport(rows, {TiobenchLayout::kGit, false})),
      WithoutEfficiency(original));
}

TEST(TiobenchTest, FiguresAreAveragesOverTheRuns) {
  std::vector<RunResult> runs = SampleSweep(2);
  runs[0].phases = {
      SampleSweepPhase({.operations = 25'600, .seconds = 1, .average_us = 10})};
  runs[1].phases = {
      SampleSweepPhase({.operations = 25'600, .seconds = 3, .average_us = 30})};
  runs[1].phases[0].operations[0].summary.over[3] = 256;
  const TiobenchFigures figures = TiobenchBlocksOf(runs)[0];
  EXPECT_DOUBLE_EQ(figures.rate(), 50);  // 200 MB in 4 s
  EXPECT_NEAR(figures.io.average_ms, 0.020, 1e-6);
  EXPECT_NEAR(figures.io.max_ms, 3.6, 1e-6);  // of the slower, not the sum
  EXPECT_NEAR(figures.io.over_2s, 0.5, 1e-9);
  EXPECT_EQ(figures.io.over_10s, 0);
  EXPECT_NEAR(figures.Percent(figures.user_seconds + figures.system_seconds),
              40, 1e-9);
}

TEST(TiobenchTest, TheRateIncludesTheFlushAndTheLatencyDoesNot) {
  const std::vector<RunResult> runs =
      Runs({{"rand-write", 4, 4096, 16'384, 1, 50, 3}});
  const TiobenchFigures figures = TiobenchBlocksOf(runs)[3];
  EXPECT_DOUBLE_EQ(figures.rate(), 16);
  EXPECT_NEAR(figures.io.average_ms, 0.05, 1e-6);
  EXPECT_EQ(figures.flush.count, 4U);
  EXPECT_NEAR(figures.flush.average_ms, 2'000, 1);
}

TEST(TiobenchTest, FlushRowsStandBelowAllDataOfTheirBlock) {
  const std::vector<std::string> lines =
      Lines(TiobenchReport(SampleRows(1), {TiobenchLayout::k034, true}));
  int flushes = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("flush ")) {
      continue;
    }
    ++flushes;
    EXPECT_EQ(Words(lines[i]).size(), 11U) << lines[i];
    EXPECT_TRUE(i + 1 == lines.size() || lines[i + 1].empty() ||
                lines[i + 1].starts_with("flush "));
  }
  EXPECT_EQ(flushes, 6);
  EXPECT_THAT(TiobenchReport(SampleRows(1), {TiobenchLayout::k034, false}),
              Not(HasSubstr("flush")));
}

TEST(TiobenchTest, WideNumbersMakeTheLineLongerAndLoseNothing) {
  TiobenchRow row = {"kernel", 12'345'678, 134'217'728, 4'096, {}};
  TiobenchFigures& figures = row.blocks[0];
  figures.amount_mb = 12'345'678'901.25;
  figures.seconds = 1;
  figures.user_seconds = 1'234.5678;
  figures.io = {1, 1'234'567.125, 123'456'789.75, 100, 100};
  for (const TiobenchLayout layout :
       {TiobenchLayout::k034, TiobenchLayout::kGit}) {
    const std::string text = TiobenchReport({row}, {layout, true});
    EXPECT_THAT(text, Not(HasSubstr("#")));
    EXPECT_THAT(text, HasSubstr(" 12345678 134217728 4096  12345678901.25 "
                                "123456% 1234567.125 123456789.75  100.00000 "
                                "100.00000 10000"));
  }
}

TEST(TiobenchTest, TheShareOfTheCpuIsCutToFiveCharacters) {
  TiobenchRow row = {"kernel", 1, 1, 1, {}};
  row.blocks[0].io.count = 1;
  row.blocks[0].seconds = 1;
  for (const auto& [percent, text] : {std::pair{45.769, " 45.76% "},
                                      {304.97, " 304.9% "},
                                      {2048.9, " 2048.% "},
                                      {9.2439, " 9.243% "},
                                      {0.0, " 0.000% "}}) {
    row.blocks[0].user_seconds = percent / 100;
    EXPECT_THAT(TiobenchReport({row}, {}), HasSubstr(text));
  }
}

TEST(TiobenchTest, WithoutCpuTimeThereIsNoDivisionByZero) {
  TiobenchRow row = {"kernel", 1, 1, 1, {}};
  row.blocks[0].io.count = 1;
  row.blocks[0].amount_mb = 1;
  row.blocks[0].seconds = 1;
  EXPECT_THAT(TiobenchReport({row}, {}), HasSubstr("0.00000     0\n"));
}

TEST(TiobenchTest, WhatWasNotMeasuredHasNoRow) {
  const std::string text = TiobenchReport({{"kernel", 1, 1, 1, {}}}, {});
  EXPECT_THAT(text, Not(HasSubstr("kernel")));
  EXPECT_THAT(text, HasSubstr("\nRandom Writes\n"));
}

TEST(TiotestTest, TheTerseFormHasFiveLines) {
  const std::vector<RunResult> runs =
      Runs({{"seq-write", 2, 4096, 2'560, 0.5, 10, 0},
            {"rand-read", 2, 4096, 2'560, 0.25, 30, 0}});
  EXPECT_EQ(
      TiotestReport(runs, 2, {.terse = true}),
      "write:10.00000,0.50000,0.03500,0.16500,0.01000,1.20000,0.00000,0.00000\n"
      "rwrite:0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000\n"
      "read:0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000\n"
      "rread:10.00000,0.25000,0.01750,0.08250,0.03000,3.60000,0.00000,0.00000\n"
      "total:0.02000,3.60000,0.00000,0.00000\n");
}

TEST(TiotestTest, SkippedTestsHaveNoRows) {
  const std::string text =
      TiotestReport(Runs({{"seq-read", 2, 4096, 2'560, 0.5, 10, 0}}), 2, {});
  EXPECT_THAT(text, Not(HasSubstr("Write")));
  EXPECT_THAT(text, Not(HasSubstr("Random")));
  EXPECT_THAT(text, HasSubstr("| Read           10 MBs |    0.5 s |  20.000 "
                              "MB/s |   7.0 %  |  33.0 % |\n"));
}

TEST(TiotestTest, TheLatencyTableCanBeLeftOut) {
  const auto runs = Runs({{"seq-read", 2, 4096, 2'560, 0.5, 10, 0}});
  EXPECT_THAT(TiotestReport(runs, 2, {.latency = false}),
              Not(HasSubstr("latency")));
}

}  // namespace
}  // namespace fsduel
