// Allocation of handle slots in two walks over the program.
#include "loadfile/handle_slots.h"

#include <algorithm>
#include <functional>

#include "loadfile/operation_table.h"

namespace fsduel {
namespace {

constexpr std::uint32_t kNoSlot = kNoHandle;

// Finds the numbers that need a slot of their own.
class OwnSlotFinder {
 public:
  explicit OwnSlotFinder(const HandleNumbers& numbers)
      : open_(numbers.size()), own_(numbers.size()) {
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
      own_[i] = numbers.in_loop(i);
    }
  }

  void Walk(std::span<const Operation> section) {
    for (const Operation& operation : section) {
      const std::uint32_t index = operation.handle;
      if (index == kDynamicHandle || !NeedsHandleSlot(operation)) {
        continue;
      }
      if (operation.opcode == Opcode::kCreate) {
        open_[index] = true;
      } else {
        own_[index] = own_[index] || !open_[index];
        open_[index] = open_[index] && operation.opcode != Opcode::kClose;
      }
    }
    for (std::size_t i = 0; i < open_.size(); ++i) {
      own_[i] = own_[i] || open_[i];
      open_[i] = false;
    }
  }

  const std::vector<bool>& own() const { return own_; }

 private:
  std::vector<bool> open_;
  std::vector<bool> own_;
};

// Hands out the lowest slot that is free.
class SlotPool {
 public:
  explicit SlotPool(std::uint32_t first) : next_(first) {}

  std::uint32_t Take() {
    if (free_.empty()) {
      return next_++;
    }
    std::pop_heap(free_.begin(), free_.end(), std::greater<>());
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  void Return(std::uint32_t slot) {
    free_.push_back(slot);
    std::push_heap(free_.begin(), free_.end(), std::greater<>());
  }

  std::uint32_t end() const { return next_; }

 private:
  std::vector<std::uint32_t> free_;  // a min-heap
  std::uint32_t next_;
};

}  // namespace

std::uint32_t HandleNumbers::Index(std::int64_t number, bool in_loop) {
  if (numbers_.empty() || number != last_number_) {
    const auto [entry, is_new] =
        indexes_.emplace(number, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) {
      numbers_.push_back(number);
      in_loop_.push_back(false);
    }
    last_number_ = number;
    last_index_ = entry->second;
  }
  if (in_loop) {
    in_loop_[last_index_] = true;
  }
  return last_index_;
}

bool NeedsHandleSlot(const Operation& operation) {
  if (operation.handle == kNoHandle || IsControl(operation.opcode)) {
    return false;
  }
  return operation.opcode != Opcode::kCreate ||
         operation.expectation == Expectation::kSuccess ||
         operation.expectation == Expectation::kAny;
}

HandleSlots AssignHandleSlots(std::span<Operation> operations,
                              std::size_t setup, const HandleNumbers& numbers,
                              bool keep_numbers) {
  OwnSlotFinder finder(numbers);
  finder.Walk(operations.first(setup));
  finder.Walk(operations.subspan(setup));

  // Slots of numbers, kNoSlot while they have none; own ones come first.
  std::vector<std::uint32_t> slots(numbers.size(), kNoSlot);
  HandleSlots result;
  for (const Operation& operation : operations) {
    if (operation.handle == kDynamicHandle || !NeedsHandleSlot(operation)) {
      continue;
    }
    std::uint32_t& slot = slots[operation.handle];
    if (slot == kNoSlot && (keep_numbers || finder.own()[operation.handle])) {
      slot = result.count++;
      if (keep_numbers) {
        result.numbers.push_back(numbers.number(operation.handle));
      }
    }
  }

  const std::uint32_t own_slots = result.count;
  SlotPool pool(own_slots);
  for (Operation& operation : operations) {
    if (IsControl(operation.opcode)) {
      continue;
    }
    if (!NeedsHandleSlot(operation)) {
      operation.handle = kNoHandle;
      continue;
    }
    if (operation.handle == kDynamicHandle) {
      continue;
    }
    std::uint32_t& slot = slots[operation.handle];
    if (slot == kNoSlot) {
      slot = pool.Take();
    }
    operation.handle = slot;
    if (operation.opcode == Opcode::kClose && slot >= own_slots) {
      pool.Return(slot);
      slot = kNoSlot;
    }
  }
  result.count = pool.end();
  return result;
}

}  // namespace fsduel
