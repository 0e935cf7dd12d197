// A compiled program as text.
#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

#include "loadfile/number_field.h"
#include "loadfile/operation_table.h"
#include "loadfile/path_interner.h"
#include "loadfile/reader.h"
#include "loadfile/status_table.h"

namespace fsduel {
namespace {

class Writer {
 public:
  explicit Writer(const Loadfile& loadfile) : loadfile_(loadfile) {}

  std::string Write() {
    const std::vector<Step>& steps = loadfile_.steps();
    if (loadfile_.setup_end() > 0) {
      text_ += "SETUP\n";
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      WriteStep(steps[i]);
      if (i + 1 == loadfile_.setup_end()) {
        text_ += "ENDSETUP\n";
      }
    }
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void Add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format,
                   std::forward<Arguments>(arguments)...);
  }

  void WriteStep(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kRun:
        for (std::uint32_t i = step.first; i < step.last; ++i) {
          WriteOperation(i, nullptr);
        }
        break;
      case Step::Kind::kDynamic:
        WriteOperation(step.first, &loadfile_.dynamic()[step.index]);
        break;
      case Step::Kind::kLoopBegin:
        Add("LOOP {}\n", step.count);
        break;
      case Step::Kind::kLoopEnd:
        text_ += "ENDLOOP\n";
        break;
      case Step::Kind::kRandomString:
        WriteRandomString(loadfile_.random_strings()[step.index]);
        break;
    }
  }

  void WriteRandomString(const RandomString& random_string) {
    Add("RANDOMSTRING {} \"", random_string.index);
    for (const RandomString::Part& part : random_string.parts) {
      text_ += part.is_set ? "[" : "";
      text_ += part.characters;
      text_ += part.is_set ? "]" : "";
    }
    text_ += "\"\n";
  }

  void WriteOperation(std::uint32_t index, const DynamicFields* fields) {
    const Operation& operation = loadfile_.operations()[index];
    const OperationRow& row = RowOf(operation.opcode);
    if (operation.opcode == Opcode::kWritePattern) {
      Add("{} {}\n", row.name, loadfile_.patterns()[operation.argument]);
      return;
    }
    // Directives take no time; they have that of the operation before them.
    const bool is_directive =
        IsControl(operation.opcode) && operation.opcode != Opcode::kSleep;
    if (!loadfile_.due_us().empty() && !is_directive) {
      const std::int64_t due_us = loadfile_.due_us()[index];
      Add("{}.{:06} ", due_us / 1'000'000, due_us % 1'000'000);
    }
    text_ += row.name;
    int position = 0;
    for (const Parameter parameter : row.parameters) {
      if (IsPath(parameter)) {
        WritePath(parameter == Parameter::kPath ? operation.path
                                                : operation.path2);
      } else if (parameter != Parameter::kNone) {
        const auto i = static_cast<std::size_t>(position++);
        Add(" {}", fields != nullptr
                       ? FormatExpression(fields->fields[i])
                       : fmt::to_string(Value(operation, parameter)));
      }
    }
    if (!IsControl(operation.opcode)) {
      Add(" {}", StatusWord(operation.expectation));
    }
    text_ += '\n';
  }

  void WritePath(std::uint32_t id) {
    const std::string_view text = loadfile_.paths()[id].text;
    Add(" \"/{}\"", text == kTreePath ? "" : text);
  }

  // Of a handle, the number that leads to its slot again.
  std::int64_t Value(const Operation& operation, Parameter parameter) const {
    if (parameter != Parameter::kHandle) {
      return ParameterValue(operation, parameter);
    }
    if (operation.handle == kNoHandle) {
      return 0;
    }
    return loadfile_.handle_numbers().empty()
               ? operation.handle
               : loadfile_.handle_numbers()[operation.handle];
  }

  const Loadfile& loadfile_;
  std::string text_;
};

}  // namespace

std::string WriteLoadfile(const Loadfile& loadfile) {
  return Writer(loadfile).Write();
}

}  // namespace fsduel
