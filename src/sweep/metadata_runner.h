// MetadataPlan -> RunResults.
#ifndef FSDUEL_SWEEP_METADATA_RUNNER_H_
#define FSDUEL_SWEEP_METADATA_RUNNER_H_

#include "base/status.h"
#include "run/run_observer.h"
#include "run/runner.h"
#include "sweep/metadata_plan.h"
#include "sys/machine.h"

namespace fsduel {

// Executes all runs, each in fresh directories: a run is a RunResult of kind
// "metadata" whose phases are steps x threads x file sizes (block_bytes). Ends
// early when interrupted or when a run fails; what was measured is returned all
// the same. A Status is returned only when nothing was measured.
Result<RunOutput> ExecuteMetadata(const MetadataPlan& plan, Machine& machine,
                                  RunObserver* observer);

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_METADATA_RUNNER_H_
