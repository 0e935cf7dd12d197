// A walk backwards along all ways through the program.
#include "loadfile/previous_fields.h"

namespace fsduel {
namespace {

class PreviousLineFinder {
 public:
  PreviousLineFinder(std::span<const Step> steps, std::uint32_t setup_end,
                     std::span<const Operation> operations)
      : steps_(steps),
        setup_end_(setup_end),
        operations_(operations),
        visited_(steps.size()),
        found_(operations.size()) {}

  void FindBefore(std::size_t step, std::uint32_t operation) {
    if (!FindInRun(steps_[step].first, operation)) {
      Enter(step);
      WalkAll();
    }
  }

  std::vector<bool> Take() { return std::move(found_); }

 private:
  // Marks the last operation line of [first, last), if there is one.
  bool FindInRun(std::uint32_t first, std::uint32_t last) {
    while (last > first) {
      --last;
      if (!IsControl(operations_[last].opcode)) {
        found_[last] = true;
        return true;
      }
    }
    return false;
  }

  // Goes on with the end of what precedes step `step` in the text. Before the
  // first step of a pass is the end of the set-up and that of the pass before.
  void Enter(std::size_t step) {
    if (step > 0) {
      pending_.push_back(step - 1);
    }
    if (step == 0 || step == setup_end_) {
      pending_.push_back(steps_.size() - 1);
    }
  }

  // What a step leads to depends on the step alone, so each is walked once.
  void WalkAll() {
    while (!pending_.empty()) {
      const std::size_t at = pending_.back();
      pending_.pop_back();
      if (!visited_[at]) {
        visited_[at] = true;
        Walk(at);
      }
    }
  }

  void Walk(std::size_t at) {
    const Step& step = steps_[at];
    switch (step.kind) {
      case Step::Kind::kRun:
      case Step::Kind::kDynamic:
        if (!FindInRun(step.first, step.last)) {
          Enter(at);
        }
        break;
      case Step::Kind::kLoopEnd:
        // A loop of no rounds is skipped.
        Enter(steps_[step.index].count == 0 ? step.index : at);
        break;
      case Step::Kind::kLoopBegin:
        Enter(at);
        Enter(step.index);  // the round before
        break;
      case Step::Kind::kRandomString:
        Enter(at);
        break;
    }
  }

  std::span<const Step> steps_;
  std::uint32_t setup_end_;
  std::span<const Operation> operations_;
  std::vector<bool> visited_;
  std::vector<bool> found_;
  std::vector<std::size_t> pending_;
};

}  // namespace

std::vector<bool> FindPreviousLines(std::span<const Step> steps,
                                    std::uint32_t setup_end,
                                    std::span<const Operation> operations,
                                    const std::vector<bool>& refers) {
  PreviousLineFinder finder(steps, setup_end, operations);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind != Step::Kind::kRun) {
      continue;
    }
    for (std::uint32_t at = steps[i].first; at < steps[i].last; ++at) {
      if (refers[at]) {
        finder.FindBefore(i, at);
      }
    }
  }
  return finder.Take();
}

}  // namespace fsduel
