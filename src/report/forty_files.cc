// FortyFilesReport: the same load under several durability modes, what the
// application did and what reached the device.
#include <fmt/format.h>

#include <array>

#include "report/labelled_lines.h"
#include "report/number_text.h"
#include "report/profile_reports.h"
#include "report/step_figures.h"
#include "result/derived.h"

namespace fsduel {
namespace {

std::string ModeOf(const StepRow& row) {
  const RunResult& run = row.step->runs.front();
  const std::string cache = SpecValue(run, "cache");
  const std::string durability = SpecValue(run, "durability");
  return fmt::format(
      "{}{}", cache == "direct" ? "O_DIRECT" : "buffered",
      durability.empty() || durability == "none" ? "" : ", " + durability);
}

// Writes per second, bytes per second, utilisation of the devices.
struct DeviceRates {
  bool known = false;
  double writes = 0;
  double bytes = 0;
  double utilisation = 0;
};

DeviceRates DeviceRatesOf(const PhaseResult& phase) {
  DeviceRates rates;
  const double seconds = SweepTotalsOf(phase).seconds_to_flush;
  for (const DeviceTotals& device : DeviceTotalsOf(phase)) {
    rates.known = seconds > 0;
    rates.writes += static_cast<double>(device.writes) / seconds;
    rates.bytes += static_cast<double>(device.write_bytes) / seconds;
    rates.utilisation = std::max(rates.utilisation, device.utilisation);
  }
  return rates;
}

}  // namespace

std::string FortyFilesReport(const ProfileSteps& steps,
                             const ConsoleStyle& style) {
  const std::vector<StepRow> rows = StepRowsOf(steps);
  if (rows.empty()) {
    return "";
  }
  // Mode, IOPS, MB/s, device writes/s, MB/s, utilisation, CPU.
  std::array<std::vector<std::string>, 7> cells;
  std::array<std::vector<std::uint64_t>, 3> times;
  double least = 0;
  double most = 0;
  for (const StepRow& step : rows) {
    const SweepRow& row = step.row;
    const DeviceRates device = DeviceRatesOf(MedianPhase(row));
    const OperationSummary io = MergedIo(row);
    const double iops = MedianIops(row);
    least = least == 0 ? iops : std::min(least, iops);
    most = std::max(most, iops);
    cells[0].push_back(ModeOf(step));
    cells[1].push_back(RateText(iops));
    cells[2].push_back(RateText(MedianRate(row) / kMega));
    cells[3].push_back(device.known ? RateText(device.writes) : "-");
    cells[4].push_back(device.known ? RateText(device.bytes / kMega) : "-");
    cells[5].push_back(
        device.known ? fmt::format("{:.0f}", 100 * device.utilisation) : "-");
    cells[6].push_back(fmt::format("{:.0f}", 100 * MedianCpuShare(row)));
    times[0].push_back(static_cast<std::uint64_t>(io.average_ns()));
    times[1].push_back(PercentileNs(io, 99));
    times[2].push_back(io.max_ns);
  }
  TextTable table;
  table.Add(MakeColumn("Writes are", "", cells[0], true));
  table.Add(MakeColumn("IOPS", "", cells[1]));
  table.Add(MakeColumn("rate", "MB/s", cells[2]));
  table.Add(MakeTimesColumn("avg", times[0]));
  table.Add(MakeTimesColumn("p99", times[1]));
  table.Add(MakeTimesColumn("max", times[2]));
  table.Add(MakeColumn("device", "w/s", cells[3]));
  table.Add(MakeColumn("", "MB/s", cells[4]));
  table.Add(MakeColumn("busy", "%", cells[5]));
  table.Add(MakeColumn("CPU", "%", cells[6]));
  LabelledLines lines(static_cast<std::size_t>(style.width));
  if (rows.size() > 1 && least > 0) {
    lines.Add("spread",
              fmt::format("{:.0f} x between the modes: a figure without its "
                          "mode says nothing",
                          most / least));
  }
  const Paint paint(style.colour);
  const std::string notes = lines.Render(paint);
  return table.Render(paint) + (notes.empty() ? "" : "\n") + notes;
}

}  // namespace fsduel
