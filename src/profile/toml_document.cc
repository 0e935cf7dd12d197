// The only file that knows toml++. It is compiled in here, without exceptions.
#include "profile/toml_document.h"

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
// An assertion of its own fails on malformed times ("1979-05-27Tx"), which the
// parser reports right behind it: input must not end the program.
#define TOML_ASSERT(expression) static_assert(true)
#include <fmt/format.h>

#include <algorithm>
#include <toml++/toml.h>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

TomlPosition PositionOf(const toml::source_region& source) {
  return {source.begin.line, source.begin.column};
}

TomlValue ValueOf(const toml::node& node) {
  TomlValue value;
  value.at = PositionOf(node.source());
  if (const auto* text = node.as_string()) {
    value.text = text->get();
  } else if (const auto* whole = node.as_integer()) {
    value.type = TomlType::kWhole;
    value.text = std::to_string(whole->get());
  } else if (const auto* broken = node.as_floating_point()) {
    value.type = TomlType::kBroken;
    value.text = fmt::format("{}", broken->get());
  } else if (const auto* truth = node.as_boolean()) {
    value.type = TomlType::kSwitch;
    value.text = truth->get() ? "true" : "false";
  } else {
    value.type = TomlType::kOther;
  }
  return value;
}

TomlEntry EntryOf(const toml::key& key, const toml::node& node) {
  TomlEntry entry;
  entry.key = key.str();
  entry.at = PositionOf(key.source());
  if (const toml::array* list = node.as_array()) {
    entry.is_list = true;
    for (const toml::node& item : *list) {
      entry.values.push_back(ValueOf(item));
    }
  } else {
    entry.values.push_back(ValueOf(node));
  }
  return entry;
}

bool IsBefore(const TomlEntry& a, const TomlEntry& b) {
  return a.at.line != b.at.line ? a.at.line < b.at.line
                                : a.at.column < b.at.column;
}

// toml++ keeps a table sorted by its keys.
void SortByPosition(TomlSection* section) {
  std::sort(section->entries.begin(), section->entries.end(), IsBefore);
}

TomlSection SectionOf(const toml::table& table) {
  TomlSection section;
  section.at = PositionOf(table.source());
  for (const auto& [key, node] : table) {
    section.entries.push_back(EntryOf(key, node));
  }
  SortByPosition(&section);
  return section;
}

// [[step]] is the only list of tables, and there are no others.
bool IsListOfTables(const toml::node& node) {
  const toml::array* list = node.as_array();
  return list != nullptr && !list->empty() &&
         std::all_of(list->begin(), list->end(),
                     [](const toml::node& item) { return item.is_table(); });
}

}  // namespace

std::string_view TomlTypeName(TomlType type) {
  switch (type) {
    case TomlType::kText:
      return "a text";
    case TomlType::kWhole:
      return "a whole number";
    case TomlType::kBroken:
      return "a number with a fraction";
    case TomlType::kSwitch:
      return "true or false";
    case TomlType::kOther:
      break;
  }
  return "something else";
}

TomlFaults::TomlFaults(std::string_view text) : lines_(Split(text, '\n')) {}

void TomlFaults::Add(const TomlPosition& at, std::string message) {
  LinePlace place;
  place.line = at.line;
  if (at.line >= 1 && at.line <= lines_.size()) {
    place.text = lines_[at.line - 1];
    if (place.text.ends_with('\r')) {
      place.text.remove_suffix(1);
    }
  }
  list_.FailAt(place, std::max<std::uint32_t>(at.column, 1),
               std::move(message));
}

TomlPosition TomlFaults::InBytes(TomlPosition at) const {
  if (at.line < 1 || at.line > lines_.size()) {
    return at;
  }
  const std::string_view line = lines_[at.line - 1];
  std::uint32_t characters = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U;
    characters += starts ? 1 : 0;
    if (characters == at.column) {
      at.column = static_cast<std::uint32_t>(i + 1);
      return at;
    }
  }
  at.column = static_cast<std::uint32_t>(line.size() + 1);
  return at;
}

Result<TomlDocument> ReadToml(std::string_view text, std::string_view path) {
  TomlFaults faults(text);
  if (text.size() > kMostBytes) {
    faults.Add({}, "more than 1 MiB; this is no profile");
    return faults.ToStatus(path);
  }
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    faults.Add(faults.InBytes(PositionOf(error.source())),
               std::string(error.description()));
    return faults.ToStatus(path);
  }
  TomlDocument document;
  for (const auto& [key, node] : parsed.table()) {
    if (key.str() == "step" && IsListOfTables(node)) {
      for (const toml::node& step : *node.as_array()) {
        document.steps.push_back(SectionOf(*step.as_table()));
      }
    } else if (node.is_table() || IsListOfTables(node)) {
      faults.Add(faults.InBytes(PositionOf(key.source())),
                 fmt::format("{} is no section; a profile has only [[step]]",
                             Quote(key.str())));
    } else {
      document.top.entries.push_back(EntryOf(key, node));
    }
  }
  if (faults.count() > 0) {
    return faults.ToStatus(path);
  }
  SortByPosition(&document.top);
  const auto to_bytes = [&faults](TomlSection* section) {
    section->at = faults.InBytes(section->at);
    for (TomlEntry& entry : section->entries) {
      entry.at = faults.InBytes(entry.at);
      for (TomlValue& value : entry.values) {
        value.at = faults.InBytes(value.at);
      }
    }
  };
  to_bytes(&document.top);
  std::for_each(document.steps.begin(), document.steps.end(),
                [&](TomlSection& section) { to_bytes(&section); });
  return document;
}

}  // namespace fsduel
