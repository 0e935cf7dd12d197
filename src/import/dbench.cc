// dbench 3, 4, 5 and its MMTests fork.
//
// Source of the formats: dbench.c of 3.04, 4.00 and 5.0 (print functions).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "import/formats.h"
#include "loadfile/operation_table.h"

namespace fsduel {
namespace {

// Bytes of an average read and write of client.txt, the trace that ships with
// dbench: 1,472,088,767 / 124,199 and 1,015,974,170 / 39,502.
constexpr double kBytesPerRead = 11'853;
constexpr double kBytesPerWrite = 25'719;

struct DbenchText {
  std::string version;
  std::vector<ImportedOperation> operations;
  double seconds = 0;          // of the last tick
  double planned_seconds = 0;  // "Running for 600 seconds"
  double tick_rate = 0;
  std::size_t clients = 0;
  double rate = -1;  // MB/s
  bool machine_readable = false;
  bool sync_open = false;
  bool sync_dirs = false;
  std::string failure;
};

const OperationRow* RowNamed(std::string_view name) {
  for (const OperationRow& row : OperationTable()) {
    if (row.name == name || row.dbench4_name == name) {
      return &row;
    }
  }
  return nullptr;
}

// "NTCreateX    1718720     0.175  1143.580", its words, or nothing.
std::optional<ImportedOperation> OperationOf(
    const std::vector<std::string_view>& words) {
  if (words.size() != 4) {
    return std::nullopt;
  }
  const std::optional<std::uint64_t> count = CountOf(words[1]);
  const std::optional<double> average = NumberOf(words[2]);
  const std::optional<double> max = NumberOf(words[3]);
  if (!count || !average || !max) {
    return std::nullopt;
  }
  ImportedOperation operation;
  operation.operation = words[0];
  operation.compat_name = words[0];
  if (const OperationRow* row = RowNamed(words[0]); row != nullptr) {
    operation.operation = row->name;
    operation.compat_name = row->dbench4_name;
    operation.reads_data = row->reads_data;
    operation.writes_data = row->writes_data;
  }
  operation.count = *count;
  operation.average_ms = *average;
  operation.max_ms = *max;
  return operation;
}

class DbenchReader {
 public:
  explicit DbenchReader(const ImportSource& source) : source_(source) {}

  Status Read(DbenchText* text) {
    for (std::size_t i = 0; i < source_.lines.size(); ++i) {
      Status status = ReadLine(i + 1, source_.lines[i], text);
      if (!status.ok()) {
        return status;
      }
    }
    if (text->rate < 0) {
      return source_.Fail(source_.lines.size(),
                          "the text ends here, without the line that begins "
                          "with Throughput: the run was cut off");
    }
    return Status::Ok();
  }

 private:
  Status ReadLine(std::size_t number, std::string_view line, DbenchText* text) {
    const std::vector<std::string_view> words = WordsOf(line);
    if (words.empty()) {
      in_table_ = in_table_ && !has_rows_;
      return Status::Ok();
    }
    if (words[0] == "dbench" && words.size() > 2 && words[1] == "version") {
      text->version = words[2];
    } else if (words[0] == "Throughput") {
      return ReadThroughput(number, words, text);
    } else if (line.starts_with("Per client results")) {
      per_client_ = true;
    } else if (words[0] == "Operation" && words.size() == 4) {
      in_table_ = true;
      has_rows_ = false;
    } else if (line.starts_with('@') || line.starts_with(':') ||
               line.starts_with(';')) {
      return ReadMachineLine(number, line, text);
    } else if (in_table_ && !per_client_ && !words[0].starts_with("---")) {
      return ReadOperation(number, words, text);
    } else {
      ReadProgress(line, words, text);
    }
    return Status::Ok();
  }

  Status ReadOperation(std::size_t number,
                       const std::vector<std::string_view>& words,
                       DbenchText* text) {
    if (words.size() == 4 && words[1] == "0") {
      return Status::Ok();  // dbench prints nan there
    }
    const std::optional<ImportedOperation> operation = OperationOf(words);
    if (!operation) {
      return source_.Fail(number,
                          "no line of the table of operations (name, count, "
                          "average and greatest latency)");
    }
    for (const ImportedOperation& known : text->operations) {
      if (known.operation == operation->operation) {
        return source_.Fail(number, fmt::format("a second line for {}",
                                                Quote(operation->operation)));
      }
    }
    text->operations.push_back(*operation);
    has_rows_ = true;
    return Status::Ok();
  }

