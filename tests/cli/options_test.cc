// Properties that every row of the option table has. A new option that breaks
// one of them fails here, not on somebody's terminal.
#include "cli/options.h"

#include <algorithm>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/help.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;

std::vector<const OptionRow*> AllRows() {
  std::vector<const OptionRow*> rows;
  for (const auto table :
       {FsduelOptions(), SweepOptions(), DbenchOptions(), TiobenchOptions(),
        TiotestOptions(), ResultOptions()}) {
    for (const OptionRow& row : table) {
      rows.push_back(&row);
    }
  }
  return rows;
}

bool IsTypable(const OptionRow& row) {
  return !row.default_text.empty() && !row.default_text.starts_with('(');
}

TEST(OptionTableTest, NoCommandTakesTwoOptionsOfOneName) {
  for (const CommandRow& command : Commands()) {
    std::set<std::string> names;
    for (const OptionRow* row : OptionsOf(command.id)) {
      EXPECT_TRUE(names.insert(std::string(row->name)).second)
          << command.name << " --" << row->name;
      EXPECT_TRUE(row->short_name == '\0' ||
                  names.insert(std::string(1, row->short_name)).second)
          << command.name << " -" << row->short_name;
      // --no-x of one option must not be the name of another.
      EXPECT_TRUE(!row->is_switch() || row->one_way ||
                  names.insert("no-" + std::string(row->name)).second)
          << command.name << " --no-" << row->name;
    }
  }
}

TEST(OptionTableTest, NamesAreLowerCaseWordsWithDashes) {
  for (const OptionRow* row : AllRows()) {
    EXPECT_GE(row->name.size(), 2U) << row->name;
    EXPECT_EQ(row->name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"),
              std::string_view::npos)
        << row->name;
    EXPECT_FALSE(row->name.starts_with("no-") && !row->one_way) << row->name;
  }
}

TEST(OptionTableTest, HelpIsAPhraseWithoutFullStop) {
  for (const OptionRow* row : AllRows()) {
    ASSERT_FALSE(row->help.empty()) << row->name;
    EXPECT_FALSE(row->help.ends_with('.')) << row->name;
    EXPECT_EQ(Trim(row->help), row->help) << row->name;
    EXPECT_EQ(row->help.find('\n'), std::string_view::npos) << row->name;
    EXPECT_EQ(row->help.find("  "), std::string_view::npos) << row->name;
  }
}

TEST(OptionTableTest, EveryRowBelongsToACommandAndDoesSomething) {
  std::uint32_t known = 0;
  for (const CommandRow& command : Commands()) {
    known |= static_cast<std::uint32_t>(command.id);
  }
  for (const OptionRow* row : AllRows()) {
    EXPECT_NE(row->commands, 0U) << row->name;
    EXPECT_EQ(row->commands & ~known, 0U) << row->name;
    EXPECT_NE(row->apply, nullptr) << row->name;
  }
}

TEST(OptionTableTest, ASwitchHasNoChoicesAndTakesTrueAndFalseOnly) {
  for (const OptionRow* row : AllRows()) {
    if (!row->is_switch()) {
      EXPECT_FALSE(row->one_way) << row->name;
      continue;
    }
    EXPECT_EQ(row->completes, Completes::kNothing) << row->name;
    CommandOptions options;
    EXPECT_TRUE(row->apply("true", &options).ok()) << row->name;
    if (!row->one_way) {
      EXPECT_TRUE(row->apply("false", &options).ok()) << row->name;
      EXPECT_FALSE(row->apply("maybe", &options).ok()) << row->name;
    }
  }
}

TEST(OptionTableTest, EveryChoiceIsTakenAndASlipGetsAProposal) {
  for (const OptionRow* row : AllRows()) {
    if (row->completes != Completes::kChoices) {
      EXPECT_FALSE(row->list) << row->name;
      continue;
    }
    CommandOptions options;
    std::string all;
    for (const std::string_view choice : ChoicesOf(*row)) {
      EXPECT_TRUE(row->apply(choice, &options).ok())
          << row->name << " " << choice;
      all += std::string(all.empty() ? "" : ",") + std::string(choice);
    }
    EXPECT_EQ(row->apply(all, &options).ok(), row->list || all == row->value)
        << row->name;
    const std::string slip = std::string(ChoicesOf(*row).back()) + "x";
    const Status status = row->apply(slip, &options);
    ASSERT_FALSE(status.ok()) << row->name;
    EXPECT_THAT(status.message(), HasSubstr("did you mean")) << row->name;
  }
}

