// The table of operations.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "base/text.h"
#include "report/console_parts.h"
#include "report/number_text.h"
#include "report/text_table.h"

namespace fsduel {
namespace {

// How much of the table fits, the best first.
struct Detail {
  bool long_names;  // else those of dbench 4.0
  bool p90;
  std::size_t gap;
};
constexpr Detail kDetails[] = {
    {true, true, 2}, {false, true, 2}, {false, true, 1}, {false, false, 1}};

using Rows = std::vector<const OperationResult*>;

TableColumn TimeColumnOf(
    const Rows& rows, const char* name,
    const std::function<std::uint64_t(const OperationSummary&)>& value) {
  std::vector<std::uint64_t> times;
  for (const OperationResult* row : rows) {
    times.push_back(value(row->summary));
  }
  TimeColumn times_column = MakeTimeColumn(times);
  TableColumn column;
  column.name = name;
  column.unit = std::move(times_column.unit);
  for (std::string& cell : times_column.cells) {
    column.cells.push_back({std::move(cell)});
  }
  return column;
}

TableColumn NameColumn(const Rows& rows, bool long_names) {
  TableColumn column;
  column.name = "Operation";
  column.align_left = true;
  for (const OperationResult* row : rows) {
    column.cells.push_back({long_names || row->compat_name.empty()
                                ? row->operation
                                : row->compat_name});
  }
  return column;
}

TableColumn CountColumn(const Rows& rows) {
  TableColumn column;
  column.name = "Count";
  for (const OperationResult* row : rows) {
    column.cells.push_back({WithThousands(row->summary.count)});
  }
  return column;
}

TableColumn ErrorColumn(const Rows& rows) {
  TableColumn column;
  column.name = "Errors";
  for (const OperationResult* row : rows) {
    const std::uint64_t errors = row->summary.unexpected;
    column.cells.push_back(
        {WithThousands(errors), errors == 0 ? Tone::kFaint : Tone::kBad});
  }
  return column;
}

// The row that most of the clients' time went into stands out.
TableColumn ShareColumn(const Rows& rows) {
  TableColumn column;
  column.name = "Share";
  column.unit = "%";
  double largest = 0;
  for (const OperationResult* row : rows) {
    largest = std::max(largest, row->client_time_share);
  }
  for (const OperationResult* row : rows) {
    const double share = row->client_time_share;
    column.cells.push_back({fmt::format("{:.1f}", 100 * share),
                            share == largest ? Tone::kStrong : Tone::kPlain});
  }
  return column;
}

TextTable MakeTable(const Rows& rows, Measure measure, const Detail& detail) {
  TextTable table;
  table.set_gap(detail.gap);
  table.Add(NameColumn(rows, detail.long_names));
  table.Add(CountColumn(rows));
  if (measure == Measure::kService) {
    table.Add(ErrorColumn(rows));
  }
  table.Add(TimeColumnOf(rows, "Avg", [](const OperationSummary& summary) {
    return static_cast<std::uint64_t>(summary.average_ns());
  }));
  struct Percentile {
    const char* name;
    double percent;
  };
  for (const auto& [name, percent] :
       {Percentile{"p50", 50}, Percentile{"p90", 90}, Percentile{"p99", 99},
        Percentile{"p99.9", 99.9}}) {
    if (percent != 90 || detail.p90) {
      const double wanted = percent;
      table.Add(
          TimeColumnOf(rows, name, [wanted](const OperationSummary& summary) {
            return PercentileNs(summary, wanted);
          }));
    }
  }
  table.Add(TimeColumnOf(rows, "Max", [](const OperationSummary& summary) {
    return summary.max_ns;
  }));
  if (measure == Measure::kService) {
    table.Add(ShareColumn(rows));
  }
  return table;
}

std::string TableOf(const PhaseResult& phase, Measure measure,
                    const ConsoleStyle& style) {
  Rows rows;
  for (const OperationResult& operation : phase.operations) {
    if (operation.measure == measure && operation.summary.count > 0) {
      rows.push_back(&operation);
    }
  }
  if (rows.empty()) {
    return "";
  }
  std::string text;
  for (const Detail& detail : kDetails) {
    const TextTable table = MakeTable(rows, measure, detail);
    text = table.Render(Paint(style.colour));
    if (table.width() <= static_cast<std::size_t>(style.width)) {
      break;
    }
  }
  return text;
}

}  // namespace

std::string ConsoleOperations(const PhaseResult& phase,
                              const ConsoleStyle& style) {
  std::string text = TableOf(phase, Measure::kService, style);
  if (text.empty()) {
    return "  No operation was finished.\n";
  }
  const Paint paint(style.colour);
  for (const auto& [measure, title] :
       {std::pair{Measure::kResponse,
                  "Response time, from the intended start of each operation:"},
        std::pair{Measure::kLateness,
                  "Lateness of the start, the load generator's own:"}}) {
    if (const std::string table = TableOf(phase, measure, style);
        !table.empty()) {
      text += fmt::format("\n  {}\n{}", paint(Tone::kStrong, title), table);
    }
  }
  return text;
}

}  // namespace fsduel
