// replay_bench: fsduel, Debian's dbench and the bare loop replay one loadfile
// in turn, A B C A B C ..., with dbench's semantics. Prints how much each does
// per CPU-second and per second, as ratios to fsduel.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "bench/contenders.h"
#include "bench/measured_program.h"
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

// `floor` 0: nothing is promised.
void PrintRatio(const char* what, const Ratio& ratio, double floor) {
  fmt::print("    {:<48}{:>6.3f}  {:>6.3f}  [{:.3f}, {:.3f}]", what,
             ratio.of_best, ratio.median, ratio.low, ratio.high);
  if (floor > 0) {
    fmt::print("  {:.2f} {}", floor, ratio.high >= floor ? "ok" : "TOO LOW");
  }
  fmt::print("\n");
}

void PrintCell(const Samples& samples) {
  // What the project promises; judged by the interval, which must reach it.
  constexpr double kCpuFloor = 1.7;
  constexpr double kWallFloor = 1.0;
  constexpr double kLoopFloor = 0.97;
  const auto& whole = samples.per_cpu_second;
  const auto& loop = samples.per_loop_second;
  const auto& wall = samples.per_second;
  PrintRatio("fsduel : dbench, operations per CPU-second",
             RatioOf(whole[kFsduel], whole[kDbench]), kCpuFloor);
  PrintRatio("fsduel : dbench, operations per second",
             RatioOf(wall[kFsduel], wall[kDbench]), kWallFloor);
  PrintRatio("fsduel : bare, loops, per CPU-second",
             RatioOf(loop[kFsduel], loop[kBare]), kLoopFloor);
  PrintRatio("fsduel : bare, whole programs, per CPU-second",
             RatioOf(whole[kFsduel], whole[kBare]), 0);
  // What a loop without any cost of its own would reach.
  PrintRatio("bare : dbench, operations per CPU-second",
             RatioOf(whole[kBare], whole[kDbench]), 0);
}

// Many clients need longer to come past the preamble of client.txt, which is
// other work than the rest.
int SecondsFor(const Options& options, int clients) {
  constexpr int kClientsPerShare = 32;
  return options.seconds * std::max(1, clients / kClientsPerShare);
}

// Where the contenders work, made anew for each execution so that none meets
// what another left: files, free space in pieces, data not yet written.
class Place {
 public:
  explicit Place(const Options& options, bool ext4) {
    std::string base = options.memory;
    if (ext4) {
      LoopMountOptions mount_options;
      constexpr std::int64_t kBytes = std::int64_t{8} << 30;  // sparse
      mount_options.bytes = kBytes;
      mount_.emplace(FilesystemKind::kExt4NoJournal, mount_options);
      base = mount_->directory();
    }
    if (ok()) {
      tree_.emplace(base);
      ::sync();
    }
  }

  bool ok() const { return !mount_.has_value() || mount_->mounted(); }
  const std::string& reason() const { return mount_->reason(); }
  const std::string& path() const { return tree_->path(); }

 private:
  std::optional<LoopMount> mount_;
  std::optional<TempDir> tree_;
};

Status RunOnce(const Options& options, bool ext4, int clients,
               std::size_t contender, Samples* samples) {
  const Place place(options, ext4);
  if (!place.ok()) {
    return Status::System(place.reason());
  }
  const TempDir results(options.memory);
  const Result<Sample> sample = kRunners[contender](
      options.programs, {options.loadfile, place.path(), results.path(),
                         clients, SecondsFor(options, clients)});
  if (!sample.ok()) {
    return sample.status();
  }
  samples->per_cpu_second[contender].push_back(sample->per_cpu_second);
  samples->per_loop_second[contender].push_back(sample->per_loop_second);
  samples->per_second[contender].push_back(sample->per_second);
  return Status::Ok();
}

Status RunCell(const Options& options, bool ext4, int clients) {
  const char* const where = ext4 ? "ext4 without journal" : "tmpfs";
  Samples samples;
  for (int pair = 0; pair < options.pairs; ++pair) {
    for (std::size_t i = 0; i < kRunners.size(); ++i) {
      Status status = RunOnce(options, ext4, clients, i, &samples);
      if (!status.ok()) {
        return status;
      }
    }
    fmt::print(stderr, "{}, {} clients: pair {} of {}\n", where, clients,
               pair + 1, options.pairs);
  }
  fmt::print("{}, {} clients, {} pairs of {} s\n", where, clients,
             options.pairs, SecondsFor(options, clients));
  fmt::print("    {:<48}{:>6}  {:>6}  {:<16}  {}\n", "", "best", "median",
             "95 %", "wanted");
  PrintCell(samples);
  std::fflush(stdout);
  return Status::Ok();
}

Status RunCells(const Options& options, bool ext4) {
  for (const int clients : options.clients) {
    Status status = RunCell(options, ext4, clients);
    if (!status.ok()) {
      return status;
    }
  }
  return Status::Ok();
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
  HoldStopSignals();
  Status status;
  if (options.tmpfs) {
    status = RunCells(options, /*ext4=*/false);
  }
  if (status.ok() && options.ext4) {
    status = RunCells(options, /*ext4=*/true);
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
