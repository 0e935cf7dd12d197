// The manual page in the tree is the one that the program writes.
#include "cli/man_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/command.h"
#include "tests/support/process.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;

TEST(ManPageTest, DocsHoldsWhatTheProgramWrites) {
  EXPECT_EQ(ReadWholeFile(FSDUEL_SOURCE_DIR "/docs/fsduel.1"), ManPage())
      << "run: build/src/fsduel --man > docs/fsduel.1";
}

TEST(ManPageTest, EveryCommandAndOptionIsThere) {
  const std::string page = ManPage();
  for (const CommandRow& command : Commands()) {
    EXPECT_THAT(page, HasSubstr(".SS fsduel " + std::string(command.name)));
  }
  EXPECT_THAT(page, HasSubstr("\\fB\\-\\-[no\\-]verify\\fR"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-n\\fR, \\fB\\-\\-clients\\fR"));
}

TEST(ManPageTest, NoLineOfTextIsTakenForARequest) {
  const std::string whole = ManPage();
  for (const std::string_view line : Split(whole, '\n')) {
    EXPECT_FALSE(line.starts_with("'")) << line;
    if (line.starts_with('.')) {
      EXPECT_TRUE(line.starts_with(".TP") || line.starts_with(".S") ||
                  line.starts_with(".PP") || line.starts_with(".TH") ||
                  line.starts_with(".\\\""))
          << line;
    }
  }
}

TEST(ManPageTest, MandocFindsNoFault) {
  const TempDir files;
  const std::string page = files.Write("fsduel.1", ManPage());
  const ProgramResult result =
      RunProgram({.argv = {"mandoc", "-T", "lint", "-W", "error", page}});
  if (result.exit_code == -1 || result.exit_code == 127) {
    GTEST_SKIP() << "mandoc is not installed";
  }
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
}

}  // namespace
}  // namespace fsduel
