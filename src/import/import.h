// What other tools printed -> RunResult. Pure; the text may be anything.
//
// What the source does not say stays unknown (0 or empty, no histogram). What
// it is known to get wrong is marked in the warnings of the run ("import-..."),
// and put right only when the specification asks for it.
#ifndef FSDUEL_IMPORT_IMPORT_H_
#define FSDUEL_IMPORT_IMPORT_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"
#include "result/run_result.h"

namespace fsduel {

struct ImportSpec {
  std::string label;  // "" = the name of the tool
  // Measured time, where the output does not say it.
  std::optional<std::chrono::nanoseconds> time_limit;
  // tiobench adds up the latencies of its runs: divide by their number.
  std::optional<std::uint32_t> numruns;
  // Random operations in all that tiobench was told to do.
  std::uint32_t random_operations = 4000;
  // CPU % of tiobench 0.3, which counts each thread's CPU once per thread.
  bool correct_cpu = false;
  // Rates of the random phases of tiobench builds from 2003-12 to 2023-02,
  // which credit the whole file instead of the operations done.
  bool correct_random_rates = false;
  // seeker's "access time", which is one over the rate, whatever the threads.
  bool correct_access_time = false;
  std::string tool_version;  // of fsduel
};

// Recognises the format by its contents. Fails (usage) with FILE:LINE when it
// is none that is known (and says what it looks like) or stops in the middle.
Result<RunResult> ImportText(std::string_view text, const std::string& file,
                             const ImportSpec& spec);

}  // namespace fsduel

#endif  // FSDUEL_IMPORT_IMPORT_H_
