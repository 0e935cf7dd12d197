// The loadfiles that ship run clean on each kind of filesystem.
#include "tests/engine/shipped_loadfiles_cases.h"
#include "tests/support/loop_mount.h"

namespace fsduel {
namespace {

class ShippedLoadfileOnTest : public testing::TestWithParam<FilesystemKind> {};

TEST_P(ShippedLoadfileOnTest, RunsCleanAndEndsAsItBegan) {
  const LoopMount mount(GetParam());
  if (!mount.mounted()) {
    GTEST_SKIP() << mount.reason();
  }
  for (const char* const name : {"office", "smoke"}) {
    for (const bool dbench4 : {false, true}) {
      ExpectCleanPasses(name, mount.directory(), dbench4, 2);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ShippedLoadfileOnTest,
                         testing::ValuesIn(kFilesystemKinds),
                         [](const auto& parameter) {
                           return NameOf(parameter.param);
                         });

}  // namespace
}  // namespace fsduel
