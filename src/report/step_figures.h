// What the reports of profiles have in common: figures over the runs of a step,
// columns of tables.
#ifndef FSDUEL_REPORT_STEP_FIGURES_H_
#define FSDUEL_REPORT_STEP_FIGURES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/profile_reports.h"
#include "report/text_table.h"
#include "result/sweep_figures.h"

namespace fsduel {

inline constexpr double kMega = 1e6;
inline constexpr double kMebi = 1024.0 * 1024.0;

// One pattern of one step with one block size and number of threads.
struct StepRow {
  const StepRuns* step = nullptr;
  SweepRow row;
};
// Of all steps, in their order. REQUIRES: `steps` outlives the rows.
std::vector<StepRow> StepRowsOf(const ProfileSteps& steps);

// Medians over the runs.
double MedianRate(const SweepRow& row);         // bytes/s to the last I/O
double MedianRateToFlush(const SweepRow& row);  // ... to the last flush
double MedianIops(const SweepRow& row);
double MedianCpuShare(const SweepRow& row);  // 1 = one CPU

// Rates in bytes/s of the whole intervals of a phase.
std::vector<double> IntervalRates(const PhaseResult& phase);

// "16 KiB".
std::string BlockName(std::uint32_t bytes);

TableColumn MakeColumn(std::string name, std::string unit,
                       std::vector<std::string> cells, bool align_left = false);
// Times in one unit; a time of 0 is shown as "-".
TableColumn MakeTimesColumn(std::string name,
                            const std::vector<std::uint64_t>& times_ns);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_STEP_FIGURES_H_
