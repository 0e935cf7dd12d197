// Aerospike's ACT: logs of 3.x to 6.x, and the tables of its latency script.
//
// ACT counts in buckets of powers of two (bucket k: 2^(k-1) to 2^k ms, or us).
// That is too coarse for percentiles: what is exact, and what its rules are
// about, are the shares of operations above 1, 2, 4 ... ms.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "import/formats.h"

namespace fsduel {
namespace {

constexpr int kThresholds = 7;  // 1 .. 64
constexpr std::uint64_t kPerTableCount = 10'000;

std::vector<std::int64_t> Thresholds(std::int64_t unit_ns) {
  std::vector<std::int64_t> thresholds;
  for (int k = 0; k < kThresholds; ++k) {
    thresholds.push_back(unit_ns << k);
  }
  return thresholds;
}

OperationResult& AddCounts(const std::string& name, std::uint64_t count,
                           PhaseResult* phase) {
  OperationResult& operation = phase->operations.emplace_back();
  operation.operation = ToLower(name);
  operation.summary.count = count;
  return operation;
}

// "After 20 sec:" -> 20.
std::optional<double> SecondsOf(std::string_view line) {
  if (!line.ends_with("sec:")) {
    return std::nullopt;
  }
  const std::optional<double> after = NumberAfter(line, "After");
  return after ? after : NumberAfter(line, "after");
}

class ActLog {
 public:
  explicit ActLog(const ImportSource& source) : source_(source) {}

  // Counts are cumulative: the last whole report is the result.
  Status Read(PhaseResult* last) {
    PhaseResult report;
    bool is_open = false;
    for (std::size_t i = 0; i < source_.lines.size(); ++i) {
      const std::string_view line = source_.lines[i];
      if (const std::optional<double> seconds = SecondsOf(Trim(line))) {
        Close(is_open, &report, last);
        report = PhaseResult();
        report.name = "measure";
        report.seconds = *seconds;
        report.seconds_to_last = *seconds;
        is_open = true;
      } else if (is_open && line.find(" total)") != std::string_view::npos) {
        Status status = ReadHead(i + 1, &report);
        if (!status.ok()) {
          return status;
        }
      } else if (is_open && Trim(line).starts_with('(')) {
        Status status = ReadBuckets(i + 1, &report);
        if (!status.ok()) {
          return status;
        }
      }
    }
    Close(is_open && IsWhole(report), &report, last);
    return last->operations.empty()
               ? source_.Fail(source_.lines.size(),
                              "the text ends here, without a whole report "
                              "(\"after N sec:\" and its histograms)")
               : Status::Ok();
  }

 private:
  static void Close(bool is_good, PhaseResult* report, PhaseResult* last) {
    if (is_good && !report->operations.empty()) {
      *last = std::move(*report);
    }
  }

  // Whether the buckets add up to what the head lines said.
  bool IsWhole(const PhaseResult& report) const {
    return counted_ == 0 || report.operations.empty() ||
           counted_ == report.operations.back().summary.count;
  }

  // "READS   (39034 total)".
  Status ReadHead(std::size_t number, PhaseResult* report) {
    const std::string_view line = source_.lines[number - 1];
    const std::size_t open = line.rfind('(');
    const std::optional<std::uint64_t> count =
        open == std::string_view::npos
            ? std::nullopt
            : CountOf(WordsOf(line.substr(open + 1))[0]);
    const std::string_view name =
        Trim(line.substr(0, std::min(open, line.size())));
    if (!count || name.empty()) {
      return source_.Fail(number, "a histogram without a name and a total");
    }
    AddCounts(std::string(name), *count, report);
    counted_ = 0;
    return Status::Ok();
  }

  // " (00: 0000038857) (01: 0000000026)".
  Status ReadBuckets(std::size_t number, PhaseResult* report) {
    if (report->operations.empty()) {
      return source_.Fail(number, "buckets without a histogram above");
    }
    OperationSummary& summary = report->operations.back().summary;
    const std::vector<std::string_view> cells =
        Split(source_.lines[number - 1], '(');
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const std::size_t colon = cells[i].find(':');
      const std::size_t close = cells[i].find(')');
      const bool is_cell = colon != std::string_view::npos &&
                           close != std::string_view::npos && colon < close;
      const std::optional<std::uint64_t> bucket =
          is_cell ? CountOf(cells[i].substr(0, colon)) : std::nullopt;
      const std::optional<std::uint64_t> count =
          is_cell ? CountOf(Trim(cells[i].substr(colon + 1, close - colon - 1)))
                  : std::nullopt;
      if (!bucket || !count || *bucket > 63) {
        return source_.Fail(number, "no buckets: (NN: count)");
      }
      counted_ += *count;
      for (std::uint64_t k = 0; k < kThresholds && k + 1 <= *bucket; ++k) {
        summary.over[k] += *count;
      }
    }
    return Status::Ok();
  }

  const ImportSource& source_;
  std::uint64_t counted_ = 0;
};

// A row of the table: its name and percentages.
struct TableRow {
  std::string name;
  std::vector<double> percentages;
};

std::optional<TableRow> TableRowOf(std::string_view line) {
  const std::vector<std::string_view> words = WordsOf(line);
  if (words.size() < 3) {
    return std::nullopt;
  }
  TableRow row{std::string(words[0]), {}};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::optional<double> percent = NumberOf(words[i]);
    if (!percent || *percent > 100) {
      return std::nullopt;
    }
    row.percentages.push_back(*percent);
  }
  return row;
}

