// What a user asked a sweep to do, before anything is looked up: plain data.
// The command line, profiles and the drop-in tiobench fill it.
#ifndef FSDUEL_SWEEP_SWEEP_SPEC_H_
#define FSDUEL_SWEEP_SWEEP_SPEC_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/run_spec.h"
#include "workload/pattern.h"

namespace fsduel {

// How a block gets to the kernel.
enum class IoEngine : std::uint8_t { kPsync, kVectored, kMmap, kUring };
const char* IoEngineName(IoEngine engine);

const char* CachePolicyName(CachePolicy policy);

struct SweepSpec {
  // Directories, or one regular file or block device.
  std::vector<std::string> targets;
  // A block device that may be written: the same path again.
  std::string write_device;

  // All combinations are run, in this order from outermost to innermost:
  // runs, blocks, threads, patterns.
  std::vector<std::uint32_t> threads = {1, 8, 32, 128};
  std::vector<std::uint32_t> blocks = {4096};  // bytes
  std::vector<Pattern> patterns;  // empty: seq-write, rand-write, seq-read,
                                  // rand-read
  std::uint32_t runs = 1;

  // Bytes of all files together, or of each thread's; at most one of the two.
  std::optional<std::uint64_t> size;
  std::optional<std::uint64_t> size_per_thread;
  bool shared_file = false;  // one file for all threads of a directory

  // A phase ends after one pass over the files (each block once), or what is
  // reached first of these.
  std::optional<std::chrono::nanoseconds> time_limit;
  // Operations of all threads together. Random blocks are then drawn with
  // replacement.
  std::optional<std::uint64_t> operations;
  // The same, of patterns in random order alone; goes before `operations`.
  std::optional<std::uint64_t> random_operations;
  // Go on until the time limit, over and over; without it a phase is one pass.
  bool time_based = false;
  std::optional<std::uint64_t> max_written;  // bytes, of the whole sweep
  std::chrono::nanoseconds grace = std::chrono::seconds(30);

  IoEngine engine = IoEngine::kPsync;
  std::uint32_t queue_depth = 1;  // kUring only
  bool poll_submission = false;   // SQPOLL
  bool poll_completion = false;   // IOPOLL; needs kDirect
  CachePolicy cache = CachePolicy::kDrop;
  Durability durability;
  int compressible = 0;  // per cent of zeros in the data
  int dedup = 0;         // per cent of the blocks that are one and the same
  bool verify = false;

  std::vector<std::uint32_t> cpus;  // thread i runs on cpus[i mod n]
  std::optional<std::uint32_t> numa_node;
  std::string ioprio;
  std::string cgroup;

  std::optional<std::uint64_t> seed;  // default: drawn, and echoed
  std::chrono::nanoseconds stall_threshold = std::chrono::milliseconds(100);
  std::chrono::nanoseconds interval = std::chrono::seconds(1);
  std::string results_directory = "results";
  std::string label;
  std::string profile;  // that it came from, "" = the command line
  std::vector<std::string> command_line;  // echoed in run.json
  std::string tool_version;
};

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_SWEEP_SPEC_H_
