// Columns of the sweep tables.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "base/units.h"
#include "report/console_sweep.h"
#include "report/number_text.h"
#include "report/text_table.h"
#include "result/derived.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

constexpr double kMegabyte = 1e6;
constexpr std::int64_t kSlowMs[] = {1, 10, 100, 2'000, 10'000};

using Rows = std::vector<SweepRow>;
using Group = std::vector<TableColumn>;  // columns that stay together
using PhaseFigure = std::function<double(const PhaseResult&)>;

std::string BlockText(std::uint32_t bytes) {
  return FormatSize(static_cast<std::int64_t>(bytes));
}

// The figure of each run of a row.
std::vector<double> OverRuns(const SweepRow& row, const PhaseFigure& figure) {
  std::vector<double> values;
  for (const PhaseResult* phase : row.phases) {
    values.push_back(figure(*phase));
  }
  return values;
}

std::string MegabytesText(double bytes_per_second) {
  return RateText(bytes_per_second / kMegabyte);
}

TableColumn ColumnOf(const Rows& rows, const char* name, const char* unit,
                     const std::function<std::string(const SweepRow&)>& text) {
  TableColumn column;
  column.name = name;
  column.unit = unit;
  for (const SweepRow& row : rows) {
    column.cells.push_back({text(row)});
  }
  return column;
}

// The median over the runs.
TableColumn RateColumn(const Rows& rows, const char* name,
                       const PhaseFigure& bytes_per_second) {
  return ColumnOf(rows, name, "MB/s", [&](const SweepRow& row) {
    return MegabytesText(Median(OverRuns(row, bytes_per_second)));
  });
}

TableColumn TimeColumnOf(
    const Rows& rows, const char* name,
    const std::function<std::uint64_t(const SweepRow&)>& value_ns) {
  std::vector<std::uint64_t> times(rows.size());
  std::transform(rows.begin(), rows.end(), times.begin(), value_ns);
  TimeColumn text = MakeTimeColumn(times);
  TableColumn column;
  column.name = name;
  column.unit = std::move(text.unit);
  for (std::string& cell : text.cells) {
    column.cells.push_back({std::move(cell)});
  }
  return column;
}

Group KeyColumns(const Rows& rows) {
  Group group;
  group.push_back(ColumnOf(rows, "Block", "", [](const SweepRow& row) {
    return BlockText(row.block_bytes);
  }));
  group.push_back(ColumnOf(rows, "Thr", "", [](const SweepRow& row) {
    return fmt::format("{}", row.threads);
  }));
  return group;
}

bool AnyFlushed(const Rows& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const SweepRow& row) {
    const SweepTotals totals = SweepTotalsOf(*row.phases.front());
    return totals.seconds_to_flush > totals.seconds;
  });
}

Group RateGroup(const Rows& rows) {
  const PhaseFigure rate = [](const PhaseResult& phase) {
    return SweepTotalsOf(phase).rate();
  };
  Group group = {RateColumn(rows, "Rate", rate)};
  for (TableCell& cell : group.front().cells) {
    cell.tone = Tone::kStrong;
  }
  if (rows.front().phases.size() > 1) {
    group.push_back(
        ColumnOf(rows, "Least..most", "MB/s", [&](const SweepRow& row) {
          const std::vector<double> rates = OverRuns(row, rate);
          const auto [least, most] =
              std::minmax_element(rates.begin(), rates.end());
          return fmt::format("{}..{}", MegabytesText(*least),
                             MegabytesText(*most));
        }));
  }
  if (AnyFlushed(rows)) {
    group.push_back(
        RateColumn(rows, "With flush", [](const PhaseResult& phase) {
          return SweepTotalsOf(phase).rate_to_flush();
        }));
  }
  group.push_back(ColumnOf(rows, "IOPS", "", [](const SweepRow& row) {
    return RateText(Median(OverRuns(row, [](const PhaseResult& phase) {
      return SweepTotalsOf(phase).iops();
    })));
  }));
  return group;
}

Group CpuGroup(const Rows& rows) {
  Group group;
  group.push_back(ColumnOf(rows, "CPU", "%", [](const SweepRow& row) {
    return RateText(Median(OverRuns(row, [](const PhaseResult& phase) {
      return 100 * SweepTotalsOf(phase).cpu_share();
    })));
  }));
  group.push_back(RateColumn(rows, "Per CPU", [](const PhaseResult& phase) {
    return SweepTotalsOf(phase).rate_per_cpu();
  }));
  return group;
}

// Bytes that the device moved per byte of the application.
Group DeviceGroup(const Rows& rows) {
  return {ColumnOf(rows, "Device", "%", [](const SweepRow& row) {
    const std::optional<double> share = DeviceShareOf(MedianPhase(row));
    return share ? fmt::format("{:.1f}", 100 * *share) : std::string("-");
  })};
}

