#include "report/tiobench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "report/paint.h"
#include "result/sweep_figures.h"

namespace fsduel {
namespace {

constexpr double kMegabyte = 1 << 20;
constexpr double kMillisecond = 1e6;  // ns
constexpr std::chrono::seconds kLong(2);
constexpr std::chrono::seconds kVeryLong(10);

struct Block {
  std::string_view pattern;
  std::string_view title;  // of tiobench
};
constexpr std::array<Block, kTiobenchBlocks> kBlocks = {
    {{"seq-read", "Sequential Reads"},
     {"rand-read", "Random Reads"},
     {"seq-write", "Sequential Writes"},
     {"rand-write", "Random Writes"}}};

// Widths of the columns that differ between the layouts.
struct Widths {
  int block;
  int rate;
  int efficiency;
};
constexpr Widths kWidths034 = {5, 6, 5};
constexpr Widths kWidthsGit = {6, 12, 7};

// How tiobench writes a share of the CPU: a number as text, cut, not rounded,
// to five characters. Here digits before the point are never cut.
std::string CpuText(double percent) {
  std::string text = fmt::format("{:.5f}", percent);
  text.resize(std::max<std::size_t>(5, text.find('.')));
  return text;
}

// Centred, the odd blank on the right.
std::string Centred(std::uint64_t value, int width) {
  return fmt::format("{:^{}}", std::to_string(value), width);
}

// Identifier, size, block and threads.
std::string RowHead(const TiobenchRow& row, std::string_view identifier,
                    const Widths& widths) {
  return fmt::format("{:<28} {} {} {:>3}  ", identifier,
                     Centred(row.size_mb, 6),
                     Centred(row.block_bytes, widths.block), row.threads);
}

std::string LatencyColumns(const TiobenchLatency& latency) {
  return fmt::format("{:>9.3f} {:>11.2f}  {:>8.5f} {:>8.5f}",
                     latency.average_ms, latency.max_ms, latency.over_2s,
                     latency.over_10s);
}

std::string DataRow(const TiobenchRow& row, const TiobenchFigures& figures,
                    const Widths& widths) {
  const double cpu =
      figures.Percent(figures.user_seconds + figures.system_seconds);
  const double efficiency = cpu > 0 ? figures.rate() / (cpu / 100) : 0;
  return fmt::format("{}{:>{}.2f} {:>5}% {} {:>{}.0f}\n",
                     RowHead(row, Printable(row.identifier), widths),
                     figures.rate(), widths.rate, CpuText(cpu),
                     LatencyColumns(figures.io), efficiency, widths.efficiency);
}

// As many words as a data row has, so that nothing shifts for who splits it.
std::string FlushRow(const TiobenchRow& row, const TiobenchFigures& figures,
                     const Widths& widths) {
  return fmt::format("{}{:>{}} {:>5}  {} {:>{}}\n",
                     RowHead(row, "flush", widths), "-", widths.rate, "-",
                     LatencyColumns(figures.flush), "-", widths.efficiency);
}

std::string UnitInformation(TiobenchLayout layout) {
  return fmt::format(
      "\nUnit information\n================\n"
      "File size = megabytes{}\n"
      "Blk Size  = bytes\n"
      "Rate      = megabytes per second\n"
      "CPU%      = percentage of CPU used during the test\n"
      "Latency   = milliseconds\n"
      "Lat%      = percent of requests that took longer than X seconds\n"
      "CPU Eff   = Rate divided by CPU% - throughput per cpu load\n",
      layout == TiobenchLayout::kGit ? " (2^20 bytes, 1,048,576 bytes)" : "");
}

std::string BlockHead(std::string_view title, TiobenchLayout layout) {
  if (layout == TiobenchLayout::k034) {
    return fmt::format("\n{}\n", title);
  }
  return fmt::format(
      "\n{}\n{:=<{}}\n"
      "                              File   Blk   Num                         "
      "Avg      Maximum      Lat%     Lat%     CPU\n"
      "Identifier                    Size   Size  Thr      Rate     (CPU%)  "
      "Latency    Latency      >2s      >10s     Eff\n"
      "---------------------------- ------ ------ ---  ------------ ------ "
      "--------- -----------  -------- -------- -------\n",
      title, "", title.size());
}

TiobenchLatency LatencyOf(const OperationSummary& summary,
                          const std::vector<std::int64_t>& thresholds_ns) {
  TiobenchLatency latency;
  latency.count = summary.count;
  latency.average_ms = summary.average_ns() / kMillisecond;
  latency.max_ms = static_cast<double>(summary.max_ns) / kMillisecond;
  latency.over_2s = 100 * ShareOver(summary, thresholds_ns, kLong);
  latency.over_10s = 100 * ShareOver(summary, thresholds_ns, kVeryLong);
  return latency;
}

TiobenchFigures FiguresOf(const SweepRow& row,
                          const std::vector<std::int64_t>& thresholds_ns) {
  TiobenchFigures figures;
  for (const PhaseResult* phase : row.phases) {
    const SweepTotals totals = SweepTotalsOf(*phase);
    figures.amount_mb += static_cast<double>(totals.bytes()) / kMegabyte;
    figures.seconds += totals.seconds_to_flush;
    figures.user_seconds += phase->user_seconds;
    figures.system_seconds += phase->system_seconds;
  }
  figures.io = LatencyOf(MergedIo(row), thresholds_ns);
  figures.flush = LatencyOf(MergedFlushes(row), thresholds_ns);
  return figures;
}

// The tests of tiotest, in their order.
struct Test {
  std::size_t block;  // of kBlocks
  std::string_view name;
  std::string_view terse_name;
  std::string_view flush_name;
};
constexpr Test kTests[] = {{2, "Write", "write", "Write flush"},
                           {3, "Random Write", "rwrite", "RWrite flush"},
                           {0, "Read", "read", ""},
                           {1, "Random Read", "rread", ""}};

// All reads and writes as one.
TiobenchLatency TotalOf(
    const std::array<TiobenchFigures, kTiobenchBlocks>& blocks) {
  TiobenchLatency total;
  for (const TiobenchFigures& figures : blocks) {
    const TiobenchLatency& part = figures.io;
    const auto count = static_cast<double>(part.count);
    total.count += part.count;
    total.average_ms += part.average_ms * count;
    total.max_ms = std::max(total.max_ms, part.max_ms);
    total.over_2s += part.over_2s * count;
    total.over_10s += part.over_10s * count;
  }
  if (total.count != 0) {
    const auto count = static_cast<double>(total.count);
    total.average_ms /= count;
    total.over_2s /= count;
    total.over_10s /= count;
  }
  return total;
}

std::string TerseLatency(const TiobenchLatency& latency) {
  return fmt::format("{:.5f},{:.5f},{:.5f},{:.5f}", latency.average_ms,
                     latency.max_ms, latency.over_2s, latency.over_10s);
}

std::string Terse(const std::array<TiobenchFigures, kTiobenchBlocks>& blocks) {
  std::string text;
  for (const Test& test : kTests) {
    const TiobenchFigures& figures = blocks[test.block];
    text +=
        fmt::format("{}:{:.5f},{:.5f},{:.5f},{:.5f},{}\n", test.terse_name,
                    figures.amount_mb, figures.seconds, figures.user_seconds,
                    figures.system_seconds, TerseLatency(figures.io));
  }
  return text + fmt::format("total:{}\n", TerseLatency(TotalOf(blocks)));
}

std::string RateTable(
    const std::array<TiobenchFigures, kTiobenchBlocks>& blocks) {
  std::string text = fmt::format(
      ",{0:-<70}.\n"
      "| Item                  | Time     | Rate         | Usr CPU  | Sys CPU "
      "|\n"
      "+{0:-<23}+{0:-<10}+{0:-<14}+{0:-<10}+{0:-<9}+\n",
      "");
  for (const Test& test : kTests) {
    const TiobenchFigures& figures = blocks[test.block];
    if (figures.io.count != 0) {
      text += fmt::format(
          "| {} {:>{}.0f} MBs | {:>6.1f} s | {:>7.3f} MB/s | {:>5.1f} %  | "
          "{:>5.1f} % |\n",
          test.name, figures.amount_mb, 16 - test.name.size(), figures.seconds,
          figures.rate(), figures.Percent(figures.user_seconds),
          figures.Percent(figures.system_seconds));
    }
  }
  return text + fmt::format("`{:-<70}'\n", "");
}

std::string LatencyLine(std::string_view name, const TiobenchLatency& latency) {
  return fmt::format(
      "| {:<12} | {:>12.3f} ms | {:>12.3f} ms | {:>8.5f} | "
      "{:>9.5f} |\n",
      name, latency.average_ms, latency.max_ms, latency.over_2s,
      latency.over_10s);
}

std::string LatencyTable(
    const std::array<TiobenchFigures, kTiobenchBlocks>& blocks,
    bool flush_rows) {
  const std::string rule =
      fmt::format("{0:-<14}+{0:-<17}+{0:-<17}+{0:-<10}+{0:-<11}", "");
  std::string text = fmt::format(
      "Tiotest latency results:\n,{:-<73}.\n"
      "| Item         | Average latency | Maximum latency | % >2 sec | % >10 "
      "sec |\n+{}+\n",
      "", rule);
  std::string flushes;
  for (const Test& test : kTests) {
    const TiobenchFigures& figures = blocks[test.block];
    if (figures.io.count != 0) {
      text += LatencyLine(test.name, figures.io);
    }
    if (flush_rows && figures.flush.count != 0 && !test.flush_name.empty()) {
      flushes += LatencyLine(test.flush_name, figures.flush);
    }
  }
  return text + flushes + fmt::format("|{}|\n", rule) +
         LatencyLine("Total", TotalOf(blocks)) + fmt::format("`{}'\n\n", rule);
}

}  // namespace

std::array<TiobenchFigures, kTiobenchBlocks> TiobenchBlocksOf(
    const std::vector<RunResult>& runs) {
  std::array<TiobenchFigures, kTiobenchBlocks> blocks;
  for (const SweepRow& row : SweepRowsOf(runs)) {
    for (std::size_t i = 0; i < kBlocks.size(); ++i) {
      if (row.pattern == kBlocks[i].pattern) {
        blocks[i] = FiguresOf(row, runs.front().thresholds_ns);
      }
    }
  }
  return blocks;
}

std::string TiobenchReport(const std::vector<TiobenchRow>& rows,
                           const TiobenchStyle& style) {
  const Widths& widths =
      style.layout == TiobenchLayout::kGit ? kWidthsGit : kWidths034;
  std::string text = UnitInformation(style.layout);
  for (std::size_t i = 0; i < kBlocks.size(); ++i) {
    text += BlockHead(kBlocks[i].title, style.layout);
    std::string flushes;
    for (const TiobenchRow& row : rows) {
      const TiobenchFigures& figures = row.blocks[i];
      if (figures.io.count != 0) {
        text += DataRow(row, figures, widths);
      }
      if (figures.flush.count != 0 && style.flush_rows) {
        flushes += FlushRow(row, figures, widths);
      }
    }
    text += flushes;
  }
  return text;
}

std::string TiobenchNoSize(std::uint64_t size_mb) {
  return fmt::format("No size specified, using {} MB\n", size_mb);
}

std::string TiotestReport(const std::vector<RunResult>& runs,
                          std::uint32_t threads, const TiotestStyle& style) {
  const auto blocks = TiobenchBlocksOf(runs);
  if (style.terse) {
    return Terse(blocks);
  }
  return fmt::format("Tiotest results for {} concurrent io threads:\n",
                     threads) +
         RateTable(blocks) +
         (style.latency ? LatencyTable(blocks, style.flush_rows) : "");
}

}  // namespace fsduel
