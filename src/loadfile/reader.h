// Loadfile text -> Loadfile. The grammar is loadfiles/README.md.
#ifndef FSDUEL_LOADFILE_READER_H_
#define FSDUEL_LOADFILE_READER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "loadfile/loadfile.h"

namespace fsduel {

// One fault of a loadfile, printed as
//   FILE:LINE:COLUMN: what is wrong (did you mean "X"?)
//     the line as it stands
//        ^
struct Diagnostic {
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1, in bytes
  std::string message;
  std::string text;  // the line, quoted for a terminal, at most 200 bytes of it
  std::uint32_t caret = 0;  // where in `text` the column is, in characters
};

// Compiles `text`. `name` is what messages call it. On failure returns a usage
// Status whose message holds up to 20 diagnostics, each with the line and a
// caret. Never reads or writes a file.
Result<std::shared_ptr<const Loadfile>> CompileLoadfile(std::string name,
                                                        std::string_view text);

// Maps and compiles the file at `path`; `.gz` and `.zst` are decompressed
// (by their first bytes, not by their name), at most 4 GiB of text.
Result<std::shared_ptr<const Loadfile>> ReadLoadfile(const std::string& path);

// The program as loadfile text that compiles to an equal Loadfile.
std::string WriteLoadfile(const Loadfile& loadfile);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_READER_H_
