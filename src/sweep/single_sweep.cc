// Files, caches and phases of one run.
#include "sweep/single_sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/units.h"
#include "run/warnings.h"
#include "sys/clock.h"

namespace fsduel {
namespace {

constexpr std::uint32_t kLayoutBlock = 1U << 20;
// Dropped well enough: a few pages may be in use by somebody.
constexpr double kFewPages = 0.01;
constexpr double kNanosecondsPerSecond = 1e9;

// The largest block up to 1 MiB that fills the files exactly.
std::uint32_t LayoutBlock(const SweepCell& cell) {
  std::uint32_t block = cell.block_bytes;
  while (block * 2 <= kLayoutBlock &&
         cell.bytes_per_thread % (std::uint64_t{block} * 2) == 0) {
    block *= 2;
  }
  return block;
}

// Whether each thread wrote all of its part.
bool WroteAll(const PhaseResult& phase, const SweepCell& cell) {
  return std::all_of(phase.clients.begin(), phase.clients.end(),
                     [&cell](const ClientResult& client) {
                       return client.operations * cell.block_bytes >=
                              cell.bytes_per_thread;
                     });
}

}  // namespace

SingleSweep::SingleSweep(const SweepPlan& plan, Machine* machine,
                         RunObserver* observer, RunStore* store,
                         RunResult* result)
    : plan_(plan),
      machine_(machine),
      observer_(observer),
      store_(store),
      result_(result) {}

Status SingleSweep::Execute(std::int64_t* writable_bytes) {
  writable_bytes_ = *writable_bytes;
  signals_.emplace();
  if (plan_.target == TargetKind::kDirectory) {
    Result<Trees> trees = Trees::Create({.directories = plan_.spec.targets,
                                         .directory_of = {},
                                         .shared = true,
                                         .fixed_names = {}},
                                        result_->run_index);
    if (!trees.ok()) {
      return trees.status();
    }
    trees_.emplace(std::move(trees).value());
  }
  observer_->OnStart(*result_);
  result_->state = RunState::kComplete;
  for (const SweepCell& cell : plan_.cells) {
    if (!RunCell(cell)) {
      break;
    }
  }
  CleanUp();
  *writable_bytes = writable_bytes_;
  if (result_->phases.empty() && !result_->failure.empty()) {
    return result_->state == RunState::kInterrupted
               ? Status::Interrupted(result_->failure)
               : Status::System(result_->failure);
  }
  return Status::Ok();
}

bool SingleSweep::RunCell(const SweepCell& cell) {
  Result<SweepFiles> files =
      SweepFiles::Open(plan_, cell, trees_ ? &*trees_ : nullptr);
  if (!files.ok()) {
    return Fail(files.status().message());
  }
  bool go_on = true;
  for (const Pattern& pattern : plan_.spec.patterns) {
    go_on = go_on && RunPattern(cell, pattern, &files.value());
  }
  CollectVerification(cell, &files.value());
  if (stuck_) {
    return false;
  }
  if (const Status removed = files->Remove(); !removed.ok()) {
    AddWarning(result_, "clean-up", removed.message());
  }
  return go_on;
}

bool SingleSweep::RunPattern(const SweepCell& cell, const Pattern& pattern,
                             SweepFiles* files) {
  if (pattern.row->needs == NeedsFile::kComplete && !files->complete() &&
      !RunLayout(cell, files)) {
    return false;
  }
  if (pattern.row->needs == NeedsFile::kEmpty &&
      plan_.target == TargetKind::kDirectory) {
    if (const Status made = files->MakeEmpty(); !made.ok()) {
      return Fail(made.message());
    }
  }
  const PhaseSpec spec = SpecOf(cell, pattern);
  if (!RunPhase(spec, files, PrepareCache(pattern, *files))) {
    return false;
  }
  if (pattern.row->needs == NeedsFile::kEmpty &&
      WroteAll(result_->phases.back(), cell)) {
    files->set_complete(true);
  }
  return true;
}

// Writes the files whole, in large blocks, outside of every pattern.
bool SingleSweep::RunLayout(const SweepCell& cell, SweepFiles* files) {
  if (const Status made = files->MakeEmpty(); !made.ok()) {
    return Fail(made.message());
  }
  PhaseSpec spec;
  spec.pattern = ParsePattern("seq-write").value();
  spec.name = "layout";
  spec.number = phases_run_++;
  spec.threads = cell.threads;
  // Verified blocks are looked up by the cell's own block size.
  spec.block_bytes = plan_.spec.verify ? cell.block_bytes : LayoutBlock(cell);
  spec.writable_bytes = writable_bytes_;
  SweepFigures cache;
  cache.cache = CachePolicyName(plan_.spec.cache);
  if (!RunPhase(spec, files, cache)) {
    return false;
  }
  files->set_complete(true);
  return true;
}

PhaseSpec SingleSweep::SpecOf(const SweepCell& cell, const Pattern& pattern) {
  const SweepSpec& user = plan_.spec;
  const bool random = pattern.row->order == BlockOrder::kRandom;
  PhaseSpec spec;
  spec.pattern = pattern;
  spec.name = PatternText(pattern);
  spec.number = phases_run_++;
  spec.threads = cell.threads;
  spec.block_bytes = cell.block_bytes;
  spec.time_limit_ns = user.time_limit ? user.time_limit->count() : 0;
  spec.operations = random && user.random_operations ? user.random_operations
                                                     : user.operations;
  // With a number of operations random blocks are drawn with replacement, and
  // may be more than one pass.
  spec.each_once = !user.time_based && !(random && spec.operations);
  spec.one_pass = spec.each_once;
  spec.writable_bytes = writable_bytes_;
  return spec;
}

// Before a phase that finds its files: drops what the page cache holds of
// them, and asks the kernel what is left.
SweepFigures SingleSweep::PrepareCache(const Pattern& pattern,
                                       const SweepFiles& files) {
  SweepFigures cache;
  const bool drop = plan_.spec.cache == CachePolicy::kDrop &&
                    !pattern.row->keeps_cache &&
                    pattern.row->needs == NeedsFile::kComplete;
  cache.cache = plan_.spec.cache == CachePolicy::kDirect ? "direct"
                : drop                                   ? "drop"
                                                         : "warm";
  if (drop) {
    if (const Status dropped = files.DropCache(); !dropped.ok()) {
      AddWarning(result_, "drop-failed", dropped.message());
    }
    const bool has_device =
        std::any_of(plan_.mounts.begin(), plan_.mounts.end(),
                    [](const MountFacts& mount) { return mount.device; });
    if (has_device && files.CachedShare() > kFewPages && machine_->IsRoot()) {
      constexpr std::string_view kPages = "1\n";
      (void)machine_->WriteFile("/proc/sys/vm/drop_caches", kPages).ok();
    }
  }
  cache.cached_before = files.CachedShare();
  return cache;
}

bool SingleSweep::RunPhase(const PhaseSpec& spec, SweepFiles* files,
                           SweepFigures cache) {
  PhaseWitnesses witnesses;
  witnesses.machine = machine_;
  witnesses.observer = observer_;
  witnesses.store = store_;
  witnesses.signals = &*signals_;
  witnesses.progress.run_index = result_->run_index;
  witnesses.progress.runs = result_->runs;
  auto phase = std::make_unique<SweepPhase>(plan_, spec, files, witnesses);
  const Result<PhaseEnd> end = phase->Execute();
  if (!end.ok()) {
    return Fail(fmt::format("{}: {}", spec.name, end.status().message()));
  }
  PhaseResult measured = phase->TakeResult();
  measured.sweep.cache = cache.cache;
  measured.sweep.cached_before = cache.cached_before;
  result_->phases.push_back(std::move(measured));
  if (spec.writable_bytes >= 0 && spec.pattern.writes()) {
    writable_bytes_ = phase->bytes_left();
  }
  NoteEnd(end.value(), spec);
  if (end.value() == PhaseEnd::kStuck) {
    stuck_ = true;
    // Its threads cannot be ended and still use it.
    (void)phase.release();
  }
  return end.value() == PhaseEnd::kDone;
}

void SingleSweep::NoteEnd(PhaseEnd end, const PhaseSpec& spec) {
  switch (end) {
    case PhaseEnd::kDone:
      return;
    case PhaseEnd::kBudget:
      AddWarning(result_, "max-written",
                 "ended early: the bytes allowed by --max-written are "
                 "written");
      return;
    case PhaseEnd::kInterrupted:
      result_->state = RunState::kInterrupted;
      result_->failure = "interrupted";
      return;
    case PhaseEnd::kStuck:
      result_->state = RunState::kFailed;
      result_->failure =
          fmt::format("{}: threads did not end within the grace period of {}",
                      spec.name, FormatDuration(plan_.spec.grace));
      return;
    case PhaseEnd::kError:
      break;
  }
  result_->state = RunState::kFailed;
  const std::vector<UnexpectedExample>& examples =
      result_->phases.back().unexpected;
  const std::string got = examples.empty() ? "" : examples.front().got;
  result_->failure = fmt::format(
      "{}: {} failed: {}{}", spec.name,
      examples.empty() ? "an operation" : examples.front().path, got,
      got.starts_with("ENOSPC") || got.starts_with("EDQUOT")
          ? "; lower --size, or give a directory with more room"
          : "");
}

bool SingleSweep::Fail(const std::string& why) {
  result_->state = RunState::kFailed;
  result_->failure = why;
  return false;
}

void SingleSweep::CollectVerification(const SweepCell& cell,
                                      SweepFiles* files) {
  result_->verify.enabled = plan_.spec.verify;
  for (std::uint32_t i = 0; i < cell.threads; ++i) {
    const BlockVerifier* const verifier = files->VerifierOf(i);
    if (verifier == nullptr) {
      return;
    }
    result_->verify.verified_bytes += verifier->counts().verified_bytes;
    result_->verify.unverified_bytes += verifier->counts().unverified_bytes;
    result_->verify.mismatches += verifier->counts().mismatches;
  }
}

void SingleSweep::CleanUp() {
  if (!trees_) {
    return;
  }
  if (stuck_) {
    AddWarning(result_, "tree-left",
               "left behind because threads did not end, removed by the next "
               "start: " +
                   trees_->Describe());
    return;
  }
  const MonotonicClock clock;
  const std::int64_t start = clock.Now();
  if (const Status removed = trees_->Remove([](std::uint32_t) {});
      !removed.ok()) {
    AddWarning(result_, "clean-up", removed.message());
  }
  result_->cleanup_seconds =
      static_cast<double>(clock.Now() - start) / kNanosecondsPerSecond;
}

}  // namespace fsduel
