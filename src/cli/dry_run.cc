// A plan in words. Everything here is known before a client is started.
#include "cli/dry_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/units.h"
#include "report/labelled_lines.h"

namespace fsduel {
namespace {

constexpr std::size_t kWidth = 80;

std::string Bytes(std::uint64_t bytes) {
  return FormatSizeBothWays(static_cast<std::int64_t>(bytes));
}

// "1 pass", "10 passes".
std::string Counted(std::uint64_t count, std::string_view one,
                    std::string_view many) {
  return fmt::format("{} {}", WithThousands(count), count == 1 ? one : many);
}

void AddLoad(const RunPlan& plan, LabelledLines* lines) {
  for (const PlannedLoadfile& planned : plan.loadfiles) {
    const LoadfileAnalysis& analysis = planned.analysis;
    lines->Add(&planned == plan.loadfiles.data() ? "load" : "",
               fmt::format(
                   "{}: {}, each pass {} that read {} and write {}",
                   planned.name, Counted(planned.clients, "client", "clients"),
                   Counted(analysis.pass_operations, "operation", "operations"),
                   Bytes(analysis.bytes_read), Bytes(analysis.bytes_written)));
  }
  lines->Add("seed", std::to_string(plan.seed));
}

// "/dev/nvme0n1p2 (Samsung SSD 980)", or why there is none.
std::string DescribeDevice(const MountFacts& mount) {
  if (mount.device) {
    const std::string& model = mount.device->model;
    return fmt::format("/dev/{}{}", mount.device->name,
                       model.empty() ? "" : fmt::format(" ({})", model));
  }
  if (mount.in_memory) {
    return "memory: no device behind";
  }
  return fmt::format("{}: no block device behind", mount.source);
}

void AddDirectories(const RunPlan& plan, LabelledLines* lines) {
  for (std::size_t i = 0; i < plan.mounts.size(); ++i) {
    const MountFacts& mount = plan.mounts[i];
    const auto clients = static_cast<std::uint64_t>(
        std::count(plan.directory_of.begin(), plan.directory_of.end(), i));
    lines->Add(i == 0 ? "where" : "",
               fmt::format("{}: {} on {}, {} free; {}", mount.directory,
                           mount.filesystem, DescribeDevice(mount),
                           Bytes(mount.free_bytes),
                           Counted(clients, "client", "clients")));
  }
}

std::string TimeText(const RunPlan& plan) {
  const RunSpec& spec = plan.spec;
  std::string text;
  if (spec.warmup && spec.warmup->count() > 0) {
    text = fmt::format("{} of warm-up, then ", FormatDuration(*spec.warmup));
  }
  if (spec.time_limit) {
    text += fmt::format("{} measured", FormatDuration(*spec.time_limit));
  }
  if (spec.passes) {
    text += fmt::format("{}{} per client", spec.time_limit ? ", at most " : "",
                        Counted(*spec.passes, "pass", "passes"));
  }
  if (spec.runs > 1) {
    text +=
        fmt::format("; {} in fresh trees", Counted(spec.runs, "run", "runs"));
  }
  return text;
}

std::string WrittenText(const RunPlan& plan) {
  std::uint64_t setup = 0;
  for (const PlannedLoadfile& planned : plan.loadfiles) {
    setup += planned.analysis.setup_bytes_written * planned.clients;
  }
  std::string text;
  if (setup > 0) {
    text = fmt::format("{} of set-up, then ", Bytes(setup));
  }
  text += fmt::format("{} whenever all clients finish a pass",
                      Bytes(plan.bytes_written_per_pass));
  if (plan.spec.passes) {
    const std::uint64_t all =
        setup + plan.bytes_written_per_pass * *plan.spec.passes;
    text += fmt::format("; at most {} a run", Bytes(all));
  } else if (!plan.spec.max_written) {
    text +=
        "; how many passes depends on the speed (--max-written sets a limit)";
  }
  if (plan.spec.max_written) {
    text += fmt::format("; ends at {}", Bytes(*plan.spec.max_written));
  }
  return text;
}

std::string CacheText(const RunPlan& plan) {
  if (std::all_of(plan.mounts.begin(), plan.mounts.end(),
                  [](const MountFacts& mount) { return mount.in_memory; })) {
    return "the files themselves are in memory: this measures the "
           "filesystem's code and memory, no device";
  }
  std::uint64_t memory = plan.host.memory_available_bytes;
  if (plan.host.cgroup_memory_limit_bytes != 0) {
    memory = std::min(memory, plan.host.cgroup_memory_limit_bytes);
  }
  if (plan.space_bytes >= memory) {
    return fmt::format(
        "the files do not fit in memory ({} available): part of the reads come "
        "from the device",
        Bytes(memory));
  }
  std::string text = fmt::format(
      "all files fit in memory ({} available): reads come from the page cache, "
      "writes reach the device when they are synced or get old; --durability "
      "brings the device in",
      Bytes(memory));
  if (plan.space_bytes > 0) {
    text += fmt::format(
        ", as do more than {} clients, whose files would not fit",
        WithThousands(memory / plan.space_bytes * plan.spec.clients));
  }
  return text;
}

}  // namespace

std::string DescribePlan(const RunPlan& plan) {
  LabelledLines lines(kWidth);
  AddLoad(plan, &lines);
  AddDirectories(plan, &lines);
  lines.Add("how long", TimeText(plan));
  lines.Add("space",
            fmt::format("at most {} in {} files and directories at "
                        "once",
                        Bytes(plan.space_bytes), WithThousands(plan.files)));
  lines.Add("written", WrittenText(plan));
  lines.Add("cache", CacheText(plan));
  for (const RunWarning& warning : plan.warnings) {
    lines.Add("warning", warning.text);
  }
  return "Nothing was touched. Without --dry-run this would be done:\n\n" +
         lines.Render(Paint(false));
}

}  // namespace fsduel
