// A clock that moves only when told, with the interface of MonotonicClock.
#ifndef FSDUEL_TESTS_SUPPORT_FAKE_CLOCK_H_
#define FSDUEL_TESTS_SUPPORT_FAKE_CLOCK_H_

#include <cstdint>
#include <functional>
#include <memory>

namespace fsduel {

// Copies share the time.
class FakeClock {
 public:
  std::int64_t Now() const { return state_->now; }
  // Jumps to the deadline; `on_sleep`, if set, is called before.
  bool SleepUntil(std::int64_t deadline) const {
    if (state_->on_sleep) {
      state_->on_sleep(deadline);
    }
    state_->now = deadline > state_->now ? deadline : state_->now;
    return true;
  }
  void Advance(std::int64_t nanoseconds) const { state_->now += nanoseconds; }
  void OnSleep(std::function<void(std::int64_t)> call) const {
    state_->on_sleep = std::move(call);
  }

 private:
  struct State {
    std::int64_t now = 1'000'000'000;
    std::function<void(std::int64_t)> on_sleep;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_FAKE_CLOCK_H_
