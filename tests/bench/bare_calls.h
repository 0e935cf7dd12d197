// The system calls of a loadfile in dbench4 semantics, worked out beforehand,
// and the barest loop that makes them: the yardstick for the cost of fsduel's
// own loop, which also takes the time of each operation and judges its result.
#ifndef FSDUEL_TESTS_BENCH_BARE_CALLS_H_
#define FSDUEL_TESTS_BENCH_BARE_CALLS_H_

#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "loadfile/loadfile.h"
#include "workload/client_paths.h"

namespace fsduel {

// A name, split for a directory scan.
struct BareName {
  const char* path = nullptr;
  const char* parent = nullptr;
  const char* base = nullptr;
};

// Everything that one operation needs; the same for all clients.
struct BareCall {
  Opcode opcode = Opcode::kCount;
  bool keep = false;      // of an open: the descriptor goes into its slot
  bool wildcard = false;  // of a search
  int flags = 0;          // of an open
  std::uint32_t slot = 0;
  std::uint32_t name = 0;  // index of a BareName
  std::uint32_t name2 = 0;
  const std::byte* data = nullptr;  // of a write
  std::size_t length = 0;
  off_t offset = 0;
};
static_assert(sizeof(BareCall) == 48);

// The operations [first, last) of `loadfile` as calls. `pool` (DataPoolSize
// bytes) must outlive them.
std::vector<BareCall> PrepareCalls(const Loadfile& loadfile,
                                   std::uint32_t first, std::uint32_t last,
                                   std::span<const std::byte> pool);

// The names of one client. `paths` must outlive them.
std::vector<BareName> PrepareNames(const Loadfile& loadfile,
                                   const ClientPaths& paths);

// One client's loop. Paths are relative to `root_fd`.
class BareLoop {
 public:
  BareLoop(int root_fd, const Loadfile& loadfile, std::vector<BareName> names);
  ~BareLoop();
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  void Run(std::span<const BareCall> calls);

 private:
  void Resolve(const BareName& name);
  // Until `most` entries or, with a `base`, one of that name.
  void Scan(const char* parent, const char* base, std::size_t most);
  void Create(const BareCall& call);
  void CreateDirectory(const BareCall& call);
  void Keep(const BareCall& call, int fd);
  void SetTimes(const BareCall& call);
  void Lock(const BareCall& call);
  void DeleteTree(const char* path);
  void DeleteBelow(int fd);

  int root_fd_;
  std::vector<BareName> names_;
  std::vector<int> fds_;
  std::vector<std::byte> read_buffer_;
  std::vector<std::byte> list_buffer_;
  struct stat status_ = {};
  struct statfs filesystem_ = {};
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_BENCH_BARE_CALLS_H_
