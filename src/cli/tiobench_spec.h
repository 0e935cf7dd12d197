// What the command lines of tiobench and of tiotest ask for, and the sweeps
// that do it.
#ifndef FSDUEL_CLI_TIOBENCH_SPEC_H_
#define FSDUEL_CLI_TIOBENCH_SPEC_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "report/tiobench.h"
#include "sweep/sweep_spec.h"

namespace fsduel {

struct TiobenchSpec {
  std::vector<std::string> directories;  // --dir of 0.3.x: one after the other
  std::vector<std::string> targets;      // --target of git: all at once
  std::vector<std::uint64_t> sizes_mb;   // of all files; empty: by the memory
  std::vector<std::uint32_t> blocks;     // empty: 4096
  std::vector<std::uint32_t> threads;    // empty: 1, 2, 4, 8
  std::uint64_t random = 4000;           // operations of all threads
  std::uint32_t runs = 1;
  std::string identifier;  // "" = the kernel's release
  bool in_turn = false;    // --nofrag
  CachePolicy cache = CachePolicy::kWarm;
  std::optional<std::chrono::nanoseconds> timeout;
  // Default: that of the tool which has the option that names the place.
  std::optional<TiobenchLayout> layout;
  bool flush_rows = true;
  std::optional<std::uint64_t> seed;
  std::string results_directory;  // "" = nothing is kept

  TiobenchLayout layout_or_default() const {
    return layout.value_or(targets.empty() ? TiobenchLayout::k034
                                           : TiobenchLayout::kGit);
  }
};

// One row of the tables.
struct TiobenchConfiguration {
  std::uint64_t size_mb = 0;
  std::uint32_t block_bytes = 0;
  std::uint32_t threads = 0;
  SweepSpec sweep;
};

// The size that the originals take when none is given, in MB: twice the memory,
// in 0.3.x not below 200 and not above 2000.
std::uint64_t TiobenchDefaultSize(TiobenchLayout layout,
                                  std::uint64_t memory_bytes);

// In the order of the originals: directories, sizes, blocks, threads. REQUIRES:
// sizes_mb is not empty.
Result<std::vector<TiobenchConfiguration>> TiobenchConfigurations(
    const TiobenchSpec& spec);

// The options as the script takes them (`-size=10`, `--flushCaches`, `--num`)
// spelt as the table of options has them: two dashes, lower case, in full. What
// is no option of tiobench stays as it is.
std::vector<std::string> TiobenchWords(const std::vector<std::string>& words);

struct TiotestSpec {
  std::uint64_t size_mb = 10;  // of each thread
  std::uint32_t block_bytes = 4096;
  std::vector<std::string> targets;  // empty: "."
  std::uint32_t threads = 4;
  // Of each thread: what all versions until 2023 do, and with them Phoronix.
  std::uint64_t random = 1000;
  std::array<bool, 4> skip{};  // write, random write, read, random read
  TiotestStyle style;
  bool mmap = false;
  bool in_turn = false;
  bool sync = false;
  std::string write_device;
  bool verify = false;
  std::uint64_t gap_mb = 0;
  CachePolicy cache = CachePolicy::kWarm;
  std::optional<std::uint64_t> seed;
  std::string results_directory;
};

Result<SweepSpec> TiotestSweep(const TiotestSpec& spec);

}  // namespace fsduel

#endif  // FSDUEL_CLI_TIOBENCH_SPEC_H_
