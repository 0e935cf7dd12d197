// Sleeping, and time as text.
#include "sys/clock.h"

#include <fmt/chrono.h>

namespace fsduel {

bool MonotonicClock::SleepUntil(std::int64_t deadline_ns) const {
  constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
  const timespec deadline = {deadline_ns / kNanosecondsPerSecond,
                             deadline_ns % kNanosecondsPerSecond};
  return ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline,
                           nullptr) == 0;
}

std::chrono::system_clock::time_point WallClockNow() {
  return std::chrono::system_clock::now();
}

std::string FormatUtc(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

}  // namespace fsduel
