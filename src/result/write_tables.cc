#include "result/write_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "result/derived.h"
#include "result/table_io.h"
#include "result/text_file.h"

namespace fsduel {
namespace {

KeyColumns PhaseKey(const RunResult& result, const PhaseResult& phase) {
  KeyColumns key;
  key.run = result.run_id;
  key.host = result.host.hostname;
  key.row = phase.key();
  return key;
}

KeyColumns OperationKey(const RunResult& result, const PhaseResult& phase,
                        const OperationResult& operation) {
  KeyColumns key = PhaseKey(result, phase);
  key.operation = operation.operation;
  key.measure = std::get<std::string>(ToValue(operation.measure));
  return key;
}

std::string OperationsText(const RunResult& result) {
  std::vector<std::string> names;
  for (const std::int64_t threshold : result.thresholds_ns) {
    names.push_back(ThresholdColumn(threshold));
  }
  TableText<OperationResult> table(OperationColumns(), names);
  for (const PhaseResult& phase : result.phases) {
    for (const OperationResult& operation : phase.operations) {
      const auto& over = operation.summary.over;
      table.Add(
          {OperationKey(result, phase, operation), operation},
          {over.begin(), over.begin() + std::min(names.size(), over.size())});
    }
  }
  return table.text();
}

std::string FirstExample(const PhaseResult& phase,
                         const OperationResult& operation, int error) {
  const std::string name = ErrnoName(error);
  for (const UnexpectedExample& example : phase.unexpected) {
    const bool same_error = error == 0 ? !example.got.starts_with("E")
                                       : example.got.starts_with(name + " ");
    if (example.operation == operation.operation && same_error) {
      return fmt::format("client {}, {}:{}, {}: expected {}, got {}",
                         example.client, example.loadfile, example.line,
                         example.path, example.expected, example.got);
    }
  }
  return "";
}

std::string ErrorsText(const RunResult& result) {
  TableText<ErrorRow> table(ErrorColumns());
  for (const PhaseResult& phase : result.phases) {
    for (const OperationResult& operation : phase.operations) {
      for (const ErrnoCount& error : operation.summary.errors) {
        table.Add({OperationKey(result, phase, operation),
                   {error.error, ErrnoName(error.error), error.count,
                    FirstExample(phase, operation, error.error)}});
      }
    }
  }
  return table.text();
}

void AddHistogram(const KeyColumns& key, const LatencyHistogram& histogram,
                  TableText<HistogramRow>* table) {
  for (std::size_t bucket = 0; bucket < LatencyHistogram::kBuckets; ++bucket) {
    if (const std::uint64_t count = histogram.CountAt(bucket); count != 0) {
      table->Add({key,
                  {LatencyHistogram::LowerBound(bucket),
                   LatencyHistogram::UpperBound(bucket), count}});
    }
  }
}

std::string HistogramsText(const RunResult& result) {
  TableText<HistogramRow> table(HistogramColumns());
  for (const PhaseResult& phase : result.phases) {
    for (const OperationResult& operation : phase.operations) {
      AddHistogram(OperationKey(result, phase, operation),
                   operation.summary.histogram, &table);
    }
    KeyColumns key = PhaseKey(result, phase);
    key.operation = kPassOperation;
    key.measure = std::get<std::string>(ToValue(Measure::kService));
    AddHistogram(key, phase.pass_times, &table);
  }
  return table.text();
}

struct ClientTexts {
  TableText<ClientResult> clients{ClientColumns()};
  TableText<PassRow> passes{PassColumns()};
  TableText<ClientOperationRow> operations{ClientOperationColumns()};
};

void AddClient(KeyColumns key, const ClientResult& client, ClientTexts* texts) {
  key.row.group = client.group;
  texts->clients.Add({key, client});
  std::uint64_t number = 0;
  for (const auto& [end_ns, duration_ns] : client.pass_ends_and_durations_ns) {
    texts->passes.Add({key, {client.client, ++number, end_ns, duration_ns}});
  }
  for (const ClientOperation& did : client.operation_list) {
    key.operation = did.operation;
    texts->operations.Add({key, {client.client, did}});
  }
}

}  // namespace

Status WriteTables(const std::string& path, const RunResult& result) {
  ClientTexts texts;
  for (const PhaseResult& phase : result.phases) {
    for (const ClientResult& client : phase.clients) {
      AddClient(PhaseKey(result, phase), client, &texts);
    }
  }
  struct File {
    const char* name;
    std::string text;
  };
  const File files[] = {{"ops.csv", OperationsText(result)},
                        {"errors.csv", ErrorsText(result)},
                        {"histograms.csv", HistogramsText(result)},
                        {"clients.csv", texts.clients.text()},
                        {"passes.csv", texts.passes.text()},
                        {"client_operations.csv", texts.operations.text()}};
  for (const File& file : files) {
    Status status = WriteFileAtomically(path + "/" + file.name, file.text);
    if (!status.ok()) {
      return status;
    }
  }
  return Status::Ok();
}

Status StartSeries(const std::string& path) {
  Status status = WriteFileAtomically(
      path + "/timeline.csv", TableText<TimelineRow>(TimelineColumns()).text());
  if (status.ok()) {
    status = WriteFileAtomically(path + "/device.csv",
                                 TableText<DeviceRow>(DeviceColumns()).text());
  }
  if (status.ok()) {
    status = WriteFileAtomically(path + "/cpu.csv",
                                 TableText<CpuRow>(CpuColumns()).text());
  }
  return status;
}

Status AppendSeries(const std::string& path, const KeyColumns& key,
                    const std::vector<TimelineRow>& timeline,
                    const std::vector<DeviceRow>& device,
                    const std::vector<CpuRow>& cpu) {
  TableText<TimelineRow> timeline_text(TimelineColumns());
  for (const TimelineRow& row : timeline) {
    KeyColumns row_key = key;
    row_key.operation = row.operation;
    row_key.measure = std::get<std::string>(ToValue(Measure::kService));
    timeline_text.Add({row_key, row});
  }
  TableText<DeviceRow> device_text(DeviceColumns());
  for (const DeviceRow& row : device) {
    device_text.Add({key, row});
  }
  TableText<CpuRow> cpu_text(CpuColumns());
  for (const CpuRow& row : cpu) {
    cpu_text.Add({key, row});
  }
  Status status = AppendToFile(path + "/timeline.csv", timeline_text.lines());
  if (status.ok()) {
    status = AppendToFile(path + "/device.csv", device_text.lines());
  }
  if (status.ok()) {
    status = AppendToFile(path + "/cpu.csv", cpu_text.lines());
  }
  return status;
}

}  // namespace fsduel
