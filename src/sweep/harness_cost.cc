// The measured loop around nothing.
#include "sweep/harness_cost.h"

#include <fcntl.h>

#include <boost/thread/thread.hpp>

#include "run/shared_block.h"
#include "sweep/worker.h"

namespace fsduel {

double MeasureSweepHarness() {
  constexpr std::uint64_t kOperations = 100'000;
  const Pattern pattern = ParsePattern("rand-read").value();
  const Result<SharedBlock> block =
      SharedBlock::Create({.rows = MakeSweepRows(pattern), .clients = 1});
  if (!block.ok()) {
    return 0;
  }
  PhaseControl control(1, 0, &block->control());
  WorkerTask task;
  task.control = &control;
  task.stats = block->stats(0);
  task.rows = &block->rows();
  task.file = {AT_FDCWD, "/dev/null", O_RDONLY, 0, false};
  task.pattern = pattern;
  task.offsets.order = BlockOrder::kRandom;
  task.offsets.region.count = kOperations;
  task.operations = kOperations;
  boost::thread thread(
      [&task] { BlockWorker<NullIo, MonotonicClock>(task).Run(); });
  control.Arrive();
  thread.join();
  const PhaseHeader& header = block->stats(0).phase(kPhaseMeasure - 1);
  return static_cast<double>(header.last_end_ns.Load() -
                             header.first_start_ns.Load()) /
         double{kOperations};
}

}  // namespace fsduel
