// replay_bench: fsduel, Debian's dbench and the bare loop replay one loadfile
// in turn, A B C A B C ..., with dbench's semantics. Prints how much each does
// per CPU-second and per second, as ratios to fsduel.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/units.h"
#include "bench/contenders.h"
#include "bench/ratio.h"
#include "tests/support/loop_mount.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

struct Options {
  Programs programs;
  std::string loadfile = "/usr/share/dbench/client.txt";
  std::vector<int> clients = {1, 2, 8, 128};
  int pairs = 21;
  int seconds = 5;
  bool tmpfs = true;
  bool ext4 = true;
  std::string memory = "/dev/shm";
};

using Runner = Result<Sample> (*)(const Programs&, const Task&);
constexpr std::array<Runner, 3> kRunners = {RunFsduel, RunDbench, RunBare};
enum : std::size_t { kFsduel, kDbench, kBare };

struct Samples {
  std::array<std::vector<double>, kRunners.size()> per_cpu_second;
  std::array<std::vector<double>, kRunners.size()> per_loop_second;
  std::array<std::vector<double>, kRunners.size()> per_second;
};

void PrintRatio(const char* what, const Ratio& ratio, double floor) {
  const char* const verdict = ratio.high >= floor ? "ok" : "TOO LOW";
  fmt::print("    {:<34} {:>6.3f}   {:>6.3f}  [{:.3f}, {:.3f}]   {:.2f} {}\n",
             what, ratio.of_best, ratio.median, ratio.low, ratio.high, floor,
             verdict);
}

void PrintCell(const Samples& samples) {
  // What the project promises; judged by the interval, which must reach it.
  constexpr double kCpuFloor = 1.7;
  constexpr double kWallFloor = 1.0;
  constexpr double kLoopFloor = 0.97;
  const auto ratio = [](const auto& rates, std::size_t other) {
    return RatioOf(rates[kFsduel], rates[other]);
  };
  PrintRatio("dbench: operations/CPU-second",
             ratio(samples.per_cpu_second, kDbench), kCpuFloor);
  PrintRatio("dbench: operations/second", ratio(samples.per_second, kDbench),
             kWallFloor);
  PrintRatio("bare loop: operations/CPU-second",
             ratio(samples.per_loop_second, kBare), kLoopFloor);
  PrintRatio("bare loop: whole program", ratio(samples.per_cpu_second, kBare),
             0);
}

// One contender, once, in a directory of its own.
Status RunOnce(const Options& options, const std::string& base, int clients,
               std::size_t contender, Samples* samples) {
  const TempDir dir(base);
  const std::string tree = dir / "tree";
  std::filesystem::create_directory(tree);
  const Result<Sample> sample = kRunners[contender](
      options.programs, {options.loadfile, tree, clients, options.seconds});
  if (!sample.ok()) {
    return sample.status();
  }
  samples->per_cpu_second[contender].push_back(sample->per_cpu_second);
  samples->per_loop_second[contender].push_back(sample->per_loop_second);
  samples->per_second[contender].push_back(sample->per_second);
  return Status::Ok();
}

Status RunCell(const Options& options, const std::string& base,
               const char* where, int clients) {
  Samples samples;
  for (int pair = 0; pair < options.pairs; ++pair) {
    for (std::size_t i = 0; i < kRunners.size(); ++i) {
      Status status = RunOnce(options, base, clients, i, &samples);
      if (!status.ok()) {
        return status;
      }
    }
    fmt::print(stderr, "\r{}, {} clients: pair {} of {}   ", where, clients,
               pair + 1, options.pairs);
  }
  fmt::print(stderr, "\r{:60}\r", "");
  fmt::print("{}, {} clients, {} pairs of {} s\n", where, clients,
             options.pairs, options.seconds);
  fmt::print("    {:<34} {:>6}   {:>6}  {:<16} {}\n", "fsduel against", "best",
             "median", "95 %", "wanted");
  PrintCell(samples);
  std::fflush(stdout);
  return Status::Ok();
}

Status RunPlace(const Options& options, const std::string& base,
                const char* where) {
  for (const int clients : options.clients) {
    Status status = RunCell(options, base, where, clients);
    if (!status.ok()) {
      return status;
    }
  }
  return Status::Ok();
}

Status RunOnExt4(const Options& options) {
  LoopMountOptions mount_options;
  constexpr std::int64_t kBytes = std::int64_t{8} << 30;  // sparse
  mount_options.bytes = kBytes;
  const LoopMount mount(FilesystemKind::kExt4NoJournal, mount_options);
  if (!mount.mounted()) {
    fmt::print("ext4 without journal: left out, {}\n", mount.reason());
    return Status::Ok();
  }
  return RunPlace(options, mount.directory(), "ext4 without journal");
}

int Main(int argc, char** argv) {
  Options options;
  CLI::App app("Sets fsduel, dbench and a bare loop against each other");
  app.add_option("--fsduel", options.programs.fsduel)->required();
  app.add_option("--bare", options.programs.bare_replay)->required();
  app.add_option("--dbench", options.programs.dbench);
  app.add_option("-c,--loadfile", options.loadfile);
  app.add_option("-n,--clients", options.clients)->delimiter(',');
  app.add_option("--pairs", options.pairs)->check(CLI::PositiveNumber);
  app.add_option("-t,--seconds", options.seconds)->check(CLI::Range(3, 3600));
  app.add_flag("--tmpfs,!--no-tmpfs", options.tmpfs);
  app.add_flag("--ext4,!--no-ext4", options.ext4);
  CLI11_PARSE(app, argc, argv);
  Status status;
  if (options.tmpfs) {
    status = RunPlace(options, options.memory, "tmpfs");
  }
  if (status.ok() && options.ext4) {
    status = RunOnExt4(options);
  }
  if (!status.ok()) {
    fmt::print(stderr, "replay_bench: {}\n", status.message());
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
