// Handle numbers of a loadfile -> dense slots.
#ifndef FSDUEL_LOADFILE_HANDLE_SLOTS_H_
#define FSDUEL_LOADFILE_HANDLE_SLOTS_H_

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "loadfile/operation.h"

namespace fsduel {

// Gives every handle number of a loadfile a dense index, in order of first
// appearance; while a program is built, Operation::handle is that index.
class HandleNumbers {
 public:
  // `in_loop`: the operation that names it can run more than once in a pass.
  std::uint32_t Index(std::int64_t number, bool in_loop);

  std::size_t size() const { return numbers_.size(); }
  std::int64_t number(std::uint32_t index) const { return numbers_[index]; }
  bool in_loop(std::uint32_t index) const { return in_loop_[index]; }

 private:
  std::unordered_map<std::int64_t, std::uint32_t> indexes_;
  std::vector<std::int64_t> numbers_;
  std::vector<bool> in_loop_;
  // Consecutive operations mostly use the same handle.
  std::int64_t last_number_ = 0;
  std::uint32_t last_index_ = 0;
};

struct HandleSlots {
  std::uint32_t count = 0;
  std::vector<std::int64_t> numbers;  // of slot i; only when `keep_numbers`
};

// True when the operation needs a slot for its handle: all that have a handle
// except opens that are expected to fail.
bool NeedsHandleSlot(const Operation& operation);

// Turns the indexes in `operations` into slots (kNoHandle for an open that is
// expected to fail). A number that is opened and closed in the order of the
// text takes the lowest free slot for that time. A number whose order depends
// on the run has a slot of its own: one that occurs in a loop, is open across
// the end of the set-up (the first `setup` operations) or of the pass, or is
// used while it is not open. With `keep_numbers` every number has.
HandleSlots AssignHandleSlots(std::span<Operation> operations,
                              std::size_t setup, const HandleNumbers& numbers,
                              bool keep_numbers);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_HANDLE_SLOTS_H_
