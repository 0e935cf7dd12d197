// What the known consumers of dbench's output do with it, written anew from
// their rules, fed with ours. Each test states what its consumer needs.
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "report/dbench.h"
#include "result/derived.h"
#include "tests/support/sample_result.h"

namespace fsduel {
namespace {

// A whole output: head, ticks, clean-up, tail.
std::string Output(const DbenchStyle& style) {
  const RunResult result = SampleResult();
  std::string text = DbenchHead(60, "client.txt", 6) + DbenchPrepared(8, 8, 0) +
                     DbenchReleasing();
  DbenchTick tick = {8, 4001, 512.37, 1, 88.123};
  text += DbenchWarmup(tick, style);
  for (int second = 1; second <= 3; ++second) {
    tick.seconds = second;
    tick.mb_per_second = 400 + second;
    text += DbenchExecute(tick, style);
  }
  text += DbenchCleanup(8, 61, style) + DbenchCleanup(0, 62, style);
  return text + DbenchTail(result, style);
}

DbenchStyle Mmtests() {
  DbenchStyle style;
  style.fork = true;
  style.execute_time = true;
  return style;
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

bool Has(const std::string& line, const std::string& part) {
  return line.find(part) != std::string::npos;
}

double PrintedThroughput() {
  const PhaseTotals totals = TotalsOf(*SampleResult().FindPhase("measure"));
  return (totals.until_deadline.read_rate() +
          totals.until_deadline.write_rate()) /
         1e6;
}

// MMTests: lines with "completed in" are passes: field 4 the time in ms, field
// 8 its end.
TEST(DbenchConsumersTest, MmtestsFindsThePassesOfEachClient) {
  int passes = 0;
  for (const std::string& line : Lines(Output(Mmtests()))) {
    if (Has(line, "completed in")) {
      const std::vector<std::string> words = Words(line);
      ASSERT_EQ(words.size(), 9U) << line;
      EXPECT_GE(std::stoi(words[3]), 5037);
      EXPECT_GE(std::stoi(words[7]), 6000 + 5300);  // 6 s of warm-up
      ++passes;
    }
  }
  EXPECT_EQ(passes, 8 * 11);
}

// MMTests: all other lines with "execute" are ticks: field 3 MB/s, field 6 s.
TEST(DbenchConsumersTest, MmtestsFindsTheTicks) {
  std::vector<std::pair<double, int>> ticks;
  for (const std::string& line : Lines(Output(Mmtests()))) {
    if (Has(line, "execute") && !Has(line, "completed in")) {
      const std::vector<std::string> words = Words(line);
      ticks.emplace_back(std::stod(words[2]), std::stoi(words[5]));
    }
  }
  const std::vector<std::pair<double, int>> expected = {
      {401, 1}, {402, 2}, {403, 3}};
  EXPECT_EQ(ticks, expected);
}

// MMTests: everything within 99 lines after "Operation", but dashes, empty
// lines and "Throughput", is an operation: field 1 its name, field 3 its
// average in ms.
TEST(DbenchConsumersTest, MmtestsFindsTheOperations) {
  std::vector<std::string> names;
  int left = 0;
  for (const std::string& line : Lines(Output(Mmtests()))) {
    if (Has(line, "Operation")) {
      left = 99;
      continue;
    }
    if (left-- <= 0 || Has(line, "---") || line.empty() ||
        Has(line, "Throughput")) {
      continue;
    }
    const std::vector<std::string> words = Words(line);
    ASSERT_EQ(words.size(), 4U) << line;
    names.push_back(words[0]);
    EXPECT_GT(std::stod(words[2]), 0) << line;
  }
  const std::vector<std::string> expected = {"Deltree",
                                             "Flush",
                                             "Close",
                                             "LockX",
                                             "Mkdir",
                                             "Rename",
                                             "ReadX",
                                             "WriteX",
                                             "Unlink",
                                             "UnlockX",
                                             "FIND_FIRST",
                                             "SET_FILE_INFORMATION",
                                             "QUERY_FILE_INFORMATION",
                                             "QUERY_PATH_INFORMATION",
                                             "QUERY_FS_INFORMATION",
                                             "NTCreateX"};
  EXPECT_EQ(names, expected);
}

// MMTests measures its warm-up with --machine-readable: fourth field between
// '@' of the first line that starts with "@E@".
TEST(DbenchConsumersTest, MmtestsFindsTheTimeOfTheFirstPass) {
  DbenchStyle style = Mmtests();
  style.machine_readable = true;
  for (const std::string& line : Lines(Output(style))) {
    if (line.starts_with("@E@")) {
      EXPECT_EQ(Split(line, '@')[3], "5037");
      return;
    }
  }
  FAIL() << "no pass was reported";
}

// MMTests until 2026: ticks are "/sec  execute/" with two blanks; split at
// white space with the leading blank, so that fields count from an empty one.
TEST(DbenchConsumersTest, TheOlderMmtestsExtractorFindsTicksAndOperations) {
  const std::regex tick("/sec  execute");
  const std::regex blanks("\\s+");
  int ticks = 0;
  const std::string output = Output(DbenchStyle());
  for (const std::string& line : Lines(output)) {
    if (!std::regex_search(line, tick)) {
      continue;
    }
    const std::vector<std::string> fields(
        std::sregex_token_iterator(line.begin(), line.end(), blanks, -1), {});
    ASSERT_GT(fields.size(), 9U) << line;
    EXPECT_EQ(fields[0], "");
    EXPECT_EQ(std::stod(fields[3]), 401 + ticks);
    EXPECT_EQ(std::stoi(fields[6]), 1 + ticks);
    EXPECT_EQ(fields[9], "88.123");
    ++ticks;
  }
  EXPECT_EQ(ticks, 3);
  // A fixed list of names: count, average, maximum.
  const std::regex operation(
      "(NTCreateX|Close|Rename|Unlink|Deltree|Mkdir|Qpathinfo|Qfileinfo|"
      "Qfsinfo|Sfileinfo|Find|WriteX|ReadX|LockX|UnlockX|Flush)\\s+([0-9]+)"
      "\\s+([0-9.]+)\\s+([0-9.]+)");
  int operations = 0;
  for (const std::string& line : Lines(output)) {
    operations += std::regex_search(line, operation) ? 1 : 0;
  }
  EXPECT_EQ(operations, 16);
}

// LKP: lines that start with "Throughput"; left of the only '=' blank-split
// fields 1, 3 and 5, right of it the first word.
TEST(DbenchConsumersTest, LkpFindsThroughputClientsProcessesAndLatency) {
  int found = 0;
  for (const std::string& line : Lines(Output(DbenchStyle()))) {
    if (!line.starts_with("Throughput")) {
      continue;
    }
    ++found;
    const std::vector<std::string_view> sides = Split(line, '=');
    ASSERT_EQ(sides.size(), 2U) << line;
    const std::vector<std::string> left = Words(std::string(sides[0]));
    EXPECT_NEAR(std::stod(left[1]), PrintedThroughput(), 0.001);
    EXPECT_EQ(left[3], "8");
    EXPECT_EQ(left[5], "8");
    EXPECT_EQ(Words(std::string(sides[1]))[0], "543.200");
  }
  EXPECT_EQ(found, 1);
}

// Phoronix: a template line whose words must stand where they stand.
TEST(DbenchConsumersTest, PhoronixFindsTheValueInItsTemplate) {
  const std::regex line(
      "\nThroughput ([0-9.]+) MB/sec  8 clients  8 procs  "
      "max_latency=([0-9.]+) ms\n");
  std::smatch match;
  const std::string output = Output(DbenchStyle());
  ASSERT_TRUE(std::regex_search(output, match, line));
  EXPECT_NEAR(std::stod(match[1]), PrintedThroughput(), 0.001);
}

// autotest and avocado: the first match of this, not anchored.
TEST(DbenchConsumersTest, AutotestFindsTheThroughput) {
  std::smatch match;
  const std::string output = Output(DbenchStyle());
  ASSERT_TRUE(std::regex_search(
      output, match, std::regex("Throughput (.*?) MB/sec (.*?) procs")));
  EXPECT_NEAR(std::stod(match[1]), PrintedThroughput(), 0.001);
  EXPECT_EQ(match[2], " 8 clients  8");
}

// All: words that they search for stand only where they belong.
TEST(DbenchConsumersTest, NoOtherLineHoldsTheWordsTheySearchFor) {
  for (const DbenchStyle& style : {DbenchStyle(), Mmtests()}) {
    int headers = 0;
    for (const std::string& line : Lines(Output(style))) {
      headers += Has(line, "Operation") ? 1 : 0;
      EXPECT_EQ(Has(line, "execute"), Has(line, "/sec  execute")) << line;
      EXPECT_EQ(Has(line, "Throughput"), line.starts_with("Throughput "))
          << line;
    }
    EXPECT_EQ(headers, 1);
  }
}

}  // namespace
}  // namespace fsduel
