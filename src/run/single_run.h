// One run: the phases of one set of clients in one set of trees.
#ifndef FSDUEL_RUN_SINGLE_RUN_H_
#define FSDUEL_RUN_SINGLE_RUN_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "result/run_result.h"
#include "result/store.h"
#include "run/client_set.h"
#include "run/run_observer.h"
#include "run/run_plan.h"
#include "run/sampler.h"
#include "run/shared_block.h"
#include "run/trees.h"
#include "sys/clock.h"
#include "sys/machine.h"
#include "sys/process.h"

namespace fsduel {

class SingleRun {
 public:
  // `result` comes with its identity filled in and is completed by Execute.
  // `store` may be null. All outlive this object.
  SingleRun(const RunPlan& plan, Machine* machine, RunObserver* observer,
            RunStore* store, RunResult* result);

  // Returns a failure only when nothing was measured; anything else is in
  // `result` (state, failure).
  Status Execute();

 private:
  enum class Wake {
    kDeadline,
    kReady,        // every client is at the gate or done
    kRequest,      // a client asks for the end
    kInterrupted,  // Ctrl-C, SIGTERM
    kLost,         // a client died
  };

  Status StartClients();
  // Set-up, warm-up, measured phase; how the last one ended.
  Wake RunPhases();
  void OpenPhase(std::uint32_t phase, std::chrono::nanoseconds length);
  void ClosePhase();
  Wake Watch();
  bool AllAtGate() const;
  bool NeedsPolling() const;
  void Tick();
  void StopClients();
  bool AwaitEnd(std::int64_t deadline_ns);
  bool IsSecondInterrupt();
  void InterruptWaiting();
  void NoteEnd(Wake wake);
  void NoteLosses();
  void DropCaches();
  void Collect();
  void CloseFilesystems();
  void CleanUp();
  void StoreIntervals(std::uint32_t phase, Sampler::Interval interval);
  void FlushIntervals();

  const RunPlan& plan_;
  Machine* machine_;
  RunObserver* observer_;
  RunStore* store_;
  RunResult* result_;
  MonotonicClock clock_;
  std::uint32_t run_number_;

  std::optional<SignalWaiter> signals_;
  std::optional<Trees> trees_;
  std::optional<SharedBlock> block_;
  std::unique_ptr<ClientWorld> world_;
  std::unique_ptr<ClientSet> clients_;
  std::optional<Sampler> sampler_;
  std::uint32_t phase_ = kPhaseClosed;
  std::int64_t next_tick_ns_ = 0;
  std::int64_t deadline_ns_ = kNoDeadline;
  std::vector<std::uint32_t> phases_done_;
  std::vector<ClientLoss> losses_;
  struct Series {
    std::uint32_t phase = 0;
    Sampler::Interval rows;
  };
  std::vector<Series> series_;
  std::size_t series_stored_ = 0;
  // Results on the filesystem under test are written when it is not measured.
  bool store_late_ = false;
  std::int64_t interrupted_ns_ = 0;  // first interrupt, 0 = none yet
  bool aborted_ = false;
  bool stuck_ = false;
};

}  // namespace fsduel

#endif  // FSDUEL_RUN_SINGLE_RUN_H_
