// The runs of one plan, one after the other.
#include "run/runner.h"

#include <fmt/format.h>

#include <optional>

#include "base/random.h"
#include "base/units.h"
#include "result/store.h"
#include "run/held_journal.h"
#include "run/identity.h"
#include "run/single_run.h"
#include "run/spec_echo.h"
#include "run/warnings.h"

namespace fsduel {
namespace {

// One combined hash: the same loadfiles in the same shares.
std::string WorkloadHash(const RunPlan& plan) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < plan.loadfiles.size(); ++i) {
    for (const char c : plan.loadfiles[i].loadfile->hash()) {
      hash = Mix64(hash ^ static_cast<std::uint64_t>(c));
    }
    hash = Mix64(hash ^ plan.spec.loadfiles[i].weight);
  }
  return fmt::format("{:016x}", hash);
}

RunResult MakeIdentity(const RunPlan& plan, std::uint32_t index,
                       const std::string& group) {
  RunResult result;
  StartIdentity(index, plan.spec.runs, group, &result);
  result.label = plan.spec.label;
  result.tool_version = plan.spec.tool_version;
  result.command_line = plan.spec.command_line;
  result.seed = plan.seed;
  for (const PlannedLoadfile& planned : plan.loadfiles) {
    result.loadfiles.emplace_back(planned.name, planned.loadfile->hash());
  }
  result.workload_hash = WorkloadHash(plan);
  result.client_count = plan.spec.clients;
  result.client_host =
      plan.spec.client_host == ClientHostKind::kProcess ? "process" : "thread";
  result.spec = EchoSpec(plan);
  result.thresholds_ns = plan.thresholds_ns;
  result.host = plan.host;
  result.mounts = plan.mounts;
  result.warnings = plan.warnings;
  return result;
}

bool EndsTheGroup(const RunResult& result) {
  return result.state != RunState::kComplete;
}

}  // namespace

Result<RunOutput> ExecutePlan(const RunPlan& plan, Machine& machine,
                              RunObserver* observer) {
  RunOutput output;
  if (!plan.dbench.use_fixed_tree) {
    output.leftovers = RemoveLeftovers();
  }
  const std::string group = MakeGroupId(plan.seed);
  for (std::uint32_t index = 1; index <= plan.spec.runs; ++index) {
    RunResult result = MakeIdentity(plan, index, group);
    std::optional<RunStore> store;
    if (!plan.spec.results_directory.empty()) {
      Result<RunStore> created =
          RunStore::Create(plan.spec.results_directory, &result);
      if (!created.ok()) {
        return created.status();
      }
      store.emplace(std::move(created).value());
    }
    SingleRun run(plan, &machine, observer, store ? &*store : nullptr, &result);
    const Status status = run.Execute();
    if (!status.ok()) {
      result.state = status.kind() == ErrorKind::kInterrupted
                         ? RunState::kInterrupted
                         : RunState::kFailed;
      result.failure = status.message();
    }
    JudgeRun(&result);
    output.runs.push_back(std::move(result));
    JudgeRuns(&output.runs);
    observer->OnFinish(output.runs.back());
    if (store) {
      output.paths.push_back(store->path());
      if (Status stored = store->Finish(output.runs.back()); !stored.ok()) {
        return stored;
      }
    }
    if (!status.ok()) {
      return status;
    }
    if (EndsTheGroup(output.runs.back())) {
      break;
    }
  }
  return output;
}

}  // namespace fsduel
