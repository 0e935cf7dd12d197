// Fuzz target: any text either compiles to a sound program, which survives
// writing and reading, or is refused with a message. In memory only.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "loadfile/operation_table.h"
#include "loadfile/reader.h"
#include "loadfile/zstd_frames.h"

namespace fsduel {
namespace {

void Require(bool condition, const char* what) {
  if (!condition) {
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
  }
}

// Names that random strings could make, worst case: every place is a dot.
void CheckPath(const PathPattern& path) {
  Require(!path.text.empty() && path.text.size() <= 4095, "path length");
  Require(path.text.front() != '/', "path is relative");
  Require(path.has_random_string == (path.random_mask != 0), "random mask");
  for (const std::string_view name : Split(path.text, '/')) {
    Require(!name.empty() && name.size() <= 255 && name != "..", "name");
    Require(name != "." || path.text == ".", "no dots but for the tree");
    Require(name.find('\\') == name.npos && name.find('\0') == name.npos,
            "characters of a name");
  }
}

void CheckOperation(const Loadfile& loadfile, const Operation& operation) {
  Require(operation.opcode < Opcode::kCount, "opcode");
  Require(loadfile.uses(operation.opcode), "opcodes_used");
  Require(operation.line >= 1 && operation.line <= loadfile.lines(), "line");
  Require(operation.offset >= 0 && operation.length >= 0 &&
              operation.expected >= 0 &&
              operation.offset <= INT64_MAX - operation.length,
          "numbers");
  Require(operation.disposition <= kOverwriteIf, "disposition");
  for (const Parameter parameter : RowOf(operation.opcode).parameters) {
    if (parameter == Parameter::kPath) {
      Require(operation.path < loadfile.paths().size(), "path");
    } else if (parameter == Parameter::kPath2) {
      Require(operation.path2 < loadfile.paths().size(), "path2");
    } else if (parameter == Parameter::kHandle) {
      Require(operation.handle < loadfile.handle_slots() ||
                  (operation.handle == kNoHandle &&
                   operation.opcode == Opcode::kCreate) ||
                  (operation.handle == kDynamicHandle &&
                   loadfile.dynamic_handles()),
              "handle");
    }
  }
  if (operation.opcode == Opcode::kWritePattern) {
    Require(operation.argument < loadfile.patterns().size(), "pattern");
  } else if (operation.opcode == Opcode::kRead) {
    Require(operation.length <= loadfile.longest_read(), "longest read");
  } else if (operation.opcode == Opcode::kWrite) {
    Require(operation.length <= loadfile.longest_write(), "longest write");
  }
}

// Each operation stands in exactly one step, in order; loops match.
void CheckSteps(const Loadfile& loadfile) {
  std::uint32_t next = 0;
  std::string open;  // loops, as a stack of anything
  const std::vector<Step>& steps = loadfile.steps();
  Require(loadfile.setup_end() < steps.size(), "setup end");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    switch (step.kind) {
      case Step::Kind::kRun:
      case Step::Kind::kDynamic:
        Require(step.first == next && step.last > next, "operations in order");
        next = step.last;
        Require(step.kind == Step::Kind::kRun ||
                    (step.last == step.first + 1 &&
                     step.index < loadfile.dynamic().size()),
                "dynamic step");
        break;
      case Step::Kind::kLoopBegin:
        open += 'x';
        Require(step.count >= 0 && step.index > i &&
                    step.index < steps.size() &&
                    steps[step.index].kind == Step::Kind::kLoopEnd &&
                    steps[step.index].index == i,
                "loop");
        break;
      case Step::Kind::kLoopEnd:
        Require(!open.empty() && step.index < i, "end of loop");
        open.pop_back();
        break;
      case Step::Kind::kRandomString:
        Require(step.index < loadfile.random_strings().size(), "random string");
        break;
    }
    Require(i + 1 != loadfile.setup_end() || open.empty(), "loop over set-up");
  }
  Require(open.empty() && next == loadfile.operations().size(), "all steps");
}

void CheckProgram(const Loadfile& loadfile) {
  for (const PathPattern& path : loadfile.paths()) {
    CheckPath(path);
  }
  for (const Operation& operation : loadfile.operations()) {
    CheckOperation(loadfile, operation);
  }
  CheckSteps(loadfile);
  for (const RandomString& random_string : loadfile.random_strings()) {
    Require(!random_string.parts.empty(), "random string is not empty");
    for (const RandomString::Part& part : random_string.parts) {
      Require(!part.characters.empty() &&
                  part.characters.find('/') == std::string::npos,
              "random string part");
    }
  }
  Require(loadfile.due_us().empty() ||
              loadfile.due_us().size() == loadfile.operations().size(),
          "schedule");
}

}  // namespace
}  // namespace fsduel

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using fsduel::Require;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fsduel::ZstdFramesAreWhole(text);
  const auto result = fsduel::CompileLoadfile("fuzz.load", text);
  if (!result.ok()) {
    Require(!result.status().message().empty(), "a message");
    return 0;
  }
  fsduel::CheckProgram(*result.value());
  const std::string written = fsduel::WriteLoadfile(*result.value());
  const auto again = fsduel::CompileLoadfile("written.load", written);
  Require(again.ok(), "what is written compiles");
  Require(again.value()->hash() == result.value()->hash(), "to the same");
  return 0;
}