Group ThreadGroup(const Rows& rows) {
  if (std::all_of(rows.begin(), rows.end(),
                  [](const SweepRow& row) { return row.threads == 1; })) {
    return {};
  }
  Group group;
  group.push_back(RateColumn(rows, "Slowest", [](const PhaseResult& phase) {
    return ThreadRatesOf(phase).slowest;
  }));
  group.push_back(RateColumn(rows, "Median", [](const PhaseResult& phase) {
    return ThreadRatesOf(phase).median;
  }));
  group.push_back(RateColumn(rows, "Fastest", [](const PhaseResult& phase) {
    return ThreadRatesOf(phase).fastest;
  }));
  for (TableColumn& column : group) {
    column.unit = "MB/s each";
  }
  // One thread has nobody to wait for.
  group.push_back(ColumnOf(rows, "Stonewall", "MB/s", [](const SweepRow& row) {
    const SweepFigures& sweep = MedianPhase(row).sweep;
    return row.threads > 1 && sweep.stonewall_seconds > 0
               ? MegabytesText(static_cast<double>(sweep.stonewall_bytes) /
                               sweep.stonewall_seconds)
               : std::string("-");
  }));
  return group;
}

Group LatencyGroup(const Rows& rows) {
  Group group;
  group.push_back(TimeColumnOf(rows, "Avg", [](const SweepRow& row) {
    return static_cast<std::uint64_t>(MergedIo(row).average_ns());
  }));
  struct Percentile {
    const char* name;
    double percent;
  };
  for (const auto& [name, percent] :
       {Percentile{"p50", 50}, Percentile{"p90", 90}, Percentile{"p99", 99},
        Percentile{"p99.9", 99.9}}) {
    const double wanted = percent;
    group.push_back(TimeColumnOf(rows, name, [wanted](const SweepRow& row) {
      return PercentileNs(MergedIo(row), wanted);
    }));
  }
  group.push_back(TimeColumnOf(
      rows, "Max", [](const SweepRow& row) { return MergedIo(row).max_ns; }));
  group.push_back(TimeColumnOf(rows, "N*b/rate", [](const SweepRow& row) {
    return static_cast<std::uint64_t>(
        LittleCheckOf(MedianPhase(row)).expected_ns);
  }));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (LittleCheckOf(MedianPhase(rows[i])).disagrees()) {
      group.back().cells[i].tone = Tone::kWarning;
    }
  }
  return group;
}

// Shares of slow operations, where there are any.
Group SlowGroup(const Rows& rows,
                const std::vector<std::int64_t>& thresholds_ns) {
  Group group;
  for (const std::int64_t limit : kSlowMs) {
    const std::chrono::milliseconds slow(limit);
    std::vector<double> shares;
    for (const SweepRow& row : rows) {
      shares.push_back(100 * ShareOver(MergedIo(row), thresholds_ns, slow));
    }
    if (*std::max_element(shares.begin(), shares.end()) == 0) {
      continue;
    }
    TableColumn column;
    column.name = limit < 1000 ? fmt::format(">{} ms", limit)
                               : fmt::format(">{} s", limit / 1000);
    column.unit = "%";
    for (const double share : shares) {
      column.cells.push_back({share == 0 ? "-" : fmt::format("{:.3f}", share)});
    }
    group.push_back(std::move(column));
  }
  return group;
}

TextTable TableOf(const Group& keys, const std::vector<const Group*>& groups,
                  std::size_t gap) {
  TextTable table;
  table.set_gap(gap);
  for (const TableColumn& column : keys) {
    table.Add(column);
  }
  for (const Group* group : groups) {
    for (const TableColumn& column : *group) {
      table.Add(column);
    }
  }
  return table;
}

}  // namespace

std::string SweepTables(const std::vector<SweepRow>& rows,
                        const std::vector<std::int64_t>& thresholds_ns,
                        const ConsoleStyle& style) {
  constexpr std::size_t kGap = 2;
  const auto width = static_cast<std::size_t>(style.width);
  const Group keys = KeyColumns(rows);
  const Group groups[] = {RateGroup(rows),    CpuGroup(rows),
                          DeviceGroup(rows),  ThreadGroup(rows),
                          LatencyGroup(rows), SlowGroup(rows, thresholds_ns)};
  std::string text;
  std::vector<const Group*> together;
  const auto render = [&] {
    if (together.empty()) {
      return;
    }
    TextTable table = TableOf(keys, together, kGap);
    if (table.width() > width) {
      table.set_gap(1);
    }
    text += (text.empty() ? "" : "\n") + table.Render(Paint(style.colour));
    together.clear();
  };
  for (const Group& group : groups) {
    if (group.empty()) {
      continue;
    }
    together.push_back(&group);
    if (together.size() > 1 && TableOf(keys, together, kGap).width() > width) {
      together.pop_back();
      render();
      together.push_back(&group);
    }
  }
  render();
  return text;
}

std::string SweepRowName(const SweepRow& row) {
  return fmt::format("{} x {}", BlockText(row.block_bytes), row.threads);
}

}  // namespace fsduel
