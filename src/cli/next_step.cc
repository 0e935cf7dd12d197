#include "cli/next_step.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsduel {
namespace {

constexpr std::chrono::seconds kLongEnough(60);

// A word as a shell takes it.
std::string ShellWord(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "-_./:,=+%@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
    return word;
  }
  std::string quoted = "'";
  for (const char c : word) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

}  // namespace

std::string NextStep(const RunPlan& plan, const std::vector<RunResult>& runs) {
  const bool complete = std::all_of(
      runs.begin(), runs.end(),
      [](const RunResult& run) { return run.state == RunState::kComplete; });
  if (!complete || plan.spec.runs > 1) {
    return "";
  }
  // The last of two equal options wins, so the command line is just extended.
  std::string command;
  for (const std::string& word : plan.spec.command_line) {
    command += fmt::format("{}{}", command.empty() ? "" : " ", ShellWord(word));
  }
  if (plan.spec.time_limit && *plan.spec.time_limit < kLongEnough) {
    command += " -t 60s";
  }
  return command + " --runs 5   (how far do runs agree?)";
}

}  // namespace fsduel
