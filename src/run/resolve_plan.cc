// RunSpec -> RunPlan: defaults, files, host, and everything that can be
// refused before the disk is touched.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/filesystem.hpp>

#include "base/random.h"
#include "base/text.h"
#include "base/units.h"
#include "host/host.h"
#include "loadfile/reader.h"
#include "run/run_plan.h"
#include "run/shared_block.h"
#include "run/warnings.h"
#include "sys/clock.h"
#include "sys/process.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

constexpr std::uint32_t kMostClients = 4096;
constexpr std::chrono::seconds kDefaultTimeLimit(60);
constexpr std::chrono::seconds kLongestDefaultWarmup(10);
constexpr int kWarmupDivisor = 10;  // of the time limit
// Descriptors of a process beside its files: standard streams, directory.
constexpr std::uint64_t kOwnDescriptors = 8;
// Share of the free space that may be planned for.
constexpr double kUsableSpace = 0.95;

Status FillDefaults(RunSpec* spec) {
  if (spec->clients < 1 || spec->clients > kMostClients) {
    return Status::Usage(fmt::format("--clients {}: from 1 to {} are possible",
                                     spec->clients, kMostClients));
  }
  if (spec->directories.empty()) {
    return Status::Usage(
        "no directory named: add -D DIR, a folder on the filesystem to "
        "measure");
  }
  if (!spec->time_limit && !spec->passes) {
    spec->time_limit = kDefaultTimeLimit;
  }
  if (!spec->warmup) {
    spec->warmup = std::chrono::nanoseconds(0);
    if (spec->time_limit && !spec->passes) {
      spec->warmup = std::min<std::chrono::nanoseconds>(
          *spec->time_limit / kWarmupDivisor, kLongestDefaultWarmup);
    }
  }
  spec->resolve_names =
      spec->resolve_names.value_or(spec->semantics == Semantics::kDbench4);
  return Status::Ok();
}

Status CheckCombinations(const RunSpec& spec) {
  const int paces = (spec.target_rate ? 1 : 0) + (spec.target_ops ? 1 : 0) +
                    (spec.pace == Pace::kRecorded ? 1 : 0);
  if (paces > 1) {
    return Status::Usage(
        "--target-rate, --target-ops and --pace recorded exclude each other: "
        "give one");
  }
  if ((spec.target_rate && *spec.target_rate == 0) ||
      (spec.target_ops && *spec.target_ops <= 0)) {
    return Status::Usage("a target rate of 0 does nothing: give a higher one");
  }
  if (spec.xattr && spec.client_host == ClientHostKind::kThread) {
    return Status::Usage(
        "--xattr needs a working directory of its own: use --client-host "
        "process");
  }
  if (spec.client_host == ClientHostKind::kThread && !spec.cgroup.empty()) {
    return Status::Usage("--cgroup works with --client-host process only");
  }
  if (spec.verify && spec.compressible != 0) {
    return Status::Usage(
        "--verify writes blocks of its own: leave --compressible out");
  }
  if (!spec.cgroup.empty() && !fs::exists(spec.cgroup + "/cgroup.procs")) {
    return Status::Usage(fmt::format(
        "--cgroup {}: no cgroup.procs there; give the folder of an existing "
        "cgroup, such as /sys/fs/cgroup/test",
        Quote(spec.cgroup)));
  }
  return CheckIoPriority(spec.ioprio);
}

Status CheckCpus(const RunSpec& spec, Machine& machine) {
  for (const std::uint32_t cpu : spec.cpus) {
    const std::string path = fmt::format("/sys/devices/system/cpu/cpu{}", cpu);
    if (!machine.ListDirectory(path).ok()) {
      return Status::Usage(
          fmt::format("--cpus {}: this machine has no such CPU", cpu));
    }
  }
  return Status::Ok();
}

