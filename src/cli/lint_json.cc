// What a loadfile does, for programs.
#include <nlohmann/json.hpp>

#include "cli/lint_report.h"
#include "loadfile/operation_table.h"

namespace fsduel {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

Json OperationsJson(const LoadfileAnalysis& analysis) {
  Json rows = Json::array();
  for (const OperationRow& row : OperationTable()) {
    const auto& counted =
        analysis.operations[static_cast<std::size_t>(row.opcode)];
    if (counted.count > 0) {
      rows.push_back({{"operation", row.name},
                      {"count", counted.count},
                      {"expected_failures", counted.expected_failures},
                      {"bytes", counted.bytes}});
    }
  }
  return rows;
}

Json SizesJson(
    const std::vector<std::pair<std::int64_t, std::uint64_t>>& sizes) {
  Json rows = Json::array();
  for (const auto& [bytes, count] : sizes) {
    rows.push_back({{"bytes", bytes}, {"count", count}});
  }
  return rows;
}

Json WarningsJson(const LoadfileAnalysis& analysis) {
  Json rows = Json::array();
  for (const LoadfileWarning& warning : analysis.warnings) {
    rows.push_back({{"line", warning.line},
                    {"count", warning.count},
                    {"message", warning.message}});
  }
  return rows;
}

Json LoadfileJson(const LintedLoadfile& linted) {
  const LoadfileAnalysis& analysis = linted.analysis;
  return {{"name", linted.loadfile->name()},
          {"path", linted.path},
          {"hash", linted.loadfile->hash()},
          {"lines", linted.loadfile->lines()},
          {"operations", OperationsJson(analysis)},
          {"pass_operations", analysis.pass_operations},
          {"setup_operations", analysis.setup_operations},
          {"pass_bytes_read", analysis.bytes_read},
          {"pass_bytes_written", analysis.bytes_written},
          {"setup_bytes_written", analysis.setup_bytes_written},
          {"read_sizes", SizesJson(analysis.read_sizes)},
          {"write_sizes", SizesJson(analysis.write_sizes)},
          {"sequential_reads", analysis.sequential_reads},
          {"sequential_writes", analysis.sequential_writes},
          {"largest_offset_bytes", analysis.largest_offset},
          {"distinct_paths", analysis.distinct_paths},
          {"deepest_path", analysis.deepest_path},
          {"peak_open_handles", analysis.peak_open_handles},
          {"leaked_handles", analysis.leaked_handles},
          {"client_peak_bytes", analysis.peak_bytes},
          {"client_peak_files", analysis.peak_files},
          {"client_peak_directories", analysis.peak_directories},
          {"directives", analysis.directives},
          {"has_timestamps", analysis.has_timestamps},
          {"complete", analysis.complete},
          {"warnings", WarningsJson(analysis)}};
}

}  // namespace

std::string LintJson(const std::vector<LintedLoadfile>& loadfiles) {
  Json document = {{"schema", kSchema}, {"loadfiles", Json::array()}};
  for (const LintedLoadfile& linted : loadfiles) {
    document["loadfiles"].push_back(LoadfileJson(linted));
  }
  // A file's name need not be UTF-8.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fsduel
