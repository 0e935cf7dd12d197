// Columns of ops.csv, errors.csv and histograms.csv; the key; descriptions.
#include "result/tables.h"

#include <fmt/format.h>

#include <array>

#include "result/derived.h"

namespace fsduel {
namespace {

using enum ValueKind;

// Unused numbers of the key are empty cells, not 0.
Value NumberOrNothing(std::uint32_t number) {
  return number == 0 ? Value() : Value(std::uint64_t{number});
}

bool SetNumberOrNothing(const Value& value, std::uint32_t* number) {
  *number = 0;
  return std::holds_alternative<std::monostate>(value) ||
         FromValue(value, number);
}

constexpr std::array kKeyColumns = {
    Field<KeyColumns>(
        "run", "", "name of the run, that of its folder",
        [](auto& key) -> auto& { return key.run; }),
    Field<KeyColumns>(
        "host", "", "machine", [](auto& key) -> auto& { return key.host; }),
    Field<KeyColumns>(
        "phase", "", "setup, warm-up or measure; of a sweep: its pattern",
        [](auto& key) -> auto& { return key.row.phase; }),
    Field<KeyColumns>(
        "group", "", "group of clients: their loadfile",
        [](auto& key) -> auto& { return key.row.group; }),
    Column<KeyColumns>{
        "threads", "", "of a sweep", kCount,
        [](const KeyColumns& key) { return NumberOrNothing(key.row.threads); },
        [](KeyColumns* key, const Value& value) {
          return SetNumberOrNothing(value, &key->row.threads);
        }},
    Column<KeyColumns>{"block_bytes", "B", "block size of a sweep", kCount,
                       [](const KeyColumns& key) {
                         return NumberOrNothing(key.row.block_bytes);
                       },
                       [](KeyColumns* key, const Value& value) {
                         return SetNumberOrNothing(value,
                                                   &key->row.block_bytes);
                       }},
    Field<KeyColumns>(
        "operation", "",
        "name in the loadfile; pass: a whole "
        "pass",
        [](auto& key) -> auto& { return key.operation; }),
    Field<KeyColumns>(
        "measure", "",
        "service: duration of the calls; response: from the "
        "intended start; lateness: of the start",
        [](auto& key) -> auto& { return key.measure; }),
};

using OperationLine = Keyed<OperationResult>;

// A percentile; nothing where nothing was counted, or only imported, without
// a histogram.
Value PercentileOf(const OperationLine& line, double percent) {
  const OperationSummary& summary = line.row.summary;
  return summary.histogram.TotalCount() == 0 ? Value()
                                             : PercentileNs(summary, percent);
}

constexpr std::array kOperationColumns = {
    Field<OperationLine>(
        "compat_name", "", "name of the operation in dbench 4.0's table",
        [](auto& line) -> auto& { return line.row.compat_name; }),
    Field<OperationLine>(
        "reads_data", "", "1: its bytes were read",
        [](auto& line) -> auto& { return line.row.reads_data; }),
    Field<OperationLine>(
        "writes_data", "", "1: its bytes were written",
        [](auto& line) -> auto& { return line.row.writes_data; }),
    Field<OperationLine>(
        "count", "", "operations that returned, failed ones included",
        [](auto& line) -> auto& { return line.row.summary.count; }),
    Field<OperationLine>(
        "errors", "", "of these, results that the loadfile does not expect",
        [](auto& line) -> auto& { return line.row.summary.unexpected; }),
    Field<OperationLine>(
        "failures", "", "calls that failed, expected or not",
        [](auto& line) -> auto& { return line.row.summary.failures; }),
    Field<OperationLine>(
        "short_transfers", "", "reads and writes cut short by the kernel",
        [](auto& line) -> auto& { return line.row.summary.short_transfers; }),
    Field<OperationLine>(
        "interrupted", "", "given up because of the stop; in no other count",
        [](auto& line) -> auto& { return line.row.summary.interrupted; }),
    Field<OperationLine>(
        "bytes", "B", "really transferred",
        [](auto& line) -> auto& { return line.row.summary.bytes; }),
    Field<OperationLine>(
        "late_count", "", "of count: returned after the end of the phase",
        [](auto& line) -> auto& { return line.row.summary.late_count; }),
    Field<OperationLine>(
        "late_bytes", "B", "of bytes: by those",
        [](auto& line) -> auto& { return line.row.summary.late_bytes; }),
    Field<OperationLine>(
        "sum_ns", "ns", "all latencies added up",
        [](auto& line) -> auto& { return line.row.summary.sum_ns; }),
    Derived<OperationLine>("avg_ns", "ns", "sum_ns / count", kReal,
                           [](const OperationLine& line) {
                             return line.row.summary.count == 0
                                        ? Value()
                                        : Value(line.row.summary.average_ns());
                           }),
    Field<OperationLine>(
        "min_ns", "ns", "exact least latency",
        [](auto& line) -> auto& { return line.row.summary.min_ns; }),
    Derived<OperationLine>(
        "p50_ns", "ns", "median, off by at most 0.8 %", kCount,
        [](const OperationLine& line) { return PercentileOf(line, 50); }),
    Derived<OperationLine>(
        "p90_ns", "ns", "90 % took no longer", kCount,
        [](const OperationLine& line) { return PercentileOf(line, 90); }),
    Derived<OperationLine>(
        "p99_ns", "ns", "99 % took no longer", kCount,
        [](const OperationLine& line) { return PercentileOf(line, 99); }),
    Derived<OperationLine>(
        "p99.9_ns", "ns", "99.9 % took no longer", kCount,
        [](const OperationLine& line) { return PercentileOf(line, 99.9); }),
    Derived<OperationLine>(
        "p99.99_ns", "ns", "99.99 % took no longer", kCount,
        [](const OperationLine& line) { return PercentileOf(line, 99.99); }),
    Field<OperationLine>(
        "max_ns", "ns", "exact greatest latency",
        [](auto& line) -> auto& { return line.row.summary.max_ns; }),
    Field<OperationLine>(
        "client_time_share", "1", "sum_ns over the time of all clients, 0 to 1",
        [](auto& line) -> auto& { return line.row.client_time_share; }),
};

using ErrorLine = Keyed<ErrorRow>;
constexpr std::array kErrorColumns = {
    Field<ErrorLine>(
        "errno", "",
        "number of the error; 0: the call succeeded but should "
        "not have, or brought wrong bytes; -1: other errors",
        [](auto& line) -> auto& { return line.row.error; }),
    Derived<ErrorLine>(
        "errno_name", "", "its name; none for 0, other for -1", kText,
        [](const ErrorLine& line) { return Value(line.row.error_name); }),
    Field<ErrorLine>(
        "count", "", "unexpected results of this kind",
        [](auto& line) -> auto& { return line.row.count; }),
    Derived<ErrorLine>(
        "example", "",
        "the first one: client, loadfile:line, path, expected, "
        "got; empty when it is not among those kept",
        kText, [](const ErrorLine& line) { return Value(line.row.example); }),
};

using HistogramLine = Keyed<HistogramRow>;
constexpr std::array kHistogramColumns = {
    Field<HistogramLine>(
        "lower_ns", "ns", "least value of the bucket",
        [](auto& line) -> auto& { return line.row.lower_ns; }),
    Derived<HistogramLine>(
        "upper_ns", "ns", "least value of the next bucket", kCount,
        [](const HistogramLine& line) { return Value(line.row.upper_ns); }),
    Field<HistogramLine>(
        "count", "",
        "values in it; buckets without are left "
        "out",
        [](auto& line) -> auto& { return line.row.count; }),
};

template <typename Row>
TableDescription Describe(std::string_view file, Columns<Row> columns) {
  TableDescription table{file, {}};
  for (const Column<Keyed<Row>>& column : columns) {
    table.columns.push_back({column.name, column.unit, column.meaning});
  }
  return table;
}

}  // namespace

std::span<const Column<KeyColumns>> KeyColumnList() {
  return kKeyColumns;
}
Columns<OperationResult> OperationColumns() {
  return kOperationColumns;
}
Columns<ErrorRow> ErrorColumns() {
  return kErrorColumns;
}
Columns<HistogramRow> HistogramColumns() {
  return kHistogramColumns;
}

std::string ThresholdColumn(std::int64_t threshold_ns) {
  struct Unit {
    std::int64_t ns;
    const char* name;
  };
  for (const auto& [ns, name] :
       {Unit{1'000'000'000, "s"}, Unit{1'000'000, "ms"}, Unit{1'000, "us"}}) {
    if (threshold_ns % ns == 0) {
      return fmt::format("over_{}{}", threshold_ns / ns, name);
    }
  }
  return fmt::format("over_{}ns", threshold_ns);
}

std::vector<TableDescription> DescribeTables() {
  TableDescription key{"all tables", {}};
  for (const Column<KeyColumns>& column : kKeyColumns) {
    key.columns.push_back({column.name, column.unit, column.meaning});
  }
  return {key,
          Describe("ops.csv", OperationColumns()),
          Describe("errors.csv", ErrorColumns()),
          Describe("histograms.csv", HistogramColumns()),
          Describe("timeline.csv", TimelineColumns()),
          Describe("device.csv", DeviceColumns()),
          Describe("cpu.csv", CpuColumns()),
          Describe("clients.csv", ClientColumns()),
          Describe("passes.csv", PassColumns()),
          Describe("client_operations.csv", ClientOperationColumns())};
}

}  // namespace fsduel
