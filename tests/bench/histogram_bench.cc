// What the histogram costs in the measured loop, and to read it afterwards.
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/random.h"
#include "stats/latency_histogram.h"

namespace fsduel {
namespace {

// Latencies as an operation shows them: mostly near 2^12 ns, some up to 2^24.
std::vector<std::uint64_t> SomeLatencies() {
  constexpr std::size_t kCount = 4096;
  Random random(1);
  std::vector<std::uint64_t> latencies(kCount);
  for (std::uint64_t& latency : latencies) {
    const std::uint64_t tail = random.Below(16) == 0 ? random.Below(12) : 0;
    latency = (2048 + random.Below(4096)) << tail;
  }
  return latencies;
}

void Record(benchmark::State& state) {
  const std::vector<std::uint64_t> latencies = SomeLatencies();
  const auto histogram = std::make_unique<LatencyHistogram>();
  std::size_t i = 0;
  for (auto _ : state) {  // NOLINT: never read
    histogram->Record(latencies[i++ % latencies.size()]);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(Record);

std::unique_ptr<LatencyHistogram> Filled() {
  auto histogram = std::make_unique<LatencyHistogram>();
  for (const std::uint64_t latency : SomeLatencies()) {
    histogram->Record(latency);
  }
  return histogram;
}

void Merge(benchmark::State& state) {
  const auto source = Filled();
  const auto sum = std::make_unique<LatencyHistogram>();
  for (auto _ : state) {  // NOLINT: never read
    sum->Merge(*source);
  }
}
BENCHMARK(Merge);

void Percentile(benchmark::State& state) {
  const auto histogram = Filled();
  constexpr double kPercent = 99.9;
  for (auto _ : state) {  // NOLINT: never read
    benchmark::DoNotOptimize(histogram->Percentile(kPercent));
  }
}
BENCHMARK(Percentile);

}  // namespace
}  // namespace fsduel
