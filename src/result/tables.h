// The CSV tables of a run folder. Format: results/README.md, whose lists of
// columns are checked against these.
#ifndef FSDUEL_RESULT_TABLES_H_
#define FSDUEL_RESULT_TABLES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result/column.h"
#include "result/run_result.h"

namespace fsduel {

// Of run.json and all tables. A reader refuses any other.
inline constexpr std::uint64_t kSchemaVersion = 1;

// In histograms.csv: the times of whole passes.
inline constexpr std::string_view kPassOperation = "pass";

// The columns that every table starts with; unused ones are empty.
struct KeyColumns {
  std::string run;
  std::string host;
  RowKey row;
  std::string operation;
  std::string measure;  // "service", "response", "lateness", or empty
};

// One line of a table.
template <typename Row>
struct Keyed {
  KeyColumns key;
  Row row;
};

struct ErrorRow {
  int error = 0;
  std::string error_name;
  std::uint64_t count = 0;
  std::string example;
};

struct HistogramRow {
  std::uint64_t lower_ns = 0;
  std::uint64_t upper_ns = 0;  // the first value above the bucket
  std::uint64_t count = 0;
};

struct PassRow {
  std::uint32_t client = 0;
  std::uint64_t pass = 0;  // from 1, of the client in the phase
  std::int64_t end_ns = 0;
  std::int64_t duration_ns = 0;
};

struct ClientOperationRow {
  std::uint32_t client = 0;
  ClientOperation did;
};

template <typename Row>
using Columns = std::span<const Column<Keyed<Row>>>;

// The columns after the key.
Columns<OperationResult> OperationColumns();  // but for the thresholds
Columns<ErrorRow> ErrorColumns();
Columns<HistogramRow> HistogramColumns();
Columns<TimelineRow> TimelineColumns();
Columns<DeviceRow> DeviceColumns();
Columns<CpuRow> CpuColumns();
Columns<ClientResult> ClientColumns();
Columns<PassRow> PassColumns();
Columns<ClientOperationRow> ClientOperationColumns();

// The key columns.
std::span<const Column<KeyColumns>> KeyColumnList();

// "over_100ms": the column that counts operations of at least a threshold.
std::string ThresholdColumn(std::int64_t threshold_ns);

// The buckets of a TimelineRow: "30:16990 52:10". ParseBuckets is false for
// anything else, and for buckets out of range.
std::string FormatBuckets(const TimelineRow& row);
bool ParseBuckets(std::string_view text, TimelineRow* row);

// For documentation: the key ("all tables"), then all tables with their
// columns after it.
struct ColumnDescription {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};
struct TableDescription {
  std::string_view file;
  std::vector<ColumnDescription> columns;
};
std::vector<TableDescription> DescribeTables();

}  // namespace fsduel

#endif  // FSDUEL_RESULT_TABLES_H_
