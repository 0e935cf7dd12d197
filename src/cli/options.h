// The options of every command, each declared once. The command line parser,
// --help, the man page and the shell completions all read these rows, so they
// cannot drift apart.
#ifndef FSDUEL_CLI_OPTIONS_H_
#define FSDUEL_CLI_OPTIONS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cli/command_options.h"

namespace fsduel {

// Also the bits of OptionRow::commands.
enum class CommandId : std::uint32_t {
  kReplay = 1U << 0,
  kLint = 1U << 1,
  kList = 1U << 2,
  kDbench = 1U << 3,
  kCompletion = 1U << 4,
  kHelp = 1U << 5,
  kSweep = 1U << 6,
  kRun = 1U << 7,
  kTiobench = 1U << 8,
  kTiotest = 1U << 9,
  kCompare = 1U << 12,
  kImport = 1U << 13,
};

// The headings of --help, in this order.
enum class OptionGroup {
  kWhere,
  kLoad,
  kEnd,
  kStorage,
  kMachine,
  kOutput,
  kOther,
};
inline constexpr std::string_view kOptionGroupNames[] = {
    "Where",   "Load",   "How long", "Files and data",
    "Machine", "Output", "Other"};

// What a shell offers after the option or as an operand.
enum class Completes {
  kNothing,
  kFiles,
  kDirectories,
  kChoices,
  kLoadfiles,
  kProfiles
};

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): a row to read
struct OptionRow {
  std::string_view name;   // long name, without dashes
  char short_name = '\0';  // '\0' = none
  // What follows the option: "N", "DIR", "warm|drop" (the choices), and "" for
  // a switch, whose opposite is --no-NAME.
  std::string_view value = "";
  std::string_view help;  // lower case, no full stop
  OptionGroup group = OptionGroup::kOther;
  // A text that `apply` would take; in parentheses when it cannot be typed; ""
  // when there is none.
  std::string_view default_text = "";
  std::uint32_t commands = 0;  // bits of CommandId
  Completes completes = Completes::kNothing;
  bool list = false;      // several choices, separated by commas
  bool one_way = false;   // a switch without --no-NAME
  bool unlisted = false;  // taken, but not shown
  // Stores the value; "true" or "false" of a switch. The message of a failure
  // does not name the option: the parser puts that in front.
  Status (*apply)(std::string_view value, CommandOptions* options) = nullptr;

  bool is_switch() const { return value.empty(); }
  bool TakenBy(CommandId command) const {
    return (commands & static_cast<std::uint32_t>(command)) != 0;
  }
};

std::span<const OptionRow> FsduelOptions();
// What only a sweep has.
std::span<const OptionRow> SweepOptions();
// The words of dbench 4.0 and of its fork, which differ from ours.
std::span<const OptionRow> DbenchOptions();
// Those of tiobench and tiotest.
std::span<const OptionRow> TiobenchOptions();
std::span<const OptionRow> TiotestOptions();

// Those of compare and import, which start from stored results.
std::span<const OptionRow> ResultOptions();

// Rows that `command` takes, in the order of --help.
std::vector<const OptionRow*> OptionsOf(CommandId command);

// "warm|drop" -> {"warm", "drop"}.
std::vector<std::string_view> ChoicesOf(const OptionRow& row);

}  // namespace fsduel

#endif  // FSDUEL_CLI_OPTIONS_H_
