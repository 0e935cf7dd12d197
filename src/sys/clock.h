// The only clock. Nanoseconds since an arbitrary start, never set back.
#ifndef FSDUEL_SYS_CLOCK_H_
#define FSDUEL_SYS_CLOCK_H_

#include <time.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace fsduel {

// CLOCK_MONOTONIC: the same in every process of the machine, not slewed away by
// a step of the wall clock. Tests replace it by a FakeClock with this
// interface.
struct MonotonicClock {
  std::int64_t Now() const {
    timespec now;  // NOLINT(cppcoreguidelines-pro-type-member-init): hot
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  }
  // Sleeps until Now() >= `deadline_ns`; false when a signal came first.
  bool SleepUntil(std::int64_t deadline_ns) const;
};

// Wall-clock time for stamps and file names only, never for a latency.
std::chrono::system_clock::time_point WallClockNow();

// "2026-11-30T21:04:09Z".
std::string FormatUtc(std::chrono::system_clock::time_point time);

}  // namespace fsduel

#endif  // FSDUEL_SYS_CLOCK_H_
