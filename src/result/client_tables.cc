// Columns of clients.csv, passes.csv and client_operations.csv.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "result/tables.h"

namespace fsduel {
namespace {

using enum ValueKind;

// The time below which `share` of the client's listed passes stay; nothing when
// none is listed.
Value ListedPassTime(const ClientResult& client, double share) {
  std::vector<std::int64_t> times;
  times.reserve(client.pass_ends_and_durations_ns.size());
  for (const auto& [end_ns, duration_ns] : client.pass_ends_and_durations_ns) {
    times.push_back(duration_ns);
  }
  if (times.empty()) {
    return {};
  }
  std::sort(times.begin(), times.end());
  // Rank ceil(share * n), as of the histogram.
  const auto rank = static_cast<std::size_t>(
      std::ceil(share * static_cast<double>(times.size()) - 1e-9));
  return times[std::clamp<std::size_t>(rank, 1, times.size()) - 1];
}

using ClientLine = Keyed<ClientResult>;
constexpr std::array kClientColumns = {
    Field<ClientLine>(
        "client", "", "number, from 0",
        [](auto& line) -> auto& { return line.row.client; }),
    Field<ClientLine>(
        "directory", "", "where it worked",
        [](auto& line) -> auto& { return line.row.directory; }),
    Field<ClientLine>(
        "pid", "", "process or thread",
        [](auto& line) -> auto& { return line.row.pid; }),
    Field<ClientLine>(
        "operations", "", "finished within the phase",
        [](auto& line) -> auto& { return line.row.operations; }),
    Field<ClientLine>(
        "bytes", "B", "transferred within the phase",
        [](auto& line) -> auto& { return line.row.bytes; }),
    Field<ClientLine>(
        "first_start_ns", "ns",
        "its first operation began, since the start of the phase",
        [](auto& line) -> auto& { return line.row.first_start_ns; }),
    Field<ClientLine>(
        "last_end_ns", "ns", "its last one ended",
        [](auto& line) -> auto& { return line.row.last_end_ns; }),
    Field<ClientLine>(
        "passes", "", "complete passes of the loadfile",
        [](auto& line) -> auto& { return line.row.passes; }),
    Derived<ClientLine>(
        "pass_p50_ns", "ns", "median time of its listed passes", kInteger,
        [](const ClientLine& line) { return ListedPassTime(line.row, 0.5); }),
    Derived<ClientLine>(
        "pass_p90_ns", "ns", "90 % took no longer", kInteger,
        [](const ClientLine& line) { return ListedPassTime(line.row, 0.9); }),
    Derived<ClientLine>(
        "pass_min_ns", "ns", "the shortest", kInteger,
        [](const ClientLine& line) { return ListedPassTime(line.row, 0); }),
    Derived<ClientLine>(
        "pass_max_ns", "ns", "the longest", kInteger,
        [](const ClientLine& line) { return ListedPassTime(line.row, 1); }),
    Field<ClientLine>(
        "passes_not_listed", "", "of passes: beyond the room of passes.csv",
        [](auto& line) -> auto& { return line.row.passes_not_listed; }),
    Field<ClientLine>(
        "user_seconds", "s", "CPU time in user mode",
        [](auto& line) -> auto& { return line.row.user_seconds; }),
    Field<ClientLine>(
        "system_seconds", "s", "CPU time in the kernel",
        [](auto& line) -> auto& { return line.row.system_seconds; }),
    Field<ClientLine>(
        "leaked_handles", "", "most handles open at the end of a pass",
        [](auto& line) -> auto& { return line.row.leaked_handles; }),
};

using PassLine = Keyed<PassRow>;
constexpr std::array kPassColumns = {
    Field<PassLine>(
        "client", "", "number, from 0",
        [](auto& line) -> auto& { return line.row.client; }),
    Field<PassLine>(
        "pass", "", "of this client in this phase, from 1",
        [](auto& line) -> auto& { return line.row.pass; }),
    Field<PassLine>(
        "end_ns", "ns", "its end, since the start of the phase",
        [](auto& line) -> auto& { return line.row.end_ns; }),
    Field<PassLine>(
        "duration_ns", "ns", "its time",
        [](auto& line) -> auto& { return line.row.duration_ns; }),
};

using ClientOperationLine = Keyed<ClientOperationRow>;
constexpr std::array kClientOperationColumns = {
    Field<ClientOperationLine>(
        "client", "", "number, from 0",
        [](auto& line) -> auto& { return line.row.client; }),
    Field<ClientOperationLine>(
        "count", "", "operations that returned",
        [](auto& line) -> auto& { return line.row.did.count; }),
    Field<ClientOperationLine>(
        "sum_ns", "ns", "all latencies added up",
        [](auto& line) -> auto& { return line.row.did.sum_ns; }),
    Field<ClientOperationLine>(
        "max_ns", "ns", "exact greatest latency",
        [](auto& line) -> auto& { return line.row.did.max_ns; }),
};

}  // namespace

Columns<ClientResult> ClientColumns() {
  return kClientColumns;
}
Columns<PassRow> PassColumns() {
  return kPassColumns;
}
Columns<ClientOperationRow> ClientOperationColumns() {
  return kClientOperationColumns;
}

}  // namespace fsduel
