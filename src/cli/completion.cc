// Completion scripts for bash, zsh and fish, written from the tables.
#include "cli/completion.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"

namespace fsduel {
namespace {

// Names of data files: the words at the start of a line of `fsduel list KIND`.
constexpr std::string_view kLoadfileNames =
    R"(fsduel list loadfiles 2>/dev/null | sed -n 's/^\([^ ][^ ]*\) .*/\1/p')";
constexpr std::string_view kProfileNames =
    R"(fsduel list profiles 2>/dev/null | sed -n 's/^\([^ ][^ ]*\) .*/\1/p')";

std::string_view NamesOf(Completes completes) {
  return completes == Completes::kProfiles ? kProfileNames : kLoadfileNames;
}

// "-D --directory", "--verify --no-verify".
std::vector<std::string> Spellings(const OptionRow& row) {
  std::vector<std::string> spellings;
  if (row.short_name != '\0') {
    spellings.push_back(fmt::format("-{}", row.short_name));
  }
  spellings.push_back(fmt::format("--{}", row.name));
  if (row.is_switch() && !row.one_way) {
    spellings.push_back(fmt::format("--no-{}", row.name));
  }
  return spellings;
}

std::vector<const OptionRow*> ShownOptions(CommandId command) {
  std::vector<const OptionRow*> rows;
  for (const OptionRow* row : OptionsOf(command)) {
    if (!row->unlisted) {
      rows.push_back(row);
    }
  }
  return rows;
}

std::string Replaced(std::string_view text, std::string_view what,
                     std::string_view by) {
  std::string replaced;
  for (std::size_t at = text.find(what); at != std::string_view::npos;
       at = text.find(what)) {
    replaced += text.substr(0, at);
    replaced += by;
    text.remove_prefix(at + what.size());
  }
  return replaced + std::string(text);
}

// Inside single quotes of a shell.
std::string ShellQuoted(std::string_view text) {
  return fmt::format("'{}'", Replaced(text, "'", R"('\'')"));
}

std::string CommandNames() {
  std::string names;
  for (const CommandRow& command : Commands()) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", command.name);
  }
  return names;
}

// `choices` as in "bash|zsh|fish".
std::string BashReply(Completes completes, std::string_view choices) {
  switch (completes) {
    case Completes::kNothing:
      return "";
    case Completes::kFiles:
      return R"(mapfile -t COMPREPLY < <(compgen -f -- "$cur"))";
    case Completes::kDirectories:
      return R"(mapfile -t COMPREPLY < <(compgen -d -- "$cur"))";
    case Completes::kChoices:
      return fmt::format(
          R"(mapfile -t COMPREPLY < <(compgen -W '{}' -- "$cur"))",
          Replaced(choices, "|", " "));
    case Completes::kLoadfiles:
    case Completes::kProfiles:
      break;
  }
  return fmt::format(
      R"sh(mapfile -t COMPREPLY < <(compgen -f -W "$({})" -- "$cur"))sh",
      NamesOf(completes));
}

std::string BashCommand(const CommandRow& command) {
  std::string words;
  std::string values;
  for (const OptionRow* row : ShownOptions(command.id)) {
    const std::vector<std::string> spellings = Spellings(*row);
    words += fmt::format(" {}", fmt::join(spellings, " "));
    if (!row->is_switch()) {
      const std::string reply = BashReply(row->completes, row->value);
      values +=
          fmt::format("        {}) {}{}return ;;\n", fmt::join(spellings, "|"),
                      reply, reply.empty() ? "" : "; ");
    }
  }
  const std::string operands = BashReply(command.completes, command.operands);
  return fmt::format(
      "    {})\n      case $prev in\n{}      esac\n"
      "      if [[ $cur == -* ]]; then\n"
      "        mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$cur\")\n"
      "        return\n      fi\n      {}\n      ;;\n",
      command.name, values, words.substr(1), operands.empty() ? ":" : operands);
}

// What _arguments puts after "[help]" or "*".
std::string ZshAction(Completes completes, std::string_view word) {
  switch (completes) {
    case Completes::kNothing:
      return fmt::format(":{}: ", word);
    case Completes::kFiles:
      return fmt::format(":{}:_files", word);
    case Completes::kDirectories:
      return fmt::format(":{}:_directories", word);
    case Completes::kChoices:
      return fmt::format(":word:({})", Replaced(word, "|", " "));
    case Completes::kLoadfiles:
    case Completes::kProfiles:
      break;
  }
  return completes == Completes::kProfiles ? ":profile:_fsduel_profiles"
                                           : ":loadfile:_fsduel_loadfiles";
}

std::string ZshCommand(const CommandRow& command) {
  std::string text = fmt::format("    {})\n      _arguments -S", command.name);
  for (const OptionRow* row : ShownOptions(command.id)) {
    std::string help = Replaced(row->help, "[", R"(\[)");
    help = Replaced(Replaced(help, "]", R"(\])"), ":", R"(\:)");
    // A colon in the value's name would end it.
    const std::string action =
        row->is_switch()
            ? ""
            : ZshAction(row->completes, Replaced(row->value, ":", R"(\:)"));
    for (const std::string& spelling : Spellings(*row)) {
      const bool equals = !row->is_switch() && spelling.starts_with("--");
      text += fmt::format(
          " \\\n        {}",
          ShellQuoted(fmt::format("*{}{}[{}]{}", spelling, equals ? "=" : "",
                                  help, action)));
    }
  }
  if (!command.operands.empty()) {
    const std::string word = Replaced(command.operands, ":", R"(\:)");
    text += fmt::format(
        " \\\n        {}",
        ShellQuoted(fmt::format("*{}", ZshAction(command.completes, word))));
  }
  return text + "\n      ;;\n";
}

// What follows -d of fish's `complete`.
std::string FishValue(Completes completes, std::string_view choices) {
  switch (completes) {
    case Completes::kNothing:
      return " -x";
    case Completes::kFiles:
      return " -r -F";
    case Completes::kDirectories:
      return " -x -a '(__fish_complete_directories)'";
    case Completes::kChoices:
      return fmt::format(" -x -a '{}'", Replaced(choices, "|", " "));
    case Completes::kLoadfiles:
    case Completes::kProfiles:
      break;
  }
  return fmt::format(" -F -a {}",
                     ShellQuoted(fmt::format("({})", NamesOf(completes))));
}

// fish escapes only \ and ' within single quotes.
std::string FishQuoted(std::string_view text) {
  return fmt::format("'{}'", Replaced(text, "'", R"(\')"));
}

std::string FishCommand(const CommandRow& command) {
  const std::string condition = fmt::format(
      "complete -c fsduel -n '__fish_seen_subcommand_from {}'", command.name);
  std::string text =
      fmt::format("complete -c fsduel -n __fish_use_subcommand -a {} -d {}\n",
                  command.name, FishQuoted(command.summary));
  if (command.completes != Completes::kNothing) {
    text += fmt::format("{}{}\n", condition,
                        FishValue(command.completes, command.operands));
  }
  for (const OptionRow* row : ShownOptions(command.id)) {
    const std::string letter =
        row->short_name == '\0' ? "" : fmt::format(" -s '{}'", row->short_name);
    const std::string value =
        row->is_switch() ? "" : FishValue(row->completes, row->value);
    text += fmt::format("{} -l {}{}{} -d {}\n", condition, row->name, letter,
                        value, FishQuoted(row->help));
    if (row->is_switch() && !row->one_way) {
      text += fmt::format("{} -l no-{} -d {}\n", condition, row->name,
                          FishQuoted(fmt::format("not: {}", row->help)));
    }
  }
  return text;
}

}  // namespace

