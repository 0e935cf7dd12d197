#include "compare/side.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include <boost/filesystem.hpp>

#include "base/text.h"
#include "result/store.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

constexpr std::size_t kMostRuns = 10'000;

bool IsRun(const fs::path& path) {
  boost::system::error_code error;
  return fs::is_regular_file(path / "run.json", error);
}

// Run folders at or below `path`, sorted.
Result<std::vector<std::string>> FindRuns(const std::string& path) {
  if (IsRun(path)) {
    return std::vector<std::string>{path};
  }
  boost::system::error_code error;
  fs::recursive_directory_iterator at(path, error);
  if (error) {
    return Status::Usage(
        fmt::format("{}: {}", path,
                    error == boost::system::errc::no_such_file_or_directory
                        ? "there is no such folder"
                        : error.message()));
  }
  std::vector<std::string> runs;
  const fs::recursive_directory_iterator end;
  while (at != end && runs.size() < kMostRuns) {
    if (IsRun(at->path())) {
      runs.push_back(at->path().string());
      at.disable_recursion_pending();
    }
    at.increment(error);
    if (error) {
      return Status::FromErrno(error.value(), "readdir", path);
    }
  }
  if (runs.empty()) {
    return Status::Usage(
        fmt::format("{}: no run is in this folder (a run is a folder with a "
                    "run.json, as `fsduel replay` makes below results/)",
                    path));
  }
  std::sort(runs.begin(), runs.end());
  return runs;
}

std::string WhyNotWhole(const RunResult& run) {
  switch (run.state) {
    case RunState::kComplete:
      return "";
    case RunState::kRunning:
      return "cut off";
    case RunState::kInterrupted:
      return "interrupted";
    case RunState::kFailed:
      return "failed: " + run.failure;
  }
  return "";
}

bool StartsEarlier(const RunResult& x, const RunResult& y) {
  return std::tie(x.start_utc, x.run_index, x.run_id) <
         std::tie(y.start_utc, y.run_index, y.run_id);
}

}  // namespace

Result<RunsOfSide> LoadOneSide(const std::string& path) {
  const Result<std::vector<std::string>> folders = FindRuns(path);
  if (!folders.ok()) {
    return folders.status();
  }
  RunsOfSide side;
  const fs::path clean = fs::path(path).lexically_normal();
  side.name = clean.filename().string();
  if (side.name.empty() || side.name == ".") {
    side.name = clean.parent_path().filename().string();
  }
  for (const std::string& folder : folders.value()) {
    Result<RunResult> run = ReadRun(folder, RunParts::kNoSeries);
    if (!run.ok()) {
      return run.status();
    }
    const std::string why = WhyNotWhole(run.value());
    if (why.empty()) {
      side.runs.push_back(std::move(run).value());
    } else {
      side.left_out.push_back(fmt::format("{} ({})", folder, why));
    }
  }
  if (side.runs.empty()) {
    return Status::Usage(fmt::format("{}: no run here is whole: {}", path,
                                     fmt::join(side.left_out, ", ")));
  }
  std::stable_sort(side.runs.begin(), side.runs.end(), StartsEarlier);
  // The label says more than the time in a run folder's name.
  if (folders->size() == 1 && IsRun(path) && !side.runs[0].label.empty()) {
    side.name = side.runs[0].label;
  }
  return side;
}

namespace {

// Names that are not alike, by the folder's name where labels repeat.
void TellApart(std::vector<RunsOfSide>* sides) {
  std::map<std::string, int> times;
  for (const RunsOfSide& side : *sides) {
    ++times[side.name];
  }
  int number = 0;
  for (RunsOfSide& side : *sides) {
    ++number;
    if (times[side.name] > 1) {
      side.name = fmt::format("{} ({})", side.name, number);
    }
  }
}

std::string DeviceOf(const RunResult& run) {
  if (run.mounts.empty() || !run.mounts[0].device) {
    return run.mounts.empty() ? "" : run.mounts[0].source;
  }
  const BlockDeviceFacts& device = *run.mounts[0].device;
  return device.model.empty() ? device.name
                              : fmt::format("{} {}", device.model, device.name);
}

std::string MountText(const RunResult& run, std::string MountFacts::*field) {
  return run.mounts.empty() ? "" : run.mounts[0].*field;
}

// What the runs of one folder may differ in, most telling first.
std::string GroupOf(const RunResult& run, std::size_t by) {
  switch (by) {
    case 0:
      return run.label;
    case 1:
      return DeviceOf(run);
    case 2:
      return MountText(run, &MountFacts::filesystem);
    case 3:
      return MountText(run, &MountFacts::options);
    default:
      return run.host.kernel;
  }
}

Result<std::vector<RunsOfSide>> SplitByDifference(RunsOfSide whole) {
  constexpr std::size_t kKinds = 5;
  for (std::size_t by = 0; by < kKinds; ++by) {
    std::vector<RunsOfSide> sides;
    for (const RunResult& run : whole.runs) {
      const std::string group = GroupOf(run, by);
      auto side = std::find_if(
          sides.begin(), sides.end(),
          [&](const RunsOfSide& known) { return known.name == group; });
      if (side == sides.end()) {
        sides.emplace_back().name = group;
        side = std::prev(sides.end());
      }
      side->runs.push_back(run);
    }
    if (sides.size() > 1) {
      sides[0].left_out = std::move(whole.left_out);
      return sides;
    }
  }
  return Status::Usage(fmt::format(
      "all {} runs in {} have the same label, device, filesystem, mount "
      "options and kernel: name two folders to compare",
      whole.runs.size(), Quote(whole.name)));
}

}  // namespace

Result<std::vector<RunsOfSide>> LoadSides(
    const std::vector<std::string>& paths) {
  std::vector<RunsOfSide> sides;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    Result<RunsOfSide> side = LoadOneSide(path);
    if (!side.ok()) {
      return side.status();
    }
    for (const RunResult& run : side->runs) {
      if (!seen.insert(path + "/" + run.run_id).second) {
        return Status::Usage(fmt::format("{} is named twice", path));
      }
    }
    sides.push_back(std::move(side).value());
  }
  if (sides.size() == 1) {
    return SplitByDifference(std::move(sides[0]));
  }
  TellApart(&sides);
  return sides;
}

}  // namespace fsduel
