// metadata_bench: the metadata load of fsduel and a bare loop make, stat, open,
// rename and remove empty files, in turn, A B A B ... Prints ratios of
// operations per CPU-second.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
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
  int pairs = 21;
  int files = 100'000;
};

constexpr const char* kSteps[] = {"create", "stat", "open", "rename", "unlink"};
constexpr double kLimit = 1.05;  // CPU per operation against the bare loop

// Operations per CPU-second, by step.
using Rates = std::map<std::string, double>;

Result<Rates> RunFsduel(const Options& options, const std::string& directory) {
  const TempDir own;
  const std::string profile = own / "bench.toml";
  std::ofstream(profile) << fmt::format(
      "summary = \"empty files\"\nkind = \"metadata\"\nreport = \"metadata\"\n"
      "threads = 1\nfile-size = 0\nfiles = {}\n",
      options.files);
  const std::string results = own / "results";
  const Result<MeasuredProgram> program =
      RunMeasured({options.fsduel, "run", profile, "-D", directory, "--results",
                   results, "-q"});
  if (!program.ok()) {
    return program.status();
  }
  Rates rates;
  for (const auto& entry : std::filesystem::directory_iterator(results)) {
    const Result<RunResult> run = ReadRun(entry.path());
    if (!run.ok()) {
      return run.status();
    }
    for (const PhaseResult& phase : run->phases) {
      rates[phase.name] =
          options.files / (phase.user_seconds + phase.system_seconds);
    }
  }
  return rates;
}

Result<Rates> RunBare(const Options& options, const std::string& directory) {
  const Result<MeasuredProgram> program = RunMeasured(
      {options.bare, directory, "--files", fmt::format("{}", options.files)});
  if (!program.ok()) {
    return program.status();
  }
  Rates rates;
  for (const TimedLine& line : program->lines) {
    char step[16] = {};
    double operations = 0;
    double cpu = 0;
    if (std::sscanf(line.text.c_str(), "%15s operations=%lf cpu=%lf", step,
                    &operations, &cpu) == 3) {
      rates[step] = operations / cpu;
    }
  }
  return rates;
}

Status RunPairs(const Options& options, const char* where,
                const std::string& directory) {
  std::map<std::string, std::vector<double>> ours;
  std::map<std::string, std::vector<double>> bare;
  for (int pair = 0; pair < options.pairs; ++pair) {
    const Result<Rates> one = RunFsduel(options, directory);
    const Result<Rates> other = RunBare(options, directory);
    for (const auto* rates : {&one, &other}) {
      if (!rates->ok()) {
        return rates->status();
      }
    }
    for (const char* step : kSteps) {
      if (one->count(step) == 0 || other->count(step) == 0) {
        return Status::System(fmt::format("{} was not measured", step));
      }
      ours[step].push_back(one->at(step));
      bare[step].push_back(other->at(step));
    }
    fmt::print(stderr, "{}: pair {} of {}\n", where, pair + 1, options.pairs);
  }
  fmt::print("{}, 1 thread, {} empty files, {} pairs\n", where, options.files,
             options.pairs);
  fmt::print("    {:<44}{:>6}  {:>6}  {:<16}  wanted\n", "", "best", "median",
             "95 %");
  for (const char* step : kSteps) {
    const Ratio ratio = RatioOf(ours[step], bare[step]);
    constexpr double kFloor = 1 / kLimit;
    fmt::print("    {:<44}{:>6.3f}  {:>6.3f}  [{:.3f}, {:.3f}]  {:.3f} {}\n",
               fmt::format("fsduel : bare, {} per CPU-second", step),
               ratio.of_best, ratio.median, ratio.low, ratio.high, kFloor,
               ratio.high >= kFloor ? "ok" : "TOO LOW");
  }
  std::fflush(stdout);
  return Status::Ok();
}

Status RunEverywhere(const Options& options) {
  const TempDir memory("/dev/shm");
  if (Status status = RunPairs(options, "tmpfs", memory.path()); !status.ok()) {
    return status;
  }
  LoopMountOptions mount_options;
  mount_options.mkfs_options = {"-N", "400000"};
  const LoopMount mount(FilesystemKind::kExt4NoJournal, mount_options);
  if (!mount.mounted()) {
    fmt::print("skipped: ext4 without a journal ({})\n", mount.reason());
    return Status::Ok();
  }
  const TempDir on_ext4(mount.directory());
  return RunPairs(options, "ext4 without a journal", on_ext4.path());
}

int Main(int argc, char** argv) {
  Options options;
  CLI::App app("Sets fsduel's metadata load against a bare loop");
  app.add_option("--fsduel", options.fsduel)->required();
  app.add_option("--bare", options.bare)->required();
  app.add_option("--pairs", options.pairs)->check(CLI::PositiveNumber);
  app.add_option("--files", options.files)->check(CLI::Range(1000, 1'000'000));
  CLI11_PARSE(app, argc, argv);
  HoldStopSignals();
  const Status status = RunEverywhere(options);
  if (!status.ok()) {
    fmt::print(stderr, "metadata_bench: {}\n", status.message());
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
