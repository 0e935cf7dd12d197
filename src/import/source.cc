#include "import/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace fsduel {
namespace {

// What a double may be to become a counter of ours.
constexpr double kMostCounted = 9e18;

bool Fits(double value) {
  return value >= 0 && value < kMostCounted;
}

}  // namespace

Status ImportSource::Fail(std::size_t line, std::string_view message) const {
  return Status::Usage(fmt::format("{}:{}: {}", file, line, message));
}

ImportSource MakeSource(std::string_view text, const std::string& file,
                        const ImportSpec& spec) {
  ImportSource source{text, Split(text, '\n'), file, spec};
  if (source.lines.back().empty()) {
    source.lines.pop_back();
  }
  for (std::string_view& line : source.lines) {
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
  }
  return source;
}

RunResult ImportedRun(const ImportSource& source, const std::string& tool,
                      const std::string& name) {
  RunResult run;
  run.label = source.spec.label.empty() ? name : source.spec.label;
  run.tool_version = source.spec.tool_version;
  run.loadfiles = {{name, ""}};
  run.spec = {
      {"imported", tool},
      {"imported-from", source.file.substr(source.file.rfind('/') + 1)}};
  run.state = RunState::kComplete;
  Mark(&run, "source",
       fmt::format("imported from the output of {}, which has no histograms",
                   tool));
  return run;
}

void Mark(RunResult* run, std::string_view id, std::string text) {
  run->warnings.push_back(
      {fmt::format("import-{}", id), std::move(text), Validity::kValid});
}

std::vector<std::string_view> WordsOf(std::string_view line) {
  constexpr std::string_view kBlanks = " \t";
  std::vector<std::string_view> words;
  std::size_t at = line.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end =
        std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::optional<double> NumberOf(std::string_view word) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() ||
      !std::isfinite(value) || value < 0 || word.starts_with('-')) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint64_t> CountOf(std::string_view word) {
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) {
    return std::nullopt;
  }
  return value;
}

std::optional<double> NumberAfter(std::string_view line,
                                  std::string_view before) {
  const std::size_t found = line.find(before);
  if (found == std::string_view::npos) {
    return std::nullopt;
  }
  line.remove_prefix(found + before.size());
  line = Trim(line);
  double value = 0;
  const auto [end, error] =
      std::from_chars(line.data(), line.data() + line.size(), value);
  if (error != std::errc() || !std::isfinite(value) || value < 0) {
    return std::nullopt;
  }
  return value;
}

bool AddOperation(const ImportedOperation& imported, PhaseResult* phase) {
  const double sum_ns =
      imported.average_ms * 1e6 * static_cast<double>(imported.count);
  const double max_ns = imported.max_ms * 1e6;
  if (!Fits(sum_ns) || !Fits(max_ns)) {
    return false;
  }
  OperationResult& operation = phase->operations.emplace_back();
  operation.operation = imported.operation;
  operation.compat_name = imported.compat_name;
  operation.reads_data = imported.reads_data;
  operation.writes_data = imported.writes_data;
  operation.summary.count = imported.count;
  operation.summary.sum_ns = static_cast<std::uint64_t>(std::llround(sum_ns));
  operation.summary.max_ns = static_cast<std::uint64_t>(std::llround(max_ns));
  return true;
}

PhaseResult* AddPoint(const ImportedPoint& point, RunResult* run) {
  const RowKey key{point.pattern, "", point.threads, point.block_bytes};
  const bool is_known =
      std::any_of(run->phases.begin(), run->phases.end(),
                  [&](const PhaseResult& phase) { return phase.Is(key); });
  const double count =
      point.block_bytes == 0 ? 0 : point.bytes / point.block_bytes;
  if (is_known || !Fits(point.bytes) || !Fits(count)) {
    return nullptr;
  }
  PhaseResult phase;
  phase.name = point.pattern;
  phase.threads = point.threads;
  phase.block_bytes = point.block_bytes;
  if (point.bytes_per_second > 0) {
    phase.seconds = point.bytes / point.bytes_per_second;
    phase.seconds_to_last = phase.seconds;
  }
  const bool writes = point.pattern.find("write") != std::string::npos;
  if (!AddOperation({writes ? "write" : "read", "", !writes, writes,
                     static_cast<std::uint64_t>(std::llround(count)),
                     point.average_ms, point.max_ms},
                    &phase)) {
    return nullptr;
  }
  OperationResult& operation = phase.operations.back();
  operation.summary.bytes =
      static_cast<std::uint64_t>(std::llround(point.bytes));
  if (phase.seconds > 0) {
    operation.client_time_share =
        static_cast<double>(operation.summary.sum_ns) /
        (phase.seconds * 1e9 * point.threads);
  }
  run->phases.push_back(std::move(phase));
  return &run->phases.back();
}

}  // namespace fsduel
