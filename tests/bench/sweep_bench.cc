// sweep_bench: fsduel, fio and a bare loop read the same file at random, in
// turn, A B C A B C ... Prints ratios of operations per second and per
// CPU-second.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "bench/measured_program.h"
#include "bench/ratio.h"
#include "result/store.h"
#include "tests/support/loop_mount.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

struct Options {
  std::string fsduel;
  std::string bare;
  std::string fio = "fio";
  int pairs = 21;
  int seconds = 2;
  std::vector<int> threads = {1, 8, 128};
};

// One way to read.
struct Cell {
  const char* name;
  int threads = 1;
  int depth = 0;  // of io_uring; 0 = pread
  bool direct = false;
  double bare_limit = 0;  // CPU per operation against the bare loop; 0 = none
};

struct Sample {
  double per_second = 0;
  double per_cpu_second = 0;
};

constexpr std::int64_t kFileBytes = std::int64_t{64} << 20;

Result<Sample> RunFsduel(const Options& options, const Cell& cell,
                         const std::string& file) {
  const TempDir results;
  std::vector<std::string> words = {options.fsduel,
                                    "sweep",
                                    "-D",
                                    file,
                                    "--pattern",
                                    "rand-read",
                                    "--threads",
                                    fmt::format("{}", cell.threads),
                                    "--time-based",
                                    "-t",
                                    fmt::format("{}s", options.seconds),
                                    "--cache",
                                    cell.direct ? "direct" : "warm",
                                    "--results",
                                    results.path(),
                                    "-q"};
  if (cell.depth != 0) {
    words.insert(words.end(), {"--engine", "io_uring", "--queue-depth",
                               fmt::format("{}", cell.depth)});
  }
  const Result<MeasuredProgram> program = RunMeasured(words);
  if (!program.ok()) {
    return program.status();
  }
  for (const auto& entry :
       std::filesystem::directory_iterator(results.path())) {
    const Result<RunResult> run = ReadRun(entry.path());
    if (!run.ok()) {
      return run.status();
    }
    const PhaseResult& phase = run->phases.at(0);
    double operations = 0;
    for (const OperationResult& operation : phase.operations) {
      operations += operation.operation == "read"
                        ? static_cast<double>(operation.summary.count)
                        : 0;
    }
    return Sample{operations / phase.seconds_to_last,
                  operations / (phase.user_seconds + phase.system_seconds)};
  }
  return Status::System("fsduel left no results");
}

Result<Sample> RunFio(const Options& options, const Cell& cell,
                      const std::string& file) {
  std::vector<std::string> words = {
      options.fio,
      "--name=x",
      "--filename=" + file,
      "--rw=randread",
      "--bs=4k",
      "--thread",
      "--group_reporting",
      "--time_based",
      "--invalidate=0",
      "--norandommap",
      "--output-format=json",
      fmt::format("--numjobs={}", cell.threads),
      fmt::format("--runtime={}", options.seconds),
      fmt::format("--direct={}", cell.direct ? 1 : 0)};
  if (cell.depth != 0) {
    words.insert(words.end(), {"--ioengine=io_uring",
                               fmt::format("--iodepth={}", cell.depth),
                               "--registerfiles=1", "--fixedbufs=1"});
  } else {
    words.push_back("--ioengine=psync");
  }
  const Result<MeasuredProgram> program = RunMeasured(words);
  if (!program.ok()) {
    return program.status();
  }
  std::string text;
  for (const TimedLine& line : program->lines) {
    text += line.text + "\n";
  }
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return Status::System("fio: its output was not understood");
  }
  const auto& job = json["jobs"][0];
  const double cpu_percent =
      job["usr_cpu"].get<double>() + job["sys_cpu"].get<double>();
  const double seconds = job["job_runtime"].get<double>() / 1e3;
  return Sample{
      job["read"]["iops"].get<double>(),
      job["read"]["total_ios"].get<double>() / (seconds * cpu_percent / 100)};
}

Result<Sample> RunBare(const Options& options, const Cell& cell,
                       const std::string& file) {
  std::vector<std::string> words = {
      options.bare, file,
      "--threads",  fmt::format("{}", cell.threads),
      "-t",         fmt::format("{}", options.seconds)};
  if (cell.depth != 0) {
    words.insert(words.end(), {"--uring", fmt::format("{}", cell.depth)});
  }
  if (cell.direct) {
    words.emplace_back("--direct");
  }
  const Result<MeasuredProgram> program = RunMeasured(words);
  if (!program.ok()) {
    return program.status();
  }
  double operations = 0;
  double seconds = 0;
  double cpu = 0;
  if (program->lines.empty() ||
      std::sscanf(program->lines.back().text.c_str(),
                  "operations=%lf seconds=%lf cpu=%lf", &operations, &seconds,
                  &cpu) != 3) {
    return Status::System("bare_sweep: its output was not understood");
  }
  return Sample{operations / seconds, operations / cpu};
}

