// --help, written from the tables of commands and options.
#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kOptionColumn = 26;

// Long lists of choices would not fit the option's column.
std::string ValueName(const OptionRow& row) {
  constexpr std::size_t kLongest = 18;
  if (row.value.size() <= kLongest && !row.list) {
    return std::string(row.value);
  }
  return row.list ? "WORD,..." : "WORD";
}

std::string OptionHelp(const OptionRow& row) {
  std::string text(row.help);
  if (ValueName(row) != row.value) {
    text += fmt::format(": {}", fmt::join(ChoicesOf(row), ", "));
  }
  // "false" is what everyone expects of a switch.
  if (!row.default_text.empty() && row.default_text != "false") {
    const bool prose = row.default_text.starts_with('(');
    text += prose ? fmt::format(
                        " [default: {}]",
                        row.default_text.substr(1, row.default_text.size() - 2))
                  : fmt::format(" [default: {}]", row.default_text);
  }
  const std::string spelling = OptionSpelling(row);
  const bool fits = spelling.size() + 2 <= kOptionColumn;
  return fmt::format("{:<{}}{}{}\n", spelling, fits ? kOptionColumn : 0,
                     fits ? "" : "\n" + std::string(kOptionColumn, ' '),
                     Wrap(text, kOptionColumn, kWidth));
}

std::string OptionsHelp(const CommandRow& command) {
  const std::vector<const OptionRow*> rows = OptionsOf(command.id);
  std::string text;
  for (std::size_t group = 0; group < std::size(kOptionGroupNames); ++group) {
    std::string section;
    for (const OptionRow* row : rows) {
      if (static_cast<std::size_t>(row->group) == group && !row->unlisted) {
        section += OptionHelp(*row);
      }
    }
    if (!section.empty()) {
      text += fmt::format("\n{}:\n{}", kOptionGroupNames[group], section);
    }
  }
  return text;
}

}  // namespace

std::string Wrap(std::string_view text, std::size_t indent, std::size_t width) {
  const std::string newline = "\n" + std::string(indent, ' ');
  return fmt::format("{}", fmt::join(WrapText(text, width - indent), newline));
}

std::string OptionSpelling(const OptionRow& row) {
  const std::string dash = row.short_name == '\0'
                               ? std::string(4, ' ')
                               : fmt::format("-{}, ", row.short_name);
  const bool both = row.is_switch() && !row.one_way;
  const std::string value =
      row.is_switch() ? "" : fmt::format(" {}", ValueName(row));
  return fmt::format("  {}--{}{}{}", dash, both ? "[no-]" : "", row.name,
                     value);
}

std::string OverviewHelp() {
  std::string text =
      "fsduel puts a filesystem under load and says where the time went.\n\n"
      "Usage: fsduel COMMAND [OPTION...]\n\nCommands:\n";
  for (const CommandRow& command : Commands()) {
    text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  text += "\nExamples:\n";
  for (const CommandRow& command : Commands()) {
    const Example& example = command.examples.front();
    text += fmt::format("  {}\n      {}\n", example.command_line, example.does);
  }
  return text +
         "\nfsduel COMMAND --help explains a command, fsduel --version prints "
         "the version.\n"
         "Sizes: 4k 1M 2GiB are powers of 1024, kB MB GB of 1000. Times: 30 "
         "(seconds),\n500ms, 60s, 5m, 2h. Lists: 1,8,32  1..64 (doubling)  "
         "1-4.\n"
         "Exit status: 0 ran as expected, 1 failed or unexpected results, 2 "
         "usage or\nmalformed input, 3 data did not verify, 4 a limit of "
         "compare met, 5 figures\nnot valid, 130 interrupted.\n";
}

std::string CommandHelp(const CommandRow& command) {
  std::string text =
      fmt::format("fsduel {}: {}\n\n", command.name, command.summary);
  text += fmt::format("Usage: fsduel {} [OPTION...]{}{}\n", command.name,
                      command.operands.empty() ? "" : " ", command.operands);
  if (!command.description.empty()) {
    text += fmt::format("\n{}\n", Wrap(command.description, 0, kWidth));
  }
  text += OptionsHelp(command);
  text += "\nExamples:\n";
  for (const Example& example : command.examples) {
    text += fmt::format("  {}\n      {}\n", example.command_line, example.does);
  }
  return text;
}

std::string VersionText() {
  return fmt::format("fsduel {}{}\n", FSDUEL_VERSION,
#ifdef NDEBUG
                     ""
#else
                     " (debug build: not for measuring)"
#endif
  );
}

}  // namespace fsduel
