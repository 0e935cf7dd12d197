// What the measured loop itself costs on this machine.
#ifndef FSDUEL_RUN_HARNESS_COST_H_
#define FSDUEL_RUN_HARNESS_COST_H_

namespace fsduel {

// Nanoseconds per operation of a client whose executor does nothing: clock,
// histogram and bookkeeping, with warm caches. A lower bound: between real
// system calls the same instructions take longer. Takes a few milliseconds.
double MeasureHarness();

}  // namespace fsduel

#endif  // FSDUEL_RUN_HARNESS_COST_H_
