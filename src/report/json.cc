// JsonReport: run.json of each run, with its tables put into the phases. Keys
// are the names of the columns. Format: results/README.md.
#include <cmath>

#include "report/report.h"
#include "result/derived.h"
#include "result/run_json.h"
#include "result/tables.h"

namespace fsduel {
namespace {

// Values that begin, end and fill each bucket: [[lower, upper, count], ...].
Json HistogramJson(const LatencyHistogram& histogram) {
  Json list = Json::array();
  for (std::size_t bucket = 0; bucket < LatencyHistogram::kBuckets; ++bucket) {
    if (const std::uint64_t count = histogram.CountAt(bucket); count != 0) {
      list.push_back({LatencyHistogram::LowerBound(bucket),
                      LatencyHistogram::UpperBound(bucket), count});
    }
  }
  return list;
}

template <typename Row>
Json RowJson(Columns<Row> columns, const Row& row) {
  return FieldsToJson(columns, Keyed<Row>{KeyColumns(), row});
}

template <typename Row>
Json RowsJson(Columns<Row> columns, const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) {
    list.push_back(RowJson(columns, row));
  }
  return list;
}

Json OperationJson(const OperationResult& operation,
                   const std::vector<std::int64_t>& thresholds_ns) {
  Json object = Json::object();
  object["operation"] = operation.operation;
  object["measure"] = ValueToJson(ToValue(operation.measure));
  AddFields(OperationColumns(), {KeyColumns(), operation}, &object);
  for (std::size_t i = 0;
       i < thresholds_ns.size() && i < operation.summary.over.size(); ++i) {
    object[ThresholdColumn(thresholds_ns[i])] = operation.summary.over[i];
  }
  object["errors_by_errno"] = Json::array();
  for (const ErrnoCount& error : operation.summary.errors) {
    object["errors_by_errno"].push_back({{"errno", error.error},
                                         {"errno_name", ErrnoName(error.error)},
                                         {"count", error.count}});
  }
  object["histogram"] = HistogramJson(operation.summary.histogram);
  return object;
}

Json ClientJson(const ClientResult& client) {
  Json object = RowJson(ClientColumns(), client);
  object["group"] = client.group;
  object["passes_listed"] = Json::array();
  for (const auto& [end_ns, duration_ns] : client.pass_ends_and_durations_ns) {
    object["passes_listed"].push_back(
        {{"end_ns", end_ns}, {"duration_ns", duration_ns}});
  }
  object["operation_list"] = Json::array();
  for (const ClientOperation& did : client.operation_list) {
    object["operation_list"].push_back({{"operation", did.operation},
                                        {"count", did.count},
                                        {"sum_ns", did.sum_ns},
                                        {"max_ns", did.max_ns}});
  }
  return object;
}

Json TimelineJson(const std::vector<TimelineRow>& timeline) {
  Json list = Json::array();
  for (const TimelineRow& row : timeline) {
    Json object = RowJson(TimelineColumns(), row);
    object["operation"] = row.operation;
    object["buckets"] = row.buckets;  // [[bucket, count], ...]
    list.push_back(std::move(object));
  }
  return list;
}

Json WindowJson(const WindowTotals& window) {
  return {{"seconds", window.seconds},
          {"operations", window.operations},
          {"operations_per_second", window.operations_rate()},
          {"bytes_read", window.bytes_read},
          {"bytes_read_per_second", window.read_rate()},
          {"bytes_written", window.bytes_written},
          {"bytes_written_per_second", window.write_rate()}};
}

// Figures that people compare, so that no reader of the JSON needs to compute
// them in another way.
Json SummaryJson(const PhaseResult& phase) {
  const PhaseTotals totals = TotalsOf(phase);
  const bool passed = phase.passes != 0;
  const auto pass = [&](double percent) {
    return passed ? Json(PassPercentileNs(phase, percent)) : Json(nullptr);
  };
  Json summary = {{"until_deadline", WindowJson(totals.until_deadline)},
                  {"until_last", WindowJson(totals.until_last)},
                  {"errors", totals.unexpected},
                  {"failures", totals.failures},
                  {"pass_p50_ns", pass(50)},
                  {"pass_p90_ns", pass(90)}};
  const std::optional<Fairness> fairness = FairnessOf(phase.clients);
  summary["jain_index"] = fairness ? Json(fairness->jain) : Json(nullptr);
  return summary;
}

Json RunReportJson(const RunResult& run) {
  Json document = RunToJson(run);
  for (std::size_t i = 0; i < run.phases.size(); ++i) {
    const PhaseResult& phase = run.phases[i];
    Json& object = document["phases"][i];
    object["summary"] = SummaryJson(phase);
    object["operations"] = Json::array();
    for (const OperationResult& operation : phase.operations) {
      object["operations"].push_back(
          OperationJson(operation, run.thresholds_ns));
    }
    object["pass_histogram"] = HistogramJson(phase.pass_times);
    object["clients"] = Json::array();
    for (const ClientResult& client : phase.clients) {
      object["clients"].push_back(ClientJson(client));
    }
    object["timeline"] = TimelineJson(phase.timeline);
    object["device"] = RowsJson(DeviceColumns(), phase.device);
    object["cpu"] = RowsJson(CpuColumns(), phase.cpu);
  }
  return document;
}

}  // namespace

std::string JsonReport(const std::vector<RunResult>& runs) {
  Json document = Json::object();
  document["schema_version"] = kSchemaVersion;
  document["runs"] = Json::array();
  for (const RunResult& run : runs) {
    document["runs"].push_back(RunReportJson(run));
  }
  return JsonText(document);
}

}  // namespace fsduel
