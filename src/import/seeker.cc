// seeker 2.0 and 3.0.
#include <fmt/format.h>

#include "base/text.h"
#include "import/formats.h"

namespace fsduel {
namespace {

constexpr std::uint32_t kSectorBytes = 512;
constexpr double kDefaultSeconds = 30;
constexpr double kMostRate = 1e12;

// "[128 threads]" -> 128; 1 when there is no such line.
double ThreadsOf(const ImportSource& source) {
  for (const std::string_view line : source.lines) {
    const std::size_t end = line.find(" threads]");
    const std::size_t start = line.rfind('[', end);
    if (end != std::string_view::npos && start != std::string_view::npos) {
      return NumberOf(line.substr(start + 1, end - start - 1)).value_or(0);
    }
  }
  return 1;
}

}  // namespace

bool LooksLikeSeeker(const ImportSource& source) {
  return source.text.find("seeks/second") != std::string_view::npos;
}

Result<RunResult> ImportSeeker(const ImportSource& source) {
  double seconds = kDefaultSeconds;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string_view line = source.lines[i];
    seconds = NumberAfter(line, "Wait").value_or(seconds);
    if (line.find("seeks/second") == std::string_view::npos) {
      continue;
    }
    const std::optional<double> rate = NumberAfter(line, "Results:");
    const std::optional<double> access = NumberAfter(line, "seeks/second,");
    const double threads = ThreadsOf(source);
    if (!rate || !access || *rate > kMostRate || threads < 1 || threads > 1e6 ||
        seconds <= 0 || seconds > 1e9) {
      return source.Fail(i + 1,
                         "results without a number of seeks per second "
                         "and an access time");
    }
    RunResult run = ImportedRun(source, "seeker", "seeker");
    run.kind = "sweep";
    run.client_host = "thread";
    run.spec.emplace_back("pace", "closed loop");
    ImportedPoint point;
    point.pattern = "rand-read";
    point.threads = static_cast<std::uint32_t>(threads);
    point.block_bytes = kSectorBytes;
    point.bytes = *rate * seconds * kSectorBytes;
    point.bytes_per_second = *rate * kSectorBytes;
    const bool correct = source.spec.correct_access_time;
    point.average_ms = *access * (correct ? threads : 1);
    if (AddPoint(point, &run) == nullptr) {
      return source.Fail(i + 1, "figures too large to be true");
    }
    if (threads > 1) {
      Mark(&run, "access-time",
           correct
               ? fmt::format("access time multiplied by the {:.0f} threads: "
                             "seeker prints time over seeks",
                             threads)
               : fmt::format("the access time is NOT corrected: it is time "
                             "over seeks, {:.0f} times too low with {:.0f} "
                             "threads (--correct access-time)",
                             threads, threads));
    }
    Mark(&run, "cache",
         "seeker reads through the page cache, and its threads share one file "
         "position");
    return run;
  }
  return source.Fail(source.lines.size(),
                     "the text ends here, without results");
}

}  // namespace fsduel
