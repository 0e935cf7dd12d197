// An interpreter of the steps of a loadfile.
#include "workload/replay_source.h"

#include <algorithm>
#include <vector>

#include "workload/operation_resolver.h"

namespace fsduel {
namespace {

// Of one batch: so few that a stop or the next phase is seen soon.
constexpr std::uint32_t kMostOperations = 256;

std::size_t LoopDepth(const Loadfile& loadfile) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (const Step& step : loadfile.steps()) {
    if (step.kind == Step::Kind::kLoopBegin) {
      deepest = std::max(deepest, ++depth);
    } else if (step.kind == Step::Kind::kLoopEnd) {
      --depth;
    }
  }
  return deepest;
}

class ReplaySource final : public OperationSource {
 public:
  ReplaySource(const Loadfile& loadfile, ClientPaths* paths,
               const ReplaySourceOptions& options);

  Batch NextBatch() override;
  Batch NextSetupBatch() override;

 private:
  bool HasRandomParts() const {
    return !loadfile_.dynamic().empty() || !loadfile_.random_strings().empty();
  }
  // What comes next before step `end`. Afterwards at_ is a step that has
  // operations, or `end`.
  Batch Next(std::uint32_t end);
  Batch Collect(std::uint32_t end);
  // Does what needs no operation; false at `end`.
  bool SkipToOperations(std::uint32_t end);
  // The end of the view that begins at operation `first` of `run`.
  std::uint32_t ViewEnd(const Step& run, std::uint32_t first) const;
  Batch TakeView(const Step& run, std::uint32_t first, std::uint32_t last);
  void AppendOwn(std::uint32_t index, const DynamicFields* fields);
  void GoOnAt(const Step& run, std::uint32_t operation);

  const Loadfile& loadfile_;
  const std::uint32_t pass_begin_;
  const std::uint32_t pass_end_;
  const bool has_setup_;
  OperationResolver resolver_;

  bool in_pass_ = false;
  std::uint32_t at_ = 0;              // step
  std::uint32_t done_ = 0;            // operations of it, if it is a run
  std::vector<std::int64_t> rounds_;  // still to do, of the loops around at_

  // The batch that is being made, when it cannot be a view of the program.
  std::vector<Operation> own_;
  std::vector<std::int64_t> own_due_us_;
};

ReplaySource::ReplaySource(const Loadfile& loadfile, ClientPaths* paths,
                           const ReplaySourceOptions& options)
    : loadfile_(loadfile),
      pass_begin_(options.setup_in_pass ? 0 : loadfile.setup_end()),
      pass_end_(static_cast<std::uint32_t>(loadfile.steps().size())),
      has_setup_(!options.setup_in_pass),
      resolver_(loadfile, paths,
                {options.client, options.clients, options.seed}) {
  rounds_.reserve(LoopDepth(loadfile));
  if (HasRandomParts()) {
    own_.reserve(kMostOperations);
    own_due_us_.reserve(loadfile.due_us().empty() ? 0 : kMostOperations);
  }
}

Batch ReplaySource::NextSetupBatch() {
  return has_setup_ && !in_pass_ ? Next(loadfile_.setup_end()) : Batch();
}

Batch ReplaySource::NextBatch() {
  if (!in_pass_) {
    in_pass_ = true;
    at_ = pass_begin_;
    done_ = 0;  // the set-up may have been broken off
    rounds_.clear();
  }
  Batch batch = Next(pass_end_);
  if (at_ == pass_end_) {
    batch.ends_pass = true;
    at_ = pass_begin_;
  }
  return batch;
}

Batch ReplaySource::Next(std::uint32_t end) {
  own_.clear();
  own_due_us_.clear();
  resolver_.ForgetNames();
  const Batch batch = Collect(end);
  SkipToOperations(end);
  return batch;
}

Batch ReplaySource::Collect(std::uint32_t end) {
  while (SkipToOperations(end) && own_.size() < kMostOperations &&
         resolver_.HasRoomForNames()) {
    const Step& step = loadfile_.steps()[at_];
    if (step.kind == Step::Kind::kDynamic) {
      AppendOwn(step.first, &loadfile_.dynamic()[step.index]);
      ++at_;
      continue;
    }
    const std::uint32_t first = step.first + done_;
    const std::uint32_t last = ViewEnd(step, first);
    if (first == last) {
      AppendOwn(first, nullptr);
      GoOnAt(step, first + 1);
    } else if (own_.empty()) {
      return TakeView(step, first, last);
    } else {
      break;
    }
  }
  return {own_, own_due_us_};
}

bool ReplaySource::SkipToOperations(std::uint32_t end) {
  while (at_ < end) {
    const Step& step = loadfile_.steps()[at_];
    switch (step.kind) {
      case Step::Kind::kRun:
      case Step::Kind::kDynamic:
        return true;
      case Step::Kind::kLoopBegin:
        if (step.count > 0) {
          rounds_.push_back(step.count);
        } else {
          at_ = step.index;
        }
        break;
      case Step::Kind::kLoopEnd:
        if (--rounds_.back() > 0) {
          at_ = step.index;
        } else {
          rounds_.pop_back();
        }
        break;
      case Step::Kind::kRandomString:
        resolver_.Draw(loadfile_.random_strings()[step.index]);
        break;
    }
    ++at_;
  }
  return false;
}

std::uint32_t ReplaySource::ViewEnd(const Step& run,
                                    std::uint32_t first) const {
  const std::uint32_t last = std::min(run.last, first + kMostOperations);
  if (loadfile_.random_strings().empty()) {
    return last;
  }
  const auto begin = loadfile_.operations().begin();
  const auto random = std::find_if(
      begin + first, begin + last,
      [this](const Operation& op) { return resolver_.HasRandomName(op); });
  return static_cast<std::uint32_t>(random - begin);
}

Batch ReplaySource::TakeView(const Step& run, std::uint32_t first,
                             std::uint32_t last) {
  GoOnAt(run, last);
  Batch batch;
  batch.operations =
      std::span(loadfile_.operations()).subspan(first, last - first);
  if (!loadfile_.due_us().empty()) {
    batch.due_us = std::span(loadfile_.due_us()).subspan(first, last - first);
  }
  return batch;
}

void ReplaySource::AppendOwn(std::uint32_t index, const DynamicFields* fields) {
  own_.push_back(resolver_.Resolve(loadfile_.operations()[index], fields));
  if (!loadfile_.due_us().empty()) {
    own_due_us_.push_back(loadfile_.due_us()[index]);
  }
}

void ReplaySource::GoOnAt(const Step& run, std::uint32_t operation) {
  done_ = operation - run.first;
  if (operation == run.last) {
    done_ = 0;
    ++at_;
  }
}

}  // namespace

std::unique_ptr<OperationSource> MakeReplaySource(
    const Loadfile& loadfile, ClientPaths* paths,
    const ReplaySourceOptions& options) {
  return std::make_unique<ReplaySource>(loadfile, paths, options);
}

}  // namespace fsduel
