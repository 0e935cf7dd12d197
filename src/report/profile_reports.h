// The reports of profiles: each shows what the reader of such a load looks at.
// Pure functions from the runs of all steps to text.
#ifndef FSDUEL_REPORT_PROFILE_REPORTS_H_
#define FSDUEL_REPORT_PROFILE_REPORTS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"
#include "result/run_result.h"

namespace fsduel {

// What one step of a profile gave.
struct StepRuns {
  std::string name;
  std::vector<RunResult> runs;  // not empty
};
using ProfileSteps = std::vector<StepRuns>;

struct ProfileReportRow {
  std::string_view name;
  std::string_view summary;
  // The figures alone; "" when no step has any.
  std::string (*print)(const ProfileSteps& steps, const ConsoleStyle& style);
  // It begins with a head and ends with the problems itself.
  bool whole = false;
};

std::span<const ProfileReportRow> ProfileReports();
// Null when there is none.
const ProfileReportRow* FindProfileReport(std::string_view name);

// Head, figures, problems. REQUIRES: at least one step.
std::string PrintProfile(const ProfileReportRow& report,
                         const ProfileSteps& steps, const ConsoleStyle& style);

// One file each.
std::string QuickReport(const ProfileSteps& steps, const ConsoleStyle& style);
std::string SeekerReport(const ProfileSteps& steps, const ConsoleStyle& style);
std::string IozoneReport(const ProfileSteps& steps, const ConsoleStyle& style);
std::string DdReport(const ProfileSteps& steps, const ConsoleStyle& style);
std::string HdparmReport(const ProfileSteps& steps, const ConsoleStyle& style);
std::string HdtuneReport(const ProfileSteps& steps, const ConsoleStyle& style);
std::string FortyFilesReport(const ProfileSteps& steps,
                             const ConsoleStyle& style);
std::string SteadyReport(const ProfileSteps& steps, const ConsoleStyle& style);
std::string MetadataReport(const ProfileSteps& steps,
                           const ConsoleStyle& style);
std::string CliffReport(const ProfileSteps& steps, const ConsoleStyle& style);

}  // namespace fsduel

#endif  // FSDUEL_REPORT_PROFILE_REPORTS_H_
