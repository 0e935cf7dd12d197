// The loadfiles that ship run clean where the tests run, and in memory.
#include <tuple>

#include "tests/engine/shipped_loadfiles_cases.h"

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

}  // namespace
}  // namespace fsduel
