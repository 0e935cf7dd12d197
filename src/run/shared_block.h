// The memory that the runner shares with its clients: control, sequence points
// and one block of statistics per client.
#ifndef FSDUEL_RUN_SHARED_BLOCK_H_
#define FSDUEL_RUN_SHARED_BLOCK_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "run/control.h"
#include "run/run_plan.h"
#include "stats/client_stats.h"
#include "sys/shared_memory.h"

namespace fsduel {

// How results call an operation.
struct OperationLabel {
  std::string name = "";
  std::string compat_name = "";  // of the drop-in commands
  bool reads_data = false;
  bool writes_data = false;
  // Belongs to no load: counts in its own row, not in what clients did.
  bool overhead = false;
};

// The operations that a plan uses, densely numbered.
struct RowTable {
  std::vector<Opcode> opcodes;                      // by row
  std::vector<OperationLabel> labels;               // by row
  std::array<std::uint8_t, kOpcodeCount> row_of{};  // by opcode

  void Add(Opcode opcode, OperationLabel label);
  const OperationLabel& LabelOf(Opcode opcode) const {
    return labels[row_of[static_cast<std::size_t>(opcode)]];
  }
};
// In the order of the operation table.
RowTable MakeRowTable(const RunPlan& plan);

// Closed, target rate or recorded times: whether response time differs from
// service time.
bool IsPaced(const RunSpec& spec);

struct BlockShape {
  RowTable rows;
  std::uint32_t clients = 0;
  bool paced = false;
  std::uint32_t passes = 0;       // that each client can list
  std::uint32_t queue_depth = 1;  // operations in flight per client
};

class SharedBlock {
 public:
  static Result<SharedBlock> Create(BlockShape shape);

  RunControl& control() const;
  PassedPoint* points() const;
  // Valid as long as this block is neither moved nor destroyed.
  ClientStats stats(std::uint32_t client) const;
  const StatsLayout& layout() const { return layout_; }
  const RowTable& rows() const { return rows_; }
  std::uint32_t clients() const { return clients_; }

 private:
  SharedMemory memory_;
  StatsLayout layout_;
  RowTable rows_;
  std::uint32_t clients_ = 0;
  std::size_t stats_offset_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_RUN_SHARED_BLOCK_H_
