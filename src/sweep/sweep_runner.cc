// The runs of one sweep, one after the other.
#include "sweep/sweep_runner.h"

#include <algorithm>
#include <optional>

#include "result/store.h"
#include "run/held_journal.h"
#include "run/identity.h"
#include "run/warnings.h"
#include "sweep/harness_cost.h"
#include "sweep/judge.h"
#include "sweep/single_sweep.h"

namespace fsduel {
namespace {

RunResult MakeIdentity(const SweepPlan& plan, std::uint32_t index,
                       const std::string& group) {
  RunResult result;
  StartIdentity(index, plan.spec.runs, group, &result);
  result.kind = "sweep";
  result.profile = plan.spec.profile;
  result.label = plan.spec.label;
  result.tool_version = plan.spec.tool_version;
  result.command_line = plan.spec.command_line;
  result.seed = plan.seed;
  result.workload_hash = plan.workload_hash;
  result.client_count =
      *std::max_element(plan.spec.threads.begin(), plan.spec.threads.end());
  result.client_host = "thread";
  result.spec = EchoSweep(plan);
  result.thresholds_ns = plan.thresholds_ns;
  result.host = plan.host;
  result.mounts = plan.mounts;
  result.warnings = plan.warnings;
  result.null_harness_ns_per_operation = MeasureSweepHarness();
  return result;
}

}  // namespace

Result<RunOutput> ExecuteSweep(const SweepPlan& plan, Machine& machine,
                               RunObserver* observer) {
  RunOutput output;
  output.leftovers = RemoveLeftovers();
  const std::string group = MakeGroupId(plan.seed);
  std::int64_t writable =
      plan.spec.max_written ? static_cast<std::int64_t>(*plan.spec.max_written)
                            : -1;
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
    SingleSweep run(plan, &machine, observer, store ? &*store : nullptr,
                    &result);
    const Status status = run.Execute(&writable);
    if (!status.ok() && result.state == RunState::kComplete) {
      result.state = RunState::kFailed;
      result.failure = status.message();
    }
    JudgeSweep(&result);
    output.runs.push_back(std::move(result));
    JudgeSweeps(&output.runs);
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
    if (output.runs.back().state != RunState::kComplete || writable == 0) {
      break;
    }
  }
  return output;
}

}  // namespace fsduel
