// Trees are removed whole, and nothing outside of them.
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include <boost/filesystem.hpp>
#include <gtest/gtest.h>

#include "sys/tree.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

class TreeTest : public testing::Test {
 protected:
  TreeTest() : parent_(OpenDirectory(directory_.path()).value()) {}
  std::string Path(const std::string& name) { return directory_ / name; }

  TempDir directory_;
  UniqueFd parent_;
};

TEST_F(TreeTest, RemovesATreeWithItsMarkerAndNothingElse) {
  const std::string outside = directory_.Write("outside", "keep");
  UniqueFd tree = MakeDirectoryAt(parent_.get(), "tree").value();
  ASSERT_TRUE(WriteMarker(tree.get(), "id 1").ok());
  fs::create_directories(Path("tree/a/b/c"));
  fs::create_hard_link(outside, Path("tree/a/link"));
  fs::create_symlink(directory_.path(), Path("tree/a/b/up"));
  EXPECT_TRUE(RemoveMarkedTree(parent_.get(), "tree", "id 1").ok());
  EXPECT_FALSE(fs::exists(Path("tree")));
  EXPECT_TRUE(fs::exists(outside));
}

TEST_F(TreeTest, LeavesATreeWithAnotherMarkerAlone) {
  UniqueFd tree = MakeDirectoryAt(parent_.get(), "tree").value();
  fs::create_directories(Path("tree/a"));
  EXPECT_FALSE(RemoveMarkedTree(parent_.get(), "tree", "id 1").ok());
  ASSERT_TRUE(WriteMarker(tree.get(), "id 2").ok());
  EXPECT_FALSE(RemoveMarkedTree(parent_.get(), "tree", "id 1").ok());
  EXPECT_TRUE(fs::exists(Path("tree/a")));
  EXPECT_TRUE(RemoveMarkedTree(parent_.get(), "missing", "id 1").ok());
}

TEST_F(TreeTest, AnEmptyTreeThatWasNeverMarkedIsRemoved) {
  fs::create_directory(Path("tree"));
  EXPECT_TRUE(RemoveMarkedTree(parent_.get(), "tree", "id 1").ok());
  EXPECT_FALSE(fs::exists(Path("tree")));
}

TEST_F(TreeTest, ALinkInPlaceOfTheTreeIsNotFollowed) {
  fs::create_directories(Path("real"));
  {
    UniqueFd real = OpenDirectory(Path("real")).value();
    ASSERT_TRUE(WriteMarker(real.get(), "id 1").ok());
  }
  fs::create_symlink("real", Path("tree"));
  EXPECT_FALSE(RemoveMarkedTree(parent_.get(), "tree", "id 1").ok());
  EXPECT_TRUE(fs::exists(Path("real/.fsduel-tree")));
}

TEST_F(TreeTest, RemovesATreeDeeperThanAnyPathName) {
  UniqueFd tree = MakeDirectoryAt(parent_.get(), "tree").value();
  ASSERT_TRUE(WriteMarker(tree.get(), "id 1").ok());
  const std::string name(200, 'd');
  UniqueFd deepest = OpenDirectoryAt(parent_.get(), "tree").value();
  for (int level = 0; level < 300; ++level) {  // 60,000 bytes of path
    deepest = MakeDirectoryAt(deepest.get(), name).value();
  }
  deepest.Reset();
  EXPECT_TRUE(RemoveMarkedTree(parent_.get(), "tree", "id 1").ok());
  EXPECT_FALSE(fs::exists(Path("tree")));
}

TEST_F(TreeTest, RemovesADirectoryWithManyNames) {
  UniqueFd tree = MakeDirectoryAt(parent_.get(), "tree").value();
  ASSERT_TRUE(WriteMarker(tree.get(), "id 1").ok());
  for (int i = 0; i < 5000; ++i) {
    directory_.Write("tree/file" + std::to_string(i), "");
  }
  EXPECT_TRUE(RemoveMarkedTree(parent_.get(), "tree", "id 1").ok());
  EXPECT_FALSE(fs::exists(Path("tree")));
}

TEST_F(TreeTest, TheMarkerGoesLast) {
  UniqueFd tree = MakeDirectoryAt(parent_.get(), "tree").value();
  ASSERT_TRUE(WriteMarker(tree.get(), "id 1").ok());
  EXPECT_FALSE(WriteMarker(tree.get(), "id 2").ok()) << "one marker only";
  EXPECT_EQ(ReadMarker(tree.get()), "id 1");
  directory_.Write("tree/a", "");
  EXPECT_TRUE(RemoveContents(tree.get()).ok());
  EXPECT_TRUE(fs::is_empty(Path("tree")));
}

}  // namespace
}  // namespace fsduel
