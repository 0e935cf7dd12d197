// RunResults of sweeps for tests of the reporters.
#ifndef FSDUEL_TESTS_SUPPORT_SAMPLE_SWEEP_H_
#define FSDUEL_TESTS_SUPPORT_SAMPLE_SWEEP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "result/run_result.h"

namespace fsduel {

struct SamplePhase {
  std::string pattern = "seq-read";
  std::uint32_t threads = 1;
  std::uint32_t block_bytes = 4096;
  std::uint64_t operations = 512'000;  // of all threads
  double seconds = 10;                 // to the last operation
  double average_us = 19.5;
  double flush_seconds = 0;  // after the last operation; 0 = nothing flushed
};
// All threads alike but for a small skew. Reads come from the device.
PhaseResult SampleSweepPhase(const SamplePhase& sample);

// The four patterns of tiobench with 1, 8 and 128 threads, `runs` times, each
// run a little faster: plausible, every field filled.
std::vector<RunResult> SampleSweep(std::uint32_t runs);

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_SAMPLE_SWEEP_H_
