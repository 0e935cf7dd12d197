// ConsoleSweepReport: head, a section for each pattern, problems.
#include "report/console_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/units.h"
#include "report/console_parts.h"
#include "report/labelled_lines.h"
#include "report/number_text.h"

namespace fsduel {
namespace {

constexpr double kFewOperations = 1000;  // per thread
// Said in front, or in the tables.
constexpr std::string_view kShownElsewhere[] = {
    "durability", "engine",          "queue-depth", "cache",
    "patterns",   "directory",       "threads",     "block",
    "size",       "size-per-thread", "files",       "runs"};
// How options read that nobody gave.
constexpr std::string_view kUntouched[] = {
    "no", "no limit", "none", "any", "inherited", "0 %", "1.00 s"};

using Rows = std::vector<SweepRow>;

// The one whose state or validity is worst speaks for all.
const RunResult& WorstOf(const std::vector<RunResult>& runs) {
  const auto rank = [](const RunResult& run) {
    switch (run.state) {
      case RunState::kFailed:
        return 4;
      case RunState::kRunning:
        return 3;
      case RunState::kInterrupted:
        return 2;
      case RunState::kComplete:
        break;
    }
    return run.validity == Validity::kInvalid ? 1 : 0;
  };
  return *std::max_element(runs.begin(), runs.end(),
                           [&](const RunResult& a, const RunResult& b) {
                             return rank(a) < rank(b);
                           });
}

// "1, 8, 32 threads".
template <typename Print>
std::string ListOf(const Rows& rows, std::uint32_t SweepRow::*key,
                   Print print) {
  std::set<std::uint32_t> values;
  for (const SweepRow& row : rows) {
    values.insert(row.*key);
  }
  std::string text;
  for (const std::uint32_t value : values) {
    text += (text.empty() ? "" : ", ") + print(value);
  }
  return text;
}

std::string TitleText(const std::vector<RunResult>& runs, const Rows& rows) {
  const RunResult& run = runs.front();
  const std::string name = run.profile.empty() ? run.label : run.profile;
  std::string title =
      name.empty() || name == "sweep" ? "sweep" : "sweep " + name;
  if (!rows.empty()) {
    title += fmt::format(
        ": {} threads, blocks of {}",
        ListOf(rows, &SweepRow::threads,
               [](std::uint32_t n) { return std::to_string(n); }),
        ListOf(rows, &SweepRow::block_bytes,
               [](std::uint32_t bytes) { return FormatSize(bytes); }));
  }
  if (runs.size() > 1) {
    title += fmt::format(", {} runs", runs.size());
  }
  return title;
}

std::string DurabilityText(const RunResult& run) {
  const std::string durability = SpecValue(run, "durability");
  if (durability.empty()) {
    return "not recorded";
  }
  const bool each = durability.find("sync") == 0 ||
                    durability.find("dsync") != std::string::npos ||
                    durability.find("-each") != std::string::npos;
  const bool direct = SpecValue(run, "cache") == "direct";
  if (each) {
    return durability + ": every write is on the device when it returns";
  }
  return fmt::format(
      "{}: when a write returns, its data may lie in {}, not yet on the device;"
      " the rate with flush counts what is",
      durability, direct ? "the device's own cache" : "memory");
}

std::string EngineText(const RunResult& run) {
  std::string text;
  for (const auto& [option, words] :
       {std::pair{"engine", "engine"}, std::pair{"queue-depth", "queue depth"},
        std::pair{"cache", "cache"}}) {
    if (const std::string value = SpecValue(run, option); !value.empty()) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", words, value);
    }
  }
  return text;
}

// "2 GiB in all, one per thread, seed 7".
std::string FilesText(const RunResult& run) {
  std::string text;
  for (const auto& [option, words] :
       {std::pair{"size", " in all, "},
        std::pair{"size-per-thread", " per thread, "},
        std::pair{"files", ", "}}) {
    if (const std::string value = SpecValue(run, option); !value.empty()) {
      text += value + words;
    }
  }
  return fmt::format("{}seed {}", text, run.seed);
}

std::string OtherOptions(const RunResult& run) {
  std::string text;
  for (const auto& [name, value] : run.spec) {
    std::string_view plain = name;
    plain.remove_prefix(std::min(plain.find_first_not_of('-'), plain.size()));
    const auto is_among = [](const auto& list, std::string_view word) {
      return std::find(std::begin(list), std::end(list), word) !=
             std::end(list);
    };
    if (!is_among(kShownElsewhere, plain) && !is_among(kUntouched, value)) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", plain, value);
    }
  }
  return text;
}

