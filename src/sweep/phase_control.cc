// The barrier, its clocks, and the end.
#include "sweep/phase_control.h"

#include "sys/clock.h"

namespace fsduel {

PhaseControl::PhaseControl(std::uint32_t threads, std::int64_t time_limit_ns,
                           RunControl* run)
    : run_(run),
      time_limit_ns_(time_limit_ns),
      barrier_(threads + 1, [this] { Open(); }),
      working_(threads) {}

// By the last to arrive, before anybody is released: the origin of the phase.
void PhaseControl::Open() {
  cpu_start_ = ProcessCpuTime();
  const std::int64_t now = MonotonicClock().Now();
  run_->start_ns[kPhaseMeasure].store(now);
  run_->deadline_ns[kPhaseMeasure].store(
      time_limit_ns_ == 0 ? kNoDeadline : now + time_limit_ns_);
}

void PhaseControl::Stop() {
  run_->stop.store(1);
  attention_.fetch_add(1);
}

void PhaseControl::RaiseStonewall(std::int64_t now_ns) {
  std::int64_t none = 0;
  if (stonewall_ns_.compare_exchange_strong(none, now_ns)) {
    attention_.fetch_add(1);
  }
}

void PhaseControl::Leave() {
  if (working_.fetch_sub(1) == 1) {
    cpu_end_ = ProcessCpuTime();
    all_left_.store(true);
    WakeSignalWaiter();
  }
}

CpuTime PhaseControl::cpu() const {
  return {cpu_end_.user_us - cpu_start_.user_us,
          cpu_end_.system_us - cpu_start_.system_us};
}

}  // namespace fsduel
