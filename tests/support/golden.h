// Texts that are pinned by files below tests/golden/.
#ifndef FSDUEL_TESTS_SUPPORT_GOLDEN_H_
#define FSDUEL_TESTS_SUPPORT_GOLDEN_H_

#include <string>

namespace fsduel {

// A test failure that shows the first different line, unless `text` is the
// contents of tests/golden/NAME below `source_directory`. With
// FSDUEL_UPDATE_GOLDEN set, writes the file instead: read the difference before
// committing it.
void ExpectGolden(const std::string& source_directory, const std::string& name,
                  const std::string& text);

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_GOLDEN_H_
