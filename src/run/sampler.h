// One row per interval: what clients, devices and CPUs did since the last one.
#ifndef FSDUEL_RUN_SAMPLER_H_
#define FSDUEL_RUN_SAMPLER_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "host/host.h"
#include "result/run_result.h"
#include "run/run_observer.h"
#include "run/shared_block.h"

namespace fsduel {

// The block devices behind mounts, each once.
std::vector<std::string> DevicesOf(const std::vector<MountFacts>& mounts);

// Used by the runner's thread alone. Reads shared counters, never writes them.
class Sampler {
 public:
  // `machine` may be read once per interval.
  Sampler(std::vector<std::string> devices, const SharedBlock& block,
          Machine* machine);

  // A phase begins at `now_ns`: intervals count from 0 again.
  void BeginPhase(std::uint32_t phase, std::int64_t now_ns);

  struct Interval {
    std::vector<TimelineRow> timeline;
    std::vector<DeviceRow> device;
    std::vector<CpuRow> cpu;
  };
  // Closes the interval that began at the last call.
  Interval Sample(std::int64_t now_ns);

  // Fills the counts of `progress` as of now; interval figures are those of the
  // last Sample.
  void Fill(std::int64_t now_ns, RunProgress* progress) const;

 private:
  struct RowTotals {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::uint64_t max_ns = 0;
    std::array<std::uint32_t, kCoarseBuckets> coarse{};
  };
  // Sum over clients of one row of the current phase.
  RowTotals Sum(std::size_t row) const;
  void SampleOperations(Interval* interval);
  void SampleDevices(double seconds, Interval* interval);
  void SampleCpu(double seconds, Interval* interval);

  const SharedBlock& block_;
  Machine* machine_;
  std::uint32_t phase_ = 0;
  std::uint32_t interval_ = 0;
  std::int64_t phase_start_ns_ = 0;
  std::int64_t last_ns_ = 0;
  std::int64_t end_ns_ = 0;  // of the interval being sampled
  std::vector<RowTotals> last_;
  std::vector<std::string> devices_;
  std::vector<DeviceCounters> last_device_;
  CpuCounters last_cpu_;
  std::uint64_t operations_before_ = 0;  // of the phases before this one
  std::uint64_t interval_operations_ = 0;
  std::uint64_t interval_bytes_ = 0;
  std::int64_t interval_length_ns_ = 0;
  std::uint64_t interval_max_ns_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_RUN_SAMPLER_H_