Status ReadLoadfiles(RunPlan* plan) {
  if (plan->spec.loadfiles.empty()) {
    return Status::Usage(
        "no loadfile named: try `fsduel replay office -D DIR`");
  }
  for (const LoadfileSpec& named : plan->spec.loadfiles) {
    if (named.weight == 0) {
      return Status::Usage(fmt::format(
          "{}:0: a loadfile without clients; leave it out", named.name));
    }
    Result<std::shared_ptr<const Loadfile>> loadfile =
        ReadLoadfile(named.path.empty() ? named.name : named.path);
    if (!loadfile.ok()) {
      return loadfile.status();
    }
    PlannedLoadfile planned;
    planned.name = named.name;
    planned.loadfile = std::move(loadfile).value();
    planned.analysis = Analyse(*planned.loadfile);
    plan->loadfiles.push_back(std::move(planned));
  }
  return Status::Ok();
}

// Gives each client a loadfile in proportion to the weights, spread evenly
// over the client numbers: of those that are behind their share, the one
// furthest behind is next.
void AssignClients(RunPlan* plan) {
  const RunSpec& spec = plan->spec;
  double weights = 0;
  for (const LoadfileSpec& named : spec.loadfiles) {
    weights += named.weight;
  }
  for (std::uint32_t client = 0; client < spec.clients; ++client) {
    std::size_t best = 0;
    double best_lag = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < plan->loadfiles.size(); ++i) {
      const double due = (client + 1) * spec.loadfiles[i].weight / weights;
      const double lag = due - plan->loadfiles[i].clients;
      if (lag > best_lag) {
        best_lag = lag;
        best = i;
      }
    }
    ++plan->loadfiles[best].clients;
    plan->loadfile_of.push_back(static_cast<std::uint32_t>(best));
    plan->directory_of.push_back(
        client % static_cast<std::uint32_t>(spec.directories.size()));
  }
}

Status CheckMix(const RunPlan& plan) {
  for (const PlannedLoadfile& planned : plan.loadfiles) {
    if (planned.clients == 0) {
      return Status::Usage(
          fmt::format("{} gets none of the {} clients: raise -n or its weight",
                      Quote(planned.name), plan.spec.clients));
    }
    for (const Operation& op : planned.loadfile->operations()) {
      if (op.opcode == Opcode::kWaitPoint && op.handle >= plan.spec.clients) {
        return Status::Usage(fmt::format(
            "{}:{}: WAITSP waits for client {}, but with -n {} the last client "
            "is {}; raise -n",
            planned.name, op.line, op.handle, plan.spec.clients,
            plan.spec.clients - 1));
      }
    }
  }
  if (plan.spec.pace == Pace::kRecorded) {
    for (const PlannedLoadfile& planned : plan.loadfiles) {
      if (planned.loadfile->due_us().empty()) {
        return Status::Usage(fmt::format(
            "--pace recorded: {} has no timestamps", Quote(planned.name)));
      }
    }
  }
  return Status::Ok();
}

Status ReadMounts(RunPlan* plan, Machine& machine) {
  plan->host = ReadHostFacts(machine);
  for (std::string& directory : plan->spec.directories) {
    Result<MountFacts> facts = ReadMountFacts(machine, directory);
    if (!facts.ok()) {
      return facts.status();
    }
    if (facts->read_only) {
      return Status::System(fmt::format(
          "{} lies on a read-only filesystem ({} at {}): remount it, or give "
          "another directory with -D",
          Quote(directory), facts->filesystem, facts->mount_point));
    }
    directory = facts->directory;
    plan->mounts.push_back(std::move(facts).value());
  }
  return Status::Ok();
}

// Adds up what the clients of one directory need, and refuses what cannot fit.
Status CheckSpace(RunPlan* plan) {
  for (std::size_t i = 0; i < plan->mounts.size(); ++i) {
    std::uint64_t bytes = 0;
    std::uint64_t files = 0;
    std::uint32_t clients = 0;
    for (std::uint32_t client = 0; client < plan->spec.clients; ++client) {
      if (plan->directory_of[client] == i) {
        const LoadfileAnalysis& analysis =
            plan->loadfiles[plan->loadfile_of[client]].analysis;
        bytes += analysis.peak_bytes;
        files += analysis.peak_files + analysis.peak_directories;
        ++clients;
      }
    }
    const MountFacts& mount = plan->mounts[i];
    plan->space_bytes += bytes;
    plan->files += files;
    if (static_cast<double>(bytes) >
        kUsableSpace * static_cast<double>(mount.free_bytes)) {
      return Status::System(fmt::format(
          "{} clients need {} in {}, where {} are free: lower -n, or give a "
          "directory with more room",
          clients, FormatSize(static_cast<std::int64_t>(bytes)),
          Quote(mount.directory),
          FormatSize(static_cast<std::int64_t>(mount.free_bytes))));
    }
    if (mount.files_total != 0 && files > mount.files_free) {
      return Status::System(fmt::format(
          "{} clients need {} inodes in {}, where {} are free: lower -n, or "
          "make the filesystem with more inodes (mkfs.ext4 -i)",
          clients, WithThousands(files), Quote(mount.directory),
          WithThousands(mount.files_free)));
    }
  }
  for (std::uint32_t client = 0; client < plan->spec.clients; ++client) {
    const LoadfileAnalysis& analysis =
        plan->loadfiles[plan->loadfile_of[client]].analysis;
    plan->bytes_written_per_pass += analysis.bytes_written;
  }
  return Status::Ok();
}

