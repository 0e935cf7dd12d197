#include "compare/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/units.h"
#include "result/derived.h"

namespace fsduel {
namespace {

using Getter = std::string (*)(const RunResult&);

struct FactRow {
  const char* name;
  FactKind kind;  // when it differs
  bool refused;   // when it differs
  Getter get;
};

std::string Spec(const RunResult& run, const char* option) {
  return SpecValue(run, option);
}

const MountFacts& MountOf(const RunResult& run) {
  static const MountFacts kNone;
  return run.mounts.empty() ? kNone : run.mounts[0];
}

std::string DeviceName(const RunResult& run) {
  const MountFacts& mount = MountOf(run);
  if (!mount.device) {
    return mount.source;
  }
  const BlockDeviceFacts& device = *mount.device;
  return device.model.empty() ? device.name
                              : fmt::format("{} {}", device.name, device.model);
}

template <typename Field>
std::string OfDevice(const RunResult& run, Field BlockDeviceFacts::*field) {
  const MountFacts& mount = MountOf(run);
  return mount.device ? fmt::format("{}", (*mount.device).*field) : "";
}

constexpr FactKind kSubject = FactKind::kSubject;
constexpr FactKind kWarning = FactKind::kWarning;

constexpr FactRow kFacts[] = {
    {"semantics", kWarning, true,
     [](const RunResult& run) { return Spec(run, "semantics"); }},
    {"durability", kWarning, true,
     [](const RunResult& run) { return Spec(run, "durability"); }},
    {"label", kSubject, false, [](const RunResult& run) { return run.label; }},
    {"directory", kSubject, false,
     [](const RunResult& run) { return MountOf(run).directory; }},
    {"device", kSubject, false, DeviceName},
    {"filesystem", kSubject, false,
     [](const RunResult& run) { return MountOf(run).filesystem; }},
    {"features", kSubject, false,
     [](const RunResult& run) { return MountOf(run).features; }},
    {"mount options", kSubject, false,
     [](const RunResult& run) { return MountOf(run).options; }},
    {"scheduler", kSubject, false,
     [](const RunResult& run) {
       return OfDevice(run, &BlockDeviceFacts::scheduler);
     }},
    {"write cache", kSubject, false,
     [](const RunResult& run) {
       return OfDevice(run, &BlockDeviceFacts::write_cache);
     }},
    {"host", kWarning, false,
     [](const RunResult& run) { return run.host.hostname; }},
    {"kernel", kWarning, false,
     [](const RunResult& run) { return run.host.kernel; }},
    {"CPU", kWarning, false,
     [](const RunResult& run) {
       return run.host.cpu_model.empty()
                  ? ""
                  : fmt::format("{} x {}", run.host.cpus, run.host.cpu_model);
     }},
    {"governor", kWarning, false,
     [](const RunResult& run) { return run.host.governor; }},
    {"memory", kWarning, false,
     [](const RunResult& run) {
       return run.host.memory_bytes == 0 ? ""
                                         : FormatSize(static_cast<std::int64_t>(
                                               run.host.memory_bytes));
     }},
    {"tool version", kWarning, false,
     [](const RunResult& run) { return run.tool_version; }},
    {"clients", kWarning, false,
     [](const RunResult& run) {
       return run.client_count == 0 ? "" : std::to_string(run.client_count);
     }},
    {"client host", kWarning, false,
     [](const RunResult& run) { return run.client_host; }},
    {"pace", kWarning, false,
     [](const RunResult& run) { return Spec(run, "pace"); }},
    {"cache", kWarning, false,
     [](const RunResult& run) { return Spec(run, "cache"); }},
    {"size", kWarning, false,
     [](const RunResult& run) { return Spec(run, "size"); }},
    {"compressible", kWarning, false,
     [](const RunResult& run) { return Spec(run, "compressible"); }},
    {"verify", kWarning, false,
     [](const RunResult& run) { return Spec(run, "verify"); }},
    {"time limit", kWarning, false,
     [](const RunResult& run) { return Spec(run, "time-limit"); }},
    {"warm-up", kWarning, false,
     [](const RunResult& run) { return Spec(run, "warmup"); }},
    {"seed", kWarning, false,
     [](const RunResult& run) {
       return run.seed == 0 ? "" : std::to_string(run.seed);
     }},
};

// The values of a side, each once.
std::set<std::string> ValuesOf(const RunsOfSide& side, Getter get) {
  std::set<std::string> values;
  for (const RunResult& run : side.runs) {
    values.insert(get(run));
  }
  return values;
}

// "" where nothing is known.
std::string JoinValues(std::set<std::string> values) {
  constexpr std::size_t kMostShown = 3;
  values.erase("");
  std::vector<std::string> shown(values.begin(), values.end());
  if (shown.size() > kMostShown) {
    shown.resize(kMostShown);
    shown.push_back(fmt::format("{} more", values.size() - kMostShown));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

Status Refuse(const CompareFact& fact, const std::vector<RunsOfSide>& sides) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    parts.push_back(fmt::format("{}: {}", sides[i].name, fact.values[i]));
  }
  return Status::Usage(fmt::format(
      "these runs cannot be compared: their {} differs ({}), so they did "
      "different work",
      fact.name, fmt::join(parts, "; ")));
}

std::vector<std::string> WarningsOfRun(const RunResult& run) {
  std::vector<std::string> warnings;
  if (run.debug_build) {
    warnings.emplace_back(
        "made by a debug build, its figures are not to be trusted");
  }
  if (run.validity == Validity::kInvalid) {
    warnings.push_back(
        fmt::format("run {} is marked invalid", Quote(run.run_id)));
  }
  for (const RunWarning& warning : run.warnings) {
    if (warning.severity != Validity::kValid ||
        warning.id.starts_with("import")) {
      warnings.push_back(warning.text);
    }
  }
  return warnings;
}

// A warning, and the numbers of the sides that it is about.
struct SideWarning {
  std::string text;
  std::set<std::size_t> sides;
};

std::string WarningText(const SideWarning& warning,
                        const std::vector<RunsOfSide>& sides) {
  if (warning.sides.size() == sides.size()) {
    return warning.text;
  }
  std::vector<std::string> names;
  for (const std::size_t side : warning.sides) {
    names.push_back(sides[side].name);
  }
  return fmt::format("{}: {}", fmt::join(names, ", "), warning.text);
}

}  // namespace

Result<std::vector<CompareFact>> CheckSides(
    const std::vector<RunsOfSide>& sides) {
  std::vector<CompareFact> facts;
  for (const FactRow& row : kFacts) {
    std::vector<std::set<std::string>> values;
    std::set<std::string> known;
    CompareFact fact{row.kind, row.name, {}};
    for (const RunsOfSide& side : sides) {
      values.push_back(ValuesOf(side, row.get));
      known.insert(values.back().begin(), values.back().end());
      fact.values.push_back(JoinValues(values.back()));
    }
    known.erase("");
    // Where a side does not know, nothing is known to differ.
    if (row.refused && known.size() > 1) {
      return Refuse(fact, sides);
    }
    const bool same = std::all_of(
        values.begin(), values.end(),
        [&](const std::set<std::string>& side) { return side == values[0]; });
    if (same) {
      fact.kind = FactKind::kSame;
      fact.values.resize(1);
    }
    if (!known.empty()) {
      facts.push_back(std::move(fact));
    }
  }
  return facts;
}

std::vector<std::string> WarningsOf(const std::vector<RunsOfSide>& sides) {
  std::vector<std::string> list;
  std::vector<SideWarning> warnings;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    for (const std::string& folder : sides[side].left_out) {
      list.push_back(fmt::format("left out: {}", folder));
    }
    for (const RunResult& run : sides[side].runs) {
      for (std::string& text : WarningsOfRun(run)) {
        auto known = std::find_if(
            warnings.begin(), warnings.end(),
            [&](const SideWarning& other) { return other.text == text; });
        if (known == warnings.end()) {
          warnings.push_back({std::move(text), {}});
          known = std::prev(warnings.end());
        }
        known->sides.insert(side);
      }
    }
  }
  for (const SideWarning& warning : warnings) {
    list.push_back(WarningText(warning, sides));
  }
  return list;
}

}  // namespace fsduel
