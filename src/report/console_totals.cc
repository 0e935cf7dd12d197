// Rates, passes, fairness, CPU and device below the table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/console_parts.h"
#include "report/labelled_lines.h"
#include "report/number_text.h"

namespace fsduel {
namespace {

constexpr double kMegabyte = 1e6;

// The two windows are told apart when they differ by more than this.
constexpr double kSameWindow = 0.002;

std::string WindowText(const WindowTotals& window) {
  return fmt::format("{} operations/s, {} MB/s read, {} MB/s written",
                     RateText(window.operations_rate()),
                     RateText(window.read_rate() / kMegabyte),
                     RateText(window.write_rate() / kMegabyte));
}

void AddThroughput(const PhaseTotals& totals, LabelledLines* lines) {
  const WindowTotals& early = totals.until_deadline;
  const WindowTotals& all = totals.until_last;
  lines->Add("throughput", WindowText(early), Tone::kStrong);
  if (all.seconds > early.seconds * (1 + kSameWindow)) {
    lines->Add("", fmt::format("until the last operation, {} after the "
                               "deadline: {}",
                               SecondsText(all.seconds - early.seconds),
                               WindowText(all)));
  }
  const std::uint64_t expected =
      totals.failures - std::min(totals.failures, totals.unexpected);
  if (expected != 0) {
    lines->Add("", fmt::format("{:.1f} % of the operations failed as the "
                               "loadfile expects",
                               100.0 * static_cast<double>(expected) /
                                   static_cast<double>(all.operations)));
  }
}

std::string PassText(const PhaseResult& phase) {
  if (phase.passes == 0) {
    return "no client finished a pass";
  }
  const auto time = [](std::uint64_t ns) {
    return NanosecondsText(static_cast<double>(ns));
  };
  return fmt::format("p50 {}, p90 {}, least {}, most {} (n = {})",
                     time(PassPercentileNs(phase, 50)),
                     time(PassPercentileNs(phase, 90)), time(phase.pass_min_ns),
                     time(phase.pass_max_ns), WithThousands(phase.passes));
}

std::string FairnessText(const PhaseResult& phase) {
  const std::optional<Fairness> fairness = FairnessOf(phase.clients);
  return !fairness ? ""
                   : fmt::format(
                         "slowest {}, median {}, fastest {} operations; "
                         "Jain index {:.3f}",
                         WithThousands(fairness->slowest),
                         WithThousands(fairness->median),
                         WithThousands(fairness->fastest), fairness->jain);
}

// "3,736 operations took 1 ms or longer, 21 of them 10 ms".
std::string SlowText(const RunResult& result, const PhaseResult& phase) {
  std::string text;
  for (std::size_t i = 0;
       i < std::min(result.thresholds_ns.size(), kMaxThresholds); ++i) {
    std::uint64_t count = 0;
    for (const OperationResult& operation : phase.operations) {
      if (operation.measure == Measure::kService) {
        count += operation.summary.over[i];
      }
    }
    if (count == 0) {
      break;  // and so of all longer ones
    }
    const std::string limit =
        NanosecondsText(static_cast<double>(result.thresholds_ns[i]));
    text += text.empty() ? fmt::format("{} operations took {} or longer",
                                       WithThousands(count), limit)
                         : fmt::format(", {} {}", WithThousands(count), limit);
  }
  return text;
}

std::string CpuText(const PhaseResult& phase, std::uint64_t operations) {
  const double seconds = phase.user_seconds + phase.system_seconds;
  if (operations == 0 || seconds <= 0 || phase.seconds_to_last <= 0) {
    return "";
  }
  const double to_us = 1e6 / static_cast<double>(operations);
  return fmt::format(
      "{} us per operation (user {}, system {}); clients kept "
      "{} CPUs busy",
      RateText(seconds * to_us), RateText(phase.user_seconds * to_us),
      RateText(phase.system_seconds * to_us),
      RateText(seconds / phase.seconds_to_last));
}

std::string HarnessText(const RunResult& result, const PhaseResult& phase,
                        const PhaseTotals& totals) {
  std::string text;
  if (phase.harness_ns_per_operation > 0 && totals.sum_ns > 0) {
    const double average_ns = static_cast<double>(totals.sum_ns) /
                              static_cast<double>(totals.until_last.operations);
    text = fmt::format("{} us per operation = {:.1f} % of operation time",
                       RateText(phase.harness_ns_per_operation / 1e3),
                       100 * phase.harness_ns_per_operation / average_ns);
  }
  if (result.null_harness_ns_per_operation > 0) {
    text +=
        fmt::format("{}{} us around empty operations", text.empty() ? "" : "; ",
                    RateText(result.null_harness_ns_per_operation / 1e3));
  }
  return text;
}

std::string ResolutionText(const ResolutionCounts& counts) {
  return counts.calls == 0
             ? ""
             : fmt::format(
                   "{} lookups, {} directory scans: {} calls within the "
                   "operations' time",
                   WithThousands(counts.lookups), WithThousands(counts.scans),
                   WithThousands(counts.calls));
}

// What reached the devices beside what the application did.
void AddDevices(const PhaseResult& phase, const PhaseTotals& totals,
                LabelledLines* lines) {
  const std::vector<DeviceTotals> devices = DeviceTotalsOf(phase);
  if (devices.empty()) {
    return;
  }
  lines->Add(
      "application",
      fmt::format("read {}, wrote {}", BytesText(totals.until_last.bytes_read),
                  BytesText(totals.until_last.bytes_written)));
  for (const DeviceTotals& device : devices) {
    std::string text =
        fmt::format("read {} ({} requests), wrote {} ({}); {} flushes",
                    BytesText(device.read_bytes), WithThousands(device.reads),
                    BytesText(device.write_bytes), WithThousands(device.writes),
                    WithThousands(device.flushes));
    if (device.flushes != 0 && device.flush_time_ms != 0) {
      text += fmt::format(
          " of {}",
          NanosecondsText(1e6 * static_cast<double>(device.flush_time_ms) /
                          static_cast<double>(device.flushes)));
    }
    lines->Add(device.device, fmt::format("{}, {:.0f} % busy", text,
                                          100 * device.utilisation));
  }
}

std::string EndText(const RunResult& result) {
  std::string text;
  if (result.dirty_bytes_at_end >= 0) {
    text = fmt::format(
        "{} of the machine's page cache still dirty",
        BytesText(static_cast<std::uint64_t>(result.dirty_bytes_at_end)));
  }
  if (result.closing_sync_seconds >= 0) {
    text += fmt::format("{}closing syncfs took {}", text.empty() ? "" : "; ",
                        SecondsText(result.closing_sync_seconds));
  }
  return text;
}

std::string VerifyText(const VerifyResult& verify) {
  return !verify.enabled
             ? ""
             : fmt::format(
                   "{} read as written, {} with nothing to compare, "
                   "{} mismatch{}",
                   BytesText(verify.verified_bytes),
                   BytesText(verify.unverified_bytes),
                   WithThousands(verify.mismatches),
                   verify.mismatches == 1 ? "" : "es");
}

std::string HandlesText(const PhaseResult& phase) {
  const auto most =
      std::max_element(phase.clients.begin(), phase.clients.end(),
                       [](const ClientResult& a, const ClientResult& b) {
                         return a.leaked_handles < b.leaked_handles;
                       });
  return most == phase.clients.end() || most->leaked_handles == 0
             ? ""
             : fmt::format(
                   "up to {} left open at the end of a pass (client {})",
                   most->leaked_handles, most->client);
}

}  // namespace

std::string ConsoleTotals(const RunResult& result, const PhaseResult& phase,
                          const ConsoleStyle& style) {
  const PhaseTotals totals = TotalsOf(phase);
  LabelledLines lines(static_cast<std::size_t>(style.width));
  AddThroughput(totals, &lines);
  lines.Add("time/pass", PassText(phase), Tone::kStrong);
  lines.Add("clients", FairnessText(phase));
  lines.Add("slow", SlowText(result, phase));
  lines.Add("CPU", CpuText(phase, totals.until_last.operations));
  lines.Add("harness", HarnessText(result, phase, totals));
  lines.Add("names", ResolutionText(phase.resolution));
  lines.Add("handles", HandlesText(phase));
  AddDevices(phase, totals, &lines);
  lines.Add("at the end", EndText(result));
  lines.Add("verified", VerifyText(result.verify),
            result.verify.mismatches == 0 ? Tone::kPlain : Tone::kBad);
  return lines.Render(Paint(style.colour));
}

}  // namespace fsduel
