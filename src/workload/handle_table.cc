// A small table, searched from end to end: it is outside of what is measured.
#include "workload/handle_table.h"

#include <algorithm>

namespace fsduel {

HandleTable::HandleTable(const Loadfile& loadfile) {
  if (!loadfile.dynamic_handles()) {
    return;
  }
  for (const std::int64_t number : loadfile.handle_numbers()) {
    fixed_.emplace(number, static_cast<std::uint32_t>(fixed_.size()));
  }
  entries_.resize(Loadfile::kDynamicHandleSlots);
  never_opened_ = loadfile.handle_slots() - 1;
}

std::uint32_t HandleTable::SlotFor(Opcode opcode, std::int64_t number) {
  const auto fixed = fixed_.find(number);
  if (fixed != fixed_.end()) {
    return fixed->second;
  }
  Entry* entry = Find(number);
  if (opcode == Opcode::kCreate && entry == nullptr) {
    entry = Take(number);
  }
  if (entry == nullptr) {
    return never_opened_;
  }
  if (opcode == Opcode::kCreate) {
    entry->opened_at = ++opens_;
  } else if (opcode == Opcode::kClose) {
    entry->opened_at = 0;
  }
  return static_cast<std::uint32_t>(fixed_.size()) +
         static_cast<std::uint32_t>(entry - entries_.data());
}

HandleTable::Entry* HandleTable::Find(std::int64_t number) {
  const auto entry = std::ranges::find_if(entries_, [&](const Entry& e) {
    return e.opened_at != 0 && e.number == number;
  });
  return entry == entries_.end() ? nullptr : &*entry;
}

// The lowest free entry, which counts as opened longest ago.
HandleTable::Entry* HandleTable::Take(std::int64_t number) {
  const auto entry = std::ranges::min_element(entries_, {}, &Entry::opened_at);
  entry->number = number;
  return &*entry;
}

}  // namespace fsduel
