// A run folder -> RunResult.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "result/derived.h"
#include "result/rebuild.h"
#include "result/run_json.h"
#include "result/store.h"
#include "result/table_io.h"
#include "result/text_file.h"

namespace fsduel {
namespace {

// Reads the tables of one folder into a result whose run.json was read.
class RunReader {
 public:
  RunReader(std::string path, RunResult* result)
      : path_(std::move(path)),
        result_(*result),
        cut_off_(result->state == RunState::kRunning) {}

  Status ReadSeries() {
    Status status = ReadTimeline();
    if (status.ok()) {
      status = ReadDevice();
    }
    return status.ok() ? ReadCpu() : status;
  }

  Status ReadSummaries() {
    Status status = ReadOperations();
    if (status.ok()) {
      status = ReadErrors();
    }
    if (status.ok()) {
      status = ReadHistograms();
    }
    if (status.ok()) {
      status = ReadClients();
    }
    if (status.ok()) {
      status = ReadPasses();
    }
    return status.ok() ? ReadClientOperations() : status;
  }

 private:
  template <typename Row>
  TableReader<Row> Open(const char* file, Columns<Row> columns,
                        const std::vector<std::string>& extra = {}) const {
    return TableReader<Row>(path_ + "/" + file, columns, extra);
  }

  // Null when run.json knows no such phase; a run that was cut off had no time
  // to list its phases.
  PhaseResult* FindPhase(const RowKey& key) {
    for (PhaseResult& phase : result_.phases) {
      if (phase.Is(key)) {
        return &phase;
      }
    }
    if (!cut_off_) {
      return nullptr;
    }
    PhaseResult& phase = result_.phases.emplace_back();
    phase.name = key.phase;
    phase.threads = key.threads;
    phase.block_bytes = key.block_bytes;
    return &phase;
  }

  static std::string NoPhase(const KeyColumns& key) {
    return fmt::format("run.json has no phase {}", Quote(key.row.phase));
  }

  OperationResult* FindOperation(const KeyColumns& key) {
    PhaseResult* const phase = FindPhase(key.row);
    for (std::size_t i = 0; phase != nullptr && i < phase->operations.size();
         ++i) {
      OperationResult& operation = phase->operations[i];
      if (operation.operation == key.operation &&
          ToValue(operation.measure) == Value(key.measure)) {
        return &operation;
      }
    }
    return nullptr;
  }

  static std::string NoOperation(const KeyColumns& key) {
    return fmt::format("ops.csv has no {} {} in phase {}", Quote(key.operation),
                       Quote(key.measure), Quote(key.row.phase));
  }

  ClientResult* FindClient(const KeyColumns& key, std::uint32_t number) {
    PhaseResult* const phase = FindPhase(key.row);
    for (std::size_t i = 0; phase != nullptr && i < phase->clients.size();
         ++i) {
      // Most often the client with number n is the n-th of the list.
      ClientResult& client =
          phase->clients[(i + number) % phase->clients.size()];
      if (client.client == number) {
        return &client;
      }
    }
    return nullptr;
  }

  static std::string NoClient(std::uint32_t number) {
    return fmt::format("clients.csv has no client {} in this phase", number);
  }

  Status ReadTimeline();
  Status ReadDevice();
  Status ReadCpu();
  Status ReadOperations();
  Status ReadErrors();
  Status ReadHistograms();
  Status ReadClients();
  Status ReadPasses();
  Status ReadClientOperations();