  // "Throughput 341.39 MB/sec (sync open)  128 clients  128 procs ...".
  Status ReadThroughput(std::size_t number,
                        const std::vector<std::string_view>& words,
                        DbenchText* text) {
    const std::optional<double> rate =
        words.size() > 2 && words[2].starts_with("MB/sec") ? NumberOf(words[1])
                                                           : std::nullopt;
    if (!rate) {
      return source_.Fail(number, "Throughput without a number of MB/sec");
    }
    text->rate = *rate;
    const std::string_view line = source_.lines[number - 1];
    text->sync_open = line.find("(sync open)") != std::string_view::npos;
    text->sync_dirs = line.find("(sync dirs)") != std::string_view::npos;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool counts =
          words[i] == "clients" || (words[i] == "procs" && text->clients == 0);
      const std::optional<std::uint64_t> count = CountOf(words[i - 1]);
      if (counts && count && *count > 0 && *count < 1'000'000) {
        text->clients = *count;
      }
    }
    return text->clients > 0
               ? Status::Ok()
               : source_.Fail(number, "Throughput without a number of clients");
  }

  // The fork's --machine-readable form.
  Status ReadMachineLine(std::size_t number, std::string_view line,
                         DbenchText* text) {
    const std::vector<std::string_view> cells = Split(line, line[0]);
    text->machine_readable = true;
    if (line[0] == ':' && cells.size() >= 5) {
      return per_client_
                 ? Status::Ok()
                 : ReadOperation(
                       number, {cells[1], cells[2], cells[3], cells[4]}, text);
    }
    if (line[0] == '@' && cells.size() >= 6 && cells[1] == "R") {
      text->tick_rate = NumberOf(cells[4]).value_or(0);
      text->seconds = std::max(text->seconds, NumberOf(cells[5]).value_or(0));
    }
    if (line[0] == ';' && cells.size() >= 4) {
      const std::optional<std::uint64_t> clients = CountOf(cells[2]);
      if (!clients || *clients == 0 || *clients > 1'000'000) {
        return source_.Fail(number, "no number of clients");
      }
      text->clients = *clients;
      text->rate = 0;  // it always is: the last tick is used instead
    }
    return Status::Ok();
  }

  // "   8  12345   89.13 MB/sec  execute  59 sec  latency 12.345 ms", and what
  // goes wrong.
  static void ReadProgress(std::string_view line,
                           const std::vector<std::string_view>& words,
                           DbenchText* text) {
    // Ticks come once a second: the plan is exact.
    if (const auto planned = NumberAfter(line, "Running for")) {
      text->planned_seconds = *planned;
    }
    if (words.size() > 5 && words[3] == "MB/sec" && words[4] == "execute") {
      text->seconds = std::max(text->seconds, NumberOf(words[5]).value_or(0));
      text->tick_rate = NumberOf(words[2]).value_or(0);
    } else if (line.starts_with("Child failed") || line.starts_with("ERROR") ||
               line.find(") ERROR:") != std::string_view::npos ||
               line.find("] ERROR:") != std::string_view::npos ||
               line.find("FAILED TO START") != std::string_view::npos) {
      text->failure = text->failure.empty() ? std::string(line) : text->failure;
    }
  }

