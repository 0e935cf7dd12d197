// What a loadfile does, by counting.
#include "loadfile/analysis.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loadfile/reader.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;

LoadfileAnalysis AnalyseText(const std::string& text) {
  const auto compiled = CompileLoadfile("test", text);
  if (!compiled.ok()) {
    ADD_FAILURE() << compiled.status().message();
    return {};
  }
  return Analyse(*compiled.value());
}

// "LINE xCOUNT: first words" of each warning but that on shared names, which
// most short texts give.
std::vector<std::string> Warnings(const LoadfileAnalysis& analysis) {
  std::vector<std::string> warnings;
  for (const LoadfileWarning& warning : analysis.warnings) {
    if (warning.message.find("--shared-tree") == std::string::npos) {
      warnings.push_back(std::to_string(warning.line) + " x" +
                         std::to_string(warning.count) + ": " +
                         warning.message.substr(0, 30));
    }
  }
  return warnings;
}

using WarningList = std::vector<std::string>;

const LoadfileAnalysis::OperationCount& Of(const LoadfileAnalysis& analysis,
                                           Opcode opcode) {
  return analysis.operations[static_cast<std::size_t>(opcode)];
}

TEST(Analyse, CountsOperationsBytesAndSizesOfOnePass) {
  const LoadfileAnalysis analysis = AnalyseText(
      "SETUP\n"
      "Mkdir \"/client1\" NT_STATUS_OK\n"
      "NTCreateX \"/client1/a\" 0 2 1 NT_STATUS_OK\n"
      "WriteX 1 0 10000 10000 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n"
      "ENDSETUP\n"
      "NTCreateX \"/client1/b\" 0 1 1 NT_STATUS_OBJECT_NAME_NOT_FOUND\n"
      "NTCreateX \"/client1/a\" 0 1 1 NT_STATUS_OK\n"
      "ReadX 1 0 4096 4096 NT_STATUS_OK\n"
      "ReadX 1 4096 4096 4096 NT_STATUS_OK\n"
      "ReadX 1 8192 4096 1808 NT_STATUS_OK\n"
      "ReadX 1 0 512 512 *\n"
      "WriteX 1 9000 1000 1000 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n"
      "Sleep 1\n");
  EXPECT_EQ(Warnings(analysis), WarningList());
  EXPECT_EQ(analysis.setup_operations, 4U);
  EXPECT_EQ(analysis.setup_bytes_written, 10000U);
  EXPECT_EQ(analysis.pass_operations, 8U);
  EXPECT_EQ(Of(analysis, Opcode::kCreate).count, 2U);
  EXPECT_EQ(Of(analysis, Opcode::kCreate).expected_failures, 1U);
  EXPECT_EQ(Of(analysis, Opcode::kRead).count, 4U);
  EXPECT_EQ(Of(analysis, Opcode::kRead).bytes, 4096U + 4096 + 1808 + 512);
  EXPECT_EQ(Of(analysis, Opcode::kMkdir).count, 0U);
  EXPECT_EQ(analysis.bytes_read, 4096U + 4096 + 1808 + 512);
  EXPECT_EQ(analysis.bytes_written, 1000U);
  const std::vector<std::pair<std::int64_t, std::uint64_t>> sizes = {{4096, 3},
                                                                     {512, 1}};
  EXPECT_EQ(analysis.read_sizes, sizes);
  EXPECT_EQ(analysis.sequential_reads, 2U);
  EXPECT_EQ(analysis.sequential_writes, 0U);
  EXPECT_EQ(analysis.largest_offset, 12288);
  EXPECT_EQ(analysis.distinct_paths, 3U);
  EXPECT_EQ(analysis.deepest_path, 2U);
  EXPECT_EQ(analysis.peak_open_handles, 1U);
  EXPECT_EQ(analysis.peak_bytes, 3U * 4096);
  EXPECT_EQ(analysis.peak_files, 1U);
  EXPECT_EQ(analysis.peak_directories, 1U);
  EXPECT_EQ(analysis.directives, 2U);  // SETUP, Sleep
  EXPECT_FALSE(analysis.has_timestamps);
  EXPECT_TRUE(analysis.complete);
}

