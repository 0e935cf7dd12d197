// Merges what the clients counted.
#include "run/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/judge.h"

namespace fsduel {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;
constexpr double kMicrosecondsPerSecond = 1e6;

OperationResult MakeOperation(const OperationLabel& label, Measure measure) {
  OperationResult operation;
  operation.operation = label.name;
  operation.compat_name = label.compat_name;
  operation.measure = measure;
  operation.reads_data = label.reads_data;
  operation.writes_data = label.writes_data;
  return operation;
}

void CollectOperations(const SharedBlock& block, std::uint32_t phase,
                       PhaseResult* result) {
  const std::vector<OperationLabel>& operations = block.rows().labels;
  for (std::size_t row = 0; row < operations.size(); ++row) {
    OperationResult service = MakeOperation(operations[row], Measure::kService);
    OperationResult response =
        MakeOperation(operations[row], Measure::kResponse);
    for (std::uint32_t i = 0; i < block.clients(); ++i) {
      const ClientStats stats = block.stats(i);
      MergeInto(stats.operations(phase - 1)[row], &service.summary);
      if (block.layout().paced()) {
        MergeInto(stats.responses(phase - 1)[row], &response.summary);
      }
    }
    if (service.summary.count == 0 && service.summary.interrupted == 0 &&
        service.summary.unexpected == 0) {
      continue;
    }
    service.client_time_share =
        static_cast<double>(service.summary.sum_ns) /
        (result->seconds_to_last * kNanosecondsPerSecond * block.clients());
    result->operations.push_back(std::move(service));
    if (response.summary.count != 0) {
      result->operations.push_back(std::move(response));
    }
  }
}

void CollectPasses(const ClientStats& stats, std::uint32_t phase,
                   std::int64_t start_ns, ClientResult* client) {
  const ClientHeader& header = stats.header();
  client->passes_not_listed = header.passes_not_listed.Load();
  for (std::uint32_t i = 0; i < header.passes_listed.Load(); ++i) {
    const PassRecord& record = stats.passes()[i];
    if (record.phase.Load() == phase) {
      client->pass_ends_and_durations_ns.emplace_back(
          record.end_ns.Load() - start_ns, record.duration_ns.Load());
    }
  }
}

ClientResult CollectClient(const SharedBlock& block, std::uint32_t phase,
                           std::uint32_t number, const ClientLabel& label) {
  const ClientStats stats = block.stats(number);
  const PhaseHeader& header = stats.phase(phase - 1);
  ClientResult client;
  client.client = number;
  client.group = label.group;
  client.directory = label.directory;
  client.pid = stats.header().pid.Load();
  const OperationStats* const rows = stats.operations(phase - 1);
  for (std::size_t row = 0; row < block.rows().opcodes.size(); ++row) {
    if (rows[row].count.Load() != 0 && !block.rows().labels[row].overhead) {
      client.operations += rows[row].count.Load() - rows[row].late_count.Load();
      client.bytes += rows[row].bytes.Load() - rows[row].late_bytes.Load();
      if (label.list_operations) {
        client.operation_list.push_back(
            {block.rows().labels[row].name, rows[row].count.Load(),
             rows[row].sum_ns.Load(), rows[row].max_ns.Load()});
      }
    }
  }
  client.passes = header.passes.Load();
  client.leaked_handles = header.leaked_handles.Load();
  client.user_seconds =
      static_cast<double>(header.user_us.Load()) / kMicrosecondsPerSecond;
  client.system_seconds =
      static_cast<double>(header.system_us.Load()) / kMicrosecondsPerSecond;
  const std::int64_t start = block.control().start_ns[phase].load();
  if (header.last_end_ns.Load() != 0) {
    client.first_start_ns = header.first_start_ns.Load() - start;
    client.last_end_ns = header.last_end_ns.Load() - start;
  }
  CollectPasses(stats, phase, start, &client);
  return client;
}

// Adds what one client's PhaseHeader holds to the totals of the phase.
void AddHeader(const PhaseHeader& header, std::uint64_t* gap_ns,
               std::uint64_t* gap_samples, PhaseResult* result) {
  *gap_ns += header.gap_ns.Load();
  *gap_samples += header.gap_samples.Load();
  result->resolution.lookups += header.lookups.Load();
  result->resolution.scans += header.scans.Load();
  result->resolution.calls += header.resolution_calls.Load();
  if (header.passes.Load() == 0) {
    return;
  }
  result->pass_min_ns =
      result->passes == 0
          ? header.pass_min_ns.Load()
          : std::min(result->pass_min_ns, header.pass_min_ns.Load());
  result->pass_max_ns =
      std::max(result->pass_max_ns, header.pass_max_ns.Load());
  result->passes += header.passes.Load();
  result->pass_times.Merge(header.pass_times);
}

}  // namespace

