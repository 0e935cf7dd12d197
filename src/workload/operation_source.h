// What a client does next.
#ifndef FSDUEL_WORKLOAD_OPERATION_SOURCE_H_
#define FSDUEL_WORKLOAD_OPERATION_SOURCE_H_

#include <cstdint>
#include <span>

#include "loadfile/operation.h"

namespace fsduel {

// Operations in order, ready to execute: numbers evaluated, paths valid in the
// client's path table. Valid until the next call of NextBatch.
struct Batch {
  std::span<const Operation> operations;
  // Microseconds since the start of the pass at which operations[i] is due;
  // empty when the workload has no schedule of its own.
  std::span<const std::int64_t> due_us;
  // After these operations a pass is complete.
  bool ends_pass = false;
};

// One per client, used by that client alone. NextBatch is called outside of the
// measured interval, once per up to a few hundred operations, so that the
// virtual call costs nothing that shows.
class OperationSource {
 public:
  virtual ~OperationSource() = default;

  // The next batch of the pass that is running; after a batch with `ends_pass`
  // the next pass begins. A batch may be empty only when it ends a pass.
  virtual Batch NextBatch() = 0;

  // The next batch of what is done once before the first pass; an empty batch
  // means that the set-up is done.
  virtual Batch NextSetupBatch() = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_OPERATION_SOURCE_H_
