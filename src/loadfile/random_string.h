// RANDOMSTRING templates, and what their values can do to a path.
#ifndef FSDUEL_LOADFILE_RANDOM_STRING_H_
#define FSDUEL_LOADFILE_RANDOM_STRING_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "loadfile/loadfile.h"

namespace fsduel {

inline constexpr int kRandomStrings = 10;       // $0 .. $9
inline constexpr std::size_t kMostName = 255;   // bytes of a component
inline constexpr std::size_t kMostPath = 4095;  // bytes of a path

// A fault in a word: where in its text, and what.
struct TextFault {
  std::size_t offset = 0;
  std::string message;
};

// Reads "literal[set]literal". False, with `*fault`, for an empty template or
// set, a set that is not closed, a slash of either kind, or a value that is
// longer than a name may be.
bool ParseRandomString(std::string_view text, RandomString* random_string,
                       TextFault* fault);

// Bytes of each value of it.
std::size_t ValueLength(const RandomString& random_string);

// What the definitions of $0 .. $9 seen so far can put into a path, taken
// together: a loop may run a place after any of them.
class RandomStringRanges {
 public:
  // True when the range of `random_string.index` became wider, so that paths
  // which use it have to be checked again.
  bool Add(const RandomString& random_string);

  // Bit N is set when $N is defined.
  std::uint16_t defined() const { return defined_; }

  // Why `path` with values put in could be refused, or leave the tree; "" when
  // it cannot.
  std::string Check(const PathPattern& path) const;

 private:
  struct Range {
    std::size_t shortest = kMostName;
    std::size_t longest = 0;
    bool can_be_dots = false;  // each character of some value can be '.'
  };
  // The length range of one component; see Range.
  Range Measure(std::string_view component, std::uint16_t mask) const;

  std::array<Range, kRandomStrings> ranges_;
  std::uint16_t defined_ = 0;
};

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_RANDOM_STRING_H_
