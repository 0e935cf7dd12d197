// tiotest alone: its tables, and its terse form (-T).
//
// Source of the layout: tiotest.c of git 11c965c (print_results).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "import/formats.h"

namespace fsduel {
namespace {

constexpr double kMebibyte = 1 << 20;
// Neither form says it.
constexpr std::uint32_t kBlockBytes = 4096;
constexpr std::uint32_t kTerseThreads = 4;

struct TiotestTest {
  std::string_view name;   // in the tables
  std::string_view terse;  // in the terse form
  const char* pattern;
};
constexpr TiotestTest kTests[] = {
    {"Write", "write", "seq-write"},
    {"Random Write", "rwrite", "rand-write"},
    {"Read", "read", "seq-read"},
    {"Random Read", "rread", "rand-read"},
};

const TiotestTest* FindTest(std::string_view name,
                            std::string_view TiotestTest::*member) {
  for (const TiotestTest& test : kTests) {
    if (test.*member == name) {
      return &test;
    }
  }
  return nullptr;
}

// "| Random Read  |   1.2 ms | ..." -> its cells; "Write   40 MBs" apart.
std::vector<std::string_view> TableCells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (const std::string_view cell : Split(line, '|')) {
    if (!Trim(cell).empty()) {
      cells.push_back(Trim(cell));
    }
  }
  return cells;
}

struct TiotestFigures {
  double mebibytes = 0;
  double seconds = 0;
  double average_ms = 0;
  double max_ms = 0;
  double percent_over_2s = 0;
  double percent_over_10s = 0;
};

Status AddTest(const ImportSource& source, std::size_t line,
               const TiotestTest& test, std::uint32_t threads,
               const TiotestFigures& figures, RunResult* run) {
  ImportedPoint point;
  point.pattern = test.pattern;
  point.threads = threads;
  point.block_bytes = kBlockBytes;
  point.bytes = figures.mebibytes * kMebibyte;
  point.bytes_per_second =
      figures.seconds > 0 ? point.bytes / figures.seconds : 0;
  point.average_ms = figures.average_ms;
  point.max_ms = figures.max_ms;
  PhaseResult* const phase = AddPoint(point, run);
  if (phase == nullptr) {
    return source.Fail(line,
                       "a second line for this test, or figures too "
                       "large to be true");
  }
  OperationSummary& summary = phase->operations[0].summary;
  const auto share = [&](double percent) {
    return static_cast<std::uint64_t>(std::llround(
        static_cast<double>(summary.count) * std::min(percent / 100, 1.0)));
  };
  summary.over[0] = share(figures.percent_over_2s);
  summary.over[1] = share(figures.percent_over_10s);
  return Status::Ok();
}

// "write:40.0,0.1,0.0,0.1,0.039,5.15,0.0,0.0".
Status ReadTerse(const ImportSource& source, RunResult* run) {
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string_view line = Trim(source.lines[i]);
    const std::size_t colon = line.find(':');
    const TiotestTest* const test =
        colon == std::string_view::npos
            ? nullptr
            : FindTest(line.substr(0, colon), &TiotestTest::terse);
    if (test == nullptr) {
      continue;  // the total
    }
    const std::vector<std::string_view> cells =
        Split(line.substr(colon + 1), ',');
    std::vector<double> values;
    for (const std::string_view cell : cells) {
      const std::optional<double> value = NumberOf(Trim(cell));
      if (!value) {
        return source.Fail(i + 1, fmt::format("{} is no number", Quote(cell)));
      }
      values.push_back(*value);
    }
    if (values.size() != 8) {
      return source.Fail(i + 1, fmt::format("{} figures instead of 8: the line "
                                            "is cut off",
                                            values.size()));
    }
    Status status = AddTest(
        source, i + 1, *test, kTerseThreads,
        {values[0], values[1], values[4], values[5], values[6], values[7]},
        run);
    if (!status.ok()) {
      return status;
    }
  }
  return Status::Ok();
}

// Rows of the first table need those of the second.
struct OpenTest {
  const TiotestTest* test;
  std::size_t line;
  TiotestFigures figures;
};

