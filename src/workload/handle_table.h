// Handle numbers that are computed while a loadfile runs -> slots.
#ifndef FSDUEL_WORKLOAD_HANDLE_TABLE_H_
#define FSDUEL_WORKLOAD_HANDLE_TABLE_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "loadfile/loadfile.h"

namespace fsduel {

// One per client. Numbers that the loadfile names have the slot that is theirs
// for good; for all others see Loadfile::dynamic_handles().
class HandleTable {
 public:
  // Empty, and not to be used, unless `loadfile` has dynamic handles.
  explicit HandleTable(const Loadfile& loadfile);

  // The slot for an operation on handle `number`; an open takes a slot, a close
  // gives it back.
  std::uint32_t SlotFor(Opcode opcode, std::int64_t number);

 private:
  // Of a slot behind those that are fixed.
  struct Entry {
    std::int64_t number = 0;
    std::uint64_t opened_at = 0;  // in counts of opens; 0 = free
  };

  Entry* Find(std::int64_t number);
  Entry* Take(std::int64_t number);

  std::unordered_map<std::int64_t, std::uint32_t> fixed_;
  std::vector<Entry> entries_;
  std::uint64_t opens_ = 0;
  std::uint32_t never_opened_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_HANDLE_TABLE_H_