// The measures of the table ("trans device") and the thresholds of each.
struct TableHead {
  std::vector<std::string> measures;
  std::size_t columns = 0;  // of one measure
};

Status ReadHead(const ImportSource& source, std::size_t at, TableHead* head) {
  const std::vector<std::string_view> words = WordsOf(source.lines[at]);
  for (std::size_t i = at; i-- > 0 && at - i <= 3;) {
    const std::vector<std::string_view> names = WordsOf(source.lines[i]);
    if (!names.empty() && names[0].find('%') == std::string_view::npos) {
      head->measures.assign(names.begin(), names.end());
      break;
    }
  }
  if (head->measures.empty() ||
      (words.size() - 1) % head->measures.size() != 0) {
    return source.Fail(at + 1, "a heading without names of its measures above");
  }
  head->columns = (words.size() - 1) / head->measures.size();
  for (std::size_t k = 0; k < head->columns; ++k) {
    const std::optional<std::uint64_t> threshold = CountOf(words[1 + k]);
    if (k >= kThresholds || !threshold || *threshold != std::uint64_t{1} << k) {
      return source.Fail(at + 1, "thresholds other than 1, 2, 4 ... 64 ms");
    }
  }
  return Status::Ok();
}

void AddTablePhase(const TableRow& row, const TableHead& head,
                   const std::string& name, RunResult* run) {
  PhaseResult phase;
  phase.name = name;
  for (std::size_t m = 0; m < head.measures.size(); ++m) {
    OperationSummary& summary =
        AddCounts(head.measures[m], kPerTableCount, &phase).summary;
    for (std::size_t k = 0; k < head.columns; ++k) {
      summary.over[k] = static_cast<std::uint64_t>(std::llround(
          row.percentages[m * head.columns + k] * kPerTableCount / 100));
    }
  }
  run->phases.push_back(std::move(phase));
}

Status ReadTable(const ImportSource& source, RunResult* run) {
  TableHead head;
  std::size_t slices = 0;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::vector<std::string_view> words = WordsOf(source.lines[i]);
    if (words.empty() || words[0].starts_with("--")) {
      continue;
    }
    if (words[0] == "slice" && words.size() > 1) {
      Status status = ReadHead(source, i, &head);
      if (!status.ok()) {
        return status;
      }
      continue;
    }
    if (head.columns == 0) {
      continue;
    }
    const std::optional<TableRow> row = TableRowOf(source.lines[i]);
    if (!row ||
        row->percentages.size() != head.columns * head.measures.size()) {
      return source.Fail(i + 1, "no row of ACT's table (slice, percentages)");
    }
    if (row->name == "avg") {
      AddTablePhase(*row, head, "measure", run);
    } else if (row->name == "max") {
      AddTablePhase(*row, head, "worst slice", run);
    } else {
      ++slices;
    }
  }
  if (run->phases.empty()) {
    return source.Fail(source.lines.size(),
                       "the text ends here, without the rows avg and max");
  }
  run->spec.emplace_back("slices", std::to_string(slices));
  return Status::Ok();
}

}  // namespace

bool LooksLikeActLog(const ImportSource& source) {
  return source.text.find("ACT CONFIGURATION") != std::string_view::npos ||
         source.text.find("ACT-STORAGE CONFIGURATION") !=
             std::string_view::npos ||
         source.text.find("ACT-INDEX CONFIGURATION") !=
             std::string_view::npos ||
         source.text.find("read-reqs-per-sec:") != std::string_view::npos;
}

Result<RunResult> ImportActLog(const ImportSource& source) {
  RunResult run = ImportedRun(source, "ACT", "act");
  run.kind = "act";
  const bool in_us =
      source.text.find("microsecond-histograms: yes") != std::string_view::npos;
  run.thresholds_ns = Thresholds(in_us ? 1'000 : 1'000'000);
  for (const char* option : {"read-reqs-per-sec", "write-reqs-per-sec"}) {
    for (const std::string_view line : source.lines) {
      if (line.starts_with(fmt::format("{}:", option))) {
        run.spec.emplace_back(option, WordsOf(line).back());
      }
    }
  }
  run.spec.emplace_back("pace", "fixed");
  PhaseResult last;
  Status status = ActLog(source).Read(&last);
  if (!status.ok()) {
    return status;
  }
  run.phases.push_back(std::move(last));
  if (source.text.find("ACT version 6") != std::string_view::npos) {
    Mark(&run, "omission",
         "ACT 6 measures from the start of a read, not from when it was due: "
         "what waits behind a stall is not seen");
  }
  return run;
}

bool LooksLikeActTable(const ImportSource& source) {
  return source.text.find("%>(ms)") != std::string_view::npos;
}

Result<RunResult> ImportActTable(const ImportSource& source) {
  RunResult run = ImportedRun(source, "ACT's latency script", "act");
  run.kind = "act";
  run.thresholds_ns = Thresholds(1'000'000);
  run.spec.emplace_back("pace", "fixed");
  Status status = ReadTable(source, &run);
  if (!status.ok()) {
    return status;
  }
  Mark(&run, "counts",
       "the table has percentages alone: counts are per 10,000 operations");
  Mark(&run, "rounding",
       "its rows avg and max are of percentages that were rounded per slice; "
       "ACT's rule is about the worst slice");
  return run;
}

}  // namespace fsduel
