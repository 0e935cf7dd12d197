// The live line of a run, or silence with --quiet.
#ifndef FSDUEL_CLI_RUN_OBSERVER_H_
#define FSDUEL_CLI_RUN_OBSERVER_H_

#include <memory>

#include "cli/command_options.h"
#include "cli/terminal.h"
#include "run/run_observer.h"

namespace fsduel {

std::unique_ptr<RunObserver> MakeObserver(const CommandOptions& options,
                                          const Terminal& terminal);

}  // namespace fsduel

#endif  // FSDUEL_CLI_RUN_OBSERVER_H_
