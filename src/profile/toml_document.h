// A profile's text as plain data with positions: entries of the top and of each
// [[step]]. Knows TOML, but no key of a profile.
#ifndef FSDUEL_PROFILE_TOML_DOCUMENT_H_
#define FSDUEL_PROFILE_TOML_DOCUMENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "loadfile/diagnostics.h"

namespace fsduel {

// Counted from 1; columns in bytes.
struct TomlPosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

enum class TomlType : std::uint8_t {
  kText,    // "16k"
  kWhole,   // 16
  kBroken,  // 0.5
  kSwitch,  // true
  kOther,   // a date, a table, a list within a list
};
// "a text", "a whole number" ...
std::string_view TomlTypeName(TomlType type);

struct TomlValue {
  TomlPosition at;
  TomlType type = TomlType::kText;
  std::string text;  // as the command line would say it; "" of kOther
};

struct TomlEntry {
  std::string key;
  TomlPosition at;
  bool is_list = false;
  std::vector<TomlValue> values;  // exactly one when it is no list
};

// In the order of the file.
struct TomlSection {
  TomlPosition at;
  std::vector<TomlEntry> entries;
};

struct TomlDocument {
  TomlSection top;
  std::vector<TomlSection> steps;
};

// Faults of a text, with the line that they are about.
class TomlFaults {
 public:
  // `text` outlives the faults.
  explicit TomlFaults(std::string_view text);
  void Add(const TomlPosition& at, std::string message);
  std::size_t count() const { return list_.count(); }
  // REQUIRES: count() > 0.
  Status ToStatus(std::string_view path) const { return list_.ToStatus(path); }

 private:
  friend Result<TomlDocument> ReadToml(std::string_view text,
                                       std::string_view path);
  // toml++ counts characters.
  TomlPosition InBytes(TomlPosition at) const;

  std::vector<std::string_view> lines_;
  DiagnosticList list_;
};

// Any text either gives a document or is refused with its faults: file, line,
// column, the line and a caret. At most 1 MiB.
Result<TomlDocument> ReadToml(std::string_view text, std::string_view path);

}  // namespace fsduel

#endif  // FSDUEL_PROFILE_TOML_DOCUMENT_H_
