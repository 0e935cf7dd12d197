// What `fsduel lint` prints of an analysis.
#include "cli/lint_report.h"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "loadfile/reader.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<const Loadfile> AnyLoadfile() {
  return CompileLoadfile("any.load", "Mkdir \"a\" NT_STATUS_OK\n").value();
}

LoadfileAnalysis Analysis() {
  LoadfileAnalysis analysis;
  analysis.operations[static_cast<std::size_t>(Opcode::kRead)] = {3000, 0,
                                                                  12'000'000};
  analysis.operations[static_cast<std::size_t>(Opcode::kCreate)] = {1000, 250,
                                                                    0};
  analysis.operations[static_cast<std::size_t>(Opcode::kSleep)] = {7, 0, 0};
  analysis.pass_operations = 4000;
  analysis.bytes_read = 12'000'000;
  analysis.read_sizes = {{4096, 1500}, {61440, 600}, {1, 300},
                         {2, 300},     {3, 200},     {5, 100}};
  analysis.sequential_reads = 1500;
  analysis.distinct_paths = 261;
  analysis.deepest_path = 6;
  analysis.peak_open_handles = 23;
  analysis.peak_bytes = 23'970'000;
  analysis.peak_files = 85;
  analysis.peak_directories = 11;
  analysis.warnings = {{12, 3, "something is odd"}, {0, 1, "the whole file"}};
  return analysis;
}

TEST(LintTextTest, SharesAreOverFileOperationsOnly) {
  const std::string text = LintText(*AnyLoadfile(), Analysis());
  EXPECT_THAT(text, HasSubstr("ReadX                        3,000   75.0 %"));
  EXPECT_THAT(text, HasSubstr("NTCreateX                    1,000   25.0 %"));
  EXPECT_THAT(text, HasSubstr("25.0 %       25.0 %"));
  EXPECT_THAT(text, Not(HasSubstr("Sleep")));
  EXPECT_THAT(text, Not(HasSubstr("Unlink"))) << "not in this loadfile";
}

TEST(LintTextTest, SizesNeedsAndWarningsAreSaid) {
  const std::string text = LintText(*AnyLoadfile(), Analysis());
  EXPECT_THAT(text, HasSubstr("4 KiB 50.0 %, 60 KiB 20.0 %"));
  EXPECT_THAT(text, HasSubstr("1 other sizes 3.3 %"));
  EXPECT_THAT(text, HasSubstr("261 paths, at most 6 components deep"));
  EXPECT_THAT(text, HasSubstr("24.0 MB (22.86 MiB) in 85 files"));
  EXPECT_THAT(text, HasSubstr("line 12: something is odd (and 2 more)"));
  EXPECT_THAT(text, HasSubstr("the whole file\n"));
  for (const std::string_view line : Split(text, '\n')) {
    EXPECT_LE(line.size(), 80U) << line;
    EXPECT_FALSE(line.ends_with(' ')) << "'" << line << "'";
  }
}

TEST(LintTextTest, AnIncompleteModelSaysSo) {
  LoadfileAnalysis analysis = Analysis();
  analysis.complete = false;
  EXPECT_THAT(LintText(*AnyLoadfile(), analysis), HasSubstr("lower bounds"));
}

TEST(LintJsonTest, HoldsTheSameFigures) {
  const std::shared_ptr<const Loadfile> loadfile = AnyLoadfile();
  const auto document = nlohmann::json::parse(
      LintJson({{"/x/any.load", loadfile.get(), Analysis()}}));
  EXPECT_EQ(document["schema"], 1);
  const auto& row = document["loadfiles"][0];
  EXPECT_EQ(row["path"], "/x/any.load");
  EXPECT_EQ(row["client_peak_bytes"], 23'970'000);
  EXPECT_EQ(row["read_sizes"][0]["bytes"], 4096);
  EXPECT_EQ(row["warnings"][0]["line"], 12);
  EXPECT_EQ(row["operations"].size(), 3U) << "control steps included";
}

TEST(LintJsonTest, ANameThatIsNotUtf8IsStillJson) {
  const std::shared_ptr<const Loadfile> loadfile = AnyLoadfile();
  const std::string text =
      LintJson({{"/x/\xFF.load", loadfile.get(), Analysis()}});
  EXPECT_TRUE(nlohmann::json::accept(text));
}

}  // namespace
}  // namespace fsduel
