// Building of programs: appending, then the passes over the whole.
#include "loadfile/loadfile_builder.h"

#include <algorithm>
#include <utility>

#include "loadfile/number_field.h"
#include "loadfile/operation_table.h"
#include "loadfile/previous_fields.h"
#include "loadfile/program_hash.h"

namespace fsduel {
namespace {

bool RefersToPrevious(const DynamicFields& fields) {
  return std::any_of(fields.fields.begin(), fields.fields.end(),
                     [](const NumberExpression& field) {
                       return field.start == NumberExpression::Start::kPrevious;
                     });
}

int NumericCount(Opcode opcode) {
  int count = 0;
  while (NumericParameter(opcode, count) != Parameter::kNone) {
    ++count;
  }
  return count;
}

// Numeric field of the handle, or -1.
int HandlePosition(Opcode opcode) {
  for (int i = 0; i < DynamicFields::kMostFields; ++i) {
    if (NumericParameter(opcode, i) == Parameter::kHandle) {
      return i;
    }
  }
  return -1;
}

}  // namespace

LoadfileBuilder::LoadfileBuilder(std::string name)
    : program_(std::make_shared<Loadfile>()) {
  program_->name_ = std::move(name);
}

void LoadfileBuilder::Reserve(std::size_t operations) {
  program_->operations_.reserve(operations);
}

void LoadfileBuilder::AddOperation(Operation operation,
                                   std::optional<std::int64_t> number,
                                   const DynamicFields* fields) {
  if (number) {
    operation.handle = 0;  // any but kNoHandle
    operation.handle =
        handles_.Index(*number, !loops_.empty() && NeedsHandleSlot(operation));
  }
  if (fields != nullptr) {
    computed_.push_back(
        {static_cast<std::uint32_t>(program_->operations_.size()), *fields});
  }
  Append(operation);
  content().has_filesystem |= !IsControl(operation.opcode);
}

void LoadfileBuilder::Append(const Operation& operation) {
  std::vector<Step>& steps = program_->steps_;
  const auto at = static_cast<std::uint32_t>(program_->operations_.size());
  if (steps.size() == program_->setup_end_ ||
      steps.back().kind != Step::Kind::kRun) {
    steps.push_back({Step::Kind::kRun, at, at, 0, 0});
  }
  steps.back().last = at + 1;
  program_->operations_.push_back(operation);
  if (has_due_) {
    program_->due_us_.push_back(due_us_);
  }
  content().has_any = true;
}

void LoadfileBuilder::SetDue(std::int64_t due_us) {
  if (!has_due_) {
    has_due_ = true;
    program_->due_us_.reserve(program_->operations_.capacity());
    program_->due_us_.resize(program_->operations_.size());
  }
  due_us_ = due_us;
}

void LoadfileBuilder::AddWritePattern(std::string_view text,
                                      std::uint32_t line) {
  Operation operation;
  operation.opcode = Opcode::kWritePattern;
  operation.line = line;
  operation.argument = static_cast<std::uint32_t>(program_->patterns_.size());
  program_->patterns_.emplace_back(text);
  Append(operation);
}

bool LoadfileBuilder::AddRandomString(RandomString random_string,
                                      TextFault* fault) {
  if (!paths_.Define(random_string, fault)) {
    return false;
  }
  Step step;
  step.kind = Step::Kind::kRandomString;
  step.index = static_cast<std::uint32_t>(program_->random_strings_.size());
  program_->steps_.push_back(step);
  program_->random_strings_.push_back(std::move(random_string));
  return true;
}

void LoadfileBuilder::BeginLoop(std::int64_t rounds) {
  Step step;
  step.kind = Step::Kind::kLoopBegin;
  step.count = rounds;
  loops_.push_back({static_cast<std::uint32_t>(program_->steps_.size())});
  program_->steps_.push_back(step);
}

void LoadfileBuilder::EndLoop() {
  const Content loop = loops_.back();
  loops_.pop_back();
  Step& begin = program_->steps_[loop.begin];
  begin.index = static_cast<std::uint32_t>(program_->steps_.size());
  if (!loop.has_any) {
    begin.count = 0;
  } else if (begin.count > 0) {
    content().has_any = true;
    content().has_filesystem |= loop.has_filesystem;
  }
  Step end;
  end.kind = Step::Kind::kLoopEnd;
  end.index = loop.begin;
  program_->steps_.push_back(end);
}

void LoadfileBuilder::EndSetup() {
  program_->setup_end_ = static_cast<std::uint32_t>(program_->steps_.size());
  setup_operations_ = static_cast<std::uint32_t>(program_->operations_.size());
  section_ = Content();
  due_us_ = 0;
}

std::shared_ptr<const Loadfile> LoadfileBuilder::Finish(std::uint32_t lines) {
  CollectPreviousLines();
  AssignSlots();
  SplitRuns();
  program_->paths_ = paths_.Take();
  program_->lines_ = lines;
  Measure();
  program_->hash_ = ProgramHash(*program_);
  return std::exchange(program_, nullptr);
}

// Gives fields also to plain operations to whose values a later line refers.
void LoadfileBuilder::CollectPreviousLines() {
  std::vector<bool> refers(program_->operations_.size());
  bool any = false;
  for (const OperationFields& entry : computed_) {
    if (RefersToPrevious(entry.fields)) {
      refers[entry.operation] = true;
      any = true;
    }
  }
  if (!any) {
    return;
  }
  std::vector<bool> wanted = FindPreviousLines(
      program_->steps_, program_->setup_end_, program_->operations_, refers);
  for (const OperationFields& entry : computed_) {
    wanted[entry.operation] = false;
  }
  for (std::uint32_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i]) {
      computed_.push_back({i, PlainFields(program_->operations_[i])});
    }
  }
  std::sort(computed_.begin(), computed_.end(),
            [](const OperationFields& a, const OperationFields& b) {
              return a.operation < b.operation;
            });
}

