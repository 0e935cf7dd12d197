// Text of one option -> typed value. Each function leaves the target untouched
// when it fails; its message says what is accepted.
#ifndef FSDUEL_RUN_OPTION_VALUES_H_
#define FSDUEL_RUN_OPTION_VALUES_H_

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "base/text.h"
#include "run/run_spec.h"

namespace fsduel {

// A whole number `least`..`most`; `10k` is 10,000.
Result<std::int64_t> ParseBounded(std::string_view text, std::int64_t least,
                                  std::int64_t most);
// "true" or "false", as the parser writes switches.
Status SetSwitch(std::string_view text, bool* target);
Status SetText(std::string_view text, std::string* target);
// Not empty.
Status SetPath(std::string_view text, std::string* target);
Status AppendPath(std::string_view text, std::vector<std::string>* target);
// Longer than zero.
Status SetPositiveDuration(std::string_view text,
                           std::chrono::nanoseconds* target);
// `office:6` -> {"office", 6}.
Status AppendLoadfile(std::string_view text, std::vector<LoadfileSpec>* target);
// Words of --durability, separated by commas; `none` clears.
Status SetDurability(std::string_view text, Durability* target);
Status SetCpus(std::string_view text, std::vector<std::uint32_t>* target);
// "idle", "be:0..7", "rt:0..7".
Status SetIoPriorityWord(std::string_view text, std::string* target);
// Operations per second, a fraction allowed.
Status SetRate(std::string_view text, std::optional<double>* target);

// `word` is none of `choices`.
Status UnknownChoice(std::string_view word,
                     const std::vector<std::string_view>& choices);

// A bounded whole number, into a number or an optional number.
template <typename T>
Status SetNumber(std::string_view text, std::int64_t least, std::int64_t most,
                 T* target) {
  const Result<std::int64_t> value = ParseBounded(text, least, most);
  if (!value.ok()) {
    return value.status();
  }
  using Number = typename decltype(std::optional{*target})::value_type;
  *target = static_cast<Number>(value.value());
  return Status::Ok();
}

// One of the words, into an enum.
template <typename E>
Status SetChoice(std::string_view text,
                 std::initializer_list<std::pair<std::string_view, E>> choices,
                 E* target) {
  std::vector<std::string_view> words;
  for (const auto& [word, value] : choices) {
    if (word == text) {
      *target = value;
      return Status::Ok();
    }
    words.push_back(word);
  }
  return UnknownChoice(text, words);
}

}  // namespace fsduel

#endif  // FSDUEL_RUN_OPTION_VALUES_H_