TEST(Analyse, ALoopCountsAsOftenAsItRunsHoweverOften) {
  for (const std::uint64_t rounds :
       {1ULL, 2ULL, 3ULL, 10ULL, 1'000'000'000ULL}) {
    const LoadfileAnalysis analysis =
        AnalyseText("LOOP " + std::to_string(rounds) +
                    "\n"
                    "NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\n"
                    "WriteX 1 0 5000 5000 NT_STATUS_OK\n"
                    "LOOP 7\nReadX 1 0 100 100 NT_STATUS_OK\nENDLOOP\n"
                    "Close 1 NT_STATUS_OK\n"
                    "ENDLOOP\n");
    EXPECT_EQ(analysis.bytes_written, rounds * 5000);
    EXPECT_EQ(analysis.bytes_read, rounds * 700);
    EXPECT_EQ(analysis.pass_operations, rounds * 10);
    EXPECT_EQ(analysis.peak_bytes, 8192U);
    EXPECT_EQ(Warnings(analysis), WarningList());
    EXPECT_TRUE(analysis.complete);
  }
}

TEST(Analyse, ALoopThatChangesTheTreeIsExecutedToItsEnd) {
  const LoadfileAnalysis analysis = AnalyseText(
      "NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\n"
      "WriteX 1 0 4096 4096 NT_STATUS_OK\n"
      "LOOP 999\nWriteX 1 +4096 4096 4096 NT_STATUS_OK\nENDLOOP\n"
      "ReadX 1 4091904 4096 4096 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n");
  EXPECT_EQ(analysis.peak_bytes, 4096U * 1000);
  EXPECT_EQ(analysis.largest_offset, 4'096'000);
  EXPECT_EQ(analysis.sequential_writes, 999U);
  EXPECT_EQ(Warnings(analysis), WarningList());
}

TEST(Analyse, DeepLoopsOfManyRoundsTakeNoTime) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += "LOOP 1000000000\nQUERY_FS_INFORMATION 1 NT_STATUS_OK\n";
  }
  text += "QUERY_FS_INFORMATION 1 NT_STATUS_OK\n";
  for (int i = 0; i < 60; ++i) {
    text += "ENDLOOP\n";
  }
  EXPECT_EQ(AnalyseText(text).pass_operations, UINT64_MAX);  // and no more
}