TEST(OptionTableTest, ValuesThatAreNumbersSizesOrTimesRefuseJunk) {
  for (const OptionRow* row : AllRows()) {
    const bool measured = row->value == "N" || row->value == "SIZE" ||
                          row->value == "TIME" || row->value == "SECONDS" ||
                          row->value == "PERCENT" || row->value == "LIST" ||
                          row->value == "MB/S" || row->value == "BYTES";
    if (!measured) {
      continue;
    }
    for (const std::string_view junk : {"", "x", "-1", "1x", " 1", "1e99x"}) {
      CommandOptions options;
      const Status status = row->apply(junk, &options);
      ASSERT_FALSE(status.ok()) << row->name << " '" << junk << "'";
      EXPECT_EQ(status.kind(), ErrorKind::kUsage) << row->name;
    }
  }
}

TEST(OptionTableTest, ADefaultThatCanBeTypedIsAccepted) {
  for (const OptionRow* row : AllRows()) {
    if (IsTypable(*row)) {
      CommandOptions options;
      EXPECT_TRUE(row->apply(row->default_text, &options).ok()) << row->name;
    } else if (!row->default_text.empty()) {
      EXPECT_TRUE(row->default_text.ends_with(')')) << row->name;
    }
  }
}

TEST(OptionTableTest, DefaultsThatAreShownAreThoseOfTheSpecification) {
  CommandOptions typed;
  for (const OptionRow& row : FsduelOptions()) {
    if (IsTypable(row)) {
      ASSERT_TRUE(row.apply(row.default_text, &typed).ok());
    }
  }
  const RunSpec untouched;
  EXPECT_EQ(typed.run.clients, untouched.clients);
  EXPECT_EQ(typed.run.client_host, untouched.client_host);
  EXPECT_EQ(typed.run.semantics, untouched.semantics);
  EXPECT_EQ(typed.run.pace, untouched.pace);
  EXPECT_EQ(typed.run.on_error, untouched.on_error);
  EXPECT_EQ(typed.run.runs, untouched.runs);
  EXPECT_EQ(typed.run.grace, untouched.grace);
  EXPECT_EQ(typed.run.cache, untouched.cache);
  EXPECT_EQ(typed.run.compressible, untouched.compressible);
  EXPECT_EQ(typed.run.verify, untouched.verify);
  EXPECT_EQ(typed.run.xattr, untouched.xattr);
  EXPECT_EQ(typed.run.shared_tree, untouched.shared_tree);
  EXPECT_EQ(typed.run.results_directory, untouched.results_directory);
  EXPECT_EQ(typed.run.stall_threshold, untouched.stall_threshold);
  EXPECT_EQ(typed.run.interval, untouched.interval);
  EXPECT_FALSE(typed.run.durability.dsync || typed.run.durability.sync);
}

TEST(CommandTableTest, EveryCommandHasASummaryExamplesAndHelp) {
  std::set<std::string_view> names;
  for (const CommandRow& command : Commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    EXPECT_FALSE(command.summary.empty()) << command.name;
    EXPECT_FALSE(command.summary.ends_with('.')) << command.name;
    EXPECT_FALSE(command.examples.empty()) << command.name;
    EXPECT_NE(command.run, nullptr) << command.name;
    EXPECT_EQ(FindCommand(command.name), &command);
    EXPECT_EQ(&RowOf(command.id), &command);
    const bool helpful = std::ranges::any_of(
        OptionsOf(command.id),
        [](const OptionRow* row) { return row->name == "help"; });
    EXPECT_TRUE(helpful) << command.name;
  }
}

TEST(HelpTest, EveryLineFitsEightyColumns) {
  for (const CommandRow& command : Commands()) {
    const std::string help = CommandHelp(command);
    for (const std::string_view line : Split(help, '\n')) {
      EXPECT_LE(line.size(), 80U) << line;
      EXPECT_FALSE(line.ends_with(' ')) << "'" << line << "'";
    }
  }
  const std::string whole = OverviewHelp();
  for (const std::string_view line : Split(whole, '\n')) {
    EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(HelpTest, EveryListedOptionIsExplained) {
  for (const CommandRow& command : Commands()) {
    const std::string help = CommandHelp(command);
    for (const OptionRow* row : OptionsOf(command.id)) {
      EXPECT_EQ(help.find(OptionSpelling(*row)) != std::string::npos,
                !row->unlisted)
          << row->name;
    }
  }
}

TEST(HelpTest, WrapBreaksBetweenWordsOnly) {
  EXPECT_EQ(Wrap("aa bb cc", 0, 5), "aa bb\ncc");
  EXPECT_EQ(Wrap("aa bb cc", 2, 7), "aa bb\n  cc");
  EXPECT_EQ(Wrap("longer than the width", 0, 4), "longer\nthan\nthe\nwidth");
  EXPECT_EQ(Wrap("", 4, 10), "");
}

}  // namespace
}  // namespace fsduel