std::vector<ClientLabel> LabelsOf(const RunPlan& plan) {
  std::vector<ClientLabel> labels;
  for (std::uint32_t i = 0; i < plan.spec.clients; ++i) {
    // Only dbench's --per-client-results shows the list of operations.
    labels.push_back({plan.loadfiles[plan.loadfile_of[i]].name,
                      plan.spec.directories[plan.directory_of[i]],
                      plan.dbench.use_fixed_tree});
  }
  return labels;
}

PhaseResult CollectPhase(const SharedBlock& block, std::uint32_t phase,
                         const std::vector<ClientLabel>& labels) {
  const RunControl& control = block.control();
  const std::int64_t start = control.start_ns[phase].load();
  const std::int64_t end = control.end_ns[phase].load();
  PhaseResult result;
  result.name = PhaseName(phase);
  std::int64_t last = end;
  std::uint64_t gap_ns = 0;
  std::uint64_t gap_samples = 0;
  for (std::uint32_t i = 0; i < block.clients(); ++i) {
    const PhaseHeader& header = block.stats(i).phase(phase - 1);
    last = std::max(last, header.last_end_ns.Load());
    AddHeader(header, &gap_ns, &gap_samples, &result);
  }
  result.seconds = static_cast<double>(end - start) / kNanosecondsPerSecond;
  result.seconds_to_last =
      static_cast<double>(last - start) / kNanosecondsPerSecond;
  CollectOperations(block, phase, &result);
  for (std::uint32_t i = 0; i < block.clients(); ++i) {
    result.clients.push_back(CollectClient(block, phase, i, labels[i]));
    result.user_seconds += result.clients.back().user_seconds;
    result.system_seconds += result.clients.back().system_seconds;
  }
  if (gap_samples != 0) {
    result.harness_ns_per_operation =
        static_cast<double>(gap_ns) / static_cast<double>(gap_samples);
  }
  return result;
}

std::vector<UnexpectedExample> CollectExamples(
    const SharedBlock& block, const std::vector<ClientLabel>& labels) {
  std::vector<UnexpectedExample> examples;
  for (const UnexpectedRecord& record : block.control().examples) {
    if (record.complete.load(std::memory_order_acquire) == 0) {
      continue;
    }
    UnexpectedExample example;
    example.client = record.client;
    const OperationLabel& operation = block.rows().LabelOf(record.opcode);
    example.operation = operation.name;
    example.loadfile = labels[record.client].group;
    example.line = record.line;
    example.path = record.path.data();
    example.expected = DescribeExpectation(record.expectation);
    if (record.did_not_verify) {
      example.expected = "the data written before";
      example.got = record.detail.data();
    } else if (record.error != 0) {
      example.got = fmt::format("{} ({})", strerrorname_np(record.error),
                                strerrordesc_np(record.error));
      if (record.bytes > 0) {
        example.got += fmt::format(" after {} of {} bytes", record.bytes,
                                   record.expected_bytes);
      }
    } else if ((operation.reads_data || operation.writes_data) &&
               record.bytes < record.expected_bytes) {
      example.expected = fmt::format("{} bytes", record.expected_bytes);
      example.got = fmt::format("short {}: {} of {} bytes",
                                operation.reads_data ? "read" : "write",
                                record.bytes, record.expected_bytes);
    } else if (operation.reads_data) {
      example.expected = fmt::format("{} bytes", record.expected_bytes);
      example.got = fmt::format("{} bytes", record.bytes);
    } else {
      example.got = "success";
    }
    examples.push_back(std::move(example));
  }
  return examples;
}

std::vector<StuckOperation> CollectStuck(const SharedBlock& block,
                                         std::int64_t now_ns) {
  std::vector<StuckOperation> stuck;
  for (std::uint32_t i = 0; i < block.clients(); ++i) {
    InFlight now;
    if (block.stats(i).header().slot.Read(&now) &&
        now.state == SlotState::kRunning) {
      const Operation operation = PublishedOperation(now);
      stuck.push_back({i, block.rows().LabelOf(operation.opcode).name,
                       operation.line, now_ns - now.start_ns});
    }
  }
  return stuck;
}

VerifyResult CollectVerification(const SharedBlock& block) {
  VerifyResult verify;
  for (std::uint32_t i = 0; i < block.clients(); ++i) {
    const ClientHeader& header = block.stats(i).header();
    verify.verified_bytes += header.verified_bytes.Load();
    verify.unverified_bytes += header.unverified_bytes.Load();
    verify.mismatches += header.mismatches.Load();
  }
  return verify;
}

}  // namespace fsduel
