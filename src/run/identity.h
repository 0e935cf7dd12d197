// What every run says of itself, whatever its load.
#ifndef FSDUEL_RUN_IDENTITY_H_
#define FSDUEL_RUN_IDENTITY_H_

#include <cstdint>
#include <string>

#include "result/run_result.h"

namespace fsduel {

// Fills in what the program knows: start time, whether this is a debug build,
// and the numbers of the run.
void StartIdentity(std::uint32_t index, std::uint32_t runs,
                   const std::string& group, RunResult* result);

// The name of a group of repeated runs; never the same twice.
std::string MakeGroupId(std::uint64_t seed);

}  // namespace fsduel

#endif  // FSDUEL_RUN_IDENTITY_H_
