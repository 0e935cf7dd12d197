#include "compare/workloads.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace fsduel {
namespace {

// The runs of one side that did the same.
struct Work {
  std::string name;
  std::string hash;
  std::string kind;
  std::vector<const RunResult*> runs;
};

std::string NameOfWork(const RunResult& run) {
  std::vector<std::string> names;
  for (const auto& [name, hash] : run.loadfiles) {
    names.push_back(name);
  }
  return !names.empty()         ? fmt::format("{}", fmt::join(names, " + "))
         : !run.profile.empty() ? run.profile
                                : run.kind;
}

std::vector<Work> WorksOf(const RunsOfSide& side) {
  std::vector<Work> works;
  for (const RunResult& run : side.runs) {
    const std::string name = NameOfWork(run);
    auto known = std::find_if(works.begin(), works.end(), [&](const Work& w) {
      return w.hash == run.workload_hash && w.kind == run.kind &&
             (!w.hash.empty() || w.name == name);
    });
    if (known == works.end()) {
      works.push_back({name, run.workload_hash, run.kind, {}});
      known = std::prev(works.end());
    }
    known->runs.push_back(&run);
  }
  return works;
}

std::string Describe(const std::vector<Work>& works) {
  std::vector<std::string> parts;
  for (const Work& work : works) {
    parts.push_back(work.hash.empty() ? work.name
                                      : fmt::format("{} [{}]", work.name,
                                                    work.hash.substr(0, 12)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool AreSame(const Work& x, const Work& y) {
  return x.kind == y.kind && x.hash == y.hash &&
         (!x.hash.empty() || x.name == y.name);
}

// The only work of its kind on each side, one of them without a hash.
bool MayBeSame(const std::vector<Work>& a, const std::vector<Work>& b) {
  return a.size() == 1 && b.size() == 1 && a[0].kind == b[0].kind &&
         a[0].hash.empty() != b[0].hash.empty();
}

void WarnOfRest(const RunsOfSide& side, const std::vector<Work>& works,
                const std::vector<SharedWorkload>& shared,
                std::vector<std::string>* warnings) {
  for (const Work& work : works) {
    const bool used = std::any_of(
        shared.begin(), shared.end(), [&](const SharedWorkload& both) {
          return both.a == work.runs || both.b == work.runs;
        });
    if (!used) {
      warnings->push_back(fmt::format("{} alone ran {}: not compared",
                                      side.name, Describe({work})));
    }
  }
}

}  // namespace

Result<WorkloadMatch> MatchWorkloads(const RunsOfSide& a, const RunsOfSide& b) {
  const std::vector<Work> works_a = WorksOf(a);
  const std::vector<Work> works_b = WorksOf(b);
  WorkloadMatch match;
  for (const Work& work : works_a) {
    for (const Work& other : works_b) {
      if (AreSame(work, other)) {
        match.shared.push_back({work.name, work.runs, other.runs});
      }
    }
  }
  if (match.shared.empty() && MayBeSame(works_a, works_b)) {
    match.shared.push_back({works_a[0].name, works_a[0].runs, works_b[0].runs});
    match.warnings.push_back(fmt::format(
        "the loadfile of an imported run is not known: {} and {} are taken "
        "for the same work",
        Describe(works_a), Describe(works_b)));
  }
  if (match.shared.empty()) {
    return Status::Usage(fmt::format(
        "these runs cannot be compared, they did different work: {} ran {}; "
        "{} ran {}",
        Quote(a.name), Describe(works_a), Quote(b.name), Describe(works_b)));
  }
  WarnOfRest(a, works_a, match.shared, &match.warnings);
  WarnOfRest(b, works_b, match.shared, &match.warnings);
  return match;
}

}  // namespace fsduel
