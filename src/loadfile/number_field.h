// The numeric words of a loadfile: plain numbers and expressions.
#ifndef FSDUEL_LOADFILE_NUMBER_FIELD_H_
#define FSDUEL_LOADFILE_NUMBER_FIELD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loadfile/loadfile.h"

namespace fsduel {

// Decimal, 0x hexadecimal or, with a leading 0, octal; 0 .. 2^63 - 1.
std::optional<std::int64_t> ParseNumber(std::string_view text);

// A handle: any 64 bits, a sign included; 2^63 and above wrap to negative.
std::optional<std::int64_t> ParseHandleNumber(std::string_view text);

// `*` (random) or a number or, with `+` in front, the previous value; then any
// of `%N /N +N +child +num_children`.
std::optional<NumberExpression> ParseExpression(std::string_view text);

// Why `text` is neither a number nor an expression, for the user.
std::string ExplainNumber(std::string_view text);

// A text that parses to an equal expression (a plain one as a signed number).
std::string FormatExpression(const NumberExpression& expression);

// The largest value it can have, with at most 2^16 clients, or nothing when
// only the run shows.
std::optional<std::int64_t> LargestValue(const NumberExpression& expression);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_NUMBER_FIELD_H_
