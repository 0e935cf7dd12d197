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

std::vector<std::string> WithoutTimeLimit(
    const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-t" || words[i] == "--time-limit") {
      ++i;  // and its value
    } else if (!words[i].starts_with("-t") &&
               !words[i].starts_with("--time-limit=")) {
      kept.push_back(words[i]);
    }
  }
  return kept;
}

}  // namespace

std::string NextStep(const RunPlan& plan, const std::vector<RunResult>& runs) {
  const bool complete = std::all_of(
      runs.begin(), runs.end(),
      [](const RunResult& run) { return run.state == RunState::kComplete; });
  if (!complete || plan.spec.runs > 1) {
    return "";
  }
  const bool longer =
      plan.spec.time_limit && *plan.spec.time_limit < kLongEnough;
  std::string command;
  for (const std::string& word : longer
                                     ? WithoutTimeLimit(plan.spec.command_line)
                                     : plan.spec.command_line) {
    command += fmt::format("{}{}", command.empty() ? "" : " ", ShellWord(word));
  }
  return fmt::format("{}{} --runs 5   # how far do runs agree?", command,
                     longer ? " -t 60s" : "");
}

}  // namespace fsduel
