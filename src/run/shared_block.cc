// Lays out what runner and clients share.
#include "run/shared_block.h"

#include <new>

#include "loadfile/operation_table.h"

namespace fsduel {
namespace {

constexpr std::size_t kPageBytes = 4096;

constexpr std::size_t RoundUpToPage(std::size_t bytes) {
  return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

}  // namespace

const char* PhaseName(std::uint32_t phase) {
  switch (phase) {
    case kPhaseSetup:
      return "setup";
    case kPhaseWarmup:
      return "warm-up";
    case kPhaseMeasure:
      return "measure";
    default:
      return "";
  }
}

bool IsPaced(const RunSpec& spec) {
  return spec.target_ops.has_value() || spec.target_rate.has_value() ||
         spec.pace == Pace::kRecorded;
}

void RowTable::Add(Opcode opcode, OperationLabel label) {
  row_of[static_cast<std::size_t>(opcode)] =
      static_cast<std::uint8_t>(opcodes.size());
  opcodes.push_back(opcode);
  labels.push_back(std::move(label));
}

RowTable MakeRowTable(const RunPlan& plan) {
  std::array<bool, kOpcodeCount> used{};
  for (const PlannedLoadfile& planned : plan.loadfiles) {
    for (const Operation& op : planned.loadfile->operations()) {
      used[static_cast<std::size_t>(op.opcode)] = true;
    }
  }
  RowTable table;
  for (const OperationRow& row : OperationTable()) {
    const auto opcode = static_cast<std::size_t>(row.opcode);
    if (used[opcode] && !IsControl(row.opcode)) {
      table.Add(row.opcode,
                {std::string(row.name), std::string(row.dbench4_name),
                 row.reads_data, row.writes_data});
    }
  }
  return table;
}

Result<SharedBlock> SharedBlock::Create(BlockShape shape) {
  SharedBlock block;
  block.rows_ = std::move(shape.rows);
  block.clients_ = shape.clients;
  block.layout_ = StatsLayout(
      {.phases = kMeasuredPhases,
       .rows = static_cast<std::uint32_t>(block.rows_.opcodes.size()),
       .paced = shape.paced,
       .passes = shape.passes,
       .queue_depth = shape.queue_depth});
  block.stats_offset_ =
      RoundUpToPage(sizeof(RunControl) + block.clients_ * sizeof(PassedPoint));
  Result<SharedMemory> memory = SharedMemory::Create(
      block.stats_offset_ + block.clients_ * block.layout_.stride());
  if (!memory.ok()) {
    return memory.status();
  }
  block.memory_ = std::move(memory).value();
  new (block.memory_.bytes().data()) RunControl();
  return block;
}

RunControl& SharedBlock::control() const {
  return *std::launder(reinterpret_cast<RunControl*>(memory_.bytes().data()));
}

PassedPoint* SharedBlock::points() const {
  return reinterpret_cast<PassedPoint*>(memory_.bytes().data() +
                                        sizeof(RunControl));
}

ClientStats SharedBlock::stats(std::uint32_t client) const {
  return ClientStats(
      memory_.bytes().data() + stats_offset_ + client * layout_.stride(),
      layout_);
}

}  // namespace fsduel
