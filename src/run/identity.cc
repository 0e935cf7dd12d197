#include "run/identity.h"

#include <fmt/format.h>

#include "base/random.h"
#include "sys/clock.h"

namespace fsduel {

void StartIdentity(std::uint32_t index, std::uint32_t runs,
                   const std::string& group, RunResult* result) {
  result->group_id = group;
  result->run_index = index;
  result->runs = runs;
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || \
    defined(__SANITIZE_THREAD__)
  result->debug_build = true;
#endif
  result->start_utc = FormatUtc(WallClockNow());
}

std::string MakeGroupId(std::uint64_t seed) {
  return fmt::format(
      "{:016x}",
      Mix64(seed ^ static_cast<std::uint64_t>(MonotonicClock().Now())));
}

}  // namespace fsduel
