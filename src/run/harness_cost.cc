// Runs the measured loop around nothing.
#include "run/harness_cost.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/null_executor.h"
#include "run/client.h"
#include "sys/shared_memory.h"

namespace fsduel {
namespace {

constexpr std::uint32_t kOperations = 256;  // of a batch
constexpr std::uint32_t kBatches = 200;

// Reads over and over, then the end of the pass.
class ReadsSource : public OperationSource {
 public:
  ReadsSource() {
    for (Operation& op : operations_) {
      op.opcode = Opcode::kRead;
      op.length = 1;
    }
  }
  Batch NextBatch() override {
    ++batches_;
    return {operations_, {}, batches_ == kBatches};
  }
  Batch NextSetupBatch() override { return {}; }

 private:
  std::array<Operation, kOperations> operations_;
  std::uint32_t batches_ = 0;
};

}  // namespace

double MeasureHarness() {
  const StatsLayout layout({.phases = kMeasuredPhases, .rows = 1});
  Result<SharedMemory> memory = SharedMemory::Create(layout.stride());
  if (!memory.ok()) {
    return 0;
  }
  const std::vector<std::string> no_patterns;
  RunControl control;
  PassedPoint point{};
  ClientConfig config;
  config.control = &control;
  config.points = &point;
  config.stats = ClientStats(memory->bytes().data(), layout);
  config.layout = &layout;
  config.patterns = &no_patterns;
  config.passes = 1;
  control.deadline_ns[kPhaseMeasure].store(kNoDeadline);
  control.phase.Set(kPhaseMeasure);
  ReadsSource source;
  NullExecutor executor;
  NullClient client(config, &source, &executor);
  const MonotonicClock clock;
  const std::int64_t start = clock.Now();
  client.Run();
  return static_cast<double>(clock.Now() - start) /
         (double{kOperations} * kBatches);
}

}  // namespace fsduel
