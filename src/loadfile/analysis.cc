// Walks through the steps of a loadfile, an OperationModel at hand, and counts.
//
// A round of a loop that leaves the model as it found it is what all further
// rounds are; it is executed once more with a weight instead.
#include "loadfile/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>

#include "base/random.h"
#include "base/text.h"
#include "base/units.h"
#include "loadfile/issue_log.h"
#include "loadfile/operation_model.h"
#include "loadfile/operation_table.h"
#include "loadfile/symbolic_values.h"

namespace fsduel {
namespace {

// What the steps that are executed count for.
enum class Section { kSetup, kPass, kRepeatedPass };

std::uint64_t Multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product)
             ? std::numeric_limits<std::uint64_t>::max()
             : product;
}

void Add(std::uint64_t* sum, std::uint64_t value) {
  if (__builtin_add_overflow(*sum, value, sum)) {
    *sum = std::numeric_limits<std::uint64_t>::max();
  }
}

// Bytes that the loadfile says are moved.
std::uint64_t MovedBytes(const Operation& operation) {
  switch (operation.expectation) {
    case Expectation::kSuccess:
      return static_cast<std::uint64_t>(
          std::min(operation.length, operation.expected));
    case Expectation::kAny:
      return static_cast<std::uint64_t>(operation.length);
    default:
      return 0;
  }
}

class Analyser {
 public:
  Analyser(const Loadfile& loadfile, std::uint64_t most_steps)
      : loadfile_(loadfile),
        most_steps_(most_steps),
        model_(loadfile),
        values_(loadfile, &model_.tree()),
        issues_(loadfile),
        fixed_(loadfile.steps().size()) {}

  LoadfileAnalysis Run();

 private:
  void RunPasses();
  void RunSection(Section section);
  void RunBlock(std::uint32_t step, std::uint32_t end);
  void RunLoop(std::uint32_t begin);
  void RunOperation(std::uint32_t index, const DynamicFields* fields);
  void Count(const Operation& operation, const ModelResult& result);
  void CountTransfer(const Operation& operation, const ModelResult& result);
  void DescribeText();
  void DescribeModel();
  void WarnOfGrowth(const TreeModel::Totals& before);
  // False once the limit of steps is reached.
  bool Tick() {
    has_stopped_ |= ++steps_ + model_.tree().visited() > most_steps_;
    return !has_stopped_;
  }
  std::uint64_t Fingerprint() const {
    return model_.fingerprint() ^ values_.fingerprint();
  }

  const Loadfile& loadfile_;
  const std::uint64_t most_steps_;
  OperationModel model_;
  SymbolicValues values_;
  IssueLog issues_;
  // Of the loop that begins at a step: a state that its rounds leave as it is.
  std::vector<std::optional<std::uint64_t>> fixed_;
  LoadfileAnalysis result_;
  std::unordered_map<std::int64_t, std::uint64_t> read_sizes_;
  std::unordered_map<std::int64_t, std::uint64_t> write_sizes_;
  Section section_ = Section::kSetup;
  std::uint64_t weight_ = 1;
  std::uint64_t steps_ = 0;
  bool has_stopped_ = false;
};

LoadfileAnalysis Analyser::Run() {
  RunSection(Section::kSetup);
  RunPasses();
  DescribeText();
  DescribeModel();
  return std::move(result_);
}

void Analyser::RunPasses() {
  const std::uint64_t before = Fingerprint();
  RunSection(Section::kPass);
  for (const std::uint32_t index : model_.CloseAll()) {
    issues_.Note(index, 1U << static_cast<unsigned>(Issue::kHandleLeaked),
                 false);
    ++result_.leaked_handles;
  }
  result_.complete = !has_stopped_;
  // What a pass leaves behind can make the next one another.
  if (has_stopped_ || steps_ > most_steps_ / 2 || Fingerprint() == before) {
    return;
  }
  const TreeModel::Totals after = model_.tree().now();
  RunSection(Section::kRepeatedPass);
  model_.CloseAll();
  if (!has_stopped_) {
    WarnOfGrowth(after);
  }
}

void Analyser::RunSection(Section section) {
  section_ = section;
  if (section == Section::kSetup) {
    RunBlock(0, loadfile_.setup_end());
  } else {
    RunBlock(loadfile_.setup_end(),
             static_cast<std::uint32_t>(loadfile_.steps().size()));
  }
}

void Analyser::RunBlock(std::uint32_t step, std::uint32_t end) {
  for (; step < end && Tick(); ++step) {
    const Step& current = loadfile_.steps()[step];
    switch (current.kind) {
      case Step::Kind::kRun:
        for (std::uint32_t i = current.first; i < current.last && Tick(); ++i) {
          RunOperation(i, nullptr);
        }
        break;
      case Step::Kind::kDynamic:
        RunOperation(current.first, &loadfile_.dynamic()[current.index]);
        break;
      case Step::Kind::kRandomString:
        values_.Draw(current.index);
        break;
      case Step::Kind::kLoopBegin:
        RunLoop(step);
        step = current.index;
        break;
      case Step::Kind::kLoopEnd:
        break;
    }
  }
}