TEST(Analyse, WhatCannotBeModelledToTheEndIsMarked) {
  const auto compiled = CompileLoadfile(
      "test",
      "NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\n"
      "LOOP 1000000000\nWriteX 1 +1 1 1 NT_STATUS_OK\nENDLOOP\n");
  ASSERT_TRUE(compiled.ok());
  const LoadfileAnalysis analysis = Analyse(*compiled.value(), 20'000);
  EXPECT_FALSE(analysis.complete);
  EXPECT_GT(analysis.peak_bytes, 8000U);
  EXPECT_THAT(analysis.warnings.back().message,
              HasSubstr("more than 20,000 steps"));
}

TEST(Analyse, RandomNumbersCountWithTheirLargestValue) {
  const LoadfileAnalysis analysis = AnalyseText(
      "NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\n"
      "WriteX 1 0 100000 100000 NT_STATUS_OK\n"
      "REPEAT 10\nWriteX 1 *%100000/4096+7 10 10 NT_STATUS_OK\n"
      "ReadX 1 *%99000/1000 1000 1000 NT_STATUS_OK\n"
      "ReadX 1 *%99001 1000 1000 NT_STATUS_OK\n"
      "ReadX 1 *%99002 1000 1000 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n");
  EXPECT_EQ(analysis.largest_offset, 100'001);
  EXPECT_EQ(analysis.peak_bytes, 102'400U);
  EXPECT_EQ(Warnings(analysis),
            WarningList{"7 x1: expects more bytes than the fi"});
}

TEST(Analyse, RandomNamesAreFilesOfTheirOwnWhileThereAreValues) {
  const std::string head = "RANDOMSTRING 1 \"[abc][abc]\"\nLOOP 100\n";
  const std::string body =
      "RANDOMSTRING 1 \"[abc][abc]\"\n"
      "NTCreateX \"/$1\" 0 5 1 NT_STATUS_OK\nWriteX 1 0 1 1 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n";
  const LoadfileAnalysis kept = AnalyseText(head + body + "ENDLOOP\n");
  EXPECT_EQ(kept.peak_files, 9U);
  EXPECT_EQ(kept.peak_bytes, 9U * 4096);
  EXPECT_TRUE(kept.complete);
  const LoadfileAnalysis removed =
      AnalyseText(head + body + "Unlink \"/$1\" 0 NT_STATUS_OK\nENDLOOP\n");
  EXPECT_EQ(removed.peak_files, 1U);
  EXPECT_EQ(removed.pass_operations, 400U);
}

TEST(Analyse, SparseFilesCountByWhatIsWritten) {
  const LoadfileAnalysis analysis = AnalyseText(
      "NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\n"
      "WriteX 1 1000000000000 1 1 NT_STATUS_OK\n"
      "WriteX 1 4095 2 2 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n");
  EXPECT_EQ(analysis.peak_bytes, 3U * 4096);
}

TEST(Analyse, AnUnlinkedFileTakesSpaceWhileItIsOpen) {
  const LoadfileAnalysis analysis = AnalyseText(
      "NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\n"
      "WriteX 1 0 4096 4096 NT_STATUS_OK\n"
      "Unlink \"/a\" 0 NT_STATUS_OK\n"
      "NTCreateX \"/a\" 0 5 2 NT_STATUS_OK\n"
      "WriteX 2 0 4096 4096 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n"
      "WriteX 2 4096 4096 4096 NT_STATUS_OK\n"
      "Close 2 NT_STATUS_OK\n");
  EXPECT_EQ(analysis.peak_bytes, 8192U);
  EXPECT_EQ(analysis.peak_files, 2U);
  EXPECT_EQ(analysis.peak_open_handles, 2U);
}

TEST(Analyse, WarnsOfWhatIsOdd) {
  const struct {
    const char* text;
    WarningList warnings;
  } cases[] = {
      {"Close 1 NT_STATUS_OK\nClose 1 *\n",
       {"1 x1: uses a handle that is not open"}},
      {"NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\n",
       {"1 x1: opens a handle that is still o"}},
      {"NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\n"
       "NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\nClose 1 NT_STATUS_OK\n",
       {"2 x1: opens a handle that is open; c"}},
      {"NTCreateX \"/a\" 0 1 1 NT_STATUS_OK\nReadX 1 0 9 9 NT_STATUS_OK\n"
       "Close 1 NT_STATUS_OK\n",
       {"1 x1: should succeed, but what it na"}},
      {"Mkdir \"/a/b\" NT_STATUS_OK\nMkdir \"/a/c\" NT_STATUS_OK\n",
       {"1 x2: should succeed, but what it na"}},
      {"Mkdir \"/a\" NT_STATUS_OK\nMkdir \"/a\" NT_STATUS_OK\n", {}},
      {"Mkdir \"/a\" NT_STATUS_OK\n"
       "Rmdir \"/a\" NT_STATUS_OBJECT_NAME_NOT_FOUND\n",
       {"2 x1: should fail, but nothing stand"}},
      {"NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\nWriteX 1 0 9 9 NT_STATUS_OK\n"
       "ReadX 1 5 9 9 NT_STATUS_OK\nReadX 1 5 9 4 NT_STATUS_OK\n"
       "ReadX 1 5 9 3 NT_STATUS_OK\nClose 1 NT_STATUS_OK\n",
       {"3 x1: expects more bytes than the fi",
        "5 x1: expects fewer bytes than the f"}},
      // The first pass finds nothing, the second what the first one made.
      {"QUERY_PATH_INFORMATION \"/a\" 1 NT_STATUS_OBJECT_NAME_NOT_FOUND\n"
       "Mkdir \"/a\" NT_STATUS_OK\n",
       {"1 x1: from the second pass on: shoul"}},
      {"SETUP\nNTCreateX \"/a\" 0 5 1 NT_STATUS_OK\nENDSETUP\n"
       "Flush 1 NT_STATUS_OK\n",
       {"2 x1: opens a handle that is still o",
        "4 x1: from the second pass on: uses "}},
      // After an Unlink with a pattern the loadfile knows better.
      {"NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\nClose 1 NT_STATUS_OK\n"
       "Unlink \"/*\" 0 NT_STATUS_OK\n"
       "NTCreateX \"/a\" 0 1 1 NT_STATUS_OBJECT_NAME_NOT_FOUND\n",
       {}},
      {"RANDOMSTRING 1 \"[abcdefgh][abcdefgh]\"\n"
       "NTCreateX \"/$1\" 0 1 1 NT_STATUS_OK\nFlush 1 NT_STATUS_OK\n"
       "Close 1 NT_STATUS_OK\nUnlink \"/$1\" 0 NT_STATUS_OK\n",
       {}},
  };
  for (const auto& c : cases) {
    const LoadfileAnalysis analysis = AnalyseText(c.text);
    WarningList expected = c.warnings;
    EXPECT_EQ(Warnings(analysis), expected) << c.text;
  }
}

TEST(Analyse, WarnsOfATreeThatGrowsWithEachPass) {
  const LoadfileAnalysis analysis = AnalyseText(
      "RANDOMSTRING 1 \"[abcdefgh][abcdefgh][abcdefgh]\"\n"
      "NTCreateX \"/client1$1\" 0 5 1 NT_STATUS_OK\n"
      "WriteX 1 0 5000 5000 NT_STATUS_OK\nClose 1 NT_STATUS_OK\n");
  ASSERT_FALSE(analysis.warnings.empty());
  EXPECT_THAT(analysis.warnings.front().message,
              HasSubstr("(files: 1, space: 8 KiB)"));
}

TEST(Analyse, WarnsOfFilesThatAllClientsShare) {
  const LoadfileAnalysis own = AnalyseText(
      "Mkdir \"/clients\" NT_STATUS_OK\nMkdir \"/clients/client1\" *\n"
      "NTCreateX \"/clients/client1/a\" 0 5 1 NT_STATUS_OK\n"
      "Close 1 NT_STATUS_OK\n");
  EXPECT_TRUE(own.warnings.empty());
  const LoadfileAnalysis shared = AnalyseText(
      "NTCreateX \"/a\" 0 5 1 NT_STATUS_OK\nClose 1 NT_STATUS_OK\n");
  ASSERT_EQ(shared.warnings.size(), 1U);
  EXPECT_EQ(shared.warnings[0].line, 1U);
  EXPECT_THAT(shared.warnings[0].message, HasSubstr("--shared-tree"));
}

TEST(Analyse, ComputedHandlesAreFollowed) {
  const LoadfileAnalysis analysis = AnalyseText(
      "LOOP 1000\nNTCreateX \"/a\" 0 5 +1 NT_STATUS_OK\n"
      "NTCreateX \"/b\" 0 5 +1 NT_STATUS_OK\n"
      "QUERY_PATH_INFORMATION \"/a\" 1004 NT_STATUS_OK\nENDLOOP\n"
      "NTCreateX \"/b\" 0 5 500+child NT_STATUS_OK\n"
      "WriteX 500+child 0 5 5 NT_STATUS_OK\nClose 500 NT_STATUS_OK\n"
      "Flush 500+child NT_STATUS_OK\n");
  EXPECT_EQ(analysis.peak_open_handles, 3U);
  EXPECT_EQ(analysis.leaked_handles, 2U);
  EXPECT_EQ(Warnings(analysis).back(), "9 x1: uses a handle that is not open");
}

// Of the file that Debian's package dbench installs.
TEST(Analyse, ClientTxtHasTheKnownFigures) {
  const char* const path = "/usr/share/dbench/client.txt";
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << path << " is not installed";
  }
  const auto loadfile = ReadLoadfile(path);
  ASSERT_TRUE(loadfile.ok()) << loadfile.status().message();
  const LoadfileAnalysis analysis = Analyse(*loadfile.value());
  EXPECT_EQ(analysis.pass_operations, 458'344U);
  EXPECT_EQ(Of(analysis, Opcode::kRead).count, 124'199U);
  EXPECT_EQ(Of(analysis, Opcode::kCreate).expected_failures, 21'030U);
  EXPECT_EQ(analysis.bytes_read, 1'472'088'767U);
  EXPECT_EQ(analysis.bytes_written, 1'015'974'170U);
  EXPECT_EQ(analysis.peak_files, 85U);
  EXPECT_EQ(analysis.peak_bytes, 24'113'152U);  // 23.97 MB in 4 KiB blocks
  EXPECT_EQ(analysis.peak_directories, 12U);
  EXPECT_EQ(analysis.peak_open_handles, 23U);
  EXPECT_EQ(analysis.leaked_handles, 0U);
  EXPECT_EQ(analysis.distinct_paths, 261U);
  EXPECT_EQ(analysis.deepest_path, 6U);
  EXPECT_EQ(analysis.read_sizes.front().first, 4096);
  EXPECT_EQ(analysis.read_sizes.size(), 67U);
  EXPECT_EQ(analysis.write_sizes.size(), 59U);
  EXPECT_EQ(analysis.largest_offset, 1'867'776);
  EXPECT_TRUE(analysis.complete);
  EXPECT_TRUE(analysis.warnings.empty());
}

}  // namespace
}  // namespace fsduel