// A cell "Random Write 16 MBs" and its time; nothing when the line is of
// another table.
std::optional<OpenTest> RateRow(const std::vector<std::string_view>& cells,
                                std::size_t line) {
  if (cells.size() < 3 || !cells[0].ends_with("MBs")) {
    return std::nullopt;
  }
  const std::vector<std::string_view> words = WordsOf(cells[0]);
  const std::size_t name_end =
      words.size() < 3 ? 0
                       : words[words.size() - 3].data() - cells[0].data() +
                             words[words.size() - 3].size();
  const TiotestTest* const test =
      FindTest(cells[0].substr(0, name_end), &TiotestTest::name);
  const double amount =
      words.size() < 3 ? -1 : NumberOf(words[words.size() - 2]).value_or(-1);
  const std::vector<std::string_view> time = WordsOf(cells[1]);
  const std::vector<std::string_view> rate = WordsOf(cells[2]);
  if (test == nullptr || amount < 0 || time.empty() || rate.empty()) {
    return std::nullopt;
  }
  OpenTest open{test, line, {}};
  open.figures.mebibytes = amount;
  // The time has one decimal, the rate three.
  const double per_second = NumberOf(rate[0]).value_or(0);
  open.figures.seconds =
      per_second > 0 ? amount / per_second : NumberOf(time[0]).value_or(0);
  return open;
}

bool AddLatencies(const std::vector<std::string_view>& cells, OpenTest* open) {
  const std::vector<std::string_view> average = WordsOf(cells[1]);
  const std::vector<std::string_view> max = WordsOf(cells[2]);
  const std::optional<double> values[] = {
      average.empty() ? std::nullopt : NumberOf(average[0]),
      max.empty() ? std::nullopt : NumberOf(max[0]), NumberOf(cells[3]),
      NumberOf(cells[4])};
  for (const std::optional<double>& value : values) {
    if (!value) {
      return false;
    }
  }
  open->figures.average_ms = *values[0];
  open->figures.max_ms = *values[1];
  open->figures.percent_over_2s = *values[2];
  open->figures.percent_over_10s = *values[3];
  return true;
}

Status ReadTables(const ImportSource& source, RunResult* run) {
  std::uint32_t threads = kTerseThreads;
  std::vector<OpenTest> open;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string_view line = source.lines[i];
    if (const auto count = NumberAfter(line, "Tiotest results for");
        count && *count >= 1 && *count < 1e6) {
      threads = static_cast<std::uint32_t>(*count);
    }
    const std::vector<std::string_view> cells = TableCells(line);
    if (std::optional<OpenTest> row = RateRow(cells, i + 1)) {
      open.push_back(*row);
    } else if (cells.size() == 5) {
      for (OpenTest& test : open) {
        if (test.test->name == cells[0] && !AddLatencies(cells, &test)) {
          return source.Fail(i + 1, "no row of the table of latencies");
        }
      }
    }
  }
  for (const OpenTest& test : open) {
    Status status =
        AddTest(source, test.line, *test.test, threads, test.figures, run);
    if (!status.ok()) {
      return status;
    }
  }
  return Status::Ok();
}

bool IsTerse(const ImportSource& source) {
  return !source.lines.empty() && source.text.starts_with("write:") &&
         source.lines[0].find(',') != std::string_view::npos;
}

}  // namespace

bool LooksLikeTiotest(const ImportSource& source) {
  return IsTerse(source) ||
         source.text.find("Tiotest results for") != std::string_view::npos;
}

Result<RunResult> ImportTiotest(const ImportSource& source) {
  RunResult run = ImportedRun(source, "tiotest", "tiobench");
  run.kind = "sweep";
  run.client_host = "thread";
  run.thresholds_ns = {2'000'000'000, 10'000'000'000};
  run.spec.emplace_back("pace", "closed loop");
  Status status =
      IsTerse(source) ? ReadTerse(source, &run) : ReadTables(source, &run);
  if (status.ok() && run.phases.empty()) {
    status = source.Fail(source.lines.size(),
                         "the text ends here, and no test has a row");
  }
  if (!status.ok()) {
    return status;
  }
  Mark(&run, "block",
       IsTerse(source)
           ? "the output names neither block size nor threads: 4096 bytes and "
             "4 threads, the defaults, are assumed"
           : "the output does not name the block size: 4096 bytes, the "
             "default, are assumed");
  Mark(&run, "zeros",
       "tiotest writes zeros: the best case of a device that compresses");
  return run;
}

}  // namespace fsduel
