// Comparison -> text. Pure.
#ifndef FSDUEL_REPORT_COMPARE_REPORT_H_
#define FSDUEL_REPORT_COMPARE_REPORT_H_

#include <string>

#include "compare/comparison.h"
#include "compare/self_test.h"
#include "report/report.h"

namespace fsduel {

// What is the same and what is not, the rows that matter, the closing
// paragraph.
std::string CompareConsole(const Comparison& comparison,
                           const ConsoleStyle& style);

// The same for an issue tracker or a mail; all rows.
std::string CompareMarkdown(const Comparison& comparison);

// All rows with all figures, for spreadsheets: one header line.
std::string CompareCsv(const Comparison& comparison);

// Everything, for programs.
std::string CompareJson(const Comparison& comparison);

std::string SelfTestText(const SelfTestResult& result, const std::string& side);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_COMPARE_REPORT_H_
