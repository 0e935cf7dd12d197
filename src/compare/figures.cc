#include "compare/figures.h"

#include <algorithm>

#include "result/derived.h"
#include "result/sweep_figures.h"

namespace fsduel {
namespace {

constexpr double kFewestBeyond = 10;

bool IsMeasured(const RunResult& run, const PhaseResult& phase) {
  return run.kind == "sweep" ? phase.threads != 0
                             : phase.name != "setup" && phase.name != "warm-up";
}

RowSubject SubjectOf(const PhaseResult& phase) {
  RowSubject subject;
  subject.phase = phase.name;
  subject.threads = phase.threads;
  subject.block_bytes = phase.block_bytes;
  return subject;
}

class FigureList {
 public:
  FigureList(const PhaseResult& phase,
             const std::vector<std::int64_t>& thresholds_ns)
      : phase_(phase), thresholds_ns_(thresholds_ns) {
    base_.subject = SubjectOf(phase);
  }

  void AddPhase() {
    const WindowTotals totals = TotalsOf(phase_).until_deadline;
    const SweepTotals sweep = SweepTotalsOf(phase_);
    const bool is_sweep = phase_.threads != 0;
    base_.rate = is_sweep ? sweep.iops() : totals.operations_rate();
    // Of a sweep, what was safe on the device counts.
    const double bytes = is_sweep ? sweep.rate_to_flush()
                                  : totals.read_rate() + totals.write_rate();
    base_.primary = true;
    Add(Metric::kThroughput, bytes);
    // In a sweep all operations have one size: the two rates are one figure.
    base_.primary = !is_sweep || bytes <= 0;
    Add(Metric::kOperations, base_.rate);
    base_.primary = true;
    if (phase_.passes > 0) {
      Add(Metric::kPass, static_cast<double>(PassPercentileNs(phase_, 50)));
    }
  }

  void AddOperation(const OperationResult& operation) {
    const OperationSummary& summary = operation.summary;
    if (summary.count == 0 || operation.measure == Measure::kLateness) {
      return;
    }
    const auto count = static_cast<double>(summary.count);
    base_.subject.operation = operation.operation;
    base_.subject.printed = operation.compat_name.empty()
                                ? operation.operation
                                : operation.compat_name;
    base_.subject.measure = operation.measure;
    base_.rate = phase_.seconds > 0 ? count / phase_.seconds : 0;
    base_.share = operation.client_time_share;
    base_.primary = false;
    Add(Metric::kAverage, summary.average_ns());
    // Imported tables have counts, but no histogram.
    const auto in_histogram =
        static_cast<double>(summary.histogram.TotalCount());
    for (const auto& [metric, percent] : {std::pair{Metric::kP50, 50.0},
                                          {Metric::kP99, 99.0},
                                          {Metric::kP999, 99.9}}) {
      if (in_histogram * (100 - percent) / 100 >= kFewestBeyond - 1e-6) {
        Add(metric, static_cast<double>(PercentileNs(summary, percent)));
      }
    }
    Add(Metric::kMax, static_cast<double>(summary.max_ns));
    if (in_histogram == 0) {
      AddOver(summary);
    }
  }

  std::vector<Figure> Take() { return std::move(figures_); }

 private:
  void Add(Metric metric, double value) {
    if (value > 0) {
      figures_.push_back(base_);
      figures_.back().subject.metric = metric;
      figures_.back().value = value;
    }
  }

  // What is known of the tail where there are no percentiles.
  void AddOver(const OperationSummary& summary) {
    for (std::size_t i = 0; i < thresholds_ns_.size(); ++i) {
      base_.subject.threshold_ns = thresholds_ns_[i];
      Add(Metric::kOver, static_cast<double>(summary.over[i]) /
                             static_cast<double>(summary.count));
    }
    base_.subject.threshold_ns = 0;
  }

  const PhaseResult& phase_;
  const std::vector<std::int64_t>& thresholds_ns_;
  Figure base_;
  std::vector<Figure> figures_;
};

std::vector<Figure> FiguresOfPhase(
    const PhaseResult& phase, const std::vector<std::int64_t>& thresholds_ns) {
  FigureList list(phase, thresholds_ns);
  list.AddPhase();
  for (const OperationResult& operation : phase.operations) {
    list.AddOperation(operation);
  }
  return list.Take();
}

void MergeOperation(const OperationResult& from, OperationResult* into) {
  OperationSummary& sum = into->summary;
  const OperationSummary& more = from.summary;
  sum.min_ns = sum.count == 0   ? more.min_ns
               : more.count > 0 ? std::min(sum.min_ns, more.min_ns)
                                : sum.min_ns;
  sum.count += more.count;
  sum.bytes += more.bytes;
  sum.late_count += more.late_count;
  sum.late_bytes += more.late_bytes;
  sum.sum_ns += more.sum_ns;
  sum.max_ns = std::max(sum.max_ns, more.max_ns);
  sum.histogram.Merge(more.histogram);
  for (std::size_t i = 0; i < sum.over.size(); ++i) {
    sum.over[i] += more.over[i];
  }
}

bool SameOperation(const OperationResult& x, const OperationResult& y) {
  return x.operation == y.operation && x.measure == y.measure;
}

void MergePhase(const PhaseResult& from, PhaseResult* into) {
  into->seconds += from.seconds;
  into->seconds_to_last += from.seconds_to_last;
  into->sweep.seconds_to_flush += SweepTotalsOf(from).seconds_to_flush;
  into->pass_min_ns = into->passes == 0 ? from.pass_min_ns
                      : from.passes > 0
                          ? std::min(into->pass_min_ns, from.pass_min_ns)
                          : into->pass_min_ns;
  into->pass_max_ns = std::max(into->pass_max_ns, from.pass_max_ns);
  into->passes += from.passes;
  into->pass_times.Merge(from.pass_times);
  for (const OperationResult& operation : from.operations) {
    auto known = std::find_if(into->operations.begin(), into->operations.end(),
                              [&](const OperationResult& other) {
                                return SameOperation(operation, other);
                              });
    if (known == into->operations.end()) {
      into->operations.push_back(operation);
    } else {
      MergeOperation(operation, &*known);
    }
  }
}

}  // namespace

std::vector<Figure> FiguresOf(const RunResult& run) {
  std::vector<Figure> figures;
  for (const PhaseResult& phase : run.phases) {
    if (IsMeasured(run, phase)) {
      for (Figure& figure : FiguresOfPhase(phase, run.thresholds_ns)) {
        figures.push_back(std::move(figure));
      }
    }
  }
  return figures;
}

std::vector<Figure> MergedFiguresOf(const std::vector<const RunResult*>& runs) {
  RunResult all;
  all.kind = runs.front()->kind;
  all.thresholds_ns = runs.front()->thresholds_ns;
  for (const RunResult* run : runs) {
    for (const PhaseResult& phase : run->phases) {
      auto known =
          std::find_if(all.phases.begin(), all.phases.end(),
                       [&](const PhaseResult& p) { return p.Is(phase.key()); });
      if (known == all.phases.end()) {
        PhaseResult& fresh = all.phases.emplace_back();
        fresh.name = phase.name;
        fresh.threads = phase.threads;
        fresh.block_bytes = phase.block_bytes;
        known = std::prev(all.phases.end());
      }
      MergePhase(phase, &*known);
    }
  }
  return FiguresOf(all);
}

bool IsClosedLoop(const RunResult& run) {
  const std::string pace = SpecValue(run, "pace");
  return pace.empty() || pace == "closed loop";
}

}  // namespace fsduel