struct Series {
  std::vector<double> per_second;
  std::vector<double> per_cpu_second;
  void Add(const Sample& sample) {
    per_second.push_back(sample.per_second);
    per_cpu_second.push_back(sample.per_cpu_second);
  }
};

void PrintRatio(const char* what, const Ratio& ratio, double floor) {
  fmt::print("    {:<44}{:>6.3f}  {:>6.3f}  [{:.3f}, {:.3f}]", what,
             ratio.of_best, ratio.median, ratio.low, ratio.high);
  if (floor > 0) {
    fmt::print("  {:.3f} {}", floor, ratio.high >= floor ? "ok" : "TOO LOW");
  }
  fmt::print("\n");
}

Status RunCell(const Options& options, const Cell& cell,
               const std::string& file) {
  Series fsduel;
  Series fio;
  Series bare;
  for (int pair = 0; pair < options.pairs; ++pair) {
    const Result<Sample> ours = RunFsduel(options, cell, file);
    const Result<Sample> theirs = RunFio(options, cell, file);
    const Result<Sample> least = RunBare(options, cell, file);
    for (const auto* sample : {&ours, &theirs, &least}) {
      if (!sample->ok()) {
        return sample->status();
      }
    }
    fsduel.Add(ours.value());
    fio.Add(theirs.value());
    bare.Add(least.value());
    fmt::print(stderr, "{}: pair {} of {}\n", cell.name, pair + 1,
               options.pairs);
  }
  fmt::print("{}, {} thread{}, {} pairs of {} s\n", cell.name, cell.threads,
             cell.threads == 1 ? "" : "s", options.pairs, options.seconds);
  fmt::print("    {:<44}{:>6}  {:>6}  {:<16}  wanted\n", "", "best", "median",
             "95 %");
  PrintRatio("fsduel : fio, operations per second",
             RatioOf(fsduel.per_second, fio.per_second), 1.0);
  PrintRatio("fsduel : fio, operations per CPU-second",
             RatioOf(fsduel.per_cpu_second, fio.per_cpu_second), 0);
  PrintRatio("fsduel : bare, operations per CPU-second",
             RatioOf(fsduel.per_cpu_second, bare.per_cpu_second),
             cell.bare_limit == 0 ? 0 : 1 / cell.bare_limit);
  PrintRatio("fio : bare, operations per CPU-second",
             RatioOf(fio.per_cpu_second, bare.per_cpu_second), 0);
  std::fflush(stdout);
  return Status::Ok();
}

// A file of random bytes, which are in the page cache afterwards.
std::string MakeFile(const TempDir& directory) {
  const std::string path = directory / "data";
  const std::string command = fmt::format(
      "head -c {} /dev/urandom > {} && sync {} && cat {} > /dev/null",
      kFileBytes, path, path, path);
  // The path is ours.
  return std::system(command.c_str()) == 0 ? path : "";  // NOLINT
}

Status RunCells(const Options& options) {
  const TempDir memory("/dev/shm");
  const std::string in_memory = MakeFile(memory);
  for (const int threads : options.threads) {
    constexpr double kLimit = 1.03;
    const Cell cell{"pread, tmpfs", threads, 0, false,
                    threads == 1 ? kLimit : 0};
    if (Status status = RunCell(options, cell, in_memory); !status.ok()) {
      return status;
    }
  }
  LoopMountOptions mount_options;
  const LoopMount mount(FilesystemKind::kExt4, mount_options);
  if (!mount.mounted()) {
    fmt::print("skipped: ext4 ({})\n", mount.reason());
    return Status::Ok();
  }
  const TempDir on_ext4(mount.directory());
  const std::string file = MakeFile(on_ext4);
  constexpr int kDepth = 32;
  constexpr double kUringLimit = 1.10;
  const Cell cells[] = {
      {"pread, ext4", 1, 0, false, 1.03},
      {"io_uring, depth 32, page cache, ext4", 1, kDepth, false, kUringLimit},
      {"io_uring, depth 32, O_DIRECT, ext4", 1, kDepth, true, 0},
  };
  for (const Cell& cell : cells) {
    if (Status status = RunCell(options, cell, file); !status.ok()) {
      return status;
    }
  }
  return Status::Ok();
}

int Main(int argc, char** argv) {
  Options options;
  CLI::App app("Sets fsduel sweep, fio and a bare loop against each other");
  app.add_option("--fsduel", options.fsduel)->required();
  app.add_option("--bare", options.bare)->required();
  app.add_option("--fio", options.fio);
  app.add_option("--threads", options.threads)->delimiter(',');
  app.add_option("--pairs", options.pairs)->check(CLI::PositiveNumber);
  app.add_option("-t,--seconds", options.seconds)->check(CLI::Range(1, 3600));
  CLI11_PARSE(app, argc, argv);
  HoldStopSignals();
  const Status status = RunCells(options);
  if (!status.ok()) {
    fmt::print(stderr, "sweep_bench: {}\n", status.message());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace fsduel

// NOLINTNEXTLINE(bugprone-exception-escape): std::terminate is all right here.
int main(int argc, char** argv) {
  return fsduel::Main(argc, argv);
}
