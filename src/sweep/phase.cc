// Threads, barrier, interval samples and the end of one phase.
#include "sweep/phase.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>

#include "base/random.h"
#include "base/units.h"
#include "run/collect.h"

namespace fsduel {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;
constexpr double kMicrosecondsPerSecond = 1e6;
constexpr std::uint64_t kChoiceStream = 4'000'000;
// Enough for the loop; what is not touched costs nothing.
constexpr std::size_t kStackBytes = std::size_t{512} * 1024;

template <typename T>
void Append(const std::vector<T>& from, std::vector<T>* to) {
  to->insert(to->end(), from.begin(), from.end());
}

}  // namespace

SweepPhase::SweepPhase(const SweepPlan& plan, const PhaseSpec& spec,
                       SweepFiles* files, PhaseWitnesses witnesses)
    : plan_(plan),
      spec_(spec),
      files_(files),
      witnesses_(std::move(witnesses)),
      reports_(spec.threads),
      label_(fmt::format("{}, {} thread{} x {}", spec.name, spec.threads,
                         spec.threads == 1 ? "" : "s",
                         FormatSize(spec.block_bytes))) {}

SweepPhase::~SweepPhase() {
  JoinThreads();
}

void SweepPhase::JoinThreads() {
  if (stuck_) {
    std::terminate();  // threads still use what would be destroyed
  }
  try {
    threads_.join_all();
  } catch (const boost::thread_interrupted&) {
    // Nobody interrupts the runner's thread.
  } catch (...) {
    std::terminate();
  }
}

RowTable SweepPhase::Rows() const {
  return MakeSweepRows(spec_.pattern);
}

std::string SweepPhase::DirectoryOf(std::uint32_t thread) const {
  return files_->DirectoryOf(thread);
}

WorkerPlace SweepPhase::PlaceOf(std::uint32_t thread) const {
  const SweepSpec& spec = plan_.spec;
  WorkerPlace place;
  if (!spec.cpus.empty()) {
    place.cpu = spec.cpus[thread % spec.cpus.size()];
  }
  place.numa_node = spec.numa_node;
  place.ioprio = spec.ioprio;
  place.cgroup = spec.cgroup;
  return place;
}

Result<PhaseEnd> SweepPhase::Execute() {
  if (Status started = Start(); !started.ok()) {
    return started;
  }
  witnesses_.observer->OnPhase(label_);
  sampler_->BeginPhase(kPhaseMeasure, clock_.Now());
  control_->Arrive();
  RunControl& run = control_->run();
  if (run.start_failed.load() != 0) {
    threads_.join_all();
    return Status::System(run.start_error.data());
  }
  next_tick_ns_ = control_->start_ns() + plan_.spec.interval.count();
  const PhaseEnd end = Watch();
  const std::int64_t last = LastEnd();
  run.end_ns[kPhaseMeasure].store(
      std::min(control_->deadline_ns(),
               end == PhaseEnd::kStuck || last == 0 ? clock_.Now() : last));
  KeepInterval(sampler_->Sample(clock_.Now()));
  return end;
}

Status SweepPhase::Start() {
  Result<SharedBlock> block =
      SharedBlock::Create({.rows = Rows(),
                           .clients = spec_.threads,
                           .queue_depth = plan_.spec.queue_depth});
  if (!block.ok()) {
    return block.status();
  }
  block_.emplace(std::move(block).value());
  block_->control().writable_bytes.store(spec_.writable_bytes);
  control_ = std::make_unique<PhaseControl>(spec_.threads, spec_.time_limit_ns,
                                            &block_->control());
  sampler_.emplace(DevicesOf(plan_.mounts), *block_, witnesses_.machine);
  InstallInterruptHandler();
  boost::thread::attributes attributes;
  attributes.set_stack_size(kStackBytes);
  for (std::uint32_t i = 0; i < spec_.threads; ++i) {
    try {
      threads_.add_thread(
          new boost::thread(attributes, [this, i] { RunWorker(i); }));
    } catch (const boost::thread_resource_error& error) {
      // Those that run wait at the barrier, which is never complete now.
      threads_.interrupt_all();
      return Status::System(fmt::format(
          "cannot start thread {} of {} ({}): lower --threads, or raise "
          "`ulimit -u`",
          i + 1, spec_.threads, error.what()));
    }
  }
  return Status::Ok();
}

std::uint64_t SweepPhase::OperationsOf(std::uint32_t thread) const {
  if (spec_.operations) {
    return *spec_.operations / spec_.threads +
           (thread < *spec_.operations % spec_.threads ? 1 : 0);
  }
  return kNoLimit;
}

