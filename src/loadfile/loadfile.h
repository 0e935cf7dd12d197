// A compiled loadfile: immutable, shared by all clients.
//
// The text is parsed once, before any clock starts. What is left is a flat
// array of operations plus a short list of steps that says in which order runs
// of it are executed. Everything random or per client stays symbolic in side
// tables and is resolved by workload/replay_source.h, batch by batch, outside
// of the measured intervals.
#ifndef FSDUEL_LOADFILE_LOADFILE_H_
#define FSDUEL_LOADFILE_LOADFILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "loadfile/operation.h"
#include "loadfile/program.h"

namespace fsduel {

static_assert(kOpcodeCount <= 32, "Loadfile::uses() has 32 bits");

// The most that one read(2) or write(2) of Linux transfers.
inline constexpr std::int64_t kMostTransfer = 0x7FFFF000;

// Steps [0, setup_end) are done once per client before the first pass (between
// SETUP and ENDSETUP); the rest is one pass.
class Loadfile {
 public:
  const std::string& name() const { return name_; }
  // Identity of the workload: a 64-bit hash of the compiled program, as 16
  // hexadecimal digits. Comments and spelling do not count.
  const std::string& hash() const { return hash_; }
  const std::vector<Operation>& operations() const { return operations_; }
  const std::vector<Step>& steps() const { return steps_; }
  std::uint32_t setup_end() const { return setup_end_; }
  const std::vector<PathPattern>& paths() const { return paths_; }
  const std::vector<DynamicFields>& dynamic() const { return dynamic_; }
  const std::vector<RandomString>& random_strings() const {
    return random_strings_;
  }
  // WRITEPATTERN texts, without the newline.
  const std::vector<std::string>& patterns() const { return patterns_; }
  // Microseconds since the start of the pass at which operation i is due;
  // empty when the loadfile has no timestamps.
  const std::vector<std::int64_t>& due_us() const { return due_us_; }

  // Handle slots that a client needs, of all kinds.
  std::uint32_t handle_slots() const { return handle_slots_; }
  // Empty unless numeric fields refer to handle numbers. Else element i is the
  // number that the loadfile gives to slot i, and no two numbers share a slot.
  const std::vector<std::int64_t>& handle_numbers() const {
    return handle_numbers_;
  }
  // True when some operation's handle is kDynamicHandle (or, of an open that
  // is expected to fail, kNoHandle: leave it). Its number, once computed, is
  // looked up in handle_numbers(). A number that is not there gets a slot of
  // [handle_numbers().size(), handle_slots() - 1) when it is opened: the lowest
  // free one or, when all kDynamicHandleSlots are in use, that of the number
  // opened longest ago; its Close frees the slot. A number that is not open
  // gets the last slot, into which nothing is ever opened (EBADF).
  bool dynamic_handles() const { return dynamic_handles_; }
  static constexpr std::uint32_t kDynamicHandleSlots = 256;

  // Whether some operation has this opcode.
  bool uses(Opcode opcode) const {
    return ((opcodes_used_ >> static_cast<unsigned>(opcode)) & 1U) != 0;
  }
  // The longest single read and write, bytes; at most kMostTransfer.
  std::int64_t longest_read() const { return longest_read_; }
  std::int64_t longest_write() const { return longest_write_; }
  // Lines of the text, comments included.
  std::uint32_t lines() const { return lines_; }

 private:
  friend class LoadfileBuilder;
  std::string name_;
  std::string hash_;
  std::vector<Operation> operations_;
  std::vector<Step> steps_;
  std::uint32_t setup_end_ = 0;
  std::vector<PathPattern> paths_;
  std::vector<DynamicFields> dynamic_;
  std::vector<RandomString> random_strings_;
  std::vector<std::string> patterns_;
  std::vector<std::int64_t> due_us_;
  std::vector<std::int64_t> handle_numbers_;
  std::uint32_t handle_slots_ = 0;
  std::uint32_t opcodes_used_ = 0;  // bit i: Opcode i
  bool dynamic_handles_ = false;
  std::int64_t longest_read_ = 0;
  std::int64_t longest_write_ = 0;
  std::uint32_t lines_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_LOADFILE_H_
