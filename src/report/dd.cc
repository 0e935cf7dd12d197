// DdReport and HdparmReport: the lines that dd and hdparm end with, in both
// kinds of megabytes.
#include <fmt/format.h>

#include <algorithm>

#include "report/number_text.h"
#include "report/profile_reports.h"
#include "report/step_figures.h"

namespace fsduel {
namespace {

// "4.3 GB, 4.0 GiB", as dd has it.
std::string BothSizes(double bytes) {
  constexpr const char* kDecimal[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  constexpr const char* kBinary[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  const auto scaled = [bytes](double base, const char* const* units) {
    double value = bytes;
    int unit = 0;
    while (value >= base && unit < 5) {
      value /= base;
      ++unit;
    }
    return fmt::format("{:.{}f} {}", value, value < 10 ? 1 : 0, units[unit]);
  };
  return fmt::format("{}, {}", scaled(1000, kDecimal), scaled(1024, kBinary));
}

std::string TitleOf(const StepRow& row) {
  return row.step->name.empty() ? row.row.pattern : row.step->name;
}

std::string_view HdparmTitle(std::string_view step) {
  struct Title {
    std::string_view step;
    std::string_view text;
  };
  constexpr Title kTitles[] = {
      {"buffered", "Timing buffered disk reads: "},
      {"direct", "Timing O_DIRECT disk reads: "},
      {"direct-cached", "Timing O_DIRECT cached reads:   "},
      {"cached", "Timing cached reads:   "}};
  for (const Title& title : kTitles) {
    if (title.step == step) {
      return title.text;
    }
  }
  return "";
}

}  // namespace

std::string DdReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  (void)style;
  std::string text;
  for (const StepRow& row : StepRowsOf(steps)) {
    const SweepTotals totals = SweepTotalsOf(MedianPhase(row.row));
    const double rate = totals.rate_to_flush();
    text += fmt::format(
        "{}\n{} bytes ({}) copied, {:.6g} s, {} MB/s ({} MiB/s)\n",
        TitleOf(row), totals.bytes(),
        BothSizes(static_cast<double>(totals.bytes())), totals.seconds_to_flush,
        RateText(rate / kMega), RateText(rate / kMebi));
  }
  return text;
}

std::string HdparmReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  (void)style;
  std::string text;
  for (const StepRow& row : StepRowsOf(steps)) {
    const SweepTotals totals = SweepTotalsOf(MedianPhase(row.row));
    std::string title(HdparmTitle(row.step->name));
    if (title.empty()) {
      title = fmt::format("Timing {}: ", TitleOf(row));
    }
    text += fmt::format(
        " {}{:.0f} MB in {:5.2f} seconds = {:.2f} MB/sec  (MB = 2^20; {:.2f} "
        "of 10^6)\n",
        title, static_cast<double>(totals.bytes()) / kMebi, totals.seconds,
        totals.rate() / kMebi, totals.rate() / kMega);
  }
  return text;
}

}  // namespace fsduel
