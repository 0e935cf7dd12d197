// Helpers of the loadfile tests: compile or fail, and one-line programs.
#ifndef FSDUEL_TESTS_LOADFILE_COMPILE_H_
#define FSDUEL_TESTS_LOADFILE_COMPILE_H_

#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "loadfile/reader.h"

namespace fsduel {

// The program, or null after a test failure that shows the diagnostics.
inline std::shared_ptr<const Loadfile> Compile(std::string_view text) {
  Result<std::shared_ptr<const Loadfile>> result =
      CompileLoadfile("test.load", text);
  EXPECT_TRUE(result.ok()) << result.status().message() << "\ntext:\n" << text;
  return result.ok() ? result.value() : nullptr;
}

// The diagnostics of a text that must not compile.
inline std::string Errors(std::string_view text) {
  Result<std::shared_ptr<const Loadfile>> result =
      CompileLoadfile("test.load", text);
  if (result.ok()) {
    return "(compiled)";
  }
  EXPECT_EQ(result.status().kind(), ErrorKind::kUsage);
  return result.status().message();
}

// The first operation of `text`.
inline Operation First(std::string_view text) {
  const std::shared_ptr<const Loadfile> loadfile = Compile(text);
  return loadfile ? loadfile->operations().at(0) : Operation();
}

inline std::string PathOf(std::string_view text) {
  const std::shared_ptr<const Loadfile> loadfile = Compile(text);
  return loadfile ? loadfile->paths().at(loadfile->operations().at(0).path).text
                  : "";
}

}  // namespace fsduel

#endif  // FSDUEL_TESTS_LOADFILE_COMPILE_H_
