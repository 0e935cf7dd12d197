// The status at the end of an operation line <-> Expectation.
#ifndef FSDUEL_LOADFILE_STATUS_TABLE_H_
#define FSDUEL_LOADFILE_STATUS_TABLE_H_

#include <optional>
#include <string>
#include <string_view>

#include "loadfile/operation.h"

namespace fsduel {

// NT_STATUS_NAME, 0xHEX, SUCCESS, ERROR or `*`; nothing for any other word. A
// well-formed NT_STATUS that we do not know is a failure of an unknown kind.
std::optional<Expectation> ParseStatus(std::string_view word);

// Why `word` is not a status, for the user.
std::string ExplainStatus(std::string_view word);

// A word that ParseStatus() reads as `expectation`.
std::string_view StatusWord(Expectation expectation);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_STATUS_TABLE_H_
