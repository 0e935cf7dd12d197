// The words and numbers of a comparison that all its reports share.
#ifndef FSDUEL_REPORT_COMPARE_TEXT_H_
#define FSDUEL_REPORT_COMPARE_TEXT_H_

#include <string>

#include "compare/comparison.h"

namespace fsduel {

// "NTCreateX", "all operations", "seq-write, 128 threads, 4 KiB".
std::string SubjectText(const CompareRow& row);

// The same for a column of a table: "seq-write 128 x 4 KiB".
std::string ShortSubject(const CompareRow& row);

// "p99", "over 2 s".
std::string FigureName(const RowSubject& subject);

// A value of the row with its unit: "341 MB/s", "12.5 ms".
std::string FigureText(Metric metric, double value);

// "3.83", "0.261", "1,240".
std::string RatioText(double ratio);

// "kingston faster", "same within 2 %", "inconclusive: about 9 runs needed".
std::string VerdictText(const Comparison& comparison, const CompareRow& row);

// Name of the side with the better median, and of the other one.
const std::string& BetterSide(const Comparison& comparison,
                              const CompareRow& row);
const std::string& WorseSide(const Comparison& comparison,
                             const CompareRow& row);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_COMPARE_TEXT_H_
