// RunResult -> text. Pure: nothing is measured, nothing is looked up.
#ifndef FSDUEL_REPORT_REPORT_H_
#define FSDUEL_REPORT_REPORT_H_

#include <string>
#include <vector>

#include "result/run_result.h"

namespace fsduel {

struct ConsoleStyle {
  bool colour = false;
  int width = 100;  // columns of the terminal
};

// The table of one run for people: head, operations, totals, warnings.
std::string ConsoleReport(const RunResult& result, const ConsoleStyle& style);

// The runs of one --runs N: median, least and greatest of the main figures,
// and whether they drift.
std::string ConsoleRunsReport(const std::vector<RunResult>& runs,
                              const ConsoleStyle& style);

// The runs of a sweep: one head, then for each pattern the rates and latencies
// by block size and threads. Figures of several runs are medians, with the
// least and greatest rate beside them; latencies are those of all runs
// together.
std::string ConsoleSweepReport(const std::vector<RunResult>& runs,
                               const ConsoleStyle& style);

// The whole result as one JSON document (schema: results/README.md).
std::string JsonReport(const std::vector<RunResult>& runs);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_REPORT_H_
