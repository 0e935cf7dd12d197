// What a sweep refuses before it touches anything; each message names the
// remedy.
#ifndef FSDUEL_SWEEP_CHECK_SWEEP_H_
#define FSDUEL_SWEEP_CHECK_SWEEP_H_

#include <cstdint>

#include "base/status.h"
#include "device/raw_target.h"
#include "sweep/sweep_plan.h"
#include "sweep/sweep_spec.h"
#include "sys/machine.h"

namespace fsduel {

// Options that exclude each other or need another.
Status CheckCombinations(const SweepSpec& spec);
// CPUs, NUMA node, I/O priority and cgroup exist.
Status CheckPlaces(const SweepSpec& spec, Machine& machine);
// A file or device of the user's is only read, unless named twice.
Status CheckOverwrite(const SweepSpec& spec, const RawTarget& target);
// The size fits into a file or device; fills in the default.
Status CheckTargetSize(const RawTarget& target, SweepSpec* spec);
// The size of the files of one combination.
Result<SweepCell> MakeCell(const SweepSpec& spec, std::uint32_t block,
                           std::uint32_t threads);
// io_uring and O_DIRECT are there. Opens a nameless file in each directory.
Status CheckEngine(const SweepSpec& spec);
// Results do not go below a directory under test.
Status CheckResultsPlace(const SweepSpec& spec);

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_CHECK_SWEEP_H_
