// How the values of a sweep's options are read: command line, profiles and the
// drop-in tiobench share these.
#ifndef FSDUEL_SWEEP_SWEEP_VALUES_H_
#define FSDUEL_SWEEP_SWEEP_VALUES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "sweep/sweep_spec.h"

namespace fsduel {

// "1,8,32,128", "1..128".
Status SetThreads(std::string_view text, std::vector<std::uint32_t>* target);
// "4k,16k,1M", "4k..1M" (doubling).
Status SetBlocks(std::string_view text, std::vector<std::uint32_t>* target);
// "seq-write,rand-read,mixed:70"; repeated options add up.
Status AppendPatterns(std::string_view text, std::vector<Pattern>* target);
// "psync|vectored|mmap|io_uring".
Status SetEngine(std::string_view text, IoEngine* target);
// "submission,completion", "none".
Status SetPoll(std::string_view text, SweepSpec* target);

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_SWEEP_VALUES_H_
