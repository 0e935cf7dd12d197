// The tables of tiobench 0.3.4 and of its later versions, and those of tiotest
// beneath it, to the byte, for scripts that parse them: MMTests, Phoronix.
// Numbers never depend on the locale.
//
// The columns hold what their titles say, which the originals do not: averages
// over the runs instead of sums, the CPU time of the process once instead of
// once per thread, and latencies of reads and writes alone. The flush at the
// end, which the rate includes, has rows of its own below the data. A number
// that is too wide makes its line longer; the originals print `######`.
// Megabytes are 2^20 bytes here.
#ifndef FSDUEL_REPORT_TIOBENCH_H_
#define FSDUEL_REPORT_TIOBENCH_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "result/run_result.h"

namespace fsduel {

enum class TiobenchLayout : std::uint8_t {
  k034,  // no header row between title and data, which MMTests needs
  kGit,  // since 2014: a header row in each block, wider rates
};

struct TiobenchStyle {
  TiobenchLayout layout = TiobenchLayout::k034;
  bool flush_rows = true;
};

// The blocks of the report, in their order.
inline constexpr std::size_t kTiobenchBlocks = 4;

// The latency columns.
struct TiobenchLatency {
  std::uint64_t count = 0;
  double average_ms = 0;
  double max_ms = 0;
  double over_2s = 0;  // per cent
  double over_10s = 0;
};

// One row of one block.
struct TiobenchFigures {
  double amount_mb = 0;     // of all runs, as are the times
  double seconds = 0;       // flush included
  double user_seconds = 0;  // of the process
  double system_seconds = 0;
  TiobenchLatency io;
  TiobenchLatency flush;

  double rate() const { return seconds > 0 ? amount_mb / seconds : 0; }
  double Percent(double cpu_seconds) const {
    return seconds > 0 ? 100 * cpu_seconds / seconds : 0;
  }
};

// What a configuration gave: one row in each block.
struct TiobenchRow {
  std::string identifier;
  std::uint64_t size_mb = 0;  // as asked for
  std::uint32_t block_bytes = 0;
  std::uint32_t threads = 0;
  // By pattern: seq-read, rand-read, seq-write, rand-write. Without operations
  // a block has no such row.
  std::array<TiobenchFigures, kTiobenchBlocks> blocks;
};

// Fills the blocks from the runs of one configuration.
std::array<TiobenchFigures, kTiobenchBlocks> TiobenchBlocksOf(
    const std::vector<RunResult>& runs);

// "Unit information" and the four blocks.
std::string TiobenchReport(const std::vector<TiobenchRow>& rows,
                           const TiobenchStyle& style);
// What 0.3.4 says first when no size was given.
std::string TiobenchNoSize(std::uint64_t size_mb);

struct TiotestStyle {
  bool terse = false;
  bool latency = true;
  bool flush_rows = true;
};
std::string TiotestReport(const std::vector<RunResult>& runs,
                          std::uint32_t threads, const TiotestStyle& style);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_TIOBENCH_H_
