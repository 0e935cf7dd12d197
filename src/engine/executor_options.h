// How a FileExecutor interprets the operations of a loadfile.
#ifndef FSDUEL_ENGINE_EXECUTOR_OPTIONS_H_
#define FSDUEL_ENGINE_EXECUTOR_OPTIONS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fsduel {

class ClientPaths;
class DataVerifier;

// Fixed for a run and the same for all clients.
struct ExecutorOptions {
  // Semantics. `dbench4`: the calls and checks of dbench 4.0, status by status
  // (success or not, and only where dbench looks); else what the words say,
  // with the status compared by its class of errno.
  bool dbench4 = false;
  // Samba's case-insensitive name resolution: stat, and after a failure a scan
  // of the parent directory. Inside the measured interval, counted apart.
  bool resolve_names = false;
  bool stat_check = false;          // dbench --stat-check
  bool one_byte_write_fix = false;  // dbench --one-byte-write-fix
  bool fake_io = false;             // dbench --fake-io: no pread, no pwrite
  bool xattr = false;               // user.DosAttrib as Samba keeps it
  bool ofd_locks = false;           // clients are threads of one process
  // Durability.
  int open_flags = 0;           // O_DSYNC, O_SYNC
  bool fdatasync_each = false;  // after each write
  bool fsync_each = false;
  bool fsync_end = false;         // before a written file is closed
  bool sync_dirs = false;         // fsync of the parent after any change of it
  bool dbench_sync_dirs = false;  // dbench -S: fdatasync after unlink, rmdir
                                  // and rename only
};

// What belongs to one client. All pointers outlive the executor.
struct ExecutorClient {
  int root_fd = -1;  // directory that paths are relative to
  const ClientPaths* paths = nullptr;
  std::uint32_t handle_slots = 0;
  std::size_t longest_read = 0;  // bytes
  std::size_t longest_write = 0;
  // DataPoolSize(longest write) bytes, shared by all clients.
  std::span<const std::byte> data;
  std::uint64_t seed = 0;
  // Set when the run is to stop; an interrupted call is then given up.
  const std::atomic<std::uint32_t>* stop = nullptr;
  DataVerifier* verifier = nullptr;  // null = not --verify
};

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_EXECUTOR_OPTIONS_H_