Status CheckDescriptors(RunPlan* plan) {
  std::uint64_t most = 0;
  std::uint64_t all = 0;
  for (const PlannedLoadfile& planned : plan->loadfiles) {
    const std::uint64_t handles = planned.analysis.peak_open_handles + 3;
    most = std::max(most, handles);
    all += handles * planned.clients;
  }
  const bool threads = plan->spec.client_host == ClientHostKind::kThread;
  plan->descriptors = kOwnDescriptors + (threads ? all : most);
  const std::uint64_t limit = RaiseOpenFileLimit();
  if (plan->descriptors > limit) {
    return Status::System(fmt::format(
        "{} open files are needed in one process, {} are allowed: raise "
        "`ulimit -n`{}",
        plan->descriptors, limit,
        threads ? ", lower -n, or use --client-host process" : ""));
  }
  return Status::Ok();
}

// design.md section 6: 1, 10, 100 ms, 2 s, 10 s.
std::vector<std::int64_t> DefaultThresholds() {
  return {1'000'000, 10'000'000, 100'000'000, 2'000'000'000, 10'000'000'000};
}

// Absolute form of a path that need not exist yet.
std::string Absolute(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

Status CheckResultsDirectory(const RunPlan& plan) {
  if (plan.spec.results_directory.empty()) {
    return Status::Ok();
  }
  const std::string results = Absolute(plan.spec.results_directory) + "/";
  for (const std::string& directory : plan.spec.directories) {
    if (results.starts_with(directory == "/" ? "/" : directory + "/")) {
      return Status::Usage(fmt::format(
          "results would go to {}, below the directory under test: name a "
          "folder inside it with -D, or another place with --results DIR",
          Quote(results)));
    }
  }
  return Status::Ok();
}

}  // namespace

Result<RunPlan> ResolvePlan(const RunSpec& spec, const DbenchSpec& dbench,
                            Machine& machine) {
  RunPlan plan;
  plan.spec = spec;
  plan.dbench = dbench;
  plan.thresholds_ns = DefaultThresholds();
  if (Status s = FillDefaults(&plan.spec); !s.ok()) {
    return s;
  }
  plan.seed = plan.spec.seed.value_or(
      Mix64(static_cast<std::uint64_t>(MonotonicClock().Now()) ^
            static_cast<std::uint64_t>(CurrentProcess())) >>
      32);  // short enough to be typed again
  plan.spec.seed = plan.seed;
  if (Status s = CheckCombinations(plan.spec); !s.ok()) {
    return s;
  }
  if (Status s = CheckCpus(plan.spec, machine); !s.ok()) {
    return s;
  }
  if (Status s = ReadLoadfiles(&plan); !s.ok()) {
    return s;
  }
  AssignClients(&plan);
  if (Status s = CheckMix(plan); !s.ok()) {
    return s;
  }
  if (Status s = ReadMounts(&plan, machine); !s.ok()) {
    return s;
  }
  if (Status s = CheckResultsDirectory(plan); !s.ok()) {
    return s;
  }
  if (Status s = CheckSpace(&plan); !s.ok()) {
    return s;
  }
  if (Status s = CheckDescriptors(&plan); !s.ok()) {
    return s;
  }
  return plan;
}

}  // namespace fsduel