std::string BashCompletion() {
  std::string text = fmt::format(
      R"(# bash completion for fsduel; written by `fsduel completion bash`.
_fsduel() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}}
  COMPREPLY=()
  # bash breaks --name=value at the equals sign.
  if [[ $cur == "=" ]]; then
    cur=
  elif [[ $prev == "=" ]]; then
    prev=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- "$cur")
    return
  fi
  case ${{COMP_WORDS[1]}} in
)",
      CommandNames());
  for (const CommandRow& command : Commands()) {
    text += BashCommand(command);
  }
  return text + "  esac\n}\ncomplete -o filenames -F _fsduel fsduel\n";
}

std::string ZshCompletion() {
  std::string text = fmt::format(
      R"sh(#compdef fsduel
# zsh completion for fsduel; written by `fsduel completion zsh`.
_fsduel_loadfiles() {{
  _alternative "loadfiles:loadfile:($({}))" 'files:file:_files'
}}
_fsduel_profiles() {{
  _alternative "profiles:profile:($({}))" 'files:file:_files'
}}
_fsduel() {{
  if ((CURRENT == 2)); then
    local -a commands
    commands=(
)sh",
      kLoadfileNames, kProfileNames);
  for (const CommandRow& command : Commands()) {
    text += fmt::format(
        "      {}\n",
        ShellQuoted(fmt::format("{}:{}", command.name, command.summary)));
  }
  text +=
      "    )\n    _describe command commands\n    return\n  fi\n"
      "  shift words\n  ((CURRENT--))\n  case $words[1] in\n";
  for (const CommandRow& command : Commands()) {
    text += ZshCommand(command);
  }
  return text +
         "  esac\n}\nif [[ $funcstack[1] == _fsduel ]]; then\n  _fsduel "
         "\"$@\"\nelse\n  compdef _fsduel fsduel\nfi\n";
}

std::string FishCompletion() {
  std::string text =
      "# fish completion for fsduel; written by `fsduel completion fish`.\n"
      "complete -c fsduel -f\n"
      "complete -c fsduel -n __fish_use_subcommand -l help -d 'this text'\n"
      "complete -c fsduel -n __fish_use_subcommand -l version -d 'the "
      "version'\n";
  for (const CommandRow& command : Commands()) {
    text += FishCommand(command);
  }
  return text;
}

}  // namespace fsduel
