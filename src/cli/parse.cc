// Feeds the option table to CLI11 and hands what it found to the rows. The
// only file that knows CLI11; its exceptions end here.
#include "cli/parse.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <utility>

#include "base/text.h"

namespace fsduel {
namespace {

// "-n,--clients" or "-q,--quiet", "--verify,!--no-verify".
std::string NamesOf(const OptionRow& row) {
  std::string names = fmt::format("--{}", row.name);
  if (row.short_name != '\0') {
    names = fmt::format("-{},{}", row.short_name, names);
  }
  if (row.is_switch() && !row.one_way) {
    names += fmt::format(",!--no-{}", row.name);
  }
  return names;
}

CLI::Option* AddOption(const OptionRow& row, CLI::App* app) {
  CLI::Option* option = row.is_switch() ? app->add_flag(NamesOf(row))
                                        : app->add_option(NamesOf(row));
  return option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Status UnknownOption(std::string_view word,
                     const std::vector<const OptionRow*>& rows) {
  word = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const OptionRow* row : rows) {
    names.push_back(fmt::format("--{}", row->name));
    if (row->is_switch() && !row->one_way) {
      names.push_back(fmt::format("--no-{}", row->name));
    }
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return Status::Usage(fmt::format("unknown option {}{}", Quote(word),
                                   DidYouMean(word, candidates)));
}

// CLI11 says "--clients: 1 required TEXT missing"; name what is missing.
Status MissingValue(const CLI::ParseError& error,
                    const std::vector<const OptionRow*>& rows) {
  const std::string_view text = error.what();
  for (const OptionRow* row : rows) {
    if (text.starts_with(fmt::format("--{}:", row->name))) {
      return Status::Usage(
          fmt::format("--{} needs a value: {}", row->name, row->value));
    }
  }
  return Status::Usage(std::string(text));
}

Status Apply(const OptionRow& row, const CLI::Option& option,
             CommandOptions* options) {
  for (const std::string& value : option.results()) {
    const Status status = row.apply(value, options);
    if (!status.ok()) {
      return Status::Usage(fmt::format("--{}: {}", row.name, status.message()));
    }
  }
  return Status::Ok();
}

// CLI11 takes the words in reverse.
std::vector<std::string> Reversed(std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());
  return words;
}

}  // namespace

Result<CommandOptions> ParseOptions(CommandId command,
                                    const std::vector<std::string>& words,
                                    CommandOptions options) {
  const std::vector<const OptionRow*> rows = OptionsOf(command);
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<std::pair<const OptionRow*, const CLI::Option*>> added;
  for (const OptionRow* row : rows) {
    added.emplace_back(row, AddOption(*row, &app));
  }
  try {
    app.parse(Reversed(words));
  } catch (const CLI::ParseError& error) {
    return MissingValue(error, rows);
  }
  // Words after `--` are operands even when they begin with a dash.
  const auto end = std::find(words.begin(), words.end(), "--");
  for (const std::string& word : app.remaining()) {
    const bool is_operand = !word.starts_with('-') || word == "-" ||
                            std::find(end, words.end(), word) != words.end();
    if (!is_operand) {
      return UnknownOption(word, rows);
    }
    if (word != "--") {
      options.operands.push_back(word);
    }
  }
  for (const auto& [row, option] : added) {
    const Status status = Apply(*row, *option, &options);
    if (!status.ok()) {
      return status;
    }
  }
  return options;
}

}  // namespace fsduel
