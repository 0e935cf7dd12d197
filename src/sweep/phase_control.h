// What the threads of one phase and the runner tell each other.
#ifndef FSDUEL_SWEEP_PHASE_CONTROL_H_
#define FSDUEL_SWEEP_PHASE_CONTROL_H_

#include <atomic>
#include <cstdint>
#include <functional>

#include <boost/thread/barrier.hpp>

#include "run/control.h"
#include "sys/process.h"

namespace fsduel {

// Outlives the threads.
class PhaseControl {
 public:
  // `time_limit_ns` 0 = none. `run` holds start, deadline, stop and examples.
  PhaseControl(std::uint32_t threads, std::int64_t time_limit_ns,
               RunControl* run);

  RunControl& run() { return *run_; }

  // The barrier: the last of the threads and the runner that comes starts the
  // clocks and releases all. Nobody spins.
  void Arrive() { barrier_.wait(); }

  // A word that threads look at before each operation; it moves when there is
  // something to look at: a stop, or the first thread that is done.
  std::uint32_t attention() const {
    return attention_.load(std::memory_order_relaxed);
  }
  const std::atomic<std::uint32_t>& attention_word() const {
    return attention_;
  }
  bool stopping() const {
    return run_->stop.load(std::memory_order_relaxed) != 0;
  }
  void Stop();
  // The first call counts: from now on the others work alone.
  void RaiseStonewall(std::int64_t now_ns);
  // 0 = nobody is done yet.
  std::int64_t stonewall_ns() const { return stonewall_ns_.load(); }

  // Called by each thread when its file is flushed and closed. The last one
  // stops the CPU clock and wakes the runner.
  void Leave();
  bool all_left() const { return all_left_.load(); }

  // CPU of the process from the opening of the barrier until the last thread
  // left. REQUIRES: all_left().
  CpuTime cpu() const;

  std::int64_t start_ns() const {
    return run_->start_ns[kPhaseMeasure].load(std::memory_order_relaxed);
  }
  std::int64_t deadline_ns() const {
    return run_->deadline_ns[kPhaseMeasure].load(std::memory_order_relaxed);
  }

 private:
  void Open();

  RunControl* run_;
  std::int64_t time_limit_ns_;
  boost::barrier barrier_;
  std::atomic<std::uint32_t> attention_{0};
  std::atomic<std::int64_t> stonewall_ns_{0};
  std::atomic<std::uint32_t> working_;
  std::atomic<bool> all_left_{false};
  CpuTime cpu_start_;
  CpuTime cpu_end_;
};

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_PHASE_CONTROL_H_
