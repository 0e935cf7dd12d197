// The parts of the console report, in the order in which they are printed.
// Each ends in a newline, or is "" when there is nothing to say.
#ifndef FSDUEL_REPORT_CONSOLE_PARTS_H_
#define FSDUEL_REPORT_CONSOLE_PARTS_H_

#include <string>
#include <string_view>

#include "report/labelled_lines.h"
#include "report/paint.h"
#include "report/report.h"
#include "result/derived.h"

namespace fsduel {

// What was run, where, on what.
std::string ConsoleHead(const RunResult& result, const ConsoleStyle& style);

// What every head holds: its title and, in front of everything, why the figures
// are not what was asked for; where it ran and on what machine.
std::string ConsoleTitle(std::string_view title, const RunResult& result,
                         const ConsoleStyle& style);
void AddPlaces(const RunResult& result, LabelledLines* lines);

// One row per operation.
std::string ConsoleOperations(const PhaseResult& phase,
                              const ConsoleStyle& style);

// Rates, passes, fairness, cost, devices.
std::string ConsoleTotals(const RunResult& result, const PhaseResult& phase,
                          const ConsoleStyle& style);

// Unexpected results, operations that never returned, warnings.
std::string ConsoleProblems(const RunResult& result, const ConsoleStyle& style);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_CONSOLE_PARTS_H_
