// What a user asked for, before anything is looked up: plain data.
#ifndef FSDUEL_RUN_RUN_SPEC_H_
#define FSDUEL_RUN_RUN_SPEC_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsduel {

// `office:6`: a loadfile by name or path, and its share of the clients.
struct LoadfileSpec {
  std::string name;  // as typed, without the weight
  std::uint32_t weight = 1;
  std::string path;  // of the file, as cli/data_files.h finds it
};

enum class Semantics { kPosix, kDbench4 };
enum class ClientHostKind { kProcess, kThread };
enum class Pace { kClosedLoop, kRecorded };
enum class CachePolicy { kWarm, kDrop, kDirect };  // kDirect: sweeps only
enum class OnError { kContinue, kStop };

// design.md section 2, --durability.
struct Durability {
  bool dsync = false;           // O_DSYNC on every file
  bool sync = false;            // O_SYNC on every file
  bool fdatasync_each = false;  // after each write
  bool fsync_each = false;
  bool fsync_end = false;  // before a written file is closed
  bool dirs = false;       // fsync of the parent after create, mkdir,
                           // rename, unlink, rmdir
};

struct RunSpec {
  std::vector<LoadfileSpec> loadfiles;
  std::vector<std::string> directories;
  std::uint32_t clients = 1;
  ClientHostKind client_host = ClientHostKind::kProcess;

  // The first that is reached ends the run. Without time limit and passes: 60
  // s.
  std::optional<std::chrono::nanoseconds> time_limit;
  std::optional<std::uint64_t> passes;             // per client
  std::optional<std::chrono::nanoseconds> warmup;  // default: 10 % of the limit
  std::optional<std::uint64_t> max_written;        // bytes, all clients
  std::uint32_t runs = 1;
  std::chrono::nanoseconds grace = std::chrono::seconds(30);

  Semantics semantics = Semantics::kPosix;
  std::optional<bool> resolve_names;  // default: with kDbench4
  bool shared_tree = false;
  Durability durability;
  bool xattr = false;
  CachePolicy cache = CachePolicy::kWarm;
  int compressible = 0;  // per cent of zeros in the data
  bool verify = false;
  OnError on_error = OnError::kContinue;

  // Over all clients; at most one of the two, and only in a closed loop.
  std::optional<std::uint64_t> target_rate;  // bytes per second
  std::optional<double> target_ops;          // operations per second
  Pace pace = Pace::kClosedLoop;

  std::vector<std::uint32_t> cpus;  // client i runs on cpus[i mod n]
  std::string ioprio;               // "", "idle", "be:0..7", "rt:0..7"
  std::string cgroup;               // existing cgroup directory

  std::optional<std::uint64_t> seed;  // default: drawn, and echoed
  std::chrono::nanoseconds stall_threshold = std::chrono::milliseconds(100);
  std::chrono::nanoseconds interval = std::chrono::seconds(1);
  std::string results_directory = "results";
  std::string label;
  std::vector<std::string> data_directories;  // where named loadfiles are found
  std::vector<std::string> command_line;      // echoed in run.json
  std::string tool_version;
};

// What only the drop-in dbench command changes.
struct DbenchSpec {
  bool use_fixed_tree = false;  // DIR/clients/clientN, kept with skip_cleanup
  bool skip_cleanup = false;
  bool sync_dirs = false;  // -S: fdatasync after unlink, rmdir, rename
  bool fake_io = false;
  bool stat_check = false;
  bool one_byte_write_fix = false;
  bool trunc_io = false;
  std::uint32_t clients_per_process = 1;
};

}  // namespace fsduel

#endif  // FSDUEL_RUN_RUN_SPEC_H_
