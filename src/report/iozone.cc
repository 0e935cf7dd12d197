// IozoneReport: the table and the -R blocks of iozone 3.465, or, where there
// are several threads, its throughput lines. Rates are in KiB/s, as iozone's
// "kB/s" are, flush included (-e).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "report/profile_reports.h"
#include "report/step_figures.h"

namespace fsduel {
namespace {

constexpr double kKib = 1024;

struct IozoneTest {
  std::string_view pattern;
  std::string_view report;  // of -R
  std::string_view who;     // in the throughput lines, up to the "="
  std::size_t column;       // of the table, from 0
};

constexpr IozoneTest kTests[] = {
    {"seq-write", "Writer report", "initial writers \t", 0},
    {"rewrite", "Re-writer report", "rewriters \t", 1},
    {"seq-read", "Reader report", "readers \t\t", 2},
    {"reread", "Re-Reader report", "re-readers \t\t", 3},
    {"rand-read", "Random read report", "random readers \t", 4},
    {"rand-write", "Random write report", "random writers \t", 5},
    {"backward", "Backward read report", "reverse readers \t", 6},
    {"strided", "Stride read report", "stride readers \t", 8},
};
constexpr std::size_t kColumns = 9;

const IozoneTest* FindTest(std::string_view pattern) {
  pattern = pattern.substr(0, pattern.find(':'));
  for (const IozoneTest& test : kTests) {
    if (test.pattern == pattern) {
      return &test;
    }
  }
  return nullptr;
}

// (file KiB, record KiB) -> KiB/s by column; 0 = not run.
using Cell = std::pair<std::uint64_t, std::uint64_t>;
using Matrix = std::map<Cell, std::array<std::uint64_t, kColumns>>;

// A pass moves the whole file.
std::uint64_t FileKib(const StepRow& step) {
  std::uint64_t bytes = 0;
  for (const RunResult& run : step.step->runs) {
    for (const PhaseResult& phase : run.phases) {
      bytes = std::max(bytes, phase.threads == 1 ? SweepTotalsOf(phase).bytes()
                                                 : std::uint64_t{0});
    }
  }
  return bytes / 1024;
}

Matrix MatrixOf(const std::vector<StepRow>& rows) {
  Matrix matrix;
  for (const StepRow& step : rows) {
    const IozoneTest* test = FindTest(step.row.pattern);
    if (test != nullptr && step.row.threads == 1) {
      matrix[{FileKib(step), step.row.block_bytes / 1024}][test->column] =
          static_cast<std::uint64_t>(MedianRateToFlush(step.row) / kKib);
    }
  }
  return matrix;
}

// Numbers of iozone's widths; a blank stands between them whatever their size.
std::string Table(const Matrix& matrix) {
  std::string text =
      fmt::format("{:>69}{:>9}{:>9}{:>9}{:>9}\n{:>16}{:>8}", "random", "random",
                  "bkwd", "record", "stride", "kB", "reclen");
  for (const char* name : {"write", "rewrite", "read", "reread", "read",
                           "write", "read", "rewrite", "read"}) {
    text += fmt::format("{:>9}", name);
  }
  text += '\n';
  for (const auto& [cell, rates] : matrix) {
    std::string line = fmt::format("{:>16}{:>8}", cell.first, cell.second);
    for (const std::uint64_t rate : rates) {
      line +=
          rate == 0 ? fmt::format("{:>9}", "") : fmt::format(" {:>8}", rate);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string ReportBlock(const IozoneTest& test, const Matrix& matrix) {
  std::set<std::uint64_t> files;
  std::set<std::uint64_t> records;
  for (const auto& [cell, rates] : matrix) {
    if (rates[test.column] != 0) {
      files.insert(cell.first);
      records.insert(cell.second);
    }
  }
  if (files.empty()) {
    return "";
  }
  std::string text = fmt::format("\n\"{}\"\n      ", test.report);
  for (const std::uint64_t record : records) {
    text += fmt::format("  \"{}\"", record);
  }
  for (const std::uint64_t file : files) {
    text += fmt::format("\n\"{}\"  ", file);
    for (const std::uint64_t record : records) {
      const auto cell = matrix.find({file, record});
      text += fmt::format(" {} ",
                          cell == matrix.end() ? 0 : cell->second[test.column]);
    }
  }
  return text + '\n';
}

// Rates of one test with several threads.
std::string Throughput(const SweepRow& row, const IozoneTest& test) {
  const PhaseResult& phase = MedianPhase(row);
  std::vector<double> rates;
  std::uint64_t least_bytes = std::numeric_limits<std::uint64_t>::max();
  for (const ClientResult& client : phase.clients) {
    rates.push_back(client.last_end_ns > 0
                        ? 1e9 * static_cast<double>(client.bytes) /
                              static_cast<double>(client.last_end_ns) / kKib
                        : 0);
    least_bytes = std::min(least_bytes, client.bytes);
  }
  if (rates.empty()) {
    return "";
  }
  double sum = 0;
  for (const double rate : rates) {
    sum += rate;
  }
  const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
  const std::string who = fmt::format("{:2} {}", row.threads, test.who);
  constexpr std::string_view kPerProcess = "throughput per process \t\t\t";
  return fmt::format(
      "\tChildren see throughput for {}= {:11.2f} kB/sec\n"
      "\tParent sees throughput for {}= {:11.2f} kB/sec\n"
      "\tMin {}= {:11.2f} kB/sec \n"
      "\tMax {}= {:11.2f} kB/sec\n"
      "\tAvg {}= {:11.2f} kB/sec\n"
      "\tMin xfer \t\t\t\t\t= {:11.2f} kB\n\n",
      who, sum, who, SweepTotalsOf(phase).rate_to_flush() / kKib, kPerProcess,
      *least, kPerProcess, *most, kPerProcess,
      sum / static_cast<double>(rates.size()),
      static_cast<double>(least_bytes) / kKib);
}

}  // namespace

std::string IozoneReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  (void)style;
  const std::vector<StepRow> rows = StepRowsOf(steps);
  const Matrix matrix = MatrixOf(rows);
  std::string text;
  if (!matrix.empty()) {
    text = Table(matrix);
    text += "\nExcel output is below:\n";
    for (const IozoneTest& test : kTests) {
      text += ReportBlock(test, matrix);
    }
  }
  std::string block_line;
  for (const StepRow& step : rows) {
    const IozoneTest* test = FindTest(step.row.pattern);
    if (test == nullptr || step.row.threads == 1) {
      continue;
    }
    const std::string line = fmt::format(
        "\tEach process works on its own file in {} kByte "
        "records\n\n",
        step.row.block_bytes / 1024);
    if (line != block_line) {
      text += (text.empty() ? "" : "\n") + line;
      block_line = line;
    }
    text += Throughput(step.row, *test);
  }
  return text;
}

}  // namespace fsduel
