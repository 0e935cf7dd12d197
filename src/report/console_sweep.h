// The tables of a sweep for people: the part of ConsoleSweepReport that knows
// columns.
#ifndef FSDUEL_REPORT_CONSOLE_SWEEP_H_
#define FSDUEL_REPORT_CONSOLE_SWEEP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "report/report.h"
#include "result/sweep_figures.h"

namespace fsduel {

// One row per block size and number of threads. As many tables as it takes to
// show all columns within the width, each with the two key columns. REQUIRES:
// `rows` are of one pattern, not empty.
std::string SweepTables(const std::vector<SweepRow>& rows,
                        const std::vector<std::int64_t>& thresholds_ns,
                        const ConsoleStyle& style);

// "4 KiB x 128".
std::string SweepRowName(const SweepRow& row);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_CONSOLE_SWEEP_H_
