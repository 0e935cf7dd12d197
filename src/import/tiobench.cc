// tiobench.pl 0.3.x and git.
//
// Source of the layout and of what it gets wrong: tiobench.pl 0.3.3 to git
// 11c965c, tiotest.c.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "import/formats.h"
#include "stats/trend.h"

namespace fsduel {
namespace {

constexpr double kMebibyte = 1 << 20;

struct Section {
  std::string_view title;
  const char* pattern;
  bool random;
};
constexpr Section kSections[] = {
    {"Sequential Reads", "seq-read", false},
    {"Random Reads", "rand-read", true},
    {"Sequential Writes", "seq-write", false},
    {"Random Writes", "rand-write", true},
};

// The ten figures behind the identifier.
struct TiobenchRow {
  std::string identifier;
  std::uint64_t size_mib = 0;
  std::uint64_t block_bytes = 0;
  std::uint64_t threads = 0;
  double rate = 0;  // MiB/s; 0 when it did not fit its column
  double cpu_percent = 0;
  double average_ms = 0;
  double max_ms = 0;
  double percent_over_2s = 0;
  double percent_over_10s = 0;
};

// A number, a number with % behind it, or ###### for one that did not fit.
std::optional<double> CellOf(std::string_view word) {
  if (!word.empty() && word.find_first_not_of('#') == std::string_view::npos) {
    return 0;
  }
  if (word.ends_with('%')) {
    word.remove_suffix(1);
  }
  if (word.ends_with('.')) {
    word.remove_suffix(1);  // "2048.%": cut to its column
  }
  return NumberOf(word);
}

std::optional<TiobenchRow> RowOf(const std::vector<std::string_view>& words) {
  constexpr std::size_t kFigures = 10;
  if (words.size() < kFigures) {
    return std::nullopt;
  }
  const std::size_t first = words.size() - kFigures;
  std::array<double, kFigures> cells{};
  for (std::size_t i = 0; i < kFigures; ++i) {
    const std::optional<double> cell = CellOf(words[first + i]);
    if (!cell) {
      return std::nullopt;
    }
    cells[i] = *cell;
  }
  constexpr double kMost = 1e9;
  if (cells[0] < 1 || cells[0] > kMost || cells[1] < 1 || cells[1] > kMost ||
      cells[2] < 1 || cells[2] > 1e6) {
    return std::nullopt;
  }
  TiobenchRow row;
  row.identifier = first > 0 ? words[0] : "";
  row.size_mib = static_cast<std::uint64_t>(cells[0]);
  row.block_bytes = static_cast<std::uint64_t>(cells[1]);
  row.threads = static_cast<std::uint64_t>(cells[2]);
  row.rate = cells[3];
  row.cpu_percent = cells[4];
  row.average_ms = cells[5];
  row.max_ms = cells[6];
  row.percent_over_2s = cells[7];
  row.percent_over_10s = cells[8];
  return row;
}

class TiobenchReader {
 public:
  TiobenchReader(const ImportSource& source, RunResult* run)
      : source_(source), run_(*run) {}

  Status Read() {
    const Section* section = nullptr;
    for (std::size_t i = 0; i < source_.lines.size(); ++i) {
      const std::string_view line = Trim(source_.lines[i]);
      const Section* const next = SectionOf(line);
      if (next != nullptr) {
        section = next;
        rows_of_section_ = 0;
      } else if (section != nullptr && !line.empty()) {
        Status status = ReadRow(i + 1, *section);
        if (!status.ok()) {
          return status;
        }
      }
    }
    if (run_.phases.empty()) {
      return source_.Fail(source_.lines.size(),
                          "the text ends here, and no table has a row");
    }
    return Status::Ok();
  }

  // Printed latency over the least that rate and threads allow, where one
  // thread read or wrote in sequence: about the number of runs.
  double LatencyExcess() const { return Median(excess_); }
  bool any_rate_missing() const { return any_rate_missing_; }

 private:
  static const Section* SectionOf(std::string_view line) {
    for (const Section& section : kSections) {
      if (line == section.title) {
        return &section;
      }
    }
    return nullptr;
  }

  Status ReadRow(std::size_t number, const Section& section) {
    const std::string_view line = source_.lines[number - 1];
    const std::optional<TiobenchRow> row = RowOf(WordsOf(line));
    if (row) {
      ++rows_of_section_;
      return AddRow(number, section, *row);
    }
    // The git version has a heading of several lines above the rows.
    const bool is_heading = rows_of_section_ == 0;
    return is_heading ? Status::Ok()
                      : source_.Fail(number,
                                     "no row of tiobench (identifier, size, "
                                     "block, threads, rate, CPU, latencies)");
  }

