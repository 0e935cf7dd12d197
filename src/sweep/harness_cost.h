// What a sweep costs beside the storage.
#ifndef FSDUEL_SWEEP_HARNESS_COST_H_
#define FSDUEL_SWEEP_HARNESS_COST_H_

namespace fsduel {

// What the loop of a sweep's thread costs per operation on this machine, now:
// nanoseconds, measured with an engine that does nothing. 0 when it could not
// be measured.
double MeasureSweepHarness();

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_HARNESS_COST_H_
