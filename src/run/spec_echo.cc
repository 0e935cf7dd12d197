// Writes a specification out in words.
#include "run/spec_echo.h"

#include <fmt/format.h>

#include "base/units.h"

namespace fsduel {
namespace {

std::string YesNo(bool value) {
  return value ? "yes" : "no";
}

std::string DescribeTime(const std::optional<std::chrono::nanoseconds>& time) {
  return time ? FormatDuration(*time) : "none";
}

std::string DescribePace(const RunSpec& spec) {
  if (spec.target_ops) {
    return fmt::format("{} operations/s", *spec.target_ops);
  }
  if (spec.target_rate) {
    return fmt::format("{} bytes/s", *spec.target_rate);
  }
  return spec.pace == Pace::kRecorded ? "recorded" : "closed loop";
}

}  // namespace

std::string DescribeDurability(const Durability& durability) {
  std::vector<std::string> words;
  const auto add = [&words](bool set, const char* word) {
    if (set) {
      words.emplace_back(word);
    }
  };
  add(durability.dsync, "dsync");
  add(durability.sync, "sync");
  add(durability.fdatasync_each, "fdatasync-each");
  add(durability.fsync_each, "fsync-each");
  add(durability.fsync_end, "fsync-end");
  add(durability.dirs, "dirs");
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ","));
}

std::vector<std::pair<std::string, std::string>> EchoSpec(const RunPlan& plan) {
  const RunSpec& spec = plan.spec;
  std::vector<std::string> mix;
  for (const LoadfileSpec& named : spec.loadfiles) {
    mix.push_back(fmt::format("{}:{}", named.name, named.weight));
  }
  return {
      {"loadfiles", fmt::format("{}", fmt::join(mix, " "))},
      {"directory", fmt::format("{}", fmt::join(spec.directories, " "))},
      {"clients", std::to_string(spec.clients)},
      {"time-limit", DescribeTime(spec.time_limit)},
      {"passes", spec.passes ? std::to_string(*spec.passes) : "no limit"},
      {"warmup", DescribeTime(spec.warmup)},
      {"semantics",
       spec.semantics == Semantics::kDbench4 ? "dbench4" : "posix"},
      {"resolve-names", YesNo(spec.resolve_names.value_or(false))},
      {"shared-tree", YesNo(spec.shared_tree)},
      {"durability", plan.dbench.sync_dirs
                         ? DescribeDurability(spec.durability) + ",dbench-dirs"
                         : DescribeDurability(spec.durability)},
      {"xattr", YesNo(spec.xattr)},
      {"cache", spec.cache == CachePolicy::kDrop ? "drop" : "warm"},
      {"compressible", fmt::format("{} %", spec.compressible)},
      {"verify", YesNo(spec.verify)},
      {"pace", DescribePace(spec)},
      {"max-written",
       spec.max_written ? std::to_string(*spec.max_written) : "no limit"},
      {"ioprio", spec.ioprio.empty() ? "inherited" : spec.ioprio},
      {"cgroup", spec.cgroup.empty() ? "inherited" : spec.cgroup},
      {"interval", FormatDuration(spec.interval)},
  };
}

}  // namespace fsduel
