// From the words of a command line to a command and its exit code.
#include "cli/dispatch.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/dbench_defaults.h"
#include "cli/failure.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/terminal.h"

namespace fsduel {
namespace {

// What another tool answers to a command line that it cannot read; 1 is its
// only exit code for trouble.
ExitCode RefuseAs(std::string_view tool, const Status& status) {
  PrintError(fmt::format("{}: {}\n", tool, status.message()));
  return ExitCode::kFailed;
}

// The name of a script or program that a command stands in for, without the
// folder it lies in.
const CommandRow* DropInCalled(std::string_view name) {
  if (name.ends_with(".pl")) {
    name.remove_suffix(3);
  }
  const CommandRow* command = FindCommand(name);
  return command != nullptr && command->drop_in ? command : nullptr;
}

ExitCode RunCommand(const CommandRow& command, std::vector<std::string> words,
                    std::vector<std::string> command_line) {
  CommandOptions defaults =
      command.id == CommandId::kDbench ? DbenchDefaults() : CommandOptions();
  if (command.id == CommandId::kTiobench) {
    words = TiobenchWords(words);
  }
  defaults.run.command_line = std::move(command_line);
  defaults.run.tool_version = FSDUEL_VERSION;
  const Result<CommandOptions> options =
      ParseOptions(command.id, words, std::move(defaults));
  if (!options.ok()) {
    if (command.drop_in) {
      return RefuseAs(command.name, options.status());
    }
    // The options of the help command are those of fsduel itself.
    const std::string_view name =
        command.id == CommandId::kHelp ? "" : command.name;
    return Fail(
        name, Status::Usage(fmt::format(
                  "{}; `fsduel{}{} --help` shows what there is",
                  options.status().message(), name.empty() ? "" : " ", name)));
  }
  if (options->help && command.id != CommandId::kHelp) {
    PrintOut(CommandHelp(command));
    return ExitCode::kOk;
  }
  return command.run(options.value());
}

}  // namespace

ExitCode Dispatch(std::vector<std::string> words) {
  const std::vector<std::string> command_line = words;
  const std::string called = words[0].substr(words[0].rfind('/') + 1);
  words.erase(words.begin());
  if (const CommandRow* drop_in = DropInCalled(called)) {
    return RunCommand(*drop_in, words, command_line);
  }
  if (words.empty()) {
    PrintError(OverviewHelp());
    return ExitCode::kUsage;
  }
  // `fsduel --version` and the like are options of the help command.
  if (words[0].starts_with('-')) {
    return RunCommand(RowOf(CommandId::kHelp), words, command_line);
  }
  const CommandRow* command = FindCommand(words[0]);
  if (command == nullptr) {
    return Fail("", UnknownCommand(words[0]));
  }
  words.erase(words.begin());
  return RunCommand(*command, words, command_line);
}

}  // namespace fsduel