std::string Head(const std::vector<RunResult>& runs, const Rows& rows,
                 const ConsoleStyle& style) {
  const RunResult& run = runs.front();
  LabelledLines lines(static_cast<std::size_t>(style.width));
  lines.Add("DURABILITY", DurabilityText(run), Tone::kStrong);
  AddPlaces(run, &lines);
  lines.Add("I/O", EngineText(run));
  lines.Add("files", FilesText(run));
  lines.Add("options", OtherOptions(run));
  return ConsoleTitle(TitleText(runs, rows), WorstOf(runs), style) +
         lines.Render(Paint(style.colour));
}

std::string PercentRange(double least, double most) {
  return fmt::format("{:.1f}", 100 * least) == fmt::format("{:.1f}", 100 * most)
             ? fmt::format("{:.1f} %", 100 * most)
             : fmt::format("{:.1f} to {:.1f} %", 100 * least, 100 * most);
}

const char* ServedText(ServedBy served) {
  switch (served) {
    case ServedBy::kMemory:
      return "SERVED BY MEMORY";
    case ServedBy::kDevice:
      return "served by the device";
    case ServedBy::kBoth:
      return "served by memory and the device";
    case ServedBy::kUnknown:
      break;
  }
  return "";
}

// Who answered the reads of `rows`, which are all of one kind.
std::string ServedLine(const Rows& rows, bool all, ServedBy served) {
  double least = 1;
  double most = 0;
  double cached = -1;
  bool known = true;
  std::string names;
  for (const SweepRow& row : rows) {
    const PhaseResult& phase = MedianPhase(row);
    const std::optional<double> share = DeviceShareOf(phase);
    known = known && share.has_value();
    // Read-ahead can make the device read more.
    least = std::min({least, share.value_or(0), 1.0});
    most = std::max(most, std::min(share.value_or(0), 1.0));
    cached = std::max(cached, phase.sweep.cached_before);
    names += (names.empty() ? "" : ", ") + SweepRowName(row);
  }
  std::string text = ServedText(served);
  if (known) {
    text += fmt::format(": {} of reads reached the device",
                        PercentRange(least, most));
  }
  if (cached >= 0 && served != ServedBy::kDevice) {
    text += fmt::format("; {}{:.0f} % of the pages were cached before",
                        rows.size() > 1 ? "up to " : "", 100 * cached);
  }
  return all ? text : fmt::format("{} ({})", text, names);
}

void AddServed(const Rows& rows, LabelledLines* lines) {
  std::string label = "reads";
  for (const ServedBy served :
       {ServedBy::kMemory, ServedBy::kBoth, ServedBy::kDevice}) {
    Rows such;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(such),
                 [&](const SweepRow& row) {
                   return ReadsServedBy(MedianPhase(row)) == served;
                 });
    if (!such.empty()) {
      lines->Add(label, ServedLine(such, such.size() == rows.size(), served),
                 served == ServedBy::kDevice ? Tone::kPlain : Tone::kWarning);
      label.clear();
    }
  }
}

const char* CauseText(GapCause cause) {
  switch (cause) {
    case GapCause::kStart:
      return "passed before a thread's first operation";
    case GapCause::kBetween:
      return "passed between operations (CPUs shared, data made or checked)";
    case GapCause::kFlush:
      return "went into flushing";
    case GapCause::kEnd:
      return "passed after a thread was done, others not yet";
    case GapCause::kNone:
      break;
  }
  return "was not accounted for";
}

// Rows whose gap has the same cause, as one sentence; "" when there are none.
std::string GapText(const Rows& rows, GapCause cause) {
  std::string places;
  double fewest = kFewOperations;
  for (const SweepRow& row : rows) {
    const LittleCheck check = LittleCheckOf(MedianPhase(row));
    if (!check.disagrees() || check.cause != cause) {
      continue;
    }
    places += fmt::format("{}{}: {:.1f}-fold ({:.0f} %{})",
                          places.empty() ? "" : ", ", SweepRowName(row),
                          check.ratio(), 100 * check.cause_share,
                          places.empty() ? " of the time" : "");
    fewest = std::min(fewest, check.operations_per_thread);
  }
  if (places.empty()) {
    return "";
  }
  std::string text =
      fmt::format("N*b/rate exceeds the mean latency, as threads' time {}: {}",
                  CauseText(cause), places);
  if (cause != GapCause::kBetween && cause != GapCause::kFlush &&
      fewest < kFewOperations) {
    text += fmt::format(
        "; only {:.0f} operations per thread: give them more work", fewest);
  }
  return text;
}

