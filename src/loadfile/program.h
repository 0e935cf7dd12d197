// The parts that a compiled loadfile is made of; see loadfile.h.
#ifndef FSDUEL_LOADFILE_PROGRAM_H_
#define FSDUEL_LOADFILE_PROGRAM_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

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

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_PROGRAM_H_
