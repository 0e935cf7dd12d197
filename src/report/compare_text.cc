#include "report/compare_text.h"

#include <fmt/format.h>

#include "base/units.h"
#include "report/number_text.h"

namespace fsduel {
namespace {

std::string Percent(double threshold) {
  return fmt::format("{:.3g} %", threshold * 100);
}

std::string PhaseText(const RowSubject& subject) {
  return subject.phase == "measure" ? "" : subject.phase;
}

std::string WithOperation(std::string text, const RowSubject& subject,
                          std::string_view all) {
  // The only data operation of a sweep's phase goes without saying.
  const bool is_obvious =
      subject.threads != 0 &&
      (subject.operation == "read" || subject.operation == "write" ||
       subject.operation.empty());
  if (!is_obvious) {
    text += text.empty() ? "" : ", ";
    text += subject.operation.empty() ? all : subject.printed;
  }
  return subject.measure == Measure::kResponse ? text + " (response)" : text;
}

std::string RunsText(const CompareRow& row) {
  return row.runs_needed == 0
             ? "more than 10,000 runs needed"
             : fmt::format("about {} runs needed", row.runs_needed);
}

}  // namespace

std::string SubjectText(const CompareRow& row) {
  const RowSubject& subject = row.subject;
  std::string text = PhaseText(subject);
  if (subject.threads != 0) {
    text += fmt::format(", {} thread{}", subject.threads,
                        subject.threads == 1 ? "" : "s");
  }
  if (subject.block_bytes != 0) {
    text += ", " + FormatSize(subject.block_bytes);
  }
  return WithOperation(std::move(text), subject, "all operations");
}

std::string ShortSubject(const CompareRow& row) {
  const RowSubject& subject = row.subject;
  std::string text = PhaseText(subject);
  if (subject.threads != 0) {
    text += fmt::format(" {} x {}", subject.threads,
                        FormatSize(subject.block_bytes));
  }
  return WithOperation(std::move(text), subject, "all");
}

std::string FigureName(const RowSubject& subject) {
  const std::string name(InfoOf(subject.metric).name);
  return subject.metric == Metric::kOver
             ? fmt::format(
                   "{} {}", name,
                   NanosecondsText(static_cast<double>(subject.threshold_ns)))
             : name;
}

std::string FigureText(Metric metric, double value) {
  const MetricInfo& info = InfoOf(metric);
  return info.unit == "ms"
             ? NanosecondsText(value)
             : RateText(value / info.per_unit) +
                   (info.unit == "/s" ? "/s" : fmt::format(" {}", info.unit));
}

std::string RatioText(double ratio) {
  return ratio >= 1000 ? RateText(ratio) : fmt::format("{:.3g}", ratio);
}

const std::string& BetterSide(const Comparison& comparison,
                              const CompareRow& row) {
  return comparison.sides[row.OtherIsBetter() ? row.side : 0].name;
}

const std::string& WorseSide(const Comparison& comparison,
                             const CompareRow& row) {
  return comparison.sides[row.OtherIsBetter() ? 0 : row.side].name;
}

std::string VerdictText(const Comparison& comparison, const CompareRow& row) {
  const std::string& other = comparison.sides[row.side].name;
  switch (row.verdict) {
    case Verdict::kFaster:
      return other + " faster";
    case Verdict::kSlower:
      return other + " slower";
    case Verdict::kSame:
      return "same within " + Percent(comparison.threshold);
    case Verdict::kInconclusive:
      return "inconclusive: " + RunsText(row);
    case Verdict::kLessLoaded:
      return fmt::format("{} less loaded, not faster",
                         BetterSide(comparison, row));
    case Verdict::kObserved:
      break;
  }
  if (row.less_loaded != 0) {
    return fmt::format("{} less loaded, not faster",
                       BetterSide(comparison, row));
  }
  if (row.Factor() <= 1 + comparison.threshold) {
    return "about the same";
  }
  return BetterSide(comparison, row) + " better";
}

}  // namespace fsduel