// Where the rate does not follow from the latency, and why.
void AddGaps(const Rows& rows, LabelledLines* lines) {
  std::string label = "gap";
  for (const GapCause cause :
       {GapCause::kStart, GapCause::kBetween, GapCause::kFlush, GapCause::kEnd,
        GapCause::kNone}) {
    if (const std::string text = GapText(rows, cause); !text.empty()) {
      lines->Add(label, text, Tone::kWarning);
      label.clear();
    }
  }
}

// What every thread does once, over all rows.
std::string AroundText(const Rows& rows) {
  std::vector<const PhaseResult*> phases;
  for (const SweepRow& row : rows) {
    phases.insert(phases.end(), row.phases.begin(), row.phases.end());
  }
  std::string text;
  for (const std::string_view name : {kSweepOpen, kSweepFlush, kSweepClose}) {
    const std::string_view names[] = {name};
    const OperationSummary summary = MergedSummary(phases, names);
    if (summary.count != 0) {
      text += fmt::format("{}{} {} (at most {})", text.empty() ? "" : ", ",
                          name, NanosecondsText(summary.average_ns()),
                          NanosecondsText(static_cast<double>(summary.max_ns)));
    }
  }
  return text;
}

// The preparation of files outside the measured phases.
std::string LayoutPart(const std::vector<RunResult>& runs,
                       const ConsoleStyle& style) {
  std::uint64_t bytes = 0;
  double seconds = 0;
  for (const RunResult& run : runs) {
    for (const PhaseResult& phase : run.phases) {
      if (phase.name == kSweepLayout) {
        const SweepTotals totals = SweepTotalsOf(phase);
        bytes += totals.bytes();
        seconds += totals.seconds_to_flush;
      }
    }
  }
  LabelledLines lines(static_cast<std::size_t>(style.width));
  if (bytes != 0) {
    lines.Add("layout", fmt::format("files for these patterns: {} written in "
                                    "{}, in no figure above",
                                    BytesText(bytes), SecondsText(seconds)));
  }
  const std::string text = lines.Render(Paint(style.colour));
  return text.empty() ? "" : "\n" + text;
}

std::string PatternPart(const Rows& rows, const RunResult& run,
                        const ConsoleStyle& style) {
  const Paint paint(style.colour);
  LabelledLines lines(static_cast<std::size_t>(style.width));
  lines.Add("each thread", AroundText(rows));
  AddServed(rows, &lines);
  AddGaps(rows, &lines);
  const std::string notes = lines.Render(paint);
  return fmt::format("\n{}\n{}{}{}",
                     paint(Tone::kStrong, Printable(rows.front().pattern)),
                     SweepTables(rows, run.thresholds_ns, style),
                     notes.empty() ? "" : "\n", notes);
}

// What the runs have in common is said once.
std::string Problems(const std::vector<RunResult>& runs,
                     const ConsoleStyle& style) {
  std::vector<std::string> said;
  std::string text;
  for (const RunResult& run : runs) {
    const std::string part = ConsoleProblems(run, style);
    if (!part.empty() &&
        std::find(said.begin(), said.end(), part) == said.end()) {
      said.push_back(part);
      text += part;
    }
  }
  return text;
}

}  // namespace

std::string ConsoleSweepReport(const std::vector<RunResult>& runs,
                               const ConsoleStyle& style) {
  if (runs.empty()) {
    return "";
  }
  const Rows rows = SweepRowsOf(runs);
  std::string text = Head(runs, rows, style);
  for (auto begin = rows.begin(); begin != rows.end();) {
    const auto end = std::find_if(begin, rows.end(), [&](const SweepRow& row) {
      return row.pattern != begin->pattern;
    });
    text += PatternPart({begin, end}, runs.front(), style);
    begin = end;
  }
  if (rows.empty()) {
    text += "\n  Nothing was measured.\n";
  }
  return text + LayoutPart(runs, style) + Problems(runs, style);
}

}  // namespace fsduel