  const ImportSource& source_;
  bool in_table_ = false;
  bool has_rows_ = false;
  bool per_client_ = false;
};

// The measured time: said by the text, by the user, or estimated.
double SecondsOf(const DbenchText& text, const ImportSource& source,
                 RunResult* run) {
  if (source.spec.time_limit) {
    const double seconds =
        std::chrono::duration<double>(*source.spec.time_limit).count();
    Mark(run, "time",
         fmt::format("measured time of {:g} s as given by "
                     "--time-limit",
                     seconds));
    return seconds;
  }
  if (text.planned_seconds > 0 && text.failure.empty()) {
    return text.planned_seconds;
  }
  if (text.seconds > 0) {
    return text.seconds;
  }
  double busy_ms = 0;
  for (const ImportedOperation& operation : text.operations) {
    busy_ms += operation.average_ms * static_cast<double>(operation.count);
  }
  if (busy_ms <= 0) {
    Mark(run, "time",
         "the measured time is unknown and set to 1 s: counts per "
         "second mean nothing; give --time-limit");
    return 1;
  }
  const double seconds = busy_ms / 1e3 / static_cast<double>(text.clients);
  Mark(run, "time",
       fmt::format("the measured time is not in the output; {:.0f} s estimated "
                   "from the time in operations: give --time-limit",
                   seconds));
  return seconds;
}

// dbench prints one rate of bytes: divides it among reads and writes.
void SpreadBytes(double bytes, PhaseResult* phase, RunResult* run) {
  double weight = 0;
  const auto weight_of = [](const OperationResult& operation) {
    return static_cast<double>(operation.summary.count) *
           (operation.reads_data    ? kBytesPerRead
            : operation.writes_data ? kBytesPerWrite
                                    : 0);
  };
  for (const OperationResult& operation : phase->operations) {
    weight += weight_of(operation);
  }
  if (weight <= 0) {
    OperationResult& all = phase->operations.emplace_back();
    all.operation = "data";
    all.reads_data = true;
    all.summary.bytes = static_cast<std::uint64_t>(bytes);
    return;
  }
  for (OperationResult& operation : phase->operations) {
    operation.summary.bytes =
        static_cast<std::uint64_t>(bytes * weight_of(operation) / weight);
  }
  Mark(run, "bytes",
       "dbench prints reads and writes as one rate: their bytes are divided in "
       "the proportions of client.txt");
}

Status FillPhase(const DbenchText& text, const ImportSource& source,
                 RunResult* run) {
  PhaseResult phase;
  phase.name = "measure";
  phase.seconds = SecondsOf(text, source, run);
  phase.seconds_to_last = phase.seconds;
  const double rate = text.machine_readable ? text.tick_rate : text.rate;
  const double bytes = rate * 1e6 * phase.seconds;
  const double client_ns =
      phase.seconds * 1e9 * static_cast<double>(text.clients);
  for (const ImportedOperation& operation : text.operations) {
    if (!AddOperation(operation, &phase) || bytes > 9e18) {
      return source.Fail(1, "the figures are too large to be true");
    }
    phase.operations.back().client_time_share =
        static_cast<double>(phase.operations.back().summary.sum_ns) / client_ns;
  }
  SpreadBytes(bytes, &phase, run);
  run->phases.push_back(std::move(phase));
  return Status::Ok();
}

}  // namespace

bool LooksLikeDbench(const ImportSource& source) {
  return std::any_of(
      source.lines.begin(), source.lines.end(), [](std::string_view line) {
        const std::vector<std::string_view> words = WordsOf(line);
        return (words.size() > 2 && words[0] == "Throughput" &&
                words[2].starts_with("MB/sec")) ||
               (words.size() == 4 && words[0] == "Operation" &&
                words[2] == "AvgLat") ||
               (words.size() > 2 && words[0] == "dbench" &&
                words[1] == "version");
      });
}

Result<RunResult> ImportDbench(const ImportSource& source) {
  DbenchText text;
  Status status = DbenchReader(source).Read(&text);
  if (!status.ok()) {
    return status;
  }
  RunResult run = ImportedRun(
      source, text.version.empty() ? "dbench" : "dbench " + text.version,
      "dbench");
  run.kind = "replay";
  run.client_count = static_cast<std::uint32_t>(text.clients);
  run.client_host = "process";
  run.spec.emplace_back("pace", "closed loop");
  std::string durability = text.sync_open ? "sync" : "";
  durability +=
      text.sync_dirs ? durability.empty() ? "dbench-dirs" : ",dbench-dirs" : "";
  run.spec.emplace_back("durability", durability.empty() ? "none" : durability);
  if (!text.failure.empty()) {
    run.state = RunState::kFailed;
    run.failure = text.failure;
  }
  if (text.machine_readable) {
    Mark(&run, "throughput",
         "the machine-readable form always prints a throughput of 0: that of "
         "the last tick is used");
  }
  status = FillPhase(text, source, &run);
  if (!status.ok()) {
    return status;
  }
  return run;
}

}  // namespace fsduel
