#include "report/dbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "result/derived.h"

namespace fsduel {
namespace {

constexpr double kMillisecond = 1e6;  // ns
constexpr double kMegabyte = 1e6;

// Rows in the order of each original; what is not in the list is not printed.
constexpr std::array<std::string_view, 17> kOrder = {
    "NTCreateX", "Close",     "Rename",    "Unlink",  "Deltree",   "Rmdir",
    "Mkdir",     "Qpathinfo", "Qfileinfo", "Qfsinfo", "Sfileinfo", "Find",
    "WriteX",    "ReadX",     "LockX",     "UnlockX", "Flush"};
constexpr std::array<std::string_view, 17> kForkOrder = {
    "Deltree",
    "Flush",
    "Close",
    "LockX",
    "Rmdir",
    "Mkdir",
    "Rename",
    "ReadX",
    "WriteX",
    "Unlink",
    "UnlockX",
    "FIND_FIRST",
    "SET_FILE_INFORMATION",
    "QUERY_FILE_INFORMATION",
    "QUERY_PATH_INFORMATION",
    "QUERY_FS_INFORMATION",
    "NTCreateX"};

// One row of an operation table.
struct Row {
  std::string_view name;
  std::uint64_t count = 0;
  std::uint64_t sum_ns = 0;
  std::uint64_t max_ns = 0;

  double average_ms() const {
    return count == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : static_cast<double>(sum_ns) /
                            static_cast<double>(count) / kMillisecond;
  }
  double max_ms() const { return static_cast<double>(max_ns) / kMillisecond; }
};

std::vector<Row> EmptyRows(const DbenchStyle& style) {
  std::vector<Row> rows;
  for (const std::string_view name : style.fork ? kForkOrder : kOrder) {
    rows.push_back({name});
  }
  return rows;
}

void AddTo(std::vector<Row>* rows, std::string_view name, std::uint64_t count,
           std::uint64_t sum_ns, std::uint64_t max_ns) {
  for (Row& row : *rows) {
    if (row.name == name) {
      row.count += count;
      row.sum_ns += sum_ns;
      row.max_ns = std::max(row.max_ns, max_ns);
    }
  }
}

std::vector<Row> AllClientsRows(const PhaseResult& phase,
                                const DbenchStyle& style) {
  std::vector<Row> rows = EmptyRows(style);
  for (const OperationResult& operation : phase.operations) {
    if (operation.measure == Measure::kService) {
      AddTo(&rows, style.fork ? operation.operation : operation.compat_name,
            operation.summary.count, operation.summary.sum_ns,
            operation.summary.max_ns);
    }
  }
  return rows;
}

std::vector<Row> ClientRows(const PhaseResult& phase,
                            const ClientResult& client,
                            const DbenchStyle& style) {
  std::vector<Row> rows = EmptyRows(style);
  for (const ClientOperation& did : client.operation_list) {
    std::string_view name = did.operation;
    for (const OperationResult& operation : phase.operations) {
      if (!style.fork && operation.operation == did.operation) {
        name = operation.compat_name;
      }
    }
    AddTo(&rows, name, did.count, did.sum_ns, did.max_ns);
  }
  return rows;
}

// Prints a row where `all`, the table over all clients, has one: a client that
// did none of it shows "nan", as the original does.
std::string Table(const std::vector<Row>& rows, const std::vector<Row>& all,
                  const DbenchStyle& style) {
  std::string text =
      style.fork ? fmt::format(" {:<22} {:>7} {:>9} {:>9}\n {:->50}\n",
                               "Operation", "Count", "AvgLat", "MaxLat", "")
                 : fmt::format(" {:<12} {:>7} {:>9} {:>9}\n {:->40}\n",
                               "Operation", "Count", "AvgLat", "MaxLat", "");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (all[i].count == 0) {
      continue;
    }
    if (style.machine_readable) {
      text += fmt::format(":{}:{}:{:.3f}:{:.3f}:\n", row.name, row.count,
                          row.average_ms(), row.max_ms());
    } else {
      text += fmt::format(" {:<{}} {:>7} {:>9.3f} {:>9.3f}\n", row.name,
                          style.fork ? 22 : 12, row.count, row.average_ms(),
                          row.max_ms());
    }
  }
  return text + "\n";
}

// Lines of a client over all phases that it replayed.
std::uint64_t LinesOf(const RunResult& result, std::uint32_t client) {
  std::uint64_t lines = 0;
  for (const PhaseResult& phase : result.phases) {
    for (const ClientResult& candidate : phase.clients) {
      lines += candidate.client == client ? candidate.operations : 0;
    }
  }
  return lines;
}

std::string PerClient(const RunResult& result, const PhaseResult& phase,
                      const std::vector<Row>& all, const DbenchStyle& style) {
  std::string text = "Per client results:\n";
  for (const ClientResult& client : phase.clients) {
    text += fmt::format("Client {} did {} lines and {} bytes\n", client.client,
                        LinesOf(result, client.client), client.bytes);
    text += Table(ClientRows(phase, client, style), all, style);
  }
  return text;
}

// One line per pass. The time counts from the release of the clients, so that
// of a warm-up before the measured phase is added.
std::string PassTimes(const RunResult& result, const DbenchStyle& style) {
  const auto milliseconds = [](std::int64_t ns) { return ns / 1'000'000; };
  std::string text;
  std::int64_t released_ns = 0;
  for (const PhaseResult& phase : result.phases) {
    for (const ClientResult& client : phase.clients) {
      for (const auto& [end_ns, duration_ns] :
           client.pass_ends_and_durations_ns) {
        text += style.machine_readable
                    ? fmt::format("@E@{}@{}\n", client.client,
                                  milliseconds(duration_ns))
                    : fmt::format("{:>4} completed in {} ms at time {} ms\n",
                                  client.client, milliseconds(duration_ns),
                                  milliseconds(released_ns + end_ns));
      }
    }
    released_ns += std::llround(phase.seconds * 1e9);
  }
  return text;
}

std::string Throughput(const RunResult& result, const PhaseResult& phase,
                       const DbenchStyle& style) {
  const PhaseTotals totals = TotalsOf(phase);
  const double rate =
      (totals.until_deadline.read_rate() + totals.until_deadline.write_rate()) /
      kMegabyte;
  const double worst_ms = static_cast<double>(totals.max_ns) / kMillisecond;
  const std::uint32_t processes =
      result.client_count / std::max(1U, style.clients_per_process);
  if (style.machine_readable) {
    return fmt::format(";{:g};{};{};{:.3f};\n", rate, result.client_count,
                       processes, worst_ms);
  }
  return fmt::format(
      "Throughput {:g} MB/sec{}{}  {} clients  {} procs  max_latency={:.3f} "
      "ms\n",
      rate, style.sync_open ? " (sync open)" : "",
      style.sync_dirs ? " (sync dirs)" : "", result.client_count, processes,
      worst_ms);
}

std::string Tick(const DbenchTick& tick, std::string_view word, char mark,
                 const DbenchStyle& style) {
  if (style.machine_readable) {
    return fmt::format("@{}@{}@{}@{:.2f}@{}@{:.3f}@\n", mark, tick.clients,
                       tick.lines, tick.mb_per_second,
                       static_cast<std::uint64_t>(tick.seconds),
                       tick.latency_ms);
  }
  return fmt::format(
      "{:>4}  {:>8}  {:>7.2f} MB/sec  {} {:>3.0f} sec  latency {:.3f} ms\n",
      tick.clients, tick.lines, tick.mb_per_second, word, tick.seconds,
      tick.latency_ms);
}

}  // namespace

