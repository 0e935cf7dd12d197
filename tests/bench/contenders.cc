// The programs that replay_bench sets against each other.
#include "bench/contenders.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

#include "bench/measured_program.h"
#include "result/store.h"

namespace fsduel {
namespace {

std::string ClientsOf(const Task& task) {
  return fmt::format("{}", task.clients);
}

// dbench looks at its clock once a second, and stops its warm-up and its run at
// the first look after the limit. The others are given the same times, because
// who runs longer has a smaller share of start and preamble.
int WarmupSeconds(const Task& task) {
  constexpr int kDbenchShare = 5;
  return task.seconds / kDbenchShare + 1;
}
int MeasuredSeconds(const Task& task) {
  return task.seconds + 1;
}

Status NotUnderstood(const std::string& program) {
  return Status::System(program + ": its output was not understood");
}

std::vector<std::string> WordsOf(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

double Number(const std::string& word) {
  return std::strtod(word.c_str(), nullptr);
}

// The number in the word `name=NUMBER`, or 0.
double Field(const std::vector<std::string>& words, const std::string& name) {
  for (const std::string& word : words) {
    if (word.starts_with(name + '=')) {
      return Number(word.substr(name.size() + 1));
    }
  }
  return 0;
}

}  // namespace

// dbench counts lines (operations) of each client from the start, and tells
// their mean once a second.
Result<Sample> RunDbench(const Programs& programs, const Task& task) {
  const Result<MeasuredProgram> run =
      RunMeasured({programs.dbench, "-c", task.loadfile, "-D", task.directory,
                   "-t", fmt::format("{}", task.seconds),
                   "--per-client-results", ClientsOf(task)});
  if (!run.ok()) {
    return run.status();
  }
  double operations = 0;
  std::vector<std::pair<double, double>> ticks;  // seconds, lines per client
  bool warm = false;
  for (const TimedLine& line : run->lines) {
    const std::vector<std::string> words = WordsOf(line.text);
    if (words.size() > 4 && words[0] == "Client" && words[4] == "lines") {
      operations += Number(words[3]);
    } else if (words.size() > 4 &&
               (words[4] == "execute" || words[4] == "warmup")) {
      // With many clients the warm-up may take it all; then it counts.
      if (words[4] == "execute" && !warm) {
        warm = true;
        ticks.clear();
      }
      ticks.emplace_back(line.seconds, Number(words[1]));
    }
  }
  if (operations == 0 || ticks.size() < 2) {
    return NotUnderstood(programs.dbench);
  }
  Sample sample;
  sample.per_cpu_second = operations / run->cpu_seconds;
  sample.per_second = task.clients *
                      (ticks.back().second - ticks.front().second) /
                      (ticks.back().first - ticks.front().first);
  return sample;
}

Result<Sample> RunBare(const Programs& programs, const Task& task) {
  const Result<MeasuredProgram> run = RunMeasured(
      {programs.bare_replay, task.loadfile, "-D", task.directory, "-n",
       ClientsOf(task), "-t", fmt::format("{}", MeasuredSeconds(task)),
       "--warmup", fmt::format("{}", WarmupSeconds(task))});
  if (!run.ok()) {
    return run.status();
  }
  if (run->lines.empty()) {
    return NotUnderstood(programs.bare_replay);
  }
  const std::vector<std::string> words = WordsOf(run->lines.back().text);
  const double operations = Field(words, "operations");
  const double cpu = Field(words, "cpu");
  const double seconds = Field(words, "seconds");
  if (operations == 0 || cpu == 0 || seconds == 0) {
    return NotUnderstood(programs.bare_replay);
  }
  return Sample{operations / run->cpu_seconds, operations / cpu,
                Field(words, "measured") / seconds};
}

// The results folder says how much was done in which time.
Result<Sample> RunFsduel(const Programs& programs, const Task& task) {
  const Result<MeasuredProgram> program = RunMeasured(
      {programs.fsduel, "replay", task.loadfile, "-D", task.directory, "-n",
       ClientsOf(task), "-t", fmt::format("{}s", MeasuredSeconds(task)),
       "--warmup", fmt::format("{}s", WarmupSeconds(task)), "--semantics",
       // Where directories lie decides in which block group ext4 looks for
       // free inodes: all three use the layout of dbench.
       "dbench4", "--shared-tree", "--results", task.results});
  if (!program.ok()) {
    return program.status();
  }
  std::string folder;
  for (const auto& entry : std::filesystem::directory_iterator(task.results)) {
    folder = entry.path();
  }
  const Result<RunResult> run = ReadRun(folder);
  if (!run.ok()) {
    return run.status();
  }
  double operations = 0;
  double cpu = 0;
  Sample sample;
  for (const PhaseResult& phase : run->phases) {
    double count = 0;
    double late = 0;
    for (const OperationResult& operation : phase.operations) {
      count += static_cast<double>(operation.summary.count);
      late += static_cast<double>(operation.summary.late_count);
    }
    operations += count;
    cpu += phase.user_seconds + phase.system_seconds;
    if (phase.name == "measure") {
      sample.per_second = (count - late) / phase.seconds;
    }
  }
  sample.per_cpu_second = operations / program->cpu_seconds;
  sample.per_loop_second = operations / cpu;
  return sample;
}

}  // namespace fsduel
