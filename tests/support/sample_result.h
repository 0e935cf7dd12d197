// RunResults for tests of the store and the reporters.
#ifndef FSDUEL_TESTS_SUPPORT_SAMPLE_RESULT_H_
#define FSDUEL_TESTS_SUPPORT_SAMPLE_RESULT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "result/run_result.h"

namespace fsduel {

// An operation whose latencies lie between min_ns and max_ns, most of them near
// average_ns, deterministically.
OperationResult SampleOperation(const std::string& name,
                                const std::string& compat_name,
                                std::uint64_t count, double average_ns,
                                std::uint64_t max_ns);

// 8 clients, 60 s on ext4 on an NVMe disk: plausible, every field filled, some
// results unexpected, one warning.
RunResult SampleResult();

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_SAMPLE_RESULT_H_