void Analyser::RunLoop(std::uint32_t begin) {
  const Step& loop = loadfile_.steps()[begin];
  std::uint64_t state = Fingerprint();
  for (std::int64_t round = 0; round < loop.count && Tick(); ++round) {
    if (fixed_[begin] == state) {
      const std::uint64_t weight = weight_;
      weight_ =
          Multiply(weight, static_cast<std::uint64_t>(loop.count - round));
      RunBlock(begin + 1, loop.index);
      weight_ = weight;
      return;
    }
    RunBlock(begin + 1, loop.index);
    const std::uint64_t next = Fingerprint();
    if (next == state) {
      fixed_[begin] = state;
    }
    state = next;
  }
}

void Analyser::RunOperation(std::uint32_t index, const DynamicFields* fields) {
  const ModelledOperation modelled = values_.Resolve(index, fields);
  const ModelResult result = model_.Execute(modelled);
  issues_.Note(index, result.issues, section_ == Section::kRepeatedPass);
  if (section_ != Section::kRepeatedPass) {
    Count(modelled.operation, result);
  }
}

void Analyser::Count(const Operation& operation, const ModelResult& result) {
  const bool is_control = IsControl(operation.opcode);
  if (section_ == Section::kSetup) {
    Add(&result_.setup_operations, is_control ? 0 : weight_);
  } else {
    auto& counted =
        result_.operations[static_cast<std::size_t>(operation.opcode)];
    Add(&counted.count, weight_);
    Add(&result_.pass_operations, is_control ? 0 : weight_);
    if (operation.expectation != Expectation::kSuccess &&
        operation.expectation != Expectation::kAny) {
      Add(&counted.expected_failures, weight_);
    }
  }
  if (operation.opcode == Opcode::kRead || operation.opcode == Opcode::kWrite) {
    CountTransfer(operation, result);
  }
}

void Analyser::CountTransfer(const Operation& operation,
                             const ModelResult& result) {
  const bool is_read = operation.opcode == Opcode::kRead;
  const std::uint64_t bytes = Multiply(MovedBytes(operation), weight_);
  result_.largest_offset =
      std::max(result_.largest_offset, operation.offset + operation.length);
  if (section_ == Section::kSetup) {
    Add(&result_.setup_bytes_written, is_read ? 0 : bytes);
    return;
  }
  Add(is_read ? &result_.bytes_read : &result_.bytes_written, bytes);
  Add(&result_.operations[static_cast<std::size_t>(operation.opcode)].bytes,
      bytes);
  Add(&(is_read ? read_sizes_ : write_sizes_)[operation.length], weight_);
  if (result.is_sequential) {
    Add(is_read ? &result_.sequential_reads : &result_.sequential_writes,
        weight_);
  }
}

// What stands in the text, whether it is executed or not.
void Analyser::DescribeText() {
  result_.distinct_paths = loadfile_.paths().size();
  for (const PathPattern& path : loadfile_.paths()) {
    const auto slashes = std::count(path.text.begin(), path.text.end(), '/');
    result_.deepest_path =
        std::max(result_.deepest_path, static_cast<std::uint32_t>(slashes) + 1);
  }
  result_.has_timestamps = !loadfile_.due_us().empty();
  result_.directives = loadfile_.setup_end() > 0 ? 1 : 0;
  for (const Step& step : loadfile_.steps()) {
    result_.directives += step.kind == Step::Kind::kLoopBegin ||
                          step.kind == Step::Kind::kRandomString;
  }
  for (const Operation& operation : loadfile_.operations()) {
    result_.directives += IsControl(operation.opcode);
  }
}

void Analyser::DescribeModel() {
  const TreeModel::Totals& peak = model_.tree().peak();
  result_.peak_open_handles = model_.peak_open_handles();
  result_.peak_bytes = Multiply(peak.blocks, TreeModel::kBlock);
  result_.peak_files = peak.files;
  result_.peak_directories = peak.directories;
  result_.complete &= values_.is_complete();
  result_.read_sizes.assign(read_sizes_.begin(), read_sizes_.end());
  result_.write_sizes.assign(write_sizes_.begin(), write_sizes_.end());
  for (auto* sizes : {&result_.read_sizes, &result_.write_sizes}) {
    std::ranges::sort(*sizes, [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
  }
  std::vector<LoadfileWarning> warnings = issues_.Warnings();
  result_.warnings.insert(result_.warnings.end(), warnings.begin(),
                          warnings.end());
  if (!result_.complete) {
    result_.warnings.push_back(
        {0, 1,
         fmt::format("more than {} steps or {} names were not modelled: make "
                     "its loops shorter to have exact figures",
                     WithThousands(most_steps_),
                     WithThousands(TreeModel::kMostNames))});
  }
}

void Analyser::WarnOfGrowth(const TreeModel::Totals& before) {
  const TreeModel::Totals& now = model_.tree().now();
  const std::uint64_t blocks =
      now.blocks > before.blocks ? now.blocks - before.blocks : 0;
  const std::uint64_t files =
      now.files > before.files ? now.files - before.files : 0;
  if (blocks + files > 0) {
    result_.warnings.push_back(
        {0, 1,
         fmt::format("each pass leaves more behind than the one before "
                     "(files: {}, space: {}), so that a long run needs more "
                     "and more; let it remove what it makes",
                     WithThousands(files),
                     FormatSize(static_cast<std::int64_t>(
                         Multiply(blocks, TreeModel::kBlock))))});
  }
}

}  // namespace

LoadfileAnalysis Analyse(const Loadfile& loadfile, std::uint64_t most_steps) {
  return Analyser(loadfile, most_steps).Run();
}

}  // namespace fsduel
