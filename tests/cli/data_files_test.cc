// Where a loadfile named without a path is found.
#include "cli/data_files.h"

#include <boost/filesystem.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class DataFilesTest : public testing::Test {
 protected:
  DataFilesTest() {
    for (const std::string folder : {"a", "b"}) {
      boost::filesystem::create_directories(files_ / (folder + "/loadfiles"));
    }
    files_.Write("a/loadfiles/office.load", "# First line\n# second\n");
    files_.Write("b/loadfiles/office.load", "# of b\n");
    files_.Write("b/loadfiles/backup.load", "\nNTCreateX\n");
    files_.Write("b/loadfiles/README.md", "");
  }

  TempDir files_;
  std::vector<std::string> both_ = {files_ / "a", files_ / "missing",
                                    files_ / "b"};
};

TEST_F(DataFilesTest, TheFirstFolderThatHasTheNameWins) {
  EXPECT_EQ(FindLoadfile("office", both_).value(),
            files_ / "a/loadfiles/office.load");
  EXPECT_EQ(FindLoadfile("backup", both_).value(),
            files_ / "b/loadfiles/backup.load");
}

TEST_F(DataFilesTest, ASlashOrASuffixMakesItAPath) {
  for (const std::string path :
       {"./office", "x/office", "office.load", "a.gz"}) {
    EXPECT_EQ(FindLoadfile(path, both_).value(), path);
  }
}

TEST_F(DataFilesTest, AnUnknownNameGetsAProposal) {
  const Result<std::string> found = FindLoadfile("offcie", both_);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.status().kind(), ErrorKind::kUsage);
  EXPECT_THAT(found.status().message(), HasSubstr("did you mean \"office\"?"));
  EXPECT_THAT(found.status().message(), HasSubstr("./offcie"));
}

TEST_F(DataFilesTest, ListsEachNameOnceWithItsHeadline) {
  const std::vector<ShippedFile> loadfiles = ListLoadfiles(both_);
  ASSERT_EQ(loadfiles.size(), 2U);
  EXPECT_EQ(loadfiles[0].name, "backup");
  EXPECT_EQ(loadfiles[0].headline, "");
  EXPECT_EQ(loadfiles[1].name, "office");
  EXPECT_EQ(loadfiles[1].headline, "First line");
  EXPECT_EQ(loadfiles[1].path, files_ / "a/loadfiles/office.load");
}

TEST_F(DataFilesTest, ProfilesAreFoundTheSameWayInTheirOwnFolder) {
  boost::filesystem::create_directories(files_ / "b/profiles");
  files_.Write("b/profiles/quick.toml", "summary = 'a minute'\n");
  files_.Write("b/profiles/broken.toml", "summary = \n");
  EXPECT_EQ(FindProfile("quick", both_).value(),
            files_ / "b/profiles/quick.toml");
  EXPECT_EQ(FindProfile("./quick", both_).value(), "./quick");
  const Result<std::string> found = FindProfile("quikc", both_);
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.status().message(), HasSubstr("did you mean \"quick\"?"));
  const std::vector<ShippedFile> profiles = ListProfiles(both_);
  ASSERT_EQ(profiles.size(), 2U);
  EXPECT_EQ(profiles[0].headline, "");
  EXPECT_EQ(profiles[1].headline, "a minute");
}

TEST_F(DataFilesTest, TheCommandLineComesFirstTheSourceFolderLast) {
  const std::vector<std::string> directories = DataDirectories({"/x", "/y"});
  ASSERT_GE(directories.size(), 4U);
  EXPECT_EQ(directories[0], "/x");
  EXPECT_EQ(directories[1], "/y");
  EXPECT_EQ(directories.back(), FSDUEL_SOURCE_DIR);
  EXPECT_THAT(directories[directories.size() - 2], HasSubstr("share/fsduel"));
}

}  // namespace
}  // namespace fsduel
