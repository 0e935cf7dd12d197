// `--fail-if 'p99 > +10%'`: a limit that a comparison must keep.
#ifndef FSDUEL_COMPARE_FAIL_IF_H_
#define FSDUEL_COMPARE_FAIL_IF_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "compare/comparison.h"

namespace fsduel {

// The change of a metric from the first side to another.
struct FailLimit {
  std::string text;       // as it was typed
  std::string operation;  // "" = any
  Metric metric = Metric::kThroughput;
  bool above = true;  // is it met above the limit or below?
  double ratio = 1;   // "+10%" is 1.1
};

// `[OPERATION] METRIC > +N%` or `... < -N%`; metrics: throughput, ops/s,
// time/pass, avg, p50, p99, p99.9, max.
Result<FailLimit> ParseFailLimit(std::string_view text);

// Numbers of the rows that meet it: the ratio of the medians lies beyond the
// limit and, where the row was tested, it is no chance.
std::vector<std::size_t> RowsThatMeet(const FailLimit& limit,
                                      const Comparison& comparison);

// Whether the comparison has a row that the limit is about at all.
bool IsAboutSomething(const FailLimit& limit, const Comparison& comparison);

}  // namespace fsduel

#endif  // FSDUEL_COMPARE_FAIL_IF_H_
