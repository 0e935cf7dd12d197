// A sweep's specification in words.
#include <fmt/format.h>

#include "base/units.h"
#include "run/spec_echo.h"
#include "sweep/sweep_plan.h"

namespace fsduel {
namespace {

std::string YesNo(bool value) {
  return value ? "yes" : "no";
}

std::string Bytes(std::uint64_t bytes) {
  return FormatSize(static_cast<std::int64_t>(bytes));
}

template <typename T>
std::string OrNone(const std::optional<T>& value) {
  return value ? std::to_string(*value) : "no limit";
}

std::string Patterns(const SweepSpec& spec) {
  std::vector<std::string> names;
  for (const Pattern& pattern : spec.patterns) {
    names.push_back(PatternText(pattern));
  }
  return fmt::format("{}", fmt::join(names, ","));
}

std::string Blocks(const SweepSpec& spec) {
  std::vector<std::string> sizes;
  for (const std::uint32_t block : spec.blocks) {
    sizes.push_back(Bytes(block));
  }
  return fmt::format("{}", fmt::join(sizes, ","));
}

std::string Poll(const SweepSpec& spec) {
  return spec.poll_submission
             ? (spec.poll_completion ? "submission,completion" : "submission")
             : (spec.poll_completion ? "completion" : "no");
}

}  // namespace

const char* CachePolicyName(CachePolicy policy) {
  switch (policy) {
    case CachePolicy::kWarm:
      return "warm";
    case CachePolicy::kDrop:
      return "drop";
    case CachePolicy::kDirect:
      return "direct";
  }
  return "";
}

std::vector<std::pair<std::string, std::string>> EchoSweep(
    const SweepPlan& plan) {
  const SweepSpec& spec = plan.spec;
  const std::string ends = spec.time_based ? "time limit" : "one pass";
  return {
      {"patterns", Patterns(spec)},
      {"directory", fmt::format("{}", fmt::join(spec.targets, " "))},
      {"threads", fmt::format("{}", fmt::join(spec.threads, ","))},
      {"block", Blocks(spec)},
      {spec.size_per_thread ? "size-per-thread" : "size",
       Bytes(spec.size_per_thread ? *spec.size_per_thread
                                  : spec.size.value_or(0))},
      {"files", spec.shared_file ? "one per directory" : "one per thread"},
      {"runs", std::to_string(spec.runs)},
      {"ends-after", ends},
      {"time-limit",
       spec.time_limit ? FormatDuration(*spec.time_limit) : "none"},
      {"operations", OrNone(spec.operations)},
      {"random-operations", OrNone(spec.random_operations)},
      {"engine", IoEngineName(spec.engine)},
      {"queue-depth", std::to_string(spec.queue_depth)},
      {"poll", Poll(spec)},
      {"cache", CachePolicyName(spec.cache)},
      {"durability", DescribeDurability(spec.durability)},
      {"compressible", fmt::format("{} %", spec.compressible)},
      {"dedup", fmt::format("{} %", spec.dedup)},
      {"verify", YesNo(spec.verify)},
      {"max-written", OrNone(spec.max_written)},
      {"cpus", spec.cpus.empty()
                   ? "any"
                   : fmt::format("{}", fmt::join(spec.cpus, ","))},
      {"numa", spec.numa_node ? std::to_string(*spec.numa_node) : "any"},
      {"ioprio", spec.ioprio.empty() ? "inherited" : spec.ioprio},
      {"cgroup", spec.cgroup.empty() ? "inherited" : spec.cgroup},
      {"interval", FormatDuration(spec.interval)},
  };
}

}  // namespace fsduel