std::string DbenchHead(double time_limit_s, const std::string& loadfile,
                       double warmup_s) {
  return fmt::format(
      "dbench version 4.00 - as replayed by fsduel\n\n"
      "Running for {:.0f} seconds with load '{}' and minimum warmup {:.0f} "
      "secs\n",
      std::floor(time_limit_s), loadfile, std::floor(warmup_s));
}

std::string DbenchPrepared(std::uint32_t ready, std::uint32_t clients,
                           double seconds) {
  return fmt::format("{} of {} processes prepared for launch {:>3.0f} sec\n",
                     ready, clients, seconds);
}

std::string DbenchReleasing() {
  return "releasing clients\n";
}

std::string DbenchWarmup(const DbenchTick& tick, const DbenchStyle& style) {
  return Tick(tick, "warmup", 'W', style);
}

std::string DbenchExecute(const DbenchTick& tick, const DbenchStyle& style) {
  return Tick(tick, "execute", 'R', style);
}

std::string DbenchCleanup(std::uint32_t clients, double seconds,
                          const DbenchStyle& style) {
  if (style.machine_readable) {
    return Tick({clients, 0, 0, seconds, 0}, "cleanup", 'C', style);
  }
  return fmt::format("{:>4}  cleanup {:>3.0f} sec\n", clients, seconds);
}

std::string DbenchTail(const RunResult& result, const DbenchStyle& style) {
  const PhaseResult nothing;  // stopped before anything was measured
  const PhaseResult* phase = result.FindPhase("measure");
  if (phase == nullptr) {
    phase = &nothing;
  }
  const std::vector<Row> rows = AllClientsRows(*phase, style);
  std::string text = style.execute_time ? PassTimes(result, style) : "";
  text += "\n" + Table(rows, rows, style);
  if (style.per_client) {
    text += PerClient(result, *phase, rows, style);
  }
  return text + Throughput(result, *phase, style);
}

}  // namespace fsduel