WorkerTask SweepPhase::TaskOf(std::uint32_t thread) {
  const SweepSpec& spec = plan_.spec;
  WorkerTask task;
  task.number = thread;
  task.control = control_.get();
  task.stats = block_->stats(thread);
  task.rows = &block_->rows();
  task.thresholds_ns = plan_.thresholds_ns;
  task.file = files_->FileOf(thread, spec_.pattern);
  task.place = PlaceOf(thread);
  task.pattern = spec_.pattern;
  task.block_bytes = spec_.block_bytes;
  task.offsets =
      files_->OffsetsOf(thread, spec_.pattern,
                        {spec_.number, spec_.block_bytes, spec_.each_once});
  task.operations = OperationsOf(thread);
  if (spec_.one_pass) {
    task.operations =
        std::min(task.operations, OffsetSequence(task.offsets).pass_length());
  }
  task.limit_written = spec_.writable_bytes >= 0 && spec_.pattern.writes();
  task.durability = spec.durability;
  task.data = {spec_.block_bytes, spec.compressible, spec.dedup,
               DeriveSeed(plan_.seed, spec_.number), thread};
  task.seed = DeriveSeed(task.offsets.seed, kChoiceStream);
  task.verifier = files_->VerifierOf(thread);
  task.uring = {spec.queue_depth, spec.poll_submission, spec.poll_completion};
  return task;
}

// In the thread itself.
void SweepPhase::RunWorker(std::uint32_t thread) {
  const WorkerTask task = TaskOf(thread);
  switch (plan_.spec.engine) {
    case IoEngine::kPsync:
      reports_[thread] =
          BlockWorker<PsyncIo<Sys<>>, MonotonicClock>(task).Run();
      break;
    case IoEngine::kVectored:
      reports_[thread] =
          BlockWorker<VectoredIo<Sys<>>, MonotonicClock>(task).Run();
      break;
    case IoEngine::kMmap:
      reports_[thread] = BlockWorker<MmapIo<Sys<>>, MonotonicClock>(task).Run();
      break;
    case IoEngine::kUring:
      reports_[thread] = UringWorker(task).Run();
      break;
  }
}

PhaseEnd SweepPhase::Watch() {
  for (;;) {
    if (control_->all_left()) {
      const std::uint32_t requests = control_->run().requests.load();
      return (requests & kRequestError) != 0    ? PhaseEnd::kError
             : (requests & kRequestBudget) != 0 ? PhaseEnd::kBudget
                                                : PhaseEnd::kDone;
    }
    const std::int64_t now = clock_.Now();
    if (now >= next_tick_ns_) {
      Tick(now);
    }
    // A thread looks at the deadline after each operation; one that is stuck
    // in a call gets the grace period.
    if (control_->deadline_ns() != kNoDeadline &&
        now > control_->deadline_ns() + plan_.spec.grace.count()) {
      return AwaitStop(PhaseEnd::kDone);
    }
    const int signal = witnesses_.signals->Wait(
        std::chrono::nanoseconds(next_tick_ns_ - clock_.Now()));
    if (signal != 0 && signal != SIGCHLD) {
      return AwaitStop(PhaseEnd::kInterrupted);
    }
  }
}

// Lets every thread finish what it is doing. A second interrupt, half a second
// or more after the first (some shells send each twice), ends the wait.
PhaseEnd SweepPhase::AwaitStop(PhaseEnd end) {
  constexpr std::int64_t kSameInterruptNs = 500'000'000;
  control_->Stop();
  const std::int64_t begin = clock_.Now();
  const std::int64_t deadline = begin + plan_.spec.grace.count();
  while (!control_->all_left()) {
    const std::int64_t now = clock_.Now();
    const int signal = now >= deadline
                           ? 0
                           : witnesses_.signals->Wait(
                                 std::chrono::nanoseconds(deadline - now));
    const bool again = signal != 0 && signal != SIGCHLD &&
                       clock_.Now() - begin > kSameInterruptNs;
    if (again || clock_.Now() >= deadline) {
      stuck_ = true;
      return PhaseEnd::kStuck;
    }
  }
  return end;
}

void SweepPhase::Tick(std::int64_t now) {
  // Absolute: intervals do not drift, and one that was missed is not made up.
  while (next_tick_ns_ <= now) {
    next_tick_ns_ += plan_.spec.interval.count();
  }
  KeepInterval(sampler_->Sample(now));
  RunProgress progress = witnesses_.progress;
  sampler_->Fill(now, &progress);
  progress.phase = label_;
  progress.remaining = Remaining(progress);
  witnesses_.observer->OnInterval(progress);
}

