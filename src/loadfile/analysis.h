// What a loadfile does, without running it: `fsduel lint`, and the figures by
// which `fsduel replay` refuses a run that cannot fit.
//
// The program is executed against a model of the tree (sizes and names only),
// with posix semantics: set-up and one pass, loops included; a random or
// unknown number counts with its largest value. What a pass leaves behind can
// make the next one another, so a second pass is modelled for the peaks and
// the warnings. After kMostModelledSteps it stops; then `complete` is false,
// and counts and peaks are lower bounds.
#ifndef FSDUEL_LOADFILE_ANALYSIS_H_
#define FSDUEL_LOADFILE_ANALYSIS_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "loadfile/loadfile.h"

namespace fsduel {

struct LoadfileWarning {
  std::uint32_t line = 0;   // first place, 0 = whole file
  std::uint64_t count = 1;  // how many places
  std::string message;      // with the remedy
};

struct LoadfileAnalysis {
  struct OperationCount {
    std::uint64_t count = 0;  // in one pass
    std::uint64_t expected_failures = 0;
    std::uint64_t bytes = 0;
  };
  // What one pass and the set-up hold.
  std::array<OperationCount, kOpcodeCount> operations{};
  std::uint64_t pass_operations = 0;
  std::uint64_t setup_operations = 0;
  std::uint64_t bytes_read = 0;     // per pass
  std::uint64_t bytes_written = 0;  // per pass
  std::uint64_t setup_bytes_written = 0;
  // (size, count), most frequent first.
  std::vector<std::pair<std::int64_t, std::uint64_t>> read_sizes;
  std::vector<std::pair<std::int64_t, std::uint64_t>> write_sizes;
  std::uint64_t sequential_reads = 0;  // continue the last read of the handle
  std::uint64_t sequential_writes = 0;
  std::int64_t largest_offset = 0;  // offset + length, bytes
  // (status word class, count) is derivable from operations; these are paths.
  std::uint64_t distinct_paths = 0;
  std::uint32_t deepest_path = 0;  // components
  std::uint32_t peak_open_handles = 0;
  std::uint32_t leaked_handles = 0;    // open at the end of a pass
  std::uint64_t peak_bytes = 0;        // per client, in 4 KiB blocks
  std::uint64_t peak_files = 0;        // per client
  std::uint64_t peak_directories = 0;  // per client
  std::uint64_t directives = 0;
  bool has_timestamps = false;
  bool complete = true;
  std::vector<LoadfileWarning> warnings;
};

// About two seconds.
inline constexpr std::uint64_t kMostModelledSteps = 20'000'000;

LoadfileAnalysis Analyse(const Loadfile& loadfile,
                         std::uint64_t most_steps = kMostModelledSteps);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_ANALYSIS_H_
