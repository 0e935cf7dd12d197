// What every loadfile that ships must do on every filesystem, in both
// semantics, alone and with other clients in one tree.
#ifndef FSDUEL_TESTS_ENGINE_SHIPPED_LOADFILES_CASES_H_
#define FSDUEL_TESTS_ENGINE_SHIPPED_LOADFILES_CASES_H_

#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "loadfile/reader.h"
#include "tests/engine/replay_loadfile.h"
#include "tests/support/temp_dir.h"

namespace fsduel {

// Path below `directory` -> bytes, -1 for directories.
inline std::map<std::string, std::int64_t> TreeOf(
    const std::string& directory) {
  std::map<std::string, std::int64_t> tree;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(directory)) {
    tree[entry.path().lexically_relative(directory)] =
        entry.is_directory() ? -1
                             : static_cast<std::int64_t>(entry.file_size());
  }
  return tree;
}

inline void ExpectCleanPasses(const std::string& name,
                              const std::string& directory, bool dbench4,
                              std::uint32_t clients) {
  SCOPED_TRACE(fmt::format("{}, {} semantics, {} clients in {}", name,
                           dbench4 ? "dbench4" : "posix", clients, directory));
  const auto loadfile = ReadLoadfile(
      fmt::format("{}/loadfiles/{}.load", FSDUEL_SOURCE_DIR, name));
  ASSERT_TRUE(loadfile.ok()) << loadfile.status().message();
  const TempDir dir(directory);
  ExecutorOptions options;
  options.dbench4 = dbench4;
  options.resolve_names = dbench4;
  LoadfileReplay replay(*loadfile.value(), dir.path(), options, clients);
  const ReplayTally setup = replay.SetUp();
  EXPECT_EQ(setup.unexpected, 0U) << setup.first_unexpected;
  EXPECT_GT(setup.operations, 0U);
  auto before = TreeOf(dir.path());
  for (int pass = 1; pass <= 3; ++pass) {
    SCOPED_TRACE(fmt::format("pass {}", pass));
    const ReplayTally tally = replay.Pass();
    EXPECT_EQ(tally.unexpected, 0U) << tally.first_unexpected;
    EXPECT_EQ(tally.leaked_handles, 0U);
    EXPECT_GT(tally.operations, 100U);
    auto after = TreeOf(dir.path());
    // dbench4 leaves emptied directories, and no pass but the first adds any.
    if (!dbench4 || pass > 1) {
      EXPECT_EQ(before, after);
    }
    before = std::move(after);
  }
}

}  // namespace fsduel

#endif  // FSDUEL_TESTS_ENGINE_SHIPPED_LOADFILES_CASES_H_