  std::string path_;
  RunResult& result_;
  bool cut_off_;
};

Status RunReader::ReadTimeline() {
  return Open("timeline.csv", TimelineColumns())
      .Read(cut_off_, [&](Keyed<TimelineRow>* line, const auto&) {
        PhaseResult* const phase = FindPhase(line->key.row);
        if (phase == nullptr) {
          return NoPhase(line->key);
        }
        line->row.operation = line->key.operation;
        phase->timeline.push_back(std::move(line->row));
        return std::string();
      });
}

Status RunReader::ReadDevice() {
  return Open("device.csv", DeviceColumns())
      .Read(cut_off_, [&](Keyed<DeviceRow>* line, const auto&) {
        PhaseResult* const phase = FindPhase(line->key.row);
        if (phase == nullptr) {
          return NoPhase(line->key);
        }
        phase->device.push_back(std::move(line->row));
        return std::string();
      });
}

Status RunReader::ReadCpu() {
  return Open("cpu.csv", CpuColumns())
      .Read(cut_off_, [&](Keyed<CpuRow>* line, const auto&) {
        PhaseResult* const phase = FindPhase(line->key.row);
        if (phase == nullptr) {
          return NoPhase(line->key);
        }
        phase->cpu.push_back(line->row);
        return std::string();
      });
}

Status RunReader::ReadOperations() {
  std::vector<std::string> names;
  for (const std::int64_t threshold : result_.thresholds_ns) {
    names.push_back(ThresholdColumn(threshold));
  }
  return Open("ops.csv", OperationColumns(), names)
      .Read(false, [&](Keyed<OperationResult>* line,
                       const std::vector<std::uint64_t>& over) {
        PhaseResult* const phase = FindPhase(line->key.row);
        if (phase == nullptr) {
          return NoPhase(line->key);
        }
        OperationResult& operation = line->row;
        operation.operation = line->key.operation;
        if (!FromValue(Value(line->key.measure), &operation.measure)) {
          return "unknown measure " + Quote(line->key.measure);
        }
        if (FindOperation(line->key) != nullptr) {
          return "a second line for " + Quote(line->key.operation);
        }
        std::copy(over.begin(), over.end(), operation.summary.over.begin());
        phase->operations.push_back(std::move(operation));
        return std::string();
      });
}

Status RunReader::ReadErrors() {
  return Open("errors.csv", ErrorColumns())
      .Read(false, [&](Keyed<ErrorRow>* line, const auto&) {
        OperationResult* const operation = FindOperation(line->key);
        if (operation == nullptr) {
          return NoOperation(line->key);
        }
        operation->summary.errors.push_back({line->row.error, line->row.count});
        return std::string();
      });
}

Status RunReader::ReadHistograms() {
  return Open("histograms.csv", HistogramColumns())
      .Read(false, [&](Keyed<HistogramRow>* line, const auto&) {
        const std::uint64_t lower = line->row.lower_ns;
        const std::size_t bucket = LatencyHistogram::BucketOf(lower);
        if (LatencyHistogram::LowerBound(bucket) != lower) {
          return fmt::format("no bucket begins at {} ns", lower);
        }
        LatencyHistogram* histogram = nullptr;
        if (line->key.operation == kPassOperation) {
          PhaseResult* const phase = FindPhase(line->key.row);
          if (phase == nullptr) {
            return NoPhase(line->key);
          }
          histogram = &phase->pass_times;
        } else {
          OperationResult* const operation = FindOperation(line->key);
          if (operation == nullptr) {
            return NoOperation(line->key);
          }
          histogram = &operation->summary.histogram;
        }
        histogram->AddCount(bucket, line->row.count);
        return std::string();
      });
}

Status RunReader::ReadClients() {
  return Open("clients.csv", ClientColumns())
      .Read(false, [&](Keyed<ClientResult>* line, const auto&) {
        PhaseResult* const phase = FindPhase(line->key.row);
        if (phase == nullptr) {
          return NoPhase(line->key);
        }
        line->row.group = line->key.row.group;
        phase->clients.push_back(std::move(line->row));
        return std::string();
      });
}

Status RunReader::ReadPasses() {
  return Open("passes.csv", PassColumns())
      .Read(false, [&](Keyed<PassRow>* line, const auto&) {
        ClientResult* const client = FindClient(line->key, line->row.client);
        if (client == nullptr) {
          return NoClient(line->row.client);
        }
        client->pass_ends_and_durations_ns.emplace_back(line->row.end_ns,
                                                        line->row.duration_ns);
        return std::string();
      });
}

Status RunReader::ReadClientOperations() {
  return Open("client_operations.csv", ClientOperationColumns())
      .Read(false, [&](Keyed<ClientOperationRow>* line, const auto&) {
        ClientResult* const client = FindClient(line->key, line->row.client);
        if (client == nullptr) {
          return NoClient(line->row.client);
        }
        line->row.did.operation = line->key.operation;
        client->operation_list.push_back(std::move(line->row.did));
        return std::string();
      });
}

}  // namespace

Result<RunResult> ReadRun(const std::string& path, RunParts parts) {
  const std::string file = path + "/run.json";
  const Result<std::string> text = ReadTextFile(file);
  if (!text.ok()) {
    return text.status();
  }
  Result<RunResult> result = RunFromJson(text.value(), file);
  if (!result.ok()) {
    return result;
  }
  const bool cut_off = result->state == RunState::kRunning;
  if (cut_off) {
    result->phases.clear();  // what was known when it began
  }
  RunReader reader(path, &result.value());
  Status status = cut_off ? Status::Ok() : reader.ReadSummaries();
  if (status.ok() && (cut_off || parts == RunParts::kAll)) {
    status = reader.ReadSeries();
  }
  if (!status.ok()) {
    return status;
  }
  if (cut_off) {
    RebuildFromTimeline(&result.value());
  }
  return result;
}

}  // namespace fsduel
