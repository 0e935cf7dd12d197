// The commands of fsduel, one row each.
#ifndef FSDUEL_CLI_COMMAND_H_
#define FSDUEL_CLI_COMMAND_H_

#include <span>
#include <string>
#include <string_view>

#include "cli/command_options.h"
#include "cli/exit_code.h"
#include "cli/options.h"

namespace fsduel {

struct Example {
  std::string_view command_line;
  std::string_view does;
};

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): a row to read
struct CommandRow {
  CommandId id;
  std::string_view name;
  std::string_view operands;  // "LOADFILE[:WEIGHT]...", choices, or ""
  Completes completes;        // of the operands
  std::string_view summary;   // lower case, no full stop
  std::string_view description;
  std::span<const Example> examples;
  ExitCode (*run)(const CommandOptions& options);
  // Takes the command line of another tool, and fails as that does: exit 1.
  bool drop_in = false;
};

// In the order of --help.
std::span<const CommandRow> Commands();
// Null when there is no such command.
const CommandRow* FindCommand(std::string_view name);
const CommandRow& RowOf(CommandId id);
// REQUIRES: FindCommand(name) == nullptr.
Status UnknownCommand(std::string_view name);

// One file each: replay_command.cc, lint_command.cc ...
ExitCode RunReplayCommand(const CommandOptions& options);
ExitCode RunSweepCommand(const CommandOptions& options);
ExitCode RunProfileCommand(const CommandOptions& options);
ExitCode RunLintCommand(const CommandOptions& options);
ExitCode RunListCommand(const CommandOptions& options);
ExitCode RunDbenchCommand(const CommandOptions& options);
ExitCode RunTiobenchCommand(const CommandOptions& options);
ExitCode RunTiotestCommand(const CommandOptions& options);
ExitCode RunCompletionCommand(const CommandOptions& options);
ExitCode RunCompareCommand(const CommandOptions& options);
ExitCode RunImportCommand(const CommandOptions& options);
ExitCode RunHelpCommand(const CommandOptions& options);

}  // namespace fsduel

#endif  // FSDUEL_CLI_COMMAND_H_
