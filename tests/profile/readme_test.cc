// profiles/README.md lists exactly the keys that the program has, and every
// profile that ships is read.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "profile/profile.h"
#include "profile/profile_keys.h"

namespace fsduel {
namespace {

const char kFolder[] = FSDUEL_SOURCE_DIR "/profiles";

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::ostringstream contents;
  contents << stream.rdbuf();
  return contents.str();
}

std::string HeadTable() {
  std::string text = "| key | meaning |\n|---|---|\n";
  for (const HeadKey& key : HeadKeys()) {
    text.append("| `").append(key.name).append("` | ");
    text.append(key.help).append(" |\n");
  }
  return text;
}

std::string KindsOf(const ProfileKey& key) {
  std::string text;
  for (const auto& [bit, name] : {std::pair{kSweepKey, "sweep"},
                                  {kReplayKey, "replay"},
                                  {kMetadataKey, "metadata"}}) {
    if ((key.kinds & bit) != 0) {
      text.append(text.empty() ? "" : ", ").append(name);
    }
  }
  return text;
}

std::string KeyTable() {
  std::string text = "| key | is | of a | meaning |\n|---|---|---|---|\n";
  for (const ProfileKey& key : ProfileKeys()) {
    text.append("| `").append(key.name).append("` | ");
    text.append(KeyTypeName(key.type)).append(key.list ? ", or a list" : "");
    text.append(" | ").append(KindsOf(key)).append(" | ");
    text.append(key.help).append(" |\n");
  }
  return text;
}

// With FSDUEL_UPDATE_GOLDEN set, puts the lists into the file.
TEST(ProfilesReadmeTest, ListsExactlyTheKeysOfTheProgram) {
  // Tests set no variables.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  const bool update = std::getenv("FSDUEL_UPDATE_GOLDEN") != nullptr;
  const std::string path = std::string(kFolder) + "/README.md";
  std::string readme = ReadFile(path);
  for (const auto& [name, table] :
       {std::pair{"head", HeadTable()}, {"keys", KeyTable()}}) {
    const std::string begin = std::string("<!-- begin: ") + name + " -->\n";
    const std::size_t start = readme.find(begin) + begin.size();
    const std::size_t end = readme.find("<!-- end -->", start);
    ASSERT_NE(end, std::string::npos) << name;
    if (update) {
      readme.replace(start, end - start, table);
    } else {
      EXPECT_EQ(readme.substr(start, end - start), table);
    }
  }
  if (update) {
    std::ofstream(path) << readme;
  }
}

TEST(ShippedProfilesTest, AreAllReadAndSayWhatTheyAre) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".toml") {
      continue;
    }
    const std::string text = ReadFile(entry.path());
    // The reports are checked where they are known: tests/cli.
    const std::size_t at = text.find("report = \"");
    const std::string report =
        at == std::string::npos
            ? "table"
            : text.substr(at + 10, text.find('"', at + 10) - at - 10);
    const std::string_view reports[] = {report};
    const Result<Profile> profile =
        ParseProfile({entry.path().stem(), entry.path(), text, reports}, {});
    EXPECT_TRUE(profile.ok()) << profile.status().message();
    ASSERT_TRUE(profile.ok());
    EXPECT_LE(profile->summary.size(), 64U) << entry.path();
    EXPECT_TRUE(text.starts_with("# ")) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 11);
}

}  // namespace
}  // namespace fsduel
