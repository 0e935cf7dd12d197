#include "host/small_files.h"

#include <charconv>

#include "base/text.h"

namespace fsduel {

std::string ReadTrimmed(Machine& machine, const std::string& path) {
  const Result<std::string> text = machine.ReadFile(path);
  return text.ok() ? std::string(Trim(text.value())) : std::string();
}

std::int64_t ParseNumberOr(std::string_view text, std::int64_t otherwise) {
  std::int64_t number = 0;
  const auto parsed =
      std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc() ? number : otherwise;
}

std::int64_t ReadNumberOr(Machine& machine, const std::string& path,
                          std::int64_t otherwise) {
  return ParseNumberOr(ReadTrimmed(machine, path), otherwise);
}

std::vector<std::string_view> SplitWords(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n";
  std::vector<std::string_view> words;
  std::size_t start = text.find_first_not_of(kBlanks);
  while (start != std::string_view::npos) {
    const std::size_t end = text.find_first_of(kBlanks, start);
    words.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::string_view FindValue(std::string_view text, std::string_view key) {
  for (const std::string_view line : Split(text, '\n')) {
    if (line.starts_with(key)) {
      return Trim(line.substr(key.size()));
    }
  }
  return {};
}

std::string ActiveChoice(const std::string& choices) {
  const std::size_t open = choices.find('[');
  const std::size_t close = choices.find(']');
  return open == std::string::npos || close == std::string::npos
             ? choices
             : choices.substr(open + 1, close - open - 1);
}

std::int64_t MeminfoBytes(std::string_view meminfo, std::string_view key) {
  const std::int64_t kibibytes = ParseNumberOr(FindValue(meminfo, key), -1);
  return kibibytes < 0 ? -1 : kibibytes * 1024;
}

}  // namespace fsduel
