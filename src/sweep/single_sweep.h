// One run of a sweep: all cells and patterns, once, in fresh files.
#ifndef FSDUEL_SWEEP_SINGLE_SWEEP_H_
#define FSDUEL_SWEEP_SINGLE_SWEEP_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "base/status.h"
#include "result/run_result.h"
#include "result/store.h"
#include "run/run_observer.h"
#include "run/trees.h"
#include "sweep/files.h"
#include "sweep/phase.h"
#include "sweep/sweep_plan.h"
#include "sys/machine.h"
#include "sys/process.h"

namespace fsduel {

class SingleSweep {
 public:
  // `result` comes with its identity filled in and is completed by Execute.
  // `store` may be null. All outlive this object.
  SingleSweep(const SweepPlan& plan, Machine* machine, RunObserver* observer,
              RunStore* store, RunResult* result);

  // `writable_bytes`: what --max-written leaves, negative = no limit; it is
  // lowered by what was written. Returns a failure only when nothing was
  // measured; anything else is in `result`.
  Status Execute(std::int64_t* writable_bytes);

 private:
  // Both return false when the run is over.
  bool RunCell(const SweepCell& cell);
  bool RunPattern(const SweepCell& cell, const Pattern& pattern,
                  SweepFiles* files);
  bool RunLayout(const SweepCell& cell, SweepFiles* files);
  bool RunPhase(const PhaseSpec& spec, SweepFiles* files, SweepFigures cache);
  PhaseSpec SpecOf(const SweepCell& cell, const Pattern& pattern);
  SweepFigures PrepareCache(const Pattern& pattern, const SweepFiles& files);
  void NoteEnd(PhaseEnd end, const PhaseSpec& spec);
  bool Fail(const std::string& why);
  void CollectVerification(const SweepCell& cell, SweepFiles* files);
  void CleanUp();

  const SweepPlan& plan_;
  Machine* machine_;
  RunObserver* observer_;
  RunStore* store_;
  RunResult* result_;
  std::int64_t writable_bytes_ = -1;
  std::optional<SignalWaiter> signals_;
  std::optional<Trees> trees_;
  std::uint64_t phases_run_ = 0;
  bool stuck_ = false;
};

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_SINGLE_SWEEP_H_
