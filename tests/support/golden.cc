#include "tests/support/golden.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace fsduel {

void ExpectGolden(const std::string& source_directory, const std::string& name,
                  const std::string& text) {
  const std::string path = source_directory + "/tests/golden/" + name;
  // Tests set no variables.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  if (std::getenv("FSDUEL_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream stream(path);
  ASSERT_TRUE(stream.good()) << "no golden file " << path;
  std::ostringstream contents;
  contents << stream.rdbuf();
  if (contents.str() == text) {
    return;
  }
  std::istringstream expected(contents.str());
  std::istringstream actual(text);
  std::string expected_line;
  std::string actual_line;
  for (int number = 1;; ++number) {
    const bool more = static_cast<bool>(std::getline(expected, expected_line));
    const bool got = static_cast<bool>(std::getline(actual, actual_line));
    ASSERT_TRUE(more && got)
        << path << ":" << number << ": one text ends here"
        << "\n  golden: " << (more ? expected_line : "(end)")
        << "\n  now:    " << (got ? actual_line : "(end)");
    ASSERT_EQ(actual_line, expected_line) << path << ":" << number;
  }
}

}  // namespace fsduel
