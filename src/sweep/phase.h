// One phase of a sweep: a pattern, run by some threads on the files of a cell.
#ifndef FSDUEL_SWEEP_PHASE_H_
#define FSDUEL_SWEEP_PHASE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/thread/thread.hpp>

#include "base/status.h"
#include "result/run_result.h"
#include "result/store.h"
#include "run/run_observer.h"
#include "run/sampler.h"
#include "run/shared_block.h"
#include "sweep/files.h"
#include "sweep/phase_control.h"
#include "sweep/sweep_plan.h"
#include "sweep/worker.h"
#include "sys/machine.h"
#include "sys/process.h"

namespace fsduel {

struct PhaseSpec {
  Pattern pattern;
  std::string name;          // "rand-read", "layout"
  std::uint64_t number = 0;  // within the run, from 0
  std::uint32_t threads = 1;
  std::uint32_t block_bytes = 4096;
  std::int64_t time_limit_ns = 0;           // 0 = none
  std::optional<std::uint64_t> operations;  // of all threads; none: one pass,
                                            // or until the time limit
  bool each_once = true;
  bool one_pass = true;
  std::int64_t writable_bytes = -1;  // negative = no limit
};

// Who looks on and keeps what is seen; all outlive the phase.
struct PhaseWitnesses {
  Machine* machine = nullptr;
  RunObserver* observer = nullptr;
  RunStore* store = nullptr;  // null: nothing is kept, or not while measuring
  const SignalWaiter* signals = nullptr;
  RunProgress progress;  // the part that stays the same: run, runs
};

enum class PhaseEnd {
  kDone,
  kError,        // an operation failed: examples and counts say which
  kBudget,       // --max-written is used up
  kInterrupted,  // Ctrl-C, SIGTERM
  kStuck,        // threads did not end within the grace period
};

class SweepPhase {
 public:
  // `files` outlives the phase.
  SweepPhase(const SweepPlan& plan, const PhaseSpec& spec, SweepFiles* files,
             PhaseWitnesses witnesses);
  virtual ~SweepPhase();
  SweepPhase(const SweepPhase&) = delete;
  SweepPhase& operator=(const SweepPhase&) = delete;

  // Runs the phase to its end. A failure means that no thread began to work.
  // When it ends as kStuck this object must live as long as the process.
  Result<PhaseEnd> Execute();
  // What was measured. REQUIRES: Execute returned an end.
  PhaseResult TakeResult();
  std::int64_t bytes_left() const;  // of writable_bytes

 protected:
  // What other kinds of load do in another way. RunWorker is called in the
  // thread itself.
  virtual RowTable Rows() const;
  virtual void RunWorker(std::uint32_t thread);
  virtual std::string DirectoryOf(std::uint32_t thread) const;
  // To be called by destructors of derived classes, whose functions the threads
  // use.
  void JoinThreads();

  WorkerPlace PlaceOf(std::uint32_t thread) const;
  const SweepPlan& plan() const { return plan_; }
  const PhaseSpec& spec() const { return spec_; }
  SharedBlock& block() { return *block_; }
  PhaseControl& control() { return *control_; }
  void SetReport(std::uint32_t thread, const WorkerReport& report) {
    reports_[thread] = report;
  }

 private:
  Status Start();
  WorkerTask TaskOf(std::uint32_t thread);
  PhaseEnd Watch();
  PhaseEnd AwaitStop(PhaseEnd end);
  void Tick(std::int64_t now);
  void KeepInterval(Sampler::Interval interval);
  std::chrono::nanoseconds Remaining(const RunProgress& progress) const;
  std::int64_t LastEnd() const;
  void FillSweepFigures(PhaseResult* result) const;
  std::uint64_t OperationsOf(std::uint32_t thread) const;

  const SweepPlan& plan_;
  PhaseSpec spec_;
  SweepFiles* files_;
  PhaseWitnesses witnesses_;
  MonotonicClock clock_;
  std::optional<SharedBlock> block_;
  std::unique_ptr<PhaseControl> control_;
  std::optional<Sampler> sampler_;
  std::vector<WorkerReport> reports_;
  boost::thread_group threads_;
  bool stuck_ = false;
  std::int64_t next_tick_ns_ = 0;
  Sampler::Interval series_;
  std::string label_;
};

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_PHASE_H_
