// Profiles say what the command line says: the same words, the same reports.
#include "profile/profile_keys.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "cli/options.h"
#include "report/profile_reports.h"

namespace fsduel {
namespace {

bool HasOption(CommandId command, std::string_view name) {
  const std::vector<const OptionRow*> rows = OptionsOf(command);
  return std::any_of(rows.begin(), rows.end(), [name](const OptionRow* row) {
    return row->name == name;
  });
}

TEST(ProfileWordsTest, EveryKeyIsAnOptionOfItsCommand) {
  for (const ProfileKey& key : ProfileKeys()) {
    if (key.name == "loadfile") {
      continue;  // an operand there
    }
    EXPECT_TRUE((key.kinds & kSweepKey) == 0 ||
                HasOption(CommandId::kSweep, key.name))
        << key.name;
    EXPECT_TRUE((key.kinds & kReplayKey) == 0 ||
                HasOption(CommandId::kReplay, key.name))
        << key.name;
  }
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::ostringstream contents;
  contents << stream.rdbuf();
  return contents.str();
}

TEST(ProfileWordsTest, EveryShippedProfileNamesAReportThatThereIs) {
  std::vector<std::string_view> reports;
  for (const ProfileReportRow& report : ProfileReports()) {
    reports.push_back(report.name);
  }
  for (const auto& entry :
       std::filesystem::directory_iterator(FSDUEL_SOURCE_DIR "/profiles")) {
    if (entry.path().extension() == ".toml") {
      const std::string text = ReadFile(entry.path());
      const Result<Profile> profile =
          ParseProfile({entry.path().stem(), entry.path(), text, reports}, {});
      EXPECT_TRUE(profile.ok()) << profile.status().message();
    }
  }
}

// With FSDUEL_UPDATE_GOLDEN set, puts the list into the file.
TEST(ProfileWordsTest, TheReadmeListsTheReports) {
  const std::string path = FSDUEL_SOURCE_DIR "/profiles/README.md";
  std::string readme = ReadFile(path);
  std::string table = "| report | shows |\n|---|---|\n";
  for (const ProfileReportRow& report : ProfileReports()) {
    table.append("| `").append(report.name).append("` | ");
    table.append(report.summary).append(" |\n");
  }
  const std::string begin = "<!-- begin: reports -->\n";
  const std::size_t start = readme.find(begin) + begin.size();
  const std::size_t end = readme.find("<!-- end -->", start);
  ASSERT_NE(end, std::string::npos);
  // Tests set no variables.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  if (std::getenv("FSDUEL_UPDATE_GOLDEN") != nullptr) {
    readme.replace(start, end - start, table);
    std::ofstream(path) << readme;
  } else {
    EXPECT_EQ(readme.substr(start, end - start), table);
  }
}

}  // namespace
}  // namespace fsduel
