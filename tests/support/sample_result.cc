#include "tests/support/sample_result.h"

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "base/random.h"

namespace fsduel {
namespace {

constexpr double kSeconds = 60;
constexpr std::uint32_t kClients = 8;

MountFacts SampleMount() {
  MountFacts mount;
  mount.directory = "/mnt/fast/work";
  mount.mount_point = "/mnt/fast";
  mount.filesystem = "ext4";
  mount.source = "/dev/nvme0n1p2";
  mount.options = "rw,noatime,discard,errors=remount-ro";
  mount.features = "has_journal";
  mount.size_bytes = 499'963'174'912;
  mount.free_bytes = 127'238'602'752;
  mount.files_total = 30'531'584;
  mount.files_free = 29'112'345;
  mount.major = 259;
  mount.minor = 3;
  BlockDeviceFacts device;
  device.name = "nvme0n1p2";
  device.parent = "nvme0n1";
  device.model = "Samsung SSD 970 EVO Plus 500GB";
  device.serial = "S4EVNF0M123456";
  device.firmware = "2B2QEXM7";
  device.size_bytes = 500'107'862'016;
  device.logical_block_bytes = 512;
  device.physical_block_bytes = 4096;
  device.scheduler = "none";
  device.write_cache = "write back";
  device.queue_requests = 1023;
  device.wbt_lat_us = 2000;
  mount.device = device;
  return mount;
}

HostFacts SampleHost() {
  HostFacts host;
  host.hostname = "bench1";
  host.kernel = "Linux 6.1.0-18-amd64 x86_64";
  host.distribution = "Debian GNU/Linux 12 (bookworm)";
  host.cpu_model = "AMD Ryzen 9 5950X 16-Core Processor";
  host.cpus = 32;
  host.governor = "performance";
  host.virtualisation = "none";
  host.memory_bytes = 67'430'002'688;
  host.memory_available_bytes = 61'203'283'968;
  host.settings = {{"vm.dirty_ratio", "20"}, {"clocksource", "tsc"}};
  return host;
}

std::vector<OperationResult> SampleOperations() {
  struct {
    const char* name;
    const char* compat_name;
    std::uint64_t count;
    double average_us;
    double max_ms;
    std::uint64_t bytes_each;
  } const rows[] = {
      {"NTCreateX", "NTCreateX", 645'231, 21.4, 88.1, 0},
      {"Close", "Close", 473'920, 4.13, 31.7, 0},
      {"Rename", "Rename", 27'317, 38.9, 91.4, 0},
      {"Unlink", "Unlink", 130'281, 42.6, 101.5, 0},
      {"Deltree", "Deltree", 16, 912, 1.41, 0},
      {"Mkdir", "Mkdir", 8, 61, 0.093, 0},
      {"QUERY_PATH_INFORMATION", "Qpathinfo", 584'762, 5.02, 44.9, 0},
      {"QUERY_FILE_INFORMATION", "Qfileinfo", 102'478, 1.24, 3.3, 0},
      {"QUERY_FS_INFORMATION", "Qfsinfo", 107'225, 2.71, 2.9, 0},
      {"SET_FILE_INFORMATION", "Sfileinfo", 52'551, 8.33, 12.8, 0},
      {"FIND_FIRST", "Find", 226'088, 14.9, 61.0, 0},
      {"WriteX", "WriteX", 321'657, 61.8, 412.3, 25'719},
      {"ReadX", "ReadX", 1'011'320, 11.6, 38.0, 11'853},
      {"LockX", "LockX", 2'101, 1.93, 0.061, 0},
      {"UnlockX", "UnlockX", 2'101, 0.94, 0.037, 0},
      {"Flush", "Flush", 45'210, 8'412, 543.2, 0},
  };
  std::vector<OperationResult> operations;
  for (const auto& row : rows) {
    OperationResult operation = SampleOperation(
        row.name, row.compat_name, row.count, row.average_us * 1000,
        static_cast<std::uint64_t>(row.max_ms * 1e6));
    operation.summary.bytes = row.bytes_each * row.count;
    operation.writes_data = operation.operation == "WriteX";
    operation.reads_data = operation.operation == "ReadX";
    operation.client_time_share =
        static_cast<double>(operation.summary.sum_ns) /
        (kSeconds * 1e9 * kClients);
    operations.push_back(operation);
  }
  operations[0].summary.failures = 170'986;  // expected ones
  operations[0].summary.late_count = 3;
  OperationSummary& write = operations[11].summary;
  write.failures = 11;
  write.unexpected = 11;
  write.errors = {{ENOSPC, 9}, {EIO, 2}};
  write.late_count = 2;
  write.late_bytes = 65'536;
  OperationSummary& read = operations[12].summary;
  read.unexpected = 1;
  read.short_transfers = 1;
  read.errors = {{0, 1}};
  return operations;
}

ClientResult SampleClient(std::uint32_t number) {
  ClientResult client;
  client.client = number;
  client.group = "office";
  client.directory = "/mnt/fast/work";
  client.pid = 41'200 + number;
  client.operations = 455'120 + 3'614 * std::uint64_t{number};
  client.bytes = 2'500'000'000 + 1'000'000 * std::uint64_t{number};
  client.user_seconds = 1.5;
  client.system_seconds = 4.25;
  client.leaked_handles = number == 3 ? 2 : 0;
  client.passes = 11;
  for (std::int64_t pass = 1; pass <= 11; ++pass) {
    const std::int64_t duration =
        5'000'000'000 + 37'000'000 * pass + 11'000'000 * std::int64_t{number};
    client.pass_ends_and_durations_ns.emplace_back(5'300'000'000 * pass,
                                                   duration);
  }
  return client;
}

void AddSeries(PhaseResult* phase) {
  for (std::uint32_t second = 0; second < 3; ++second) {
    const std::int64_t end_ns = 1'000'000'000 * (std::int64_t{second} + 1);
    phase->timeline.push_back({second,
                               end_ns,
                               "ReadX",
                               17'000,
                               201'500'000,
                               {{30, 16'990}, {52, 10}}});
    phase->timeline.push_back(
        {second, end_ns, "Flush", 750 + second, 0, {{70, 750 + second}}});
    DeviceRow device;
    device.interval = second;
    device.end_ns = end_ns;
    device.device = "nvme0n1p2";
    device.reads = 20;
    device.read_bytes = 81'920;
    device.writes = 41'012;
    device.write_bytes = 2'721'000'000;
    device.flushes = 15'070;
    device.discards = 1;
    device.read_time_ms = 3;
    device.write_time_ms = 4'500;
    device.flush_time_ms = 6'000;
    device.utilisation = 0.875;
    device.queue = 3.25;
    phase->device.push_back(device);
    CpuRow cpu;
    cpu.interval = second;
    cpu.end_ns = end_ns;
    cpu.user = 0.0625;
    cpu.system = 0.25;
    cpu.iowait = 0.125;
    cpu.psi_io = 0.5;
    phase->cpu.push_back(cpu);
  }
}

PhaseResult SampleMeasurePhase() {
  PhaseResult phase;
  phase.name = "measure";
  phase.seconds = kSeconds;
  phase.seconds_to_last = kSeconds + 0.43;
  phase.operations = SampleOperations();
  phase.pass_min_ns = 5'037'000'000;
  phase.pass_max_ns = 5'484'000'000;
  for (std::uint32_t number = 0; number < kClients; ++number) {
    phase.clients.push_back(SampleClient(number));
    for (const auto& pass : phase.clients.back().pass_ends_and_durations_ns) {
      phase.pass_times.Record(static_cast<std::uint64_t>(pass.second));
      ++phase.passes;
    }
  }
  phase.user_seconds = 12;
  phase.system_seconds = 34;
  phase.harness_ns_per_operation = 121.5;
  phase.resolution = {1'230'000, 333'210, 2'896'050};
  phase.unexpected = {
      {3, "WriteX", "office", 412, "/clients/client3/~dmtmp/PM/A.TMP",
       "success", "ENOSPC (No space left on device)"},
      {5, "ReadX", "office", 977, "/clients/client5/~dmtmp/SEED/LARGE.FIL",
       "61440 bytes", "4096 bytes"}};
  phase.stuck = {{6, "Flush", 1201, 31'200'000'000}};
  AddSeries(&phase);
  return phase;
}

}  // namespace

OperationResult SampleOperation(const std::string& name,
                                const std::string& compat_name,
                                std::uint64_t count, double average_ns,
                                std::uint64_t max_ns) {
  OperationResult operation;
  operation.operation = name;
  operation.compat_name = compat_name;
  OperationSummary& summary = operation.summary;
  summary.count = count;
  summary.sum_ns =
      static_cast<std::uint64_t>(average_ns * static_cast<double>(count));
  summary.max_ns = max_ns;
  summary.min_ns = static_cast<std::uint64_t>(average_ns * 0.4);
  // A long right tail: value of quantile q is 0.6 average / (1 - q)^0.3.
  const std::uint64_t groups = std::min<std::uint64_t>(count, 4000);
  for (std::uint64_t i = 0; i < groups; ++i) {
    const double q =
        (static_cast<double>(i) + 0.5) / static_cast<double>(groups);
    const auto value =
        static_cast<std::uint64_t>(0.6 * average_ns * std::pow(1 - q, -0.3));
    const std::uint64_t many = count / groups + (i < count % groups ? 1 : 0);
    summary.histogram.AddCount(LatencyHistogram::BucketOf(std::clamp(
                                   value, summary.min_ns, summary.max_ns)),
                               many);
  }
  summary.over[0] = count / 1000;
  return operation;
}

RunResult SampleResult() {
  RunResult result;
  result.run_id = "20261130T210409Z-office";
  result.group_id = result.run_id;
  result.label = "office";
  result.tool_version = "0.1.0";
  result.command_line = {"fsduel", "replay", "office", "-D", "/mnt/fast/work"};
  result.start_utc = "2026-11-30T21:04:09Z";
  result.seed = 1'234'567'890'123;
  result.loadfiles = {{"office", "9f86d081884c7d65"}};
  result.workload_hash = "9f86d081884c7d65";
  result.client_count = kClients;
  result.client_host = "process";
  result.spec = {{"semantics", "posix"}, {"durability", "none"}};
  result.thresholds_ns = {1'000'000, 10'000'000};
  result.host = SampleHost();
  result.mounts = {SampleMount()};
  PhaseResult warmup;
  warmup.name = "warm-up";
  warmup.seconds = 6;
  warmup.seconds_to_last = 6;
  warmup.operations = {
      SampleOperation("Close", "Close", 40'000, 4'000, 1'000'000)};
  result.phases = {warmup, SampleMeasurePhase()};
  result.verify = {true, 900'000'000, 1'000'000, 1};
  result.dirty_bytes_at_end = 1'214'000'000;
  result.closing_sync_seconds = 2.31;
  result.null_harness_ns_per_operation = 58.25;
  result.cleanup_seconds = 0.75;
  result.state = RunState::kComplete;
  result.validity = Validity::kWarn;
  result.warnings = {{"too-short",
                      "measured for less than 3 passes: use --time-limit 120s",
                      Validity::kWarn}};
  return result;
}

}  // namespace fsduel
