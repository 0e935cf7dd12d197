// iozone: the table (-a and single sizes), the reports of -R, and -t.
//
// Source of the layout: iozone.c 3.465.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/units.h"
#include "import/formats.h"

namespace fsduel {
namespace {

constexpr double kKibibyte = 1024;
constexpr double kMostKib = 4e15;
constexpr double kMostBlockKib = 4e6;

// In the order of the table's columns.
struct IozoneTest {
  const char* pattern;
  std::string_view report;      // of -R
  std::string_view throughput;  // of -t
};
constexpr IozoneTest kTests[] = {
    {"seq-write", "Writer report", "initial writers"},
    {"rewrite", "Re-writer report", "rewriters"},
    {"seq-read", "Reader report", "readers"},
    {"reread", "Re-Reader report", "re-readers"},
    {"rand-read", "Random read report", "random readers"},
    {"rand-write", "Random write report", "random writers"},
    {"backward-read", "Backward read report", "reverse readers"},
    {"record-rewrite", "Record rewrite report", "\x01"},
    {"stride-read", "Stride read report", "stride readers"},
    {"fwrite", "Fwrite report", "fwriters"},
    {"refwrite", "Re-fwrite report", "\x01"},
    {"fread", "Fread report", "freaders"},
    {"refread", "Re-fread report", "\x01"},
    {"mixed", "\x01", "mixed workload"},
};
constexpr std::size_t kColumns = 13;

struct IozoneFigure {
  const IozoneTest* test;
  std::size_t line;
  double file_kib;
  double record_kib;
  double rate;  // KiB/s
};

// Where column `column` begins: 16 and 8 characters stand in front; two columns
// are 10 wide, all others 9.
std::size_t StartOf(std::size_t column) {
  constexpr std::size_t kWide = 7;
  return 24 + 9 * column + (column > kWide) + (column > kWide + 1);
}

// What touches its neighbour is cut there.
std::optional<IozoneFigure> CellAt(std::string_view line, std::size_t column) {
  const std::size_t start = StartOf(column);
  const std::size_t width = StartOf(column + 1) - start;
  if (line.size() < start + width) {
    return std::nullopt;
  }
  const std::optional<double> rate = NumberOf(Trim(line.substr(start, width)));
  const std::optional<double> file = NumberOf(Trim(line.substr(0, 16)));
  const std::optional<double> record = NumberOf(Trim(line.substr(16, 8)));
  if (!rate || !file || !record || *file > kMostKib || *record <= 0 ||
      *record > kMostBlockKib) {
    return std::nullopt;
  }
  return IozoneFigure{&kTests[column], 0, *file, *record, *rate};
}

class IozoneReader {
 public:
  explicit IozoneReader(const ImportSource& source) : source_(source) {}

  Status Read(RunResult* run) {
    Status status = ReadTable();
    if (status.ok() && figures_.empty()) {
      status = ReadReports();
    }
    if (status.ok() && !figures_.empty()) {
      status = AddFigures(run);
    } else if (status.ok()) {
      status = ReadThroughput(run);
    }
    if (status.ok() && run->phases.empty()) {
      status = source_.Fail(source_.lines.size(),
                            "the text ends here, and no table has a row");
    }
    return status;
  }

 private:
  Status ReadTable() {
    bool in_table = false;
    for (std::size_t i = 0; i < source_.lines.size(); ++i) {
      const std::string_view line = source_.lines[i];
      const std::vector<std::string_view> words = WordsOf(line);
      if (words.size() > 2 && words[0] == "kB" && words[1] == "reclen") {
        in_table = true;
        continue;
      }
      if (words.empty() || !in_table) {
        in_table = in_table && figures_.empty();
        continue;
      }
      const std::size_t before = figures_.size();
      for (std::size_t column = 0; column < kColumns; ++column) {
        if (std::optional<IozoneFigure> cell = CellAt(line, column)) {
          cell->line = i + 1;
          figures_.push_back(*cell);
        }
      }
      if (figures_.size() == before) {
        return source_.Fail(i + 1,
                            "no row of iozone's table (file size, "
                            "record size, rates)");
      }
    }
    return Status::Ok();
  }

  // A report: its name, a line of record sizes, lines of file size and rates,
  // an empty line.
  Status ReadReports() {
    const IozoneTest* test = nullptr;
    std::vector<double> records;
    for (std::size_t i = 0; i < source_.lines.size(); ++i) {
      const std::string_view line = Trim(source_.lines[i]);
      if (const IozoneTest* const named = TestOfReport(line)) {
        test = named;
        records.clear();
        continue;
      }
      if (line.empty() || test == nullptr) {
        test = nullptr;
        continue;
      }
      std::vector<double> numbers;
      for (std::string_view word : WordsOf(line)) {
        if (word.size() > 1 && word.starts_with('"') && word.ends_with('"')) {
          word = word.substr(1, word.size() - 2);
        }
        const std::optional<double> number = NumberOf(word);
        if (!number || *number > kMostKib) {
          return source_.Fail(
              i + 1, fmt::format("{} is no number of a report", Quote(word)));
        }
        numbers.push_back(*number);
      }
      if (records.empty()) {
        records = numbers;
        continue;
      }
      for (std::size_t k = 1; k < numbers.size() && k <= records.size(); ++k) {
        if (records[k - 1] <= 0 || records[k - 1] > kMostBlockKib) {
          return source_.Fail(i + 1, "a record size that cannot be");
        }
        figures_.push_back(
            {test, i + 1, numbers[0], records[k - 1], numbers[k]});
      }
    }
    return Status::Ok();
  }

