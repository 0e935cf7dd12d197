// What a loadfile does, for people and for programs.
#ifndef FSDUEL_CLI_LINT_REPORT_H_
#define FSDUEL_CLI_LINT_REPORT_H_

#include <string>
#include <vector>

#include "loadfile/analysis.h"
#include "loadfile/loadfile.h"

namespace fsduel {

std::string LintText(const Loadfile& loadfile,
                     const LoadfileAnalysis& analysis);

struct LintedLoadfile {
  std::string path;
  const Loadfile* loadfile;
  LoadfileAnalysis analysis;
};
// {"schema": 1, "loadfiles": [...]}; sizes in bytes.
std::string LintJson(const std::vector<LintedLoadfile>& loadfiles);

}  // namespace fsduel

#endif  // FSDUEL_CLI_LINT_REPORT_H_
