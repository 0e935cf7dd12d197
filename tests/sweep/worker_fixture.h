// One thread of a sweep in a temporary directory, with a hook and a fake clock,
// without a thread: nobody else comes to its barrier.
#ifndef FSDUEL_TESTS_SWEEP_WORKER_FIXTURE_H_
#define FSDUEL_TESTS_SWEEP_WORKER_FIXTURE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/filesystem.hpp>

#include "run/shared_block.h"
#include "sweep/worker-inl.h"
#include "sys/tree.h"
#include "tests/support/fake_clock.h"
#include "tests/support/temp_dir.h"

namespace fsduel {

class WorkerFixture {
 public:
  static constexpr std::uint32_t kBlock = 4096;
  static constexpr std::uint64_t kBlocks = 8;

  explicit WorkerFixture(std::string_view pattern)
      : directory_(Memory()),
        directory_fd_(OpenDirectory(directory_.path()).value()),
        thresholds_{1'000'000, 10'000'000} {
    task.pattern = ParsePattern(pattern).value();
    block_.emplace(
        SharedBlock::Create({.rows = MakeSweepRows(task.pattern), .clients = 1})
            .value());
    control_ = std::make_unique<PhaseControl>(0, 0, &block_->control());
    task.control = control_.get();
    task.stats = block_->stats(0);
    task.rows = &block_->rows();
    task.thresholds_ns = thresholds_;
    task.file.directory_fd = directory_fd_.get();
    task.file.name = "f";
    task.file.flags = task.pattern.writes() ? O_RDWR | O_CREAT : O_RDONLY;
    task.file.bytes = kBlock * kBlocks;
    task.block_bytes = kBlock;
    task.offsets.order = task.pattern.row->order;
    task.offsets.parameter = task.pattern.parameter;
    task.offsets.region.count = kBlocks;
    task.operations = kBlocks;
    task.data.block_bytes = kBlock;
    if (task.pattern.row->needs == NeedsFile::kComplete) {
      directory_.Write("f", std::string(kBlock * kBlocks, 'x'));
    }
  }

  // Its whole life, with the engine `Io`.
  template <typename Io>
  WorkerReport Run(typename Io::SysCalls sys = {}) {
    return BlockWorker<Io, FakeClock>(task, std::move(sys), clock).Run();
  }

  const OperationStats& Row(Opcode opcode) const {
    return task.stats.operations(
        kPhaseMeasure - 1)[task.rows->row_of[static_cast<std::size_t>(opcode)]];
  }
  const OperationStats& Reads() const { return Row(Opcode::kRead); }
  const OperationStats& Writes() const { return Row(Opcode::kWrite); }
  RunControl& run() { return control_->run(); }
  PhaseControl& control() { return *control_; }
  const UnexpectedRecord& example() { return run().examples[0]; }
  std::string StartError() { return run().start_error.data(); }
  std::string Contents() const { return ReadWholeFile(directory_ / "f"); }
  const TempDir& directory() const { return directory_; }

  WorkerTask task;
  FakeClock clock;

 private:
  // Thousands of files are flushed here; what a disk does is not the question.
  static std::string Memory() {
    return boost::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "";
  }

  TempDir directory_;
  UniqueFd directory_fd_;
  std::vector<std::int64_t> thresholds_;
  std::optional<SharedBlock> block_;
  std::unique_ptr<PhaseControl> control_;
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SWEEP_WORKER_FIXTURE_H_
