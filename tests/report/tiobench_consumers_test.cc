// What the known consumers of tiobench's output do with it, written anew from
// their rules, fed with ours. Each test states what its consumer needs.
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "report/tiobench.h"
#include "tests/support/sample_sweep.h"

namespace fsduel {
namespace {

constexpr std::uint32_t kThreads[] = {1, 8, 128};

std::vector<RunResult> RunsOf(std::uint32_t threads) {
  std::vector<RunResult> runs = SampleSweep(1);
  std::erase_if(runs[0].phases, [&](const PhaseResult& phase) {
    return phase.threads != threads;
  });
  return runs;
}

std::vector<TiobenchRow> RowsOf(std::uint32_t threads) {
  return {{"6.1.0-18-amd64", 2000, 4096, threads,
           TiobenchBlocksOf(RunsOf(threads))}};
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

// MMTests, one log per thread count: the line after one that is a title and
// nothing else, split at blanks; fields 4, 6 and 7 from 0 are rate, average
// and maximum, and '#' in the rate spoils it.
TEST(TiobenchConsumersTest, MmtestsFindsTheFirstRowRightBelowTheTitle) {
  const std::vector<std::string> titles = {
      "Sequential Reads", "Random Reads", "Sequential Writes", "Random Writes"};
  for (const std::uint32_t threads : kThreads) {
    const auto blocks = TiobenchBlocksOf(RunsOf(threads));
    const std::vector<std::string> lines =
        Lines(TiobenchReport(RowsOf(threads), {}));
    for (std::size_t block = 0; block < titles.size(); ++block) {
      const auto title = std::find(lines.begin(), lines.end(), titles[block]);
      ASSERT_NE(title, lines.end()) << titles[block];
      ASSERT_NE(title + 1, lines.end());
      const std::vector<std::string> words = Words(*(title + 1));
      ASSERT_GE(words.size(), 8U) << *(title + 1);
      EXPECT_EQ(words[4].find('#'), std::string::npos);
      EXPECT_NEAR(std::stod(words[4]), blocks[block].rate(), 0.005);
      EXPECT_NEAR(std::stod(words[6]), blocks[block].io.average_ms, 0.00051);
      EXPECT_NEAR(std::stod(words[7]), blocks[block].io.max_ms, 0.005);
    }
  }
}

// Phoronix: the word before "MB/s" on the last line that holds "MBs"; it runs
// one test at a time.
TEST(TiobenchConsumersTest, PhoronixFindsTheRateOnTheLastLineWithMbs) {
  for (const std::uint32_t threads : kThreads) {
    for (std::size_t phase = 0; phase < kTiobenchBlocks; ++phase) {
      std::vector<RunResult> runs = RunsOf(threads);
      runs[0].phases = {runs[0].phases[phase]};
      std::string last;
      for (const std::string& line : Lines(TiotestReport(runs, threads, {}))) {
        if (line.find("MBs") != std::string::npos) {
          last = line;
        }
      }
      std::smatch match;
      ASSERT_TRUE(std::regex_search(last, match, std::regex("(\\S+) MB/s")))
          << last;
      double rate = 0;
      for (const TiobenchFigures& figures : TiobenchBlocksOf(runs)) {
        rate += figures.rate();
      }
      EXPECT_NEAR(std::stod(match[1]), rate, 0.0005);
    }
  }
}

// tiobench.pl itself reads tiotest's terse lines: name, a colon, eight numbers
// between commas.
TEST(TiobenchConsumersTest, TheScriptSplitsTerseLinesAtColonAndCommas) {
  std::map<std::string, std::vector<std::string>> found;
  for (const std::string& line :
       Lines(TiotestReport(RunsOf(8), 8, {.terse = true}))) {
    const std::size_t colon = line.find(':');
    ASSERT_NE(colon, std::string::npos) << line;
    const std::string rest = line.substr(colon + 1);
    for (const std::string_view field : Split(rest, ',')) {
      found[line.substr(0, colon)].emplace_back(field);
      EXPECT_TRUE(std::regex_match(found[line.substr(0, colon)].back(),
                                   std::regex("\\d+\\.\\d{5}")));
    }
  }
  ASSERT_EQ(found.size(), 5U);
  for (const char* name : {"write", "rwrite", "read", "rread"}) {
    EXPECT_EQ(found[name].size(), 8U) << name;
  }
  EXPECT_EQ(found["total"].size(), 4U);
}

// tiosum.pl: rows of eleven words below a title, until an empty line; those
// with 8 to 128 threads are taken.
TEST(TiobenchConsumersTest, RowsHaveElevenWordsInEitherLayout) {
  for (const TiobenchLayout layout :
       {TiobenchLayout::k034, TiobenchLayout::kGit}) {
    int rows = 0;
    for (const std::uint32_t threads : kThreads) {
      for (const std::string& line :
           Lines(TiobenchReport(RowsOf(threads), {layout, true}))) {
        if (line.starts_with("6.1.0") || line.starts_with("flush")) {
          EXPECT_EQ(Words(line).size(), 11U) << line;
          EXPECT_EQ(Words(line)[3], std::to_string(threads));
          ++rows;
        }
      }
    }
    EXPECT_EQ(rows, 3 * (4 + 2));
  }
}

}  // namespace
}  // namespace fsduel
