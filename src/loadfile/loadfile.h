// A compiled loadfile: immutable, shared by all clients.
//
// The text is parsed once, before any clock starts. What is left is a flat
// array of operations plus a short list of steps that says in which order runs
// of it are executed. Everything random or per client stays symbolic in side
// tables and is resolved by workload/replay_source.h, batch by batch, outside
// of the measured intervals.
#ifndef FSDUEL_LOADFILE_LOADFILE_H_
#define FSDUEL_LOADFILE_LOADFILE_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "loadfile/operation.h"

namespace fsduel {

// A path without leading slash, `/` between components, relative to the
// client's tree. It is a sequence of literal parts and, between them, places
// that are filled in per client or per use.
struct PathPattern {
  // The path as text with the component `client1` where the client's own name
  // stands ("clients/client1/a.doc").
  std::string text;
  // True when a whole component equals `client1` (the only one replaced).
  bool has_client = false;
  // True when `text` holds `$N`, to be replaced by RANDOMSTRING number N.
  bool has_random_string = false;
  // Bit N is set when `$N` is such a place. Any other `$` is plain text: in
  // "~$1.$2" with mask 0x4 only `$2` is replaced. A value that is put in is
  // not searched again.
  std::uint16_t random_mask = 0;
  // Of a FIND_FIRST pattern: last component has one of `* ? < > "`.
  bool has_wildcard = false;
};

// A numeric field that is not a plain number: a start value, then steps from
// left to right.
struct NumberExpression {
  enum class Start : std::uint8_t { kLiteral, kRandom, kPrevious };
  enum class Step : std::uint8_t {
    kModulo,      // % value
    kAlign,       // / value: down to a multiple of it
    kAdd,         // + value
    kAddClient,   // + number of this client, from 0
    kAddClients,  // + number of clients
  };
  struct Term {
    Step step;
    std::int64_t value;
  };
  Start start = Start::kLiteral;
  std::int64_t literal = 0;  // kLiteral
  // kPrevious (`+8`, `+child`): the value of the same field position on the
  // previous operation line that this client executed, plus the terms; 0 when
  // that line has fewer fields or there is none. Directives and Sleep are not
  // operation lines.
  std::vector<Term> terms;

  bool is_plain() const { return start == Start::kLiteral && terms.empty(); }
};

// The numeric fields of one operation line, by position (after the paths).
// Only operations that need evaluation, or to which a later line refers, have
// one. Positions map to members by NumericParameter() and AssignParameter() of
// operation_table.h; fields that are plain stand in the operation already.
// A computed read or write length is cut to longest_read() or
// longest_write(); for a computed handle see handle_numbers().
struct DynamicFields {
  static constexpr int kMostFields = 4;
  int count = 0;
  std::array<NumberExpression, kMostFields> fields;
};

// RANDOMSTRING INDEX "template": each [set] is one character of the set. Never
// empty, never holds a slash, and each value of it is as long as all others.
// Before its first step each client draws every index once, from the first
// entry of random_strings() with that index: no value is ever empty.
struct RandomString {
  int index = 0;  // 0..9
  struct Part {
    bool is_set = false;
    std::string characters;  // literal text, or the set to choose from
  };
  std::vector<Part> parts;
};

// The program: what to do in which order.
struct Step {
  enum class Kind : std::uint8_t {
    kRun,           // operations [first, last) as they stand
    kDynamic,       // operation `first` after evaluation of dynamic[`index`]
    kLoopBegin,     // `count` times up to the matching kLoopEnd (step `index`)
    kLoopEnd,       // of the loop that begins at step `index`
    kRandomString,  // draw random_strings[`index`]
  };
  Kind kind = Kind::kRun;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t index = 0;
  std::int64_t count = 0;
};

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
