// The memory that the runner shares with its clients: control, sequence points
// and one block of statistics per client.
#ifndef FSDUEL_RUN_SHARED_BLOCK_H_
#define FSDUEL_RUN_SHARED_BLOCK_H_

#include <array>
#include <cstdint>
#include <vector>

#include "base/status.h"
#include "run/control.h"
#include "run/run_plan.h"
#include "stats/client_stats.h"
#include "sys/shared_memory.h"

namespace fsduel {

// The operations that a plan uses, densely numbered in table order.
struct RowTable {
  std::vector<Opcode> opcodes;                      // by row
  std::array<std::uint8_t, kOpcodeCount> row_of{};  // by opcode
};
RowTable MakeRowTable(const RunPlan& plan);

// Closed, target rate or recorded times: whether response time differs from
// service time.
bool IsPaced(const RunSpec& spec);

class SharedBlock {
 public:
  // `passes` is how many passes each client can list.
  static Result<SharedBlock> Create(const RunPlan& plan, std::uint32_t passes);

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
