// How long a loadfile takes from text to program: `office`, and dbench's big
// client.txt where it is installed.
#include <fstream>
#include <sstream>
#include <string>

#include <benchmark/benchmark.h>

#include "loadfile/reader.h"

namespace fsduel {
namespace {

std::string TextOf(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void Compile(benchmark::State& state, const char* path) {
  const std::string text = TextOf(path);
  if (text.empty()) {
    state.SkipWithError("not installed");
    return;
  }
  std::uint64_t lines = 0;
  for (auto _ : state) {  // NOLINT: never read
    const auto loadfile = CompileLoadfile("bench", text);
    if (!loadfile.ok()) {
      state.SkipWithError("does not compile");
      return;
    }
    lines += loadfile.value()->lines();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(lines));
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) *
                          static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK_CAPTURE(Compile, office, FSDUEL_SOURCE_DIR "/loadfiles/office.load")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Compile, client_txt, "/usr/share/dbench/client.txt")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fsduel
