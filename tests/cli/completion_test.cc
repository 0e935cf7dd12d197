// The completion scripts are read by the shells themselves, and offer what the
// tables hold.
#include "cli/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/command.h"
#include "tests/support/process.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Runs a shell with completions loaded; a program called fsduel that lists two
// loadfiles is on its path.
class CompletionTest : public testing::Test {
 protected:
  CompletionTest() {
    files_.Write("completion.bash", BashCompletion());
    files_.Write("completion.zsh", ZshCompletion());
    files_.Write("completion.fish", FishCompletion());
    const std::string program = files_.Write(
        "fsduel",
        "#!/bin/sh\nprintf 'office  text\\n        /path\\nsmoke  text\\n'\n");
    RunProgram({.argv = {"chmod", "+x", program}});
  }

  bool Has(const std::string& shell) {
    return RunProgram({.argv = {"sh", "-c", "command -v " + shell}})
               .exit_code == 0;
  }

  std::string Run(const std::string& shell, const std::string& script) {
    const ProgramResult result = RunProgram(
        {.argv = {shell, "-c", "PATH=" + files_.path() + ":$PATH\n" + script},
         .directory = files_.path()});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(result.errors, "");
    return result.output;
  }

  // What bash offers for the last word of `words`.
  std::string Bash(const std::string& words) {
    return Run("bash", ". ./completion.bash\nCOMP_WORDS=(" + words +
                           ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                           "_fsduel\necho \"${COMPREPLY[*]}\"");
  }

  TempDir files_;
};

TEST_F(CompletionTest, BashOffersCommandsOptionsAndChoices) {
  EXPECT_EQ(Bash("fsduel rep"), "replay\n");
  EXPECT_EQ(Bash("fsduel replay --cli"), "--clients --client-host\n");
  EXPECT_EQ(Bash("fsduel replay --cache ''"), "warm drop\n");
  EXPECT_EQ(Bash("fsduel replay --cache = d"), "drop\n");
  EXPECT_EQ(Bash("fsduel replay --no-ver"), "--no-verify\n");
  EXPECT_EQ(Bash("fsduel replay -n ''"), "\n");
  EXPECT_EQ(Bash("fsduel completion z"), "zsh\n");
}

TEST_F(CompletionTest, BashOffersLoadfilesBesideFiles) {
  files_.Write("offline.load", "");
  EXPECT_THAT(Bash("fsduel replay off"),
              AnyOf("office offline.load\n", "offline.load office\n"));
}

TEST_F(CompletionTest, BashOffersEveryShownOptionOfEveryCommand) {
  for (const CommandRow& command : Commands()) {
    const std::string offered =
        " " + Bash("fsduel " + std::string(command.name) + " -");
    for (const OptionRow* row : OptionsOf(command.id)) {
      const std::string word = " --" + std::string(row->name);
      EXPECT_EQ(offered.find(word) != std::string::npos, !row->unlisted)
          << command.name << word;
    }
  }
}

TEST_F(CompletionTest, FishOffersCommandsOptionsAndChoices) {
  if (!Has("fish")) {
    GTEST_SKIP() << "fish is not installed";
  }
  const auto offer = [this](const std::string& words) {
    return RunProgram(
        {.argv = {"fish", "--no-config", "-c",
                  "set PATH " + files_.path() +
                      " $PATH; source completion.fish; complete -C '" + words +
                      "'"},
         .directory = files_.path()});
  };
  EXPECT_THAT(offer("fsduel rep").output, StartsWith("replay\t"));
  EXPECT_THAT(offer("fsduel replay --cach").output, StartsWith("--cache\t"));
  EXPECT_THAT(offer("fsduel replay --cache dr").output, StartsWith("drop"));
  EXPECT_THAT(offer("fsduel completion ").output, HasSubstr("zsh"));
  EXPECT_EQ(offer("fsduel replay --no-ver").errors, "");
}

TEST_F(CompletionTest, ZshTakesTheScript) {
  if (!Has("zsh")) {
    GTEST_SKIP() << "zsh is not installed";
  }
  EXPECT_EQ(Run("zsh", "zsh -n ./completion.zsh"), "");
  // _arguments explains a malformed option description when it is called; here
  // it only shows what it was given.
  const std::string given =
      Run("zsh",
          "compdef() { : }\n_arguments() { print -rl -- \"$@\" }\n"
          ". ./completion.zsh\nwords=(fsduel replay '') CURRENT=3\n_fsduel");
  EXPECT_THAT(given, HasSubstr("*-D[existing directory"));
  EXPECT_THAT(given, HasSubstr("*--cache=[drop\\: the page cache"));
  EXPECT_THAT(given, HasSubstr(":word:(warm drop)"));
  EXPECT_THAT(given, Not(HasSubstr("--man")));
}

}  // namespace
}  // namespace fsduel