// Of this phase: until the deadline, or by how fast it went so far.
std::chrono::nanoseconds SweepPhase::Remaining(
    const RunProgress& progress) const {
  std::int64_t by_work = kNoDeadline;
  if (progress.operations != 0 && (spec_.one_pass || spec_.operations)) {
    double all = 0;
    for (std::uint32_t i = 0; i < spec_.threads; ++i) {
      const std::uint64_t pass = files_->PassLength(
          i, spec_.pattern, {spec_.number, spec_.block_bytes, spec_.each_once});
      all += static_cast<double>(
          std::min(OperationsOf(i), spec_.one_pass ? pass : kNoLimit));
    }
    const double done = static_cast<double>(progress.operations);
    by_work = static_cast<std::int64_t>(
        static_cast<double>(progress.elapsed.count()) *
        std::max(all - done, 0.0) / done);
  }
  const std::int64_t by_time = control_->deadline_ns() == kNoDeadline
                                   ? kNoDeadline
                                   : control_->deadline_ns() - clock_.Now();
  const std::int64_t least = std::min(by_work, by_time);
  return std::chrono::nanoseconds(least == kNoDeadline ? -1 : least);
}

void SweepPhase::KeepInterval(Sampler::Interval interval) {
  if (witnesses_.store != nullptr) {
    const RowKey key{spec_.name, "", spec_.threads, spec_.block_bytes};
    // What cannot be stored now is stored at the end, or fails there.
    (void)witnesses_.store
        ->AppendInterval(key, interval.timeline, interval.device, interval.cpu)
        .ok();
  }
  Append(interval.timeline, &series_.timeline);
  Append(interval.device, &series_.device);
  Append(interval.cpu, &series_.cpu);
}

std::int64_t SweepPhase::LastEnd() const {
  std::int64_t last = 0;
  for (std::uint32_t i = 0; i < spec_.threads; ++i) {
    last = std::max(
        last, block_->stats(i).phase(kPhaseMeasure - 1).last_end_ns.Load());
  }
  return last;
}

std::int64_t SweepPhase::bytes_left() const {
  return std::max<std::int64_t>(0, block_->control().writable_bytes.load());
}

PhaseResult SweepPhase::TakeResult() {
  std::vector<ClientLabel> labels;
  for (std::uint32_t i = 0; i < spec_.threads; ++i) {
    labels.push_back({"", DirectoryOf(i)});
  }
  PhaseResult result = CollectPhase(*block_, kPhaseMeasure, labels);
  result.name = spec_.name;
  result.threads = spec_.threads;
  result.block_bytes = spec_.block_bytes;
  result.unexpected = CollectExamples(*block_, labels);
  if (stuck_) {
    result.stuck = CollectStuck(*block_, clock_.Now());
  } else {
    const CpuTime cpu = control_->cpu();
    result.user_seconds =
        static_cast<double>(cpu.user_us) / kMicrosecondsPerSecond;
    result.system_seconds =
        static_cast<double>(cpu.system_us) / kMicrosecondsPerSecond;
  }
  FillSweepFigures(&result);
  result.timeline = std::move(series_.timeline);
  result.device = std::move(series_.device);
  result.cpu = std::move(series_.cpu);
  return result;
}

void SweepPhase::FillSweepFigures(PhaseResult* result) const {
  const std::int64_t start = control_->start_ns();
  const auto since_start = [start](std::int64_t ns) {
    return static_cast<double>(ns - start) / kNanosecondsPerSecond;
  };
  SweepFigures& sweep = result->sweep;
  sweep.queue_depth = plan_.spec.queue_depth;
  if (control_->stonewall_ns() != 0) {
    sweep.stonewall_seconds = since_start(control_->stonewall_ns());
  }
  std::int64_t flush_end = 0;
  for (const WorkerReport& report : reports_) {
    sweep.stonewall_operations += report.stonewall_operations;
    sweep.stonewall_bytes += report.stonewall_bytes;
    flush_end = std::max(flush_end, report.flush_end_ns);
  }
  if (flush_end != 0) {
    sweep.seconds_to_flush = since_start(flush_end);
  }
  // Open lies before the start and flush behind the last operation: shares are
  // of all the time that the threads spent.
  double all = 0;
  for (const OperationResult& operation : result->operations) {
    all += static_cast<double>(operation.summary.sum_ns);
  }
  for (OperationResult& operation : result->operations) {
    operation.client_time_share =
        all > 0 ? static_cast<double>(operation.summary.sum_ns) / all : 0;
  }
}

}  // namespace fsduel
