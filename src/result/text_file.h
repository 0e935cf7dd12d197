// Writing result files. Failures name the file and the errno (a full disk).
#ifndef FSDUEL_RESULT_TEXT_FILE_H_
#define FSDUEL_RESULT_TEXT_FILE_H_

#include <string>
#include <string_view>

#include "base/status.h"

namespace fsduel {

// Writes PATH.tmp, then renames it: a reader sees the old file or the new one,
// never a part. On failure nothing is left behind.
Status WriteFileAtomically(const std::string& path, std::string_view text);

// Appends to a file that may not yet exist.
Status AppendToFile(const std::string& path, std::string_view text);

// The whole file.
Result<std::string> ReadTextFile(const std::string& path);

}  // namespace fsduel

#endif  // FSDUEL_RESULT_TEXT_FILE_H_
