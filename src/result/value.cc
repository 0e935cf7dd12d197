#include "result/value.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace fsduel {
namespace {

std::string EscapeText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      escaped += "\\\\";
    } else if (c == '\n') {
      escaped += "\\n";
    } else if (c == '\r') {
      escaped += "\\r";
    } else if (byte < 0x20 || byte == 0x7F) {
      escaped += fmt::format("\\x{:02X}", byte);
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::optional<std::string> UnescapeText(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      plain += text[i];
      continue;
    }
    if (++i == text.size()) {
      return std::nullopt;
    }
    unsigned byte = 0;
    const char* const digits = text.data() + i + 1;
    if (text[i] == '\\') {
      plain += '\\';
    } else if (text[i] == 'n') {
      plain += '\n';
    } else if (text[i] == 'r') {
      plain += '\r';
    } else if (text[i] == 'x' && i + 2 < text.size() &&
               std::from_chars(digits, digits + 2, byte, 16).ptr ==
                   digits + 2) {
      plain += static_cast<char>(byte);
      i += 2;
    } else {
      return std::nullopt;
    }
  }
  return plain;
}

std::string QuoteText(std::string text) {
  const bool plain =
      text.find_first_of(",\"") == std::string::npos &&
      (text.empty() || (text.front() != ' ' && text.back() != ' '));
  if (plain) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted.append(c == '"' ? 2 : 1, c);
  }
  return quoted + "\"";
}

template <typename Number>
bool ParseNumber(std::string_view cell, Value* value) {
  Number number{};
  const char* const end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, number);
  if (error != std::errc() || stop != end) {
    return false;
  }
  *value = number;
  return true;
}

struct CellFormatter {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(bool flag) const { return flag ? "1" : "0"; }
  std::string operator()(const std::string& text) const {
    return QuoteText(EscapeText(text));
  }
  template <typename Number>
  std::string operator()(Number number) const {
    return fmt::format("{}", number);  // shortest that reads back the same
  }
};

}  // namespace

std::string FormatCell(const Value& value) {
  return std::visit(CellFormatter(), value);
}

bool ParseCell(std::string_view cell, ValueKind kind, Value* value) {
  switch (kind) {
    case ValueKind::kFlag:
      *value = cell == "1";
      return cell == "0" || cell == "1";
    case ValueKind::kCount:
      return ParseNumber<std::uint64_t>(cell, value);
    case ValueKind::kInteger:
      return ParseNumber<std::int64_t>(cell, value);
    case ValueKind::kReal:
      return ParseNumber<double>(cell, value) &&
             std::isfinite(std::get<double>(*value));
    case ValueKind::kText: {
      std::optional<std::string> text = UnescapeText(cell);
      if (!text) {
        return false;
      }
      *value = *std::move(text);
      return true;
    }
  }
  return false;
}

std::string_view DescribeKind(ValueKind kind) {
  switch (kind) {
    case ValueKind::kFlag:
      return "0 or 1";
    case ValueKind::kCount:
      return "a whole number, 0 or more";
    case ValueKind::kInteger:
      return "a whole number";
    case ValueKind::kReal:
      return "a number";
    case ValueKind::kText:
      return "a known word or a well-formed text";
  }
  return "";
}

}  // namespace fsduel
