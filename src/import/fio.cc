// fio --output-format=json and json+.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/units.h"
#include "import/formats.h"

namespace fsduel {
namespace {

using Json = nlohmann::json;

constexpr double kMost = 9e18;

// A number >= 0 at a key of an object; 0 when there is none.
double NumberAt(const Json& object, const char* key) {
  if (!object.is_object()) {
    return 0;
  }
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) {
    return 0;
  }
  const double value = found->get<double>();
  return std::isfinite(value) && value > 0 && value < kMost ? value : 0;
}

const Json& ChildAt(const Json& object, const char* key) {
  static const Json kNone;
  if (!object.is_object()) {
    return kNone;
  }
  const auto found = object.find(key);
  return found == object.end() ? kNone : *found;
}

std::string TextAt(const Json& object, const char* key) {
  const Json& child = ChildAt(object, key);
  return child.is_string() ? child.get<std::string>() : "";
}

// A job's option, or the one for all jobs.
std::string OptionOf(const Json& job, const Json& document, const char* name) {
  const std::string own = TextAt(ChildAt(job, "job options"), name);
  return own.empty() ? TextAt(ChildAt(document, "global options"), name) : own;
}

std::uint32_t CountOption(const std::string& text, std::uint32_t fallback) {
  const std::optional<std::uint64_t> count = CountOf(text);
  return count && *count > 0 && *count <= 1'000'000
             ? static_cast<std::uint32_t>(*count)
             : fallback;
}

// "randread" -> "rand-read"; of a mix, the direction decides.
std::string PatternOf(const std::string& rw, bool writes) {
  const bool random = rw.starts_with("rand");
  const bool mixed = rw.ends_with("rw") || rw == "readwrite";
  return fmt::format("{}-{}{}", random ? "rand" : "seq",
                     writes ? "write" : "read", mixed ? " of a mix" : "");
}

// What the JSON of one direction of one job says, or of several jobs alike.
struct Direction {
  std::uint32_t threads = 0;
  std::uint32_t queue_depth = 1;
  double bytes = 0;
  double seconds = 0;
  double count = 0;
  double sum_ns = 0;
  double min_ns = 0;
  double max_ns = 0;
  LatencyHistogram histogram;
};

// Of json+: {"bins": {"34632": 3, ...}}, latencies in nanoseconds.
bool AddBins(const Json& bins, LatencyHistogram* histogram) {
  if (!bins.is_object()) {
    return false;
  }
  for (const auto& [ns, many] : bins.items()) {
    const std::optional<std::uint64_t> latency = CountOf(ns);
    if (!latency || !many.is_number_unsigned()) {
      return false;
    }
    histogram->AddCount(LatencyHistogram::BucketOf(*latency),
                        many.get<std::uint64_t>());
  }
  return true;
}

void AddDirection(const Json& json, std::uint32_t threads,
                  std::uint32_t queue_depth, Direction* sum) {
  // The whole latency, as the caller sees it; versions before 3 have "lat".
  const Json& latency =
      ChildAt(json, json.contains("lat_ns") ? "lat_ns" : "lat");
  const double unit = json.contains("lat_ns") ? 1 : 1000;
  const double count = NumberAt(json, "total_ios");
  sum->threads += threads;
  sum->queue_depth = std::max(sum->queue_depth, queue_depth);
  sum->bytes += NumberAt(json, "io_bytes");
  sum->seconds = std::max(sum->seconds, NumberAt(json, "runtime") / 1e3);
  sum->sum_ns += NumberAt(latency, "mean") * unit * count;
  sum->count += count;
  sum->max_ns = std::max(sum->max_ns, NumberAt(latency, "max") * unit);
  const double least = NumberAt(latency, "min") * unit;
  sum->min_ns = sum->min_ns == 0 ? least : std::min(sum->min_ns, least);
  AddBins(ChildAt(ChildAt(json, "clat_ns"), "bins"), &sum->histogram);
}

struct PointKey {
  std::string pattern;
  std::uint32_t block_bytes = 0;
  auto operator<=>(const PointKey&) const = default;
};

Status AddPhase(const ImportSource& source, const PointKey& key,
                const Direction& direction, RunResult* run) {
  ImportedPoint point;
  point.pattern = key.pattern;
  point.threads = direction.threads;
  point.block_bytes = key.block_bytes;
  point.bytes = direction.bytes;
  point.bytes_per_second =
      direction.seconds > 0 ? direction.bytes / direction.seconds : 0;
  PhaseResult* const phase = AddPoint(point, run);
  if (phase == nullptr || direction.sum_ns > kMost) {
    return source.Fail(1, "figures too large to be true");
  }
  phase->sweep.queue_depth = direction.queue_depth;
  OperationResult& operation = phase->operations[0];
  OperationSummary& summary = operation.summary;
  summary.count = static_cast<std::uint64_t>(direction.count);
  summary.sum_ns = static_cast<std::uint64_t>(direction.sum_ns);
  summary.min_ns = static_cast<std::uint64_t>(direction.min_ns);
  summary.max_ns = static_cast<std::uint64_t>(direction.max_ns);
  summary.histogram = direction.histogram;
  if (phase->seconds > 0) {
    operation.client_time_share =
        direction.sum_ns /
        (phase->seconds * 1e9 * direction.threads * direction.queue_depth);
  }
  return Status::Ok();
}

// fio may print a line or two before its JSON.
std::size_t StartOfJson(const ImportSource& source) {
  return std::min(source.text.find('{'), source.text.size());
}

std::string UtcOf(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  const std::int64_t day = whole / 86'400;
  const std::chrono::year_month_day date{
      std::chrono::sys_days{std::chrono::days{day}}};
  return fmt::format(
      "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      whole % 86'400 / 3600, whole % 3600 / 60, whole % 60);
}

Result<Json> Parse(const ImportSource& source) {
  const std::size_t start = StartOfJson(source);
  try {
    return Json::parse(source.text.substr(start));
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(start + error.byte, source.text.size());
    const auto line = static_cast<std::size_t>(std::count(
        source.text.begin(),
        source.text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    return source.Fail(std::min(line + 1, source.lines.size()),
                       "no JSON any more: the text is cut off or damaged here");
  } catch (const Json::exception&) {
    // The library does not say where.
    return source.Fail(1, "a number below is too large");
  }
}

}  // namespace

bool LooksLikeFio(const ImportSource& source) {
  return source.text.find("\"fio version\"") != std::string_view::npos;
}

Result<RunResult> ImportFio(const ImportSource& source) {
  const Result<Json> document = Parse(source);
  if (!document.ok()) {
    return document.status();
  }
  const std::string version = TextAt(document.value(), "fio version");
  RunResult run = ImportedRun(source, version.empty() ? "fio" : version, "fio");
  run.kind = "sweep";
  std::map<PointKey, Direction> directions;
  bool has_bins = false;
  std::string direct;
  for (const Json& job : ChildAt(document.value(), "jobs")) {
    const std::string rw = OptionOf(job, document.value(), "rw");
    const std::string block = OptionOf(job, document.value(), "bs");
    const Result<std::int64_t> bytes =
        ParseSize(block.empty() ? "4k" : Split(block, ',')[0]);
    const std::string jobs = OptionOf(job, document.value(), "numjobs");
    const bool grouped =
        !OptionOf(job, document.value(), "group_reporting").empty() ||
        ChildAt(document.value(), "jobs").size() == 1;
    direct = OptionOf(job, document.value(), "direct");
    for (const bool writes : {false, true}) {
      const Json& json = ChildAt(job, writes ? "write" : "read");
      if (NumberAt(json, "io_bytes") <= 0 || !bytes.ok() ||
          bytes.value() > 0x7fff'ffff) {
        continue;
      }
      Direction& sum = directions[{PatternOf(rw, writes),
                                   static_cast<std::uint32_t>(bytes.value())}];
      AddDirection(json, grouped ? CountOption(jobs, 1) : 1,
                   CountOption(OptionOf(job, document.value(), "iodepth"), 1),
                   &sum);
      has_bins = has_bins || sum.histogram.TotalCount() > 0;
    }
  }
  for (const auto& [key, direction] : directions) {
    Status status = AddPhase(source, key, direction, &run);
    if (!status.ok()) {
      return status;
    }
  }
  if (run.phases.empty()) {
    return source.Fail(source.lines.size(),
                       "the text ends here, and no job read or wrote");
  }
  if (const double start = NumberAt(document.value(), "timestamp");
      start > 0 && start < 4e9) {
    run.start_utc = UtcOf(start);
  }
  run.spec.emplace_back("cache", direct == "1" ? "direct" : "warm");
  if (has_bins) {
    run.warnings.clear();
    Mark(&run, "source",
         fmt::format("imported from the output of {}; its histogram is of "
                     "completion latency, without submission",
                     version));
  }
  return run;
}

}  // namespace fsduel
