// The comparison for programs.
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/compare_report.h"
#include "report/compare_text.h"
#include "report/compare_words.h"
#include "result/value.h"

namespace fsduel {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

Json NumberOrNull(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json SideJson(const RowSide& side) {
  return {{"values", side.values},
          {"median", side.median},
          {"merged", side.merged},
          {"operations_per_second", side.rate},
          {"client_time_share", side.share}};
}

Json TestJson(const CompareRow& row) {
  if (!row.tested) {
    return nullptr;
  }
  return {{"test", row.paired ? "signed ranks" : "Mann-Whitney"},
          {"p", row.p_value},
          {"p_holm", row.p_adjusted},
          {"p_equivalence", row.p_equivalence},
          {"least_detectable_ratio", NumberOrNull(row.least_ratio)},
          {"runs_needed",
           row.runs_needed == 0 ? Json(nullptr) : Json(row.runs_needed)}};
}

Json RowJson(const Comparison& comparison, const CompareRow& row) {
  const RowSubject& subject = row.subject;
  const MetricInfo& info = InfoOf(subject.metric);
  Json less_loaded = nullptr;
  if (row.less_loaded != 0) {
    less_loaded = comparison.sides[row.less_loaded < 0 ? 0 : row.side].name;
  }
  return {{"row", row.number},
          {"other", comparison.sides[row.side].name},
          {"workload", subject.workload},
          {"phase", subject.phase},
          {"threads", subject.threads},
          {"block_bytes", subject.block_bytes},
          {"operation", subject.operation},
          {"measure", std::get<std::string>(ToValue(subject.measure))},
          {"figure", info.name},
          {"threshold_ns", subject.threshold_ns},
          {"unit", info.unit == "MB/s" ? "B/s"
                   : info.unit == "ms" ? "ns"
                   : info.unit == "%"  ? "1"
                                       : "1/s"},
          {"more_is_better", info.more_is_better},
          {"main", row.primary},
          {"first_side", SideJson(row.a)},
          {"other_side", SideJson(row.b)},
          {"ratio", row.ratio},
          {"ratio_interval_95", {row.interval.low, row.interval.high}},
          {"hodges_lehmann_ratio", row.shift},
          {"cliffs_delta", row.delta},
          {"tested", TestJson(row)},
          {"verdict", NameOf(row.verdict)},
          {"less_loaded", less_loaded},
          {"text", VerdictText(comparison, row)}};
}

std::string_view KindName(FactKind kind) {
  return kind == FactKind::kSame      ? "same"
         : kind == FactKind::kSubject ? "compared"
                                      : "differs";
}

}  // namespace

std::string CompareJson(const Comparison& comparison) {
  Json document = {{"schema", kSchema},
                   {"threshold", comparison.threshold},
                   {"sides", Json::array()},
                   {"facts", Json::array()},
                   {"warnings", comparison.warnings},
                   {"pairs", comparison.pairs},
                   {"rows", Json::array()},
                   {"drift", Json::array()},
                   {"drift_tests", comparison.drift_tests},
                   {"closing", Json::array()}};
  for (const CompareSide& side : comparison.sides) {
    document["sides"].push_back({{"name", side.name}, {"runs", side.run_ids}});
  }
  for (const CompareFact& fact : comparison.facts) {
    document["facts"].push_back({{"kind", KindName(fact.kind)},
                                 {"name", fact.name},
                                 {"values", fact.values}});
  }
  for (const CompareRow& row : comparison.rows) {
    document["rows"].push_back(RowJson(comparison, row));
  }
  for (const CompareDrift& drift : comparison.drifts) {
    document["drift"].push_back({{"side", comparison.sides[drift.side].name},
                                 {"row", drift.row},
                                 {"tau", drift.tau},
                                 {"p", drift.p_value},
                                 {"ratio", drift.ratio}});
  }
  for (const Sentence& sentence : ClosingSentences(comparison)) {
    document["closing"].push_back(
        {{"text", sentence.text}, {"rows", sentence.rows}});
  }
  // A label need not be UTF-8.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fsduel
