// ConsoleReport: puts the parts together.
#include "report/console_parts.h"
#include "report/report.h"

namespace fsduel {

std::string ConsoleReport(const RunResult& result, const ConsoleStyle& style) {
  std::string text = ConsoleHead(result, style) + "\n";
  if (const PhaseResult* phase = result.FindPhase("measure")) {
    text += ConsoleOperations(*phase, style) + "\n";
    text += ConsoleTotals(result, *phase, style);
  } else {
    text += "  Nothing was measured.\n";
  }
  return text + ConsoleProblems(result, style);
}

}  // namespace fsduel
