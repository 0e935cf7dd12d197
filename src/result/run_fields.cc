#include "result/run_fields.h"

#include <array>

namespace fsduel {
namespace {

constexpr std::array kRunFields = {
    Field<RunResult>(
        "run_id", "", "name of the run folder",
        [](auto& row) -> auto& { return row.run_id; }),
    Field<RunResult>(
        "group_id", "", "the same for the runs of one --runs N",
        [](auto& row) -> auto& { return row.group_id; }),
    Field<RunResult>(
        "run_index", "", "number of the run in its group, from 1",
        [](auto& row) -> auto& { return row.run_index; }),
    Field<RunResult>(
        "runs", "", "how many runs the group has",
        [](auto& row) -> auto& { return row.runs; }),
    Field<RunResult>(
        "label", "", "as given, or made from the loadfiles",
        [](auto& row) -> auto& { return row.label; }),
    Field<RunResult>(
        "kind", "", "replay or sweep",
        [](auto& row) -> auto& { return row.kind; }),
    Field<RunResult>(
        "profile", "", "that the load came from; empty: none",
        [](auto& row) -> auto& { return row.profile; }),
    Field<RunResult>(
        "tool_version", "", "of fsduel",
        [](auto& row) -> auto& { return row.tool_version; }),
    Field<RunResult>(
        "debug_build", "",
        "true: built with assertions or a sanitizer; figures are not to be "
        "trusted",
        [](auto& row) -> auto& { return row.debug_build; }),
    Field<RunResult>(
        "start_utc", "", "2026-11-30T21:04:09Z",
        [](auto& row) -> auto& { return row.start_utc; }),
    Field<RunResult>(
        "seed", "", "everything random comes from it",
        [](auto& row) -> auto& { return row.seed; }),
    Field<RunResult>(
        "workload_hash", "",
        "over all loadfiles: runs with another did other work",
        [](auto& row) -> auto& { return row.workload_hash; }),
    Field<RunResult>(
        "client_count", "", "clients",
        [](auto& row) -> auto& { return row.client_count; }),
    Field<RunResult>(
        "client_host", "", "process or thread",
        [](auto& row) -> auto& { return row.client_host; }),
    Field<RunResult>(
        "dirty_bytes_at_end", "B",
        "page cache of the machine not yet written; -1: unknown",
        [](auto& row) -> auto& { return row.dirty_bytes_at_end; }),
    Field<RunResult>(
        "closing_sync_seconds", "s",
        "syncfs after the measured phase; -1: not done",
        [](auto& row) -> auto& { return row.closing_sync_seconds; }),
    Field<RunResult>(
        "null_harness_ns_per_operation", "ns",
        "cost of the harness around operations that do nothing",
        [](auto& row) -> auto& { return row.null_harness_ns_per_operation; }),
    Field<RunResult>(
        "cleanup_seconds", "s", "removing the trees",
        [](auto& row) -> auto& { return row.cleanup_seconds; }),
    Field<RunResult>(
        "state", "", "running (or cut off), complete, interrupted or failed",
        [](auto& row) -> auto& { return row.state; }),
    Field<RunResult>(
        "validity", "", "valid, warn or invalid: the worst of the warnings",
        [](auto& row) -> auto& { return row.validity; }),
    Field<RunResult>(
        "failure", "", "why it failed",
        [](auto& row) -> auto& { return row.failure; }),
};

constexpr std::array kHostFields = {
    Field<HostFacts>(
        "hostname", "", "of the machine",
        [](auto& row) -> auto& { return row.hostname; }),
    Field<HostFacts>(
        "kernel", "", "Linux 6.1.0 x86_64",
        [](auto& row) -> auto& { return row.kernel; }),
    Field<HostFacts>(
        "distribution", "", "PRETTY_NAME of os-release",
        [](auto& row) -> auto& { return row.distribution; }),
    Field<HostFacts>(
        "cpu_model", "", "as the kernel names it",
        [](auto& row) -> auto& { return row.cpu_model; }),
    Field<HostFacts>(
        "cpus", "", "usable by the process",
        [](auto& row) -> auto& { return row.cpus; }),
    Field<HostFacts>(
        "governor", "", "of cpufreq; mixed: when they differ",
        [](auto& row) -> auto& { return row.governor; }),
    Field<HostFacts>(
        "virtualisation", "", "kvm ...; none on bare metal; empty: unknown",
        [](auto& row) -> auto& { return row.virtualisation; }),
    Field<HostFacts>(
        "memory_bytes", "B", "of the machine",
        [](auto& row) -> auto& { return row.memory_bytes; }),
    Field<HostFacts>(
        "memory_available_bytes", "B", "before the run",
        [](auto& row) -> auto& { return row.memory_available_bytes; }),
    Field<HostFacts>(
        "cgroup_memory_limit_bytes", "B",
        "the least of the cgroup and those above it; 0: none",
        [](auto& row) -> auto& { return row.cgroup_memory_limit_bytes; }),
};

constexpr std::array kMountFields = {
    Field<MountFacts>(
        "directory", "", "resolved",
        [](auto& row) -> auto& { return row.directory; }),
    Field<MountFacts>(
        "mount_point", "", "where the filesystem is mounted",
        [](auto& row) -> auto& { return row.mount_point; }),
    Field<MountFacts>(
        "filesystem", "", "ext4, nfs4 ...",
        [](auto& row) -> auto& { return row.filesystem; }),
    Field<MountFacts>(
        "source", "", "device or server",
        [](auto& row) -> auto& { return row.source; }),
    Field<MountFacts>(
        "options", "", "as the kernel reports them",
        [](auto& row) -> auto& { return row.options; }),
    Field<MountFacts>(
        "features", "", "ext4: has_journal or no journal; empty: unknown",
        [](auto& row) -> auto& { return row.features; }),
    Field<MountFacts>(
        "size_bytes", "B", "of the filesystem",
        [](auto& row) -> auto& { return row.size_bytes; }),
    Field<MountFacts>(
        "free_bytes", "B", "to unprivileged users, before the run",
        [](auto& row) -> auto& { return row.free_bytes; }),
    Field<MountFacts>(
        "files_total", "", "inodes; 0: no limit",
        [](auto& row) -> auto& { return row.files_total; }),
    Field<MountFacts>(
        "files_free", "", "inodes, to unprivileged users",
        [](auto& row) -> auto& { return row.files_free; }),
    Field<MountFacts>(
        "read_only", "", "mounted so",
        [](auto& row) -> auto& { return row.read_only; }),
    Field<MountFacts>(
        "in_memory", "", "tmpfs and the like: no device behind",
        [](auto& row) -> auto& { return row.in_memory; }),
    Field<MountFacts>(
        "network", "", "served by another machine or the host of a virtual one",
        [](auto& row) -> auto& { return row.network; }),
    Field<MountFacts>(
        "major", "", "of st_dev", [](auto& row) -> auto& { return row.major; }),
    Field<MountFacts>(
        "minor", "", "of st_dev", [](auto& row) -> auto& { return row.minor; }),
};

constexpr std::array kBlockDeviceFields = {
    Field<BlockDeviceFacts>(
        "name", "", "below /sys/class/block",
        [](auto& row) -> auto& { return row.name; }),
    Field<BlockDeviceFacts>(
        "model", "", "or what a virtual device is made of",
        [](auto& row) -> auto& { return row.model; }),
    Field<BlockDeviceFacts>(
        "serial", "", "", [](auto& row) -> auto& { return row.serial; }),
    Field<BlockDeviceFacts>(
        "firmware", "", "revision",
        [](auto& row) -> auto& { return row.firmware; }),
    Field<BlockDeviceFacts>(
        "size_bytes", "B", "of the device or partition",
        [](auto& row) -> auto& { return row.size_bytes; }),
    Field<BlockDeviceFacts>(
        "logical_block_bytes", "B", "",
        [](auto& row) -> auto& { return row.logical_block_bytes; }),
    Field<BlockDeviceFacts>(
        "physical_block_bytes", "B", "",
        [](auto& row) -> auto& { return row.physical_block_bytes; }),
    Field<BlockDeviceFacts>(
        "rotational", "", "",
        [](auto& row) -> auto& { return row.rotational; }),
    Field<BlockDeviceFacts>(
        "scheduler", "", "the active one",
        [](auto& row) -> auto& { return row.scheduler; }),
    Field<BlockDeviceFacts>(
        "write_cache", "", "write back or write through",
        [](auto& row) -> auto& { return row.write_cache; }),
    Field<BlockDeviceFacts>(
        "queue_requests", "", "nr_requests",
        [](auto& row) -> auto& { return row.queue_requests; }),
    Field<BlockDeviceFacts>(
        "wbt_lat_us", "us", "target of write-back throttling; -1: none",
        [](auto& row) -> auto& { return row.wbt_lat_us; }),
    Field<BlockDeviceFacts>(
        "backing_file", "", "of a loop device",
        [](auto& row) -> auto& { return row.backing_file; }),
    Field<BlockDeviceFacts>(
        "loop_direct_io", "", "its backing file is read around the page cache",
        [](auto& row) -> auto& { return row.loop_direct_io; }),
    Field<BlockDeviceFacts>(
        "parent", "", "the whole disk of a partition",
        [](auto& row) -> auto& { return row.parent; }),
};

constexpr std::array kPhaseFields = {
    Field<PhaseResult>(
        "name", "", "setup, warm-up or measure; of a sweep: its pattern",
        [](auto& row) -> auto& { return row.name; }),
    Field<PhaseResult>(
        "threads", "", "of a sweep, else 0",
        [](auto& row) -> auto& { return row.threads; }),
    Field<PhaseResult>(
        "block_bytes", "B", "block size of a sweep, else 0",
        [](auto& row) -> auto& { return row.block_bytes; }),
    Field<PhaseResult>(
        "seconds", "s", "from the start to the deadline or the last pass",
        [](auto& row) -> auto& { return row.seconds; }),
    Field<PhaseResult>(
        "seconds_to_last", "s", "to the end of the last operation",
        [](auto& row) -> auto& { return row.seconds_to_last; }),
    Field<PhaseResult>(
        "queue_depth", "", "sweep: operations in flight per thread",
        [](auto& row) -> auto& { return row.sweep.queue_depth; }),
    Field<PhaseResult>(
        "seconds_to_flush", "s",
        "sweep: to the end of the last flush; 0 without one",
        [](auto& row) -> auto& { return row.sweep.seconds_to_flush; }),
    Field<PhaseResult>(
        "stonewall_seconds", "s",
        "sweep: until the first thread had done its work",
        [](auto& row) -> auto& { return row.sweep.stonewall_seconds; }),
    Field<PhaseResult>(
        "stonewall_operations", "", "sweep: done by then",
        [](auto& row) -> auto& { return row.sweep.stonewall_operations; }),
    Field<PhaseResult>(
        "stonewall_bytes", "B", "sweep: moved by then",
        [](auto& row) -> auto& { return row.sweep.stonewall_bytes; }),
    Field<PhaseResult>(
        "cached_before", "1",
        "sweep: share of the files that was in the page cache when the phase "
        "began; negative: unknown",
        [](auto& row) -> auto& { return row.sweep.cached_before; }),
    Field<PhaseResult>(
        "cache", "", "sweep: warm, drop or direct",
        [](auto& row) -> auto& { return row.sweep.cache; }),
    Field<PhaseResult>(
        "passes", "", "complete ones, of all clients",
        [](auto& row) -> auto& { return row.passes; }),
    Field<PhaseResult>(
        "pass_min_ns", "ns", "exact shortest pass",
        [](auto& row) -> auto& { return row.pass_min_ns; }),
    Field<PhaseResult>(
        "pass_max_ns", "ns", "exact longest pass",
        [](auto& row) -> auto& { return row.pass_max_ns; }),
    Field<PhaseResult>(
        "user_seconds", "s", "CPU time of all clients in user mode",
        [](auto& row) -> auto& { return row.user_seconds; }),
    Field<PhaseResult>(
        "system_seconds", "s", "in the kernel",
        [](auto& row) -> auto& { return row.system_seconds; }),
    Field<PhaseResult>(
        "harness_ns_per_operation", "ns",
        "bookkeeping between operations, sampled",
        [](auto& row) -> auto& { return row.harness_ns_per_operation; }),
    Field<PhaseResult>(
        "lookups", "", "name resolution: stat calls",
        [](auto& row) -> auto& { return row.resolution.lookups; }),
    Field<PhaseResult>(
        "scans", "", "name resolution: directory scans",
        [](auto& row) -> auto& { return row.resolution.scans; }),
    Field<PhaseResult>(
        "resolution_calls", "", "system calls of both",
        [](auto& row) -> auto& { return row.resolution.calls; }),
};

constexpr std::array kStuckFields = {
    Field<StuckOperation>(
        "client", "", "", [](auto& row) -> auto& { return row.client; }),
    Field<StuckOperation>(
        "operation", "", "", [](auto& row) -> auto& { return row.operation; }),
    Field<StuckOperation>(
        "line", "", "of the loadfile",
        [](auto& row) -> auto& { return row.line; }),
    Field<StuckOperation>(
        "at_least_ns", "ns", "it had been running so long",
        [](auto& row) -> auto& { return row.at_least_ns; }),
};

constexpr std::array kUnexpectedFields = {
    Field<UnexpectedExample>(
        "client", "", "", [](auto& row) -> auto& { return row.client; }),
    Field<UnexpectedExample>(
        "operation", "", "", [](auto& row) -> auto& { return row.operation; }),
    Field<UnexpectedExample>(
        "loadfile", "", "", [](auto& row) -> auto& { return row.loadfile; }),
    Field<UnexpectedExample>(
        "line", "", "of the loadfile",
        [](auto& row) -> auto& { return row.line; }),
    Field<UnexpectedExample>(
        "path", "", "of the operation or its handle",
        [](auto& row) -> auto& { return row.path; }),
    Field<UnexpectedExample>(
        "expected", "", "what the loadfile says",
        [](auto& row) -> auto& { return row.expected; }),
    Field<UnexpectedExample>(
        "got", "", "what happened", [](auto& row) -> auto& { return row.got; }),
};

constexpr std::array kVerifyFields = {
    Field<VerifyResult>(
        "enabled", "", "--verify was given",
        [](auto& row) -> auto& { return row.enabled; }),
    Field<VerifyResult>(
        "verified_bytes", "B", "read as they were written",
        [](auto& row) -> auto& { return row.verified_bytes; }),
    Field<VerifyResult>(
        "unverified_bytes", "B", "read, but nothing to compare with",
        [](auto& row) -> auto& { return row.unverified_bytes; }),
    Field<VerifyResult>(
        "mismatches", "", "reads that brought something else",
        [](auto& row) -> auto& { return row.mismatches; }),
};

constexpr std::array kWarningFields = {
    Field<RunWarning>(
        "id", "", "stable name", [](auto& row) -> auto& { return row.id; }),
    Field<RunWarning>(
        "text", "", "the fact, and the option that changes it",
        [](auto& row) -> auto& { return row.text; }),
    Field<RunWarning>(
        "severity", "", "valid (a note), warn or invalid",
        [](auto& row) -> auto& { return row.severity; }),
};

template <typename T>
TableDescription Describe(std::string_view place, Fields<T> fields) {
  TableDescription table{place, {}};
  for (const Column<T>& field : fields) {
    table.columns.push_back({field.name, field.unit, field.meaning});
  }
  return table;
}

}  // namespace

Fields<RunResult> RunFields() {
  return kRunFields;
}
Fields<HostFacts> HostFields() {
  return kHostFields;
}
Fields<MountFacts> MountFields() {
  return kMountFields;
}
Fields<BlockDeviceFacts> BlockDeviceFields() {
  return kBlockDeviceFields;
}
Fields<PhaseResult> PhaseFields() {
  return kPhaseFields;
}
Fields<StuckOperation> StuckFields() {
  return kStuckFields;
}
Fields<UnexpectedExample> UnexpectedFields() {
  return kUnexpectedFields;
}
Fields<VerifyResult> VerifyFields() {
  return kVerifyFields;
}
Fields<RunWarning> WarningFields() {
  return kWarningFields;
}

std::vector<TableDescription> DescribeRunFields() {
  return {Describe("the top level", RunFields()),
          Describe("hosts[]", HostFields()),
          Describe("mounts[]", MountFields()),
          Describe("mounts[].device", BlockDeviceFields()),
          Describe("verify", VerifyFields()),
          Describe("warnings[]", WarningFields()),
          Describe("phases[]", PhaseFields()),
          Describe("phases[].unexpected[]", UnexpectedFields()),
          Describe("phases[].stuck[]", StuckFields())};
}

}  // namespace fsduel
