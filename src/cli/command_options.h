// Everything that a command line can say, as typed values.
#ifndef FSDUEL_CLI_COMMAND_OPTIONS_H_
#define FSDUEL_CLI_COMMAND_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/tiobench_spec.h"
#include "compare/fail_if.h"
#include "import/import.h"
#include "report/dbench.h"
#include "run/run_spec.h"
#include "sweep/sweep_spec.h"

namespace fsduel {

// Of `fsduel compare`.
struct CompareOptions {
  double threshold = 0.02;
  std::vector<FailLimit> fail_if;
  std::string markdown;  // file, "-" = stdout, "" = none
  std::string csv;
  bool self_test = false;
};

struct CommandOptions {
  RunSpec run;      // and what all kinds of load share
  SweepSpec sweep;  // what only a sweep has
  DbenchSpec dbench;
  DbenchStyle dbench_style;
  TiobenchSpec tiobench;
  TiotestSpec tiotest;
  CompareOptions compare;
  ImportSpec import_spec;
  std::vector<std::string> operands;  // words that are no options, in order
  std::vector<std::string> settings;  // KEY=VALUE, of a profile
  std::string json;                   // file, "-" = stdout, "" = none
  std::optional<double> dbench_mb_per_client;  // -R of dbench
  bool dry_run = false;
  bool quiet = false;
  bool help = false;
  bool version = false;
  bool man = false;
};

}  // namespace fsduel

#endif  // FSDUEL_CLI_COMMAND_OPTIONS_H_
