// The loadfiles that ship run clean where the tests run, and in memory.
#include <tuple>

#include <gmock/gmock.h>

#include "tests/engine/shipped_loadfiles_cases.h"
#include "tests/support/process.h"

namespace fsduel {
namespace {

using Case = std::tuple<const char*, const char*, bool, std::uint32_t>;

class ShippedLoadfileTest : public testing::TestWithParam<Case> {};

TEST_P(ShippedLoadfileTest, RunsCleanAndEndsAsItBegan) {
  const auto& [name, directory, dbench4, clients] = GetParam();
  ExpectCleanPasses(name, directory, dbench4, clients);
}

std::string CaseName(const testing::TestParamInfo<Case>& info) {
  const auto& [name, directory, dbench4, clients] = info.param;
  return fmt::format("{}{}{}{}", name, *directory == '\0' ? "Here" : "Shm",
                     dbench4 ? "Dbench4" : "Posix", clients);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedLoadfileTest,
                         testing::Combine(testing::Values("office", "smoke"),
                                          testing::Values("", "/dev/shm"),
                                          testing::Bool(),
                                          testing::Values(1U, 3U)),
                         CaseName);

// dbench 4.0 skips words that stand alone, such as SETUP, and repeats it all.
TEST(ShippedLoadfileTest, OfficeIsReplayedByDbenchToo) {
  if (RunProgram({{"sh", "-c", "command -v dbench"}}).exit_code != 0) {
    GTEST_SKIP() << "dbench is not installed";
  }
  const TempDir dir("/dev/shm");
  const std::string office = FSDUEL_SOURCE_DIR "/loadfiles/office.load";
  const ProgramResult result =
      RunProgram({{"dbench", "-c", office, "-D", dir.path(), "-t", "1",
                   "--per-client-results", "2"}});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, testing::HasSubstr("Client 1 did "));
  for (const char* const trouble :
       {"failed", "ERROR", "Badly", "Unknown", "succeeded", "expected"}) {
    EXPECT_THAT(result.output, testing::Not(testing::HasSubstr(trouble)));
  }
}

}  // namespace
}  // namespace fsduel
