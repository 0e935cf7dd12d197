// Which operation lines a field like `+8` can refer to.
#ifndef FSDUEL_LOADFILE_PREVIOUS_FIELDS_H_
#define FSDUEL_LOADFILE_PREVIOUS_FIELDS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "loadfile/loadfile.h"

namespace fsduel {

// `refers[i]` says that a field of operation i starts from the previous line.
// The result says of each operation whether some execution makes it the
// previous line of such an operation: the one before it, or, around loops and
// the ends of set-up and pass, the last of each way that leads there.
// `steps` is the program with plain runs only (no kDynamic).
std::vector<bool> FindPreviousLines(std::span<const Step> steps,
                                    std::uint32_t setup_end,
                                    std::span<const Operation> operations,
                                    const std::vector<bool>& refers);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_PREVIOUS_FIELDS_H_
