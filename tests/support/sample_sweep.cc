#include "tests/support/sample_sweep.h"

#include "tests/support/sample_result.h"

namespace fsduel {
namespace {

OperationResult Once(const std::string& name, std::uint32_t threads,
                     double average_us) {
  return SampleOperation(
      name, "", threads, average_us * 1000,
      static_cast<std::uint64_t>(1000 * average_us * (threads == 1 ? 1 : 1.5)));
}

OperationResult Io(const SamplePhase& sample, bool writes) {
  OperationResult io = SampleOperation(
      writes ? "write" : "read", "", sample.operations,
      sample.average_us * 1000,
      static_cast<std::uint64_t>(sample.average_us * 1000 * 120));
  io.writes_data = writes;
  io.reads_data = !writes;
  io.summary.bytes = sample.operations * sample.block_bytes;
  // Thresholds of 1, 10, 100 ms, 2 and 10 s.
  io.summary.over = {};
  io.summary.over[0] = sample.average_us > 500 ? sample.operations / 2 : 0;
  io.summary.over[1] = sample.average_us > 500 ? sample.operations / 100 : 0;
  return io;
}

ClientResult Thread(const SamplePhase& sample, std::uint32_t number) {
  ClientResult client;
  client.client = number;
  client.directory = "/mnt/fast/work";
  client.operations = sample.operations / sample.threads;
  client.bytes = client.operations * sample.block_bytes;
  const double ns = sample.seconds * 1e9;
  client.first_start_ns = 20'000 + 1'000 * std::int64_t{number};
  const double lag = 0.02 * (sample.threads - 1 - number) / sample.threads;
  client.last_end_ns = static_cast<std::int64_t>(ns * (1 - lag));
  return client;
}

DeviceRow Device(const SamplePhase& sample, bool writes) {
  DeviceRow row;
  row.end_ns = static_cast<std::int64_t>(1e9 * sample.seconds);
  row.device = "nvme0n1p2";
  const std::uint64_t bytes = sample.operations * sample.block_bytes;
  (writes ? row.write_bytes : row.read_bytes) = bytes - bytes / 500;
  (writes ? row.writes : row.reads) = bytes / 131'072;
  row.utilisation = 0.9;
  return row;
}

}  // namespace

PhaseResult SampleSweepPhase(const SamplePhase& sample) {
  const bool writes = sample.pattern.ends_with("write");
  PhaseResult phase;
  phase.name = sample.pattern;
  phase.threads = sample.threads;
  phase.block_bytes = sample.block_bytes;
  phase.seconds = sample.seconds;
  phase.seconds_to_last = sample.seconds;
  phase.operations = {Io(sample, writes), Once("open", sample.threads, 12),
                      Once("close", sample.threads, 3)};
  if (sample.flush_seconds > 0) {
    phase.operations.push_back(
        Once("flush", sample.threads, 1e6 * sample.flush_seconds / 1.5));
    phase.sweep.seconds_to_flush = sample.seconds + sample.flush_seconds;
  }
  for (std::uint32_t number = 0; number < sample.threads; ++number) {
    phase.clients.push_back(Thread(sample, number));
  }
  phase.device = {Device(sample, writes)};
  phase.user_seconds = 0.07 * sample.seconds;
  phase.system_seconds = 0.33 * sample.seconds;
  phase.sweep.stonewall_seconds = 0.98 * sample.seconds;
  phase.sweep.stonewall_operations = sample.operations * 97 / 100;
  phase.sweep.stonewall_bytes =
      phase.sweep.stonewall_operations * sample.block_bytes;
  phase.sweep.cached_before = 0.001;
  phase.sweep.cache = "drop";
  return phase;
}

std::vector<RunResult> SampleSweep(std::uint32_t runs) {
  const SamplePhase samples[] = {
      {"seq-write", 1, 4096, 512'000, 11.2, 20.9, 1.4},
      {"rand-write", 1, 4096, 4'000, 0.13, 24.0, 1.31},
      {"seq-read", 1, 4096, 512'000, 10.4, 19.5, 0},
      {"rand-read", 1, 4096, 4'000, 0.51, 125.0, 0},
      {"seq-write", 8, 4096, 512'000, 10.7, 164.0, 1.9},
      {"rand-write", 8, 4096, 4'000, 0.02, 30.0, 1.5},
      {"seq-read", 8, 4096, 512'000, 11.1, 172.0, 0},
      {"rand-read", 8, 4096, 4'000, 0.44, 870.0, 0},
      {"seq-write", 128, 16'384, 128'000, 11.9, 11'500.0, 2.2},
      {"rand-write", 128, 16'384, 4'000, 0.011, 90.0, 1.2},
      {"seq-read", 128, 16'384, 128'000, 8.5, 8'350.0, 0},
      {"rand-read", 128, 16'384, 4'000, 0.49, 6'600.0, 0},
  };
  std::vector<RunResult> results;
  for (std::uint32_t run = 1; run <= runs; ++run) {
    RunResult result = SampleResult();
    result.run_id = "20261201T010203Z-sweep-" + std::to_string(run);
    result.group_id = "20261201T010203Z-sweep-1";
    result.kind = "sweep";
    result.label = "sweep";
    result.run_index = run;
    result.runs = runs;
    result.loadfiles.clear();
    result.client_host = "thread";
    result.spec = {{"patterns", "seq-write,rand-write,seq-read,rand-read"},
                   {"threads", "1,8,128"},
                   {"block", "4 KiB,16 KiB"},
                   {"size", "1.95 GiB"},
                   {"files", "one per thread"},
                   {"ends-after", "one pass"},
                   {"random-operations", "4000"},
                   {"durability", "fsync-end"},
                   {"engine", "psync"},
                   {"queue-depth", "1"},
                   {"cache", "drop"},
                   {"compressible", "40 %"},
                   {"dedup", "0 %"}};
    result.thresholds_ns = {1'000'000, 10'000'000, 100'000'000, 2'000'000'000,
                            10'000'000'000};
    result.phases.clear();
    for (SamplePhase sample : samples) {
      sample.seconds *= 1 - 0.03 * (run - 1);
      result.phases.push_back(SampleSweepPhase(sample));
    }
    result.verify = {};
    result.warnings = {
        {"too-little-work",
         "4,000 random operations at 128 threads are 31 each: use --operations",
         Validity::kWarn}};
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace fsduel
