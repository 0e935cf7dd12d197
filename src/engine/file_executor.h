// Does the operations of a loadfile on files, one at a time, through Sys.
//
// One per client. Execute() is the measured part: the system calls of one
// operation and the few instructions around them; it allocates nothing. What
// must not be measured (filling verified data, comparing it) is in Prepare()
// and Check(), which the client calls outside of the interval.
//
// An interrupted call (EINTR) is repeated, unless the run is to stop: then the
// operation is given up with Verdict::kInterrupted.
#ifndef FSDUEL_ENGINE_FILE_EXECUTOR_H_
#define FSDUEL_ENGINE_FILE_EXECUTOR_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/data_verifier.h"
#include "engine/executor_options.h"
#include "engine/outcome.h"
#include "loadfile/operation.h"
#include "sys/sys.h"
#include "workload/client_paths.h"

namespace fsduel {

// Samba's name resolution, counted apart from the operations that contain it.
struct ResolutionCounters {
  std::uint64_t lookups = 0;
  std::uint64_t scans = 0;
  std::uint64_t calls = 0;
};

template <typename SysType>
class FileExecutor {
 public:
  // Allocates all that it will need.
  FileExecutor(SysType sys, const ExecutorOptions& options,
               const ExecutorClient& client);
  ~FileExecutor() { CloseAll(); }
  FileExecutor(const FileExecutor&) = delete;
  FileExecutor& operator=(const FileExecutor&) = delete;

  // REQUIRES: !IsControl(op.opcode).
  Outcome Execute(const Operation& op);

  // Before the clock starts; needed for every write when verifying.
  void Prepare(const Operation& op);
  // After the clock has stopped; needed for every operation when verifying.
  // False when data did not verify.
  bool Check(const Operation& op, const Outcome& outcome);

  // Later writes carry this text over and over (WRITEPATTERN).
  void UsePattern(const std::string& pattern);

  // Closes what a pass left open; returns how many.
  std::uint32_t CloseAll();

  const ResolutionCounters& resolution() const { return resolution_; }
  // The name of the operation's file, for messages.
  std::string DescribePath(const Operation& op) const;
  // Counts of --verify, all 0 without it.
  VerifyCounts verification() const;
  // Where and what the first data was that did not verify.
  std::string DescribeMismatch() const;
  SysType& sys() { return sys_; }

 private:
  struct HandleSlot {
    int fd = -1;
    std::uint32_t path = kNoPath;
    bool written = false;
    bool delete_on_close = false;
    bool directory = false;
  };
  struct AlignedDelete {
    void operator()(std::byte* memory) const;
  };
  using AlignedBuffer = std::unique_ptr<std::byte[], AlignedDelete>;
  static AlignedBuffer Allocate(std::size_t bytes);

  Outcome Create(const Operation& op);
  Outcome CreateDirectory(const Operation& op);
  Outcome KeepOpen(const Operation& op, SysResult opened, bool directory);
  Outcome Close(const Operation& op);
  Outcome Rename(const Operation& op);
  Outcome Unlink(const Operation& op);
  Outcome UnlinkMatching(const Operation& op);
  Outcome Rmdir(const Operation& op);
  Outcome Mkdir(const Operation& op);
  Outcome Deltree(const Operation& op);
  Outcome QueryPath(const Operation& op);
  Outcome QueryFile(const Operation& op);
  Outcome QueryFs(const Operation& op);
  Outcome SetFile(const Operation& op);
  Outcome Find(const Operation& op);
  Outcome Write(const Operation& op);
  Outcome WriteRest(const Operation& op, const HandleSlot& slot,
                    SysResult first);
  Outcome WriteOneByte(const Operation& op, const HandleSlot& slot);
  Outcome SyncWritten(const Operation& op, Outcome outcome, int fd);
  Outcome Read(const Operation& op);
  Outcome ReadRest(const Operation& op, int fd, SysResult first);
  Outcome Lock(const Operation& op);
  Outcome Flush(const Operation& op);

  bool CheckRead(const Operation& op, const Outcome& outcome);
  void CheckOpened(const Operation& op, const Outcome& outcome);
  void CheckNames(const Operation& op, const Outcome& outcome);

  // Repeats a call that a signal interrupted, unless the run is to stop.
  template <typename Function>
  SysResult Retry(Function function);
  Outcome Finish(const Operation& op, SysResult result) const;
  Outcome FinishError(const Operation& op, int error) const;
  HandleSlot* SlotOf(const Operation& op);
  void Forget(HandleSlot* slot);

  void Resolve(std::uint32_t path);
  void ScanForName(std::uint32_t path);
  void StatCheck(std::uint32_t path);
  void QueryXattr(int fd);
  int StoreXattr(int fd);
  int SyncParent(std::uint32_t path, bool data_only);
  int RemoveBelow(int fd, int level);
  int RemoveEntry(int fd, const char* name, unsigned char type, int level);
  // Calls visit(name, type) for each entry until it returns false; returns
  // an errno.
  template <typename Visitor>
  int ForEachEntry(int fd, std::byte* buffer, Visitor visit);
  // The same for the directory that holds `path`, opened and closed.
  template <typename Visitor>
  int ForEachSibling(std::uint32_t path, Visitor visit);
  const std::byte* NextData();

  static constexpr std::size_t kListBytes = 32768;
  static constexpr std::size_t kAttributeBytes = 44;  // of user.DosAttrib

  SysType sys_;
  ExecutorOptions options_;
  ExecutorClient client_;
  std::vector<HandleSlot> handles_;
  // Names of open handles whose path id the source may reuse.
  std::vector<std::string> dynamic_names_;
  AlignedBuffer read_buffer_;
  AlignedBuffer list_buffer_;
  AlignedBuffer write_buffer_;  // verified data, or a pattern
  bool use_write_buffer_ = false;
  std::uint64_t data_position_;
  int lock_command_;
  ResolutionCounters resolution_;
  // Where the kernel puts answers that nobody reads.
  struct stat status_ = {};
  struct statfs filesystem_ = {};
  std::array<char, kAttributeBytes> attribute_ = {};
  std::string deleted_by_close_;       // when verifying: name of the file
  std::uint64_t directory_calls_ = 0;  // system calls of directory scans
};

using SystemExecutor = FileExecutor<Sys<>>;
extern template class FileExecutor<Sys<>>;

}  // namespace fsduel

#endif  // FSDUEL_ENGINE_FILE_EXECUTOR_H_
