// Names of one client.
#include "workload/client_paths.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/workload/replay_fixture.h"

namespace fsduel {
namespace {

TEST(WithClientName, ReplacesWholeComponentsOnly) {
  const struct {
    const char* text;
    const char* expected;
  } cases[] = {
      {"client1", "client7"},
      {"clients/client1/a", "clients/client7/a"},
      {"client1/client1", "client7/client7"},
      {"client10/a", "client10/a"},
      {"xclient1/client1x", "xclient1/client1x"},
      {"a/client1.doc", "a/client1.doc"},
      {"", ""},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(WithClientName(c.text, 7), c.expected);
  }
}

class ClientPathsTest : public ::testing::Test {
 protected:
  const std::shared_ptr<const Loadfile> loadfile_ = Compile(
      "Mkdir \"/clients\" NT_STATUS_OK\n"
      "Unlink \"/clients/client1/sub/a\" 0 NT_STATUS_OK\n"
      "Unlink \"/clients/client1/sub/b\" 0 NT_STATUS_OK\n"
      "Unlink \"/shared/x\" 0 NT_STATUS_OK\n");
};

TEST_F(ClientPathsTest, EachClientHasItsOwnNamesAndTheirParents) {
  for (const std::uint32_t client : {0U, 1U, 1023U}) {
    const ClientPaths paths(*loadfile_, client);
    const std::string own = "clients/client" + std::to_string(client) + "/sub";
    const auto& operations = loadfile_->operations();
    EXPECT_STREQ(paths.Get(operations[0].path), "clients");
    EXPECT_STREQ(paths.Parent(operations[0].path), ".");
    EXPECT_EQ(paths.Get(operations[1].path), own + "/a");
    EXPECT_EQ(paths.Parent(operations[1].path), own);
    EXPECT_EQ(paths.Get(operations[2].path), own + "/b");
    EXPECT_STREQ(paths.Get(operations[3].path), "shared/x");
    EXPECT_STREQ(paths.Parent(operations[3].path), "shared");
  }
}

TEST_F(ClientPathsTest, NamesWithoutTheClientAreThoseOfTheLoadfile) {
  const ClientPaths paths(*loadfile_, 5);
  const std::uint32_t shared = loadfile_->operations()[3].path;
  EXPECT_EQ(paths.Get(shared), loadfile_->paths()[shared].text.c_str());
}

TEST_F(ClientPathsTest, DynamicNamesComeAndGoWithoutMovingOthers) {
  ClientPaths paths(*loadfile_, 5);
  const auto fixed = static_cast<std::uint32_t>(loadfile_->paths().size());
  const std::uint32_t first = paths.SetDynamic(0, "dir/one");
  EXPECT_EQ(first, fixed);
  const char* const name = paths.Get(first);
  const std::uint32_t last =
      paths.SetDynamic(ClientPaths::kDynamicPaths - 1, "two");
  EXPECT_EQ(last, fixed + ClientPaths::kDynamicPaths - 1);
  EXPECT_EQ(paths.Get(first), name);
  EXPECT_STREQ(paths.Get(first), "dir/one");
  EXPECT_STREQ(paths.Parent(first), "dir");
  EXPECT_STREQ(paths.Parent(last), ".");
  EXPECT_TRUE(paths.IsDynamic(first));
  EXPECT_FALSE(paths.IsDynamic(fixed - 1));
  paths.SetDynamic(0, std::string(300, 'x') + "/y");
  EXPECT_EQ(paths.Get(first), std::string(300, 'x') + "/y");
  EXPECT_EQ(paths.Parent(first), std::string(300, 'x'));
}

}  // namespace
}  // namespace fsduel