// REQUIRES: the handle is still an index.
DynamicFields LoadfileBuilder::PlainFields(const Operation& operation) const {
  DynamicFields fields;
  fields.count = NumericCount(operation.opcode);
  for (int i = 0; i < fields.count; ++i) {
    const Parameter parameter = NumericParameter(operation.opcode, i);
    fields.fields[static_cast<std::size_t>(i)].literal =
        parameter == Parameter::kHandle ? handles_.number(operation.handle)
                                        : ParameterValue(operation, parameter);
  }
  return fields;
}

void LoadfileBuilder::AssignSlots() {
  bool keep_numbers = false;
  for (const OperationFields& entry : computed_) {
    const Operation& operation = program_->operations_[entry.operation];
    const int position = HandlePosition(operation.opcode);
    if (position >= 0) {
      keep_numbers = true;
      program_->dynamic_handles_ |=
          !entry.fields.fields[static_cast<std::size_t>(position)].is_plain();
    }
  }
  HandleSlots slots = AssignHandleSlots(
      program_->operations_, setup_operations_, handles_, keep_numbers);
  program_->handle_numbers_ = std::move(slots.numbers);
  program_->handle_slots_ =
      slots.count +
      (program_->dynamic_handles_ ? Loadfile::kDynamicHandleSlots + 1 : 0);
}

// Takes the operations with fields out of their runs.
void LoadfileBuilder::SplitRuns() {
  if (computed_.empty()) {
    return;
  }
  std::vector<Step> steps;
  // Where each old step went; one more for the end.
  std::vector<std::uint32_t> moved_to;
  std::size_t next = 0;  // of computed_
  for (const Step& step : program_->steps_) {
    moved_to.push_back(static_cast<std::uint32_t>(steps.size()));
    if (step.kind != Step::Kind::kRun) {
      steps.push_back(step);
      continue;
    }
    Step rest = step;
    for (; next < computed_.size() && computed_[next].operation < step.last;
         ++next) {
      const std::uint32_t at = computed_[next].operation;
      if (rest.first < at) {
        steps.push_back({Step::Kind::kRun, rest.first, at, 0, 0});
      }
      steps.push_back({Step::Kind::kDynamic, at, at + 1,
                       static_cast<std::uint32_t>(next), 0});
      program_->dynamic_.push_back(std::move(computed_[next].fields));
      rest.first = at + 1;
    }
    if (rest.first < rest.last) {
      steps.push_back(rest);
    }
  }
  moved_to.push_back(static_cast<std::uint32_t>(steps.size()));
  for (Step& step : steps) {
    if (step.kind == Step::Kind::kLoopBegin ||
        step.kind == Step::Kind::kLoopEnd) {
      step.index = moved_to[step.index];
    }
  }
  program_->setup_end_ = moved_to[program_->setup_end_];
  program_->steps_ = std::move(steps);
}

// Fills in what the program knows about itself.
void LoadfileBuilder::Measure() {
  for (const Operation& operation : program_->operations_) {
    program_->opcodes_used_ |= 1U << static_cast<unsigned>(operation.opcode);
    if (operation.opcode == Opcode::kRead) {
      program_->longest_read_ =
          std::max(program_->longest_read_, operation.length);
    } else if (operation.opcode == Opcode::kWrite) {
      program_->longest_write_ =
          std::max(program_->longest_write_, operation.length);
    }
  }
  // Computed lengths; those that are plain count again, which is no harm.
  for (const Step& step : program_->steps_) {
    if (step.kind != Step::Kind::kDynamic) {
      continue;
    }
    const Opcode opcode = program_->operations_[step.first].opcode;
    const DynamicFields& fields = program_->dynamic_[step.index];
    for (int i = 0; i < fields.count; ++i) {
      if (NumericParameter(opcode, i) != Parameter::kLength ||
          (opcode != Opcode::kRead && opcode != Opcode::kWrite)) {
        continue;
      }
      const std::int64_t longest =
          std::min(kMostTransfer,
                   LargestValue(fields.fields[static_cast<std::size_t>(i)])
                       .value_or(kMostUnboundedTransfer));
      std::int64_t& total = opcode == Opcode::kRead ? program_->longest_read_
                                                    : program_->longest_write_;
      total = std::max(total, longest);
    }
  }
}

}  // namespace fsduel
