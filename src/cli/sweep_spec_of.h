// What the sweep, run and tiobench commands share.
#ifndef FSDUEL_CLI_SWEEP_SPEC_OF_H_
#define FSDUEL_CLI_SWEEP_SPEC_OF_H_

#include "base/status.h"
#include "cli/command_options.h"
#include "cli/terminal.h"
#include "run/runner.h"
#include "sweep/sweep_spec.h"

namespace fsduel {

// The options of a sweep and those that it shares with replay.
SweepSpec SweepSpecOf(const CommandOptions& options);

// Prints what was found: the table, --json, where the results lie.
Status ReportSweep(const RunOutput& output, const CommandOptions& options,
                   const Terminal& terminal);

}  // namespace fsduel

#endif  // FSDUEL_CLI_SWEEP_SPEC_OF_H_