  Status AddRow(std::size_t number, const Section& section,
                const TiobenchRow& row) {
    const ImportSpec& spec = source_.spec;
    const double runs = spec.numruns.value_or(1);
    ImportedPoint point;
    point.pattern = section.pattern;
    point.threads = static_cast<std::uint32_t>(row.threads);
    point.block_bytes = static_cast<std::uint32_t>(row.block_bytes);
    // Each thread gets a whole number of MiB, and of operations.
    const std::uint64_t per_thread =
        std::max<std::uint64_t>(row.size_mib / row.threads, 1);
    const double file_bytes =
        static_cast<double>(per_thread * row.threads) * kMebibyte;
    point.bytes =
        section.random
            ? static_cast<double>(spec.random_operations / row.threads *
                                  row.threads * row.block_bytes)
            : file_bytes;
    point.bytes_per_second = row.rate * kMebibyte;
    if (section.random && spec.correct_random_rates) {
      point.bytes_per_second *= point.bytes / file_bytes;
    }
    point.average_ms = row.average_ms / runs;
    point.max_ms = row.max_ms / runs;
    PhaseResult* const phase = AddPoint(point, &run_);
    if (phase == nullptr) {
      return source_.Fail(number,
                          "a second row for this pattern, number of "
                          "threads and block size, or figures too "
                          "large to be true");
    }
    any_rate_missing_ = any_rate_missing_ || row.rate == 0;
    AddRest(row, runs, phase);
    if (row.threads == 1 && !section.random && row.rate > 0) {
      excess_.push_back(row.average_ms / 1e3 * row.rate * kMebibyte /
                        static_cast<double>(row.block_bytes));
    }
    return Status::Ok();
  }

  void AddRest(const TiobenchRow& row, double runs, PhaseResult* phase) {
    OperationSummary& summary = phase->operations[0].summary;
    const auto share = [&](double percent) {
      return static_cast<std::uint64_t>(
          std::llround(static_cast<double>(summary.count) *
                       std::min(percent / runs / 100, 1.0)));
    };
    summary.over[0] = share(row.percent_over_2s);
    summary.over[1] = share(row.percent_over_10s);
    const double cpus =
        row.cpu_percent / 100 /
        (source_.spec.correct_cpu ? static_cast<double>(row.threads) : 1);
    phase->user_seconds = cpus * phase->seconds;
    if (run_.host.kernel.empty() && !row.identifier.empty() &&
        row.identifier[0] >= '1' && row.identifier[0] <= '9') {
      run_.host.kernel = "Linux " + row.identifier;
      run_.spec.emplace_back("size", fmt::format("{} MiB", row.size_mib));
    }
  }

  const ImportSource& source_;
  RunResult& run_;
  std::size_t rows_of_section_ = 0;
  std::vector<double> excess_;
  bool any_rate_missing_ = false;
};

void MarkLatencies(const ImportSource& source, double excess, RunResult* run) {
  if (source.spec.numruns && *source.spec.numruns > 1) {
    Mark(run, "latencies",
         fmt::format("tiobench adds up the latencies of its runs: divided by "
                     "{}; a greatest latency is thus the mean of {} greatest",
                     *source.spec.numruns, *source.spec.numruns));
    return;
  }
  constexpr double kSuspicious = 1.5;
  if (!source.spec.numruns) {
    Mark(run, "latencies",
         excess >= kSuspicious
             ? fmt::format(
                   "latencies are NOT corrected: tiobench adds up those of its "
                   "runs, and at 1 thread they are {:.1f} times what the rate "
                   "allows; were there {:.0f} runs? Give --numruns",
                   excess, excess)
             : std::string("latencies are as printed: had tiobench more than "
                           "one run, it added them up; give --numruns"));
  }
}

void MarkRest(const ImportSource& source, bool is_git, bool any_rate_missing,
              RunResult* run) {
  if (source.spec.correct_random_rates) {
    Mark(run, "random-rates",
         "rates of the random phases corrected: only the operations done are "
         "credited");
  } else if (is_git) {
    Mark(run, "random-rates",
         "builds of tiobench from 2003-12 to 2023-02 credit the whole file to "
         "the random phases: if this was one, give --correct random-rates");
  }
  if (!is_git) {
    Mark(run, "cpu",
         source.spec.correct_cpu
             ? "CPU % divided by the threads, as each thread counted all of it"
             : "CPU % above one thread is too high by the number of threads: "
               "--correct cpu");
  }
  Mark(run, "cache",
       "tiobench reads what it has just written, without dropping the cache");
  Mark(run, "zeros",
       "tiotest writes zeros: the best case of a device that compresses");
  Mark(run, "flush",
       "rates hold the closing fsync, the latencies of single operations do "
       "not");
  if (any_rate_missing) {
    Mark(run, "rates",
         "a rate that did not fit its column (######) is "
         "unknown");
  }
}

}  // namespace

bool LooksLikeTiobench(const ImportSource& source) {
  return std::any_of(source.lines.begin(), source.lines.end(),
                     [](std::string_view line) {
                       return Trim(line).starts_with("File size = megabytes");
                     });
}

Result<RunResult> ImportTiobench(const ImportSource& source) {
  const bool is_git = source.text.find("Identifier") != std::string_view::npos;
  RunResult run = ImportedRun(
      source, is_git ? "tiobench with headings" : "tiobench 0.3", "tiobench");
  run.kind = "sweep";
  run.client_host = "thread";
  run.thresholds_ns = {2'000'000'000, 10'000'000'000};
  run.spec.emplace_back("pace", "closed loop");
  run.spec.emplace_back("cache", "warm");
  TiobenchReader reader(source, &run);
  Status status = reader.Read();
  if (!status.ok()) {
    return status;
  }
  MarkLatencies(source, reader.LatencyExcess(), &run);
  MarkRest(source, is_git, reader.any_rate_missing(), &run);
  return run;
}

}  // namespace fsduel
