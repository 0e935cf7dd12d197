// QuickReport: the rows that people know from disk benchmarks with a window.
#include <fmt/format.h>

#include <algorithm>

#include "report/number_text.h"
#include "report/profile_reports.h"
#include "report/step_figures.h"
#include "result/derived.h"

namespace fsduel {
namespace {

struct QuickRow {
  std::string name;
  const SweepRow* read = nullptr;
  const SweepRow* write = nullptr;
};

// "SEQ1M Q8T1", "RND4K Q32T1".
std::string QuickName(const SweepRow& row) {
  const bool random =
      row.pattern.starts_with("rand") || row.pattern.starts_with("mixed") ||
      row.pattern.starts_with("zipf") || row.pattern.starts_with("hot");
  const std::uint32_t kib = row.block_bytes / 1024;
  const std::string block = kib >= 1024 && kib % 1024 == 0
                                ? fmt::format("{}M", kib / 1024)
                            : kib >= 1 ? fmt::format("{}K", kib)
                                       : fmt::format("{}B", row.block_bytes);
  return fmt::format("{}{} Q{}T{}", random ? "RND" : "SEQ", block,
                     MedianPhase(row).sweep.queue_depth, row.threads);
}

std::vector<QuickRow> QuickRowsOf(const std::vector<StepRow>& rows) {
  std::vector<QuickRow> quick;
  for (const StepRow& row : rows) {
    const std::string name = QuickName(row.row);
    const bool writes = SweepTotalsOf(*row.row.phases[0]).bytes_read == 0;
    auto place =
        std::find_if(quick.begin(), quick.end(), [&](const QuickRow& known) {
          return known.name == name &&
                 (writes ? known.write : known.read) == nullptr;
        });
    if (place == quick.end()) {
      place = quick.insert(quick.end(), {name});
    }
    (writes ? place->write : place->read) = &row.row;
  }
  return quick;
}

void AddDirection(const std::vector<QuickRow>& rows, const char* word,
                  const SweepRow* QuickRow::*direction, TextTable* table) {
  std::vector<std::string> rates;
  std::vector<std::string> iops;
  std::vector<std::uint64_t> mean_ns;
  std::vector<std::uint64_t> p99_ns;
  for (const QuickRow& quick : rows) {
    const SweepRow* row = quick.*direction;
    rates.push_back(row == nullptr ? "-" : RateText(MedianRate(*row) / kMega));
    iops.push_back(row == nullptr ? "-" : RateText(MedianIops(*row)));
    const OperationSummary io =
        row == nullptr ? OperationSummary() : MergedIo(*row);
    mean_ns.push_back(static_cast<std::uint64_t>(io.average_ns()));
    p99_ns.push_back(PercentileNs(io, 99));
  }
  table->Add(MakeColumn(word, "MB/s", rates));
  table->Add(MakeColumn("", "IOPS", iops));
  table->Add(MakeTimesColumn("avg", mean_ns));
  table->Add(MakeTimesColumn("p99", p99_ns));
}

}  // namespace

std::string QuickReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  const std::vector<StepRow> all = StepRowsOf(steps);
  const std::vector<QuickRow> rows = QuickRowsOf(all);
  if (rows.empty()) {
    return "";
  }
  std::vector<std::string> names;
  for (const QuickRow& row : rows) {
    names.push_back(row.name);
  }
  TextTable table;
  table.Add(MakeColumn("Test", "", names, true));
  AddDirection(rows, "Read", &QuickRow::read, &table);
  AddDirection(rows, "Write", &QuickRow::write, &table);
  return table.Render(Paint(style.colour)) +
         "\n  Q = operations in flight per thread, T = threads; MB = 10^6 "
         "bytes.\n";
}

}  // namespace fsduel
