// The workers that ship, and the rows of a phase.
#include "sweep/worker.h"

#include "sweep/worker-inl.h"

namespace fsduel {

template class BlockWorker<PsyncIo<Sys<>>, MonotonicClock>;
template class BlockWorker<VectoredIo<Sys<>>, MonotonicClock>;
template class BlockWorker<MmapIo<Sys<>>, MonotonicClock>;
template class BlockWorker<NullIo, MonotonicClock>;

RowTable MakeSweepRows(const Pattern& pattern) {
  RowTable rows;
  if (pattern.reads()) {
    rows.Add(Opcode::kRead,
             {.name = "read", .compat_name = "read", .reads_data = true});
  }
  if (pattern.writes()) {
    rows.Add(Opcode::kWrite,
             {.name = "write", .compat_name = "write", .writes_data = true});
  }
  const auto add = [&rows](Opcode opcode, const char* name) {
    rows.Add(opcode, {.name = name, .compat_name = name, .overhead = true});
  };
  add(Opcode::kCreate, "open");
  add(Opcode::kFlush, "flush");
  add(Opcode::kClose, "close");
  return rows;
}

}  // namespace fsduel
