// The life of one client, in its own process or thread.
#include <fcntl.h>

#include <algorithm>

#include "base/random.h"
#include "engine/data_verifier.h"
#include "engine/executor_options.h"
#include "engine/file_executor.h"
#include "loadfile/operation_table.h"
#include "run/client.h"
#include "run/client_set.h"
#include "sys/process.h"
#include "workload/client_paths.h"
#include "workload/data_pool.h"
#include "workload/replay_source.h"

namespace fsduel {
namespace {

// Streams of random numbers that derive from the seed of a run.
enum SeedStream : std::uint64_t { kDataStream = 1, kClientStream = 1000 };

ExecutorOptions MakeExecutorOptions(const RunPlan& plan) {
  const RunSpec& spec = plan.spec;
  ExecutorOptions options;
  options.dbench4 = spec.semantics == Semantics::kDbench4;
  options.resolve_names = spec.resolve_names.value_or(options.dbench4);
  options.stat_check = plan.dbench.stat_check;
  options.one_byte_write_fix = plan.dbench.one_byte_write_fix;
  options.fake_io = plan.dbench.fake_io;
  options.xattr = spec.xattr;
  options.ofd_locks = spec.client_host == ClientHostKind::kThread;
  options.open_flags = (spec.durability.dsync ? O_DSYNC : 0) |
                       (spec.durability.sync ? O_SYNC : 0);
  options.fdatasync_each = spec.durability.fdatasync_each;
  options.fsync_each = spec.durability.fsync_each;
  options.fsync_end = spec.durability.fsync_end;
  options.sync_dirs = spec.durability.dirs;
  options.dbench_sync_dirs = plan.dbench.sync_dirs;
  return options;
}

PaceSpec MakePaceSpec(const RunSpec& spec, std::uint32_t number) {
  const auto clients = static_cast<double>(spec.clients);
  if (spec.target_ops) {
    return {PaceKind::kOps, *spec.target_ops / clients,
            static_cast<double>(number) / clients};
  }
  if (spec.target_rate) {
    return {PaceKind::kBytes, static_cast<double>(*spec.target_rate) / clients,
            0};
  }
  return {spec.pace == Pace::kRecorded ? PaceKind::kRecorded : PaceKind::kNone,
          0, 0};
}

ClientConfig MakeClientConfig(const ClientWorld& world, std::uint32_t number,
                              const Loadfile& loadfile) {
  const RunPlan& plan = *world.plan;
  ClientConfig config;
  config.number = number;
  config.clients = plan.spec.clients;
  config.control = &world.block->control();
  config.points = world.block->points();
  config.stats = world.block->stats(number);
  config.layout = &world.block->layout();
  config.row_of = world.block->rows().row_of;
  config.thresholds = std::min(plan.thresholds_ns.size(), kMaxThresholds);
  std::copy_n(plan.thresholds_ns.begin(), config.thresholds,
              config.thresholds_ns.begin());
  config.patterns = &loadfile.patterns();
  config.passes = plan.spec.passes.value_or(0);
  config.pace = MakePaceSpec(plan.spec, number);
  config.limit_written = plan.spec.max_written.has_value();
  config.stop_on_error = plan.spec.on_error == OnError::kStop;
  config.verify = plan.spec.verify;
  return config;
}

// CPU, priority and cgroup of the calling client.
Status TakePlace(const RunSpec& spec, std::uint32_t number) {
  if (!spec.cpus.empty()) {
    if (Status s = PinToCpu(spec.cpus[number % spec.cpus.size()]); !s.ok()) {
      return s;
    }
  }
  if (Status s = SetIoPriority(spec.ioprio); !s.ok()) {
    return s;
  }
  if (IsPaced(spec)) {
    SetFineTimerSlack();
  }
  return spec.cgroup.empty() ? Status::Ok() : JoinCgroup(spec.cgroup);
}

void ReportStartFailure(const Status& status, RunControl* control) {
  if (control->start_failed.exchange(2) == 0) {
    status.message().copy(control->start_error.data(),
                          control->start_error.size() - 1);
  }
}

std::unique_ptr<DataVerifier> MakeVerifier(const RunPlan& plan,
                                           std::uint32_t number,
                                           const Loadfile& loadfile) {
  if (!plan.spec.verify) {
    return nullptr;
  }
  OwnNames own = OwnNames::kAll;
  if (plan.spec.shared_tree) {
    // Nothing is one's own when any loadfile of the mix meddles.
    own = OwnNames::kBelowOwnClient;
    for (const PlannedLoadfile& planned : plan.loadfiles) {
      if (OwnNamesInSharedTree(*planned.loadfile) == OwnNames::kNone) {
        own = OwnNames::kNone;
      }
    }
  }
  return std::make_unique<DataVerifier>(
      DataVerifierOptions{plan.seed, number, loadfile.handle_slots(), own});
}

}  // namespace

ClientWorld MakeClientWorld(const RunPlan& plan, const SharedBlock& block,
                            const Trees& trees) {
  std::int64_t longest_write = 0;
  for (const PlannedLoadfile& planned : plan.loadfiles) {
    longest_write = std::max(longest_write, planned.loadfile->longest_write());
  }
  ClientWorld world{&plan, &block, &trees, {}};
  world.data.resize(DataPoolSize(static_cast<std::size_t>(longest_write)));
  FillDataPool(world.data, DeriveSeed(plan.seed, kDataStream),
               plan.spec.compressible);
  return world;
}

bool LiveAsClient(const ClientWorld& world, std::uint32_t number) {
  const RunPlan& plan = *world.plan;
  RunControl& control = world.block->control();
  ClientHeader& header = world.block->stats(number).header();
  header.pid.Store(CurrentProcess());
  header.tid.Store(CurrentThread());
  Result<UniqueFd> root = world.trees->OpenClientDirectory(number);
  Status placed = root.ok() ? TakePlace(plan.spec, number) : root.status();
  if (!placed.ok()) {
    ReportStartFailure(placed, &control);
    return false;
  }
  const Loadfile& loadfile = *plan.loadfiles[plan.loadfile_of[number]].loadfile;
  const std::uint64_t seed = DeriveSeed(plan.seed, kClientStream + number);
  ClientPaths paths(loadfile, number);
  const std::unique_ptr<OperationSource> source = MakeReplaySource(
      loadfile, &paths,
      {number, plan.spec.clients, seed, plan.dbench.use_fixed_tree});
  const std::unique_ptr<DataVerifier> verifier =
      MakeVerifier(plan, number, loadfile);
  ExecutorClient client;
  client.root_fd = root->get();
  client.paths = &paths;
  client.handle_slots = loadfile.handle_slots();
  client.longest_read = static_cast<std::size_t>(loadfile.longest_read());
  client.longest_write = static_cast<std::size_t>(loadfile.longest_write());
  client.data = world.data;
  client.seed = seed;
  client.stop = &control.stop;
  client.verifier = verifier.get();
  SystemExecutor executor(Sys<>(), MakeExecutorOptions(plan), client);
  ReplayClient(MakeClientConfig(world, number, loadfile), source.get(),
               &executor)
      .Run();
  return true;
}

}  // namespace fsduel
