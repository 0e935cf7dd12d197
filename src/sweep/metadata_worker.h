// One thread of one phase of a metadata load. The loop is the measured part:
// system calls, two numbers to count up in the file's name, bookkeeping.
#ifndef FSDUEL_SWEEP_METADATA_WORKER_H_
#define FSDUEL_SWEEP_METADATA_WORKER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sweep/metadata_plan.h"
#include "sweep/worker.h"

namespace fsduel {

// "f00000042", counted up in place.
class NumberedName {
 public:
  // `prefix` of at most 23 bytes; numbers from 0.
  explicit NumberedName(std::string_view prefix);
  NumberedName(const NumberedName&) = delete;  // it points into itself
  NumberedName& operator=(const NumberedName&) = delete;
  const char* c_str() const { return text_.data(); }
  void Next() {
    char* digit = last_;
    while (*digit == '9') {
      *digit-- = '0';
    }
    ++*digit;
  }

 private:
  static constexpr std::size_t kDigits = 8;
  std::array<char, 32> text_{};
  char* last_ = nullptr;  // digit
};

// Times that each thread lists its directory.
inline constexpr std::uint64_t kMetadataListings = 8;

struct MetadataTask {
  WorkerTask base;  // block_bytes: of a file; operations: its files
  MetadataStep step = MetadataStep::kCreate;
  std::string directory;  // relative to base.file.directory_fd
  std::string before;     // prefix of the names of files, before a rename ...
  std::string after;      // ... and after it
};

// The row of a phase: named as the step. WorkerBase counts it as reads.
RowTable MakeMetadataRows(MetadataStep step, bool has_data);

template <typename SysType, typename Clock>
class MetadataWorker : private WorkerBase<SysType, Clock> {
 public:
  explicit MetadataWorker(const MetadataTask& task, SysType sys = SysType(),
                          Clock clock = Clock());
  // The whole life of the thread.
  WorkerReport Run();

 private:
  using Base = WorkerBase<SysType, Clock>;
  void OpenDirectory();
  void CloseDirectory();
  template <MetadataStep kStep>
  void Work();
  template <MetadataStep kStep>
  SysResult Do();
  SysResult Create();
  SysResult WriteFile(int fd);
  SysResult List();
  SysResult SyncDirectory(SysResult done);
  void GiveUp(SysResult result);

  MetadataTask task_;
  int directory_ = -1;
  NumberedName before_;
  NumberedName after_;
  WriteData data_;
  AlignedMemory entries_;
};

extern template class MetadataWorker<Sys<>, MonotonicClock>;

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_METADATA_WORKER_H_
