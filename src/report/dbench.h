// The output of dbench 4.0 and of its MMTests fork, to the byte, for scripts
// that parse it: MMTests, LKP, Phoronix, autotest, xfstests. Numbers never
// depend on the locale. Times are measured in nanoseconds and printed in the
// milliseconds of the original; counts have no limit where the original wraps.
//
// Two deliberate differences: the first line names this program, and the
// machine-readable throughput is the real one (the original prints 0).
#ifndef FSDUEL_REPORT_DBENCH_H_
#define FSDUEL_REPORT_DBENCH_H_

#include <cstdint>
#include <string>

#include "result/run_result.h"

namespace fsduel {

struct DbenchStyle {
  bool fork = false;  // loadfile names, 22-column names, 50 dashes
  bool machine_readable = false;
  bool per_client = false;
  bool execute_time = false;
  bool sync_open = false;  // " (sync open)"
  bool sync_dirs = false;  // " (sync dirs)"
  std::uint32_t clients_per_process = 1;
};

struct DbenchTick {
  std::uint32_t clients = 0;  // first column
  std::uint64_t lines = 0;    // mean cumulative lines per client
  double mb_per_second = 0;   // 10^6 bytes, mean since the end of warm-up
  double seconds = 0;
  double latency_ms = 0;
};

std::string DbenchHead(double time_limit_s, const std::string& loadfile,
                       double warmup_s);
std::string DbenchPrepared(std::uint32_t ready, std::uint32_t clients,
                           double seconds);
std::string DbenchReleasing();
std::string DbenchWarmup(const DbenchTick& tick, const DbenchStyle& style);
std::string DbenchExecute(const DbenchTick& tick, const DbenchStyle& style);
// `clients` have not yet removed their files.
std::string DbenchCleanup(std::uint32_t clients, double seconds,
                          const DbenchStyle& style);
// Pass times, operation table, per-client tables and the Throughput line.
// Latencies and rates are those of the phase "measure"; lines are counted from
// the start, as the original does.
std::string DbenchTail(const RunResult& result, const DbenchStyle& style);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_DBENCH_H_