  static const IozoneTest* TestOfReport(std::string_view line) {
    for (const IozoneTest& test : kTests) {
      if (line.size() > 2 && line.substr(1, line.size() - 2) == test.report &&
          line.starts_with('"')) {
        return &test;
      }
    }
    return nullptr;
  }

  Status AddFigures(RunResult* run) {
    const bool one_size = std::all_of(
        figures_.begin(), figures_.end(), [&](const IozoneFigure& figure) {
          return figure.file_kib == figures_[0].file_kib;
        });
    for (const IozoneFigure& figure : figures_) {
      ImportedPoint point;
      point.pattern = figure.test->pattern;
      if (!one_size) {
        point.pattern += fmt::format(
            " of {}",
            FormatSize(static_cast<std::int64_t>(figure.file_kib * kKibibyte)));
      }
      point.block_bytes =
          static_cast<std::uint32_t>(figure.record_kib * kKibibyte);
      point.bytes = figure.file_kib * kKibibyte;
      point.bytes_per_second = figure.rate * kKibibyte;
      if (AddPoint(point, run) == nullptr) {
        return source_.Fail(figure.line, "a second row for this size");
      }
    }
    if (one_size) {
      run->spec.emplace_back("size", FormatSize(static_cast<std::int64_t>(
                                         figures_[0].file_kib * kKibibyte)));
    }
    return Status::Ok();
  }

  // "	Parent sees throughput for  4 readers  = 2841473.45 kB/sec".
  Status ReadThroughput(RunResult* run) {
    double record_kib = 0;
    double process_kib = 0;
    for (std::size_t i = 0; i < source_.lines.size(); ++i) {
      const std::string_view line = source_.lines[i];
      record_kib = NumberAfter(line, "Record Size").value_or(record_kib);
      process_kib =
          NumberAfter(line, "Each process writes a").value_or(process_kib);
      constexpr std::string_view kParent = "Parent sees throughput for";
      const std::optional<double> count = NumberAfter(line, kParent);
      if (!count) {
        continue;
      }
      const std::vector<std::string_view> words =
          WordsOf(line.substr(line.find(kParent) + kParent.size()));
      const std::optional<double> rate = NumberAfter(line, "=");
      const IozoneTest* const test = TestOfThroughput(words);
      if (!rate || test == nullptr || *count < 1 || *count > 1e6 ||
          record_kib <= 0 || record_kib > kMostBlockKib || process_kib <= 0 ||
          process_kib > kMostKib) {
        return source_.Fail(i + 1,
                            "a throughput without a test, a rate or a "
                            "record size above it");
      }
      ImportedPoint point;
      point.pattern = test->pattern;
      point.threads = static_cast<std::uint32_t>(*count);
      point.block_bytes = static_cast<std::uint32_t>(record_kib * kKibibyte);
      point.bytes = TransferredKib(i, process_kib * *count) * kKibibyte;
      point.bytes_per_second = *rate * kKibibyte;
      if (AddPoint(point, run) == nullptr) {
        return source_.Fail(i + 1, "a second line for this test");
      }
    }
    Mark(run, "parent",
         "rates are those that the parent sees; iozone's sum of the children's "
         "own rates is higher");
    return Status::Ok();
  }

  static const IozoneTest* TestOfThroughput(
      const std::vector<std::string_view>& words) {
    std::string name;
    for (std::size_t k = 1; k < words.size() && words[k] != "="; ++k) {
      name += name.empty() ? "" : " ";
      name += words[k];
    }
    for (const IozoneTest& test : kTests) {
      if (test.throughput == name) {
        return &test;
      }
    }
    return nullptr;
  }

  // What the children below line `at` really did; `planned` when it is not
  // listed (-C).
  double TransferredKib(std::size_t at, double planned) const {
    double sum = 0;
    for (std::size_t i = at; i < source_.lines.size(); ++i) {
      if (Trim(source_.lines[i]).empty()) {
        break;
      }
      sum += NumberAfter(source_.lines[i], "xfer count =").value_or(0);
    }
    return sum > 0 ? sum : planned;
  }

  const ImportSource& source_;
  std::vector<IozoneFigure> figures_;
};

}  // namespace

bool LooksLikeIozone(const ImportSource& source) {
  return source.text.find("Iozone: Performance Test") !=
             std::string_view::npos ||
         source.text.find("iozone test complete") != std::string_view::npos ||
         source.text.find("kB  reclen") != std::string_view::npos ||
         source.text.find("\"Writer report\"") != std::string_view::npos;
}

Result<RunResult> ImportIozone(const ImportSource& source) {
  RunResult run = ImportedRun(source, "iozone", "iozone");
  run.kind = "sweep";
  run.client_host = "process";
  run.spec.emplace_back("pace", "closed loop");
  const bool flushes = source.text.find("Include fsync in write timing") !=
                       std::string_view::npos;
  Status status = IozoneReader(source).Read(&run);
  if (!status.ok()) {
    return status;
  }
  if (!flushes) {
    Mark(&run, "flush",
         "write rates are without fsync (no -e): they are of the page cache as "
         "far as the file fits in it");
  }
  Mark(&run, "zeros",
       "iozone's default data is one block of nearly zeros: the best case of a "
       "device that compresses");
  return run;
}

}  // namespace fsduel
