// The table of reports, and what surrounds them.
#include "report/profile_reports.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/console_parts.h"
#include "report/labelled_lines.h"
#include "report/step_figures.h"
#include "report/tiobench.h"
#include "result/derived.h"

namespace fsduel {
namespace {

// A sweep, or a replay, step by step.
std::string TableReport(const ProfileSteps& steps, const ConsoleStyle& style) {
  const Paint paint(style.colour);
  std::string text;
  for (const StepRuns& step : steps) {
    if (steps.size() > 1) {
      text += fmt::format("{}{}\n\n", text.empty() ? "" : "\n",
                          paint(Tone::kStrong, "== " + step.name + " =="));
    }
    if (step.runs.front().kind == "sweep") {
      text += ConsoleSweepReport(step.runs, style);
    } else {
      text += ConsoleReport(step.runs.back(), style);
      if (step.runs.size() > 1) {
        text += "\n" + ConsoleRunsReport(step.runs, style);
      }
    }
  }
  return text;
}

// The phases of one configuration, run by run.
std::vector<RunResult> RunsOf(const StepRuns& step, std::uint32_t threads,
                              std::uint32_t block_bytes) {
  std::vector<RunResult> runs;
  for (const RunResult& run : step.runs) {
    RunResult& part = runs.emplace_back();
    part.thresholds_ns = run.thresholds_ns;
    std::copy_if(
        run.phases.begin(), run.phases.end(), std::back_inserter(part.phases),
        [&](const PhaseResult& phase) {
          return phase.threads == threads && phase.block_bytes == block_bytes;
        });
  }
  return runs;
}

// tiobench's own table, and ours beneath it.
std::string TiobenchProfile(const ProfileSteps& steps,
                            const ConsoleStyle& style) {
  std::vector<TiobenchRow> rows;
  for (const StepRuns& step : steps) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> done;
    for (const SweepRow& row : SweepRowsOf(step.runs)) {
      const std::pair key(row.threads, row.block_bytes);
      if (std::find(done.begin(), done.end(), key) != done.end()) {
        continue;
      }
      done.push_back(key);
      const std::vector<RunResult> runs =
          RunsOf(step, row.threads, row.block_bytes);
      TiobenchRow& line = rows.emplace_back();
      line.identifier = runs.empty() ? "" : step.runs.front().host.kernel;
      line.block_bytes = row.block_bytes;
      line.threads = row.threads;
      line.blocks = TiobenchBlocksOf(runs);
      double amount = 0;
      for (const TiobenchFigures& figures : line.blocks) {
        amount = std::max(amount, figures.amount_mb);
      }
      line.size_mb = static_cast<std::uint64_t>(
          amount / static_cast<double>(std::max<std::size_t>(runs.size(), 1)));
    }
  }
  return TiobenchReport(rows, {}) + "\n" + TableReport(steps, style);
}

constexpr ProfileReportRow kRows[] = {
    {"table", "the table of fsduel sweep or fsduel replay", TableReport, true},
    {"tiobench", "tiobench's table, and fsduel's own with what it leaves out",
     TiobenchProfile, true},
    {"seeker", "seeks per second, the true mean time of one, seeker's own",
     SeekerReport},
    {"iozone", "iozone's table and -R blocks; children and parent with threads",
     IozoneReport},
    {"dd", "dd's last line for each step", DdReport},
    {"hdparm", "hdparm's lines", HdparmReport},
    {"hdtune",
     "least, greatest and average rate by block size, access time, burst, "
     "fixed cost",
     HdtuneReport},
    {"forty-files", "one line per step: application, device, durability",
     FortyFilesReport},
    {"quick", "SEQ1M and RND4K lines, read and write", QuickReport},
    {"steady", "rounds, and the five in which the drive was steady",
     SteadyReport},
    {"cliff", "the rate over time, and where it falls", CliffReport},
    {"metadata", "creates, stats, renames ... per second, and what one takes",
     MetadataReport},
};

// What all steps have in common, then what each has of its own.
void AddSteps(const ProfileSteps& steps, LabelledLines* lines) {
  constexpr const char* kOptions[] = {"size",      "engine",     "queue-depth",
                                      "cache",     "durability", "files",
                                      "file-size", "directories"};
  std::string common;
  std::vector<std::string> own(steps.size());
  const auto add = [](const char* option, const std::string& value,
                      std::string* text) {
    if (!value.empty()) {
      *text += fmt::format("{}{} {}", text->empty() ? "" : ", ", option, value);
    }
  };
  for (const char* option : kOptions) {
    const std::string first = SpecValue(steps.front().runs.front(), option);
    if (std::all_of(steps.begin(), steps.end(), [&](const StepRuns& step) {
          return SpecValue(step.runs.front(), option) == first;
        })) {
      add(option, first, &common);
      continue;
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      add(option, SpecValue(steps[i].runs.front(), option), &own[i]);
    }
  }
  add("seed", std::to_string(steps.front().runs.front().seed), &common);
  lines->Add("I/O", common);
  std::string label = "steps";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!own[i].empty()) {
      lines->Add(label, fmt::format("{}: {}", steps[i].name, own[i]));
      label.clear();
    }
  }
}

std::string Head(const ProfileSteps& steps, const ConsoleStyle& style) {
  const RunResult* worst = &steps.front().runs.front();
  for (const StepRuns& step : steps) {
    for (const RunResult& run : step.runs) {
      if (run.state != RunState::kComplete &&
          worst->state == RunState::kComplete) {
        worst = &run;
      }
    }
  }
  const RunResult& run = steps.front().runs.front();
  LabelledLines lines(static_cast<std::size_t>(style.width));
  AddPlaces(run, &lines);
  AddSteps(steps, &lines);
  const std::string name = run.profile.empty() ? run.label : run.profile;
  return ConsoleTitle("profile " + name, *worst, style) +
         lines.Render(Paint(style.colour));
}

// What the runs have in common is said once.
std::string Problems(const ProfileSteps& steps, const ConsoleStyle& style) {
  std::vector<std::string> said;
  std::string text;
  for (const StepRuns& step : steps) {
    for (const RunResult& run : step.runs) {
      std::string part = ConsoleProblems(run, style);
      if (!part.empty() &&
          std::find(said.begin(), said.end(), part) == said.end()) {
        text += part;
        said.push_back(std::move(part));
      }
    }
  }
  return text;
}

}  // namespace

std::span<const ProfileReportRow> ProfileReports() {
  return kRows;
}

const ProfileReportRow* FindProfileReport(std::string_view name) {
  for (const ProfileReportRow& row : kRows) {
    if (row.name == name) {
      return &row;
    }
  }
  return nullptr;
}

std::string PrintProfile(const ProfileReportRow& report,
                         const ProfileSteps& steps, const ConsoleStyle& style) {
  const std::string figures = report.print(steps, style);
  if (report.whole) {
    return figures;
  }
  return Head(steps, style) + "\n" +
         (figures.empty() ? "  Nothing was measured.\n" : figures) +
         Problems(steps, style);
}

}  // namespace fsduel
