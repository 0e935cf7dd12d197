// Text of one option -> typed value.
#include "run/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/units.h"
#include "sys/process.h"

namespace fsduel {
namespace {

constexpr std::uint32_t kMostWeight = 1'000'000;
constexpr std::uint32_t kMostCpu = 8191;  // CONFIG_NR_CPUS goes to 8192

struct DurabilityWord {
  std::string_view word;
  bool Durability::*flag;
};

constexpr DurabilityWord kDurabilityWords[] = {
    {"dsync", &Durability::dsync},
    {"sync", &Durability::sync},
    {"fdatasync-each", &Durability::fdatasync_each},
    {"fsync-each", &Durability::fsync_each},
    {"fsync-end", &Durability::fsync_end},
    {"dirs", &Durability::dirs},
};

}  // namespace

Status UnknownChoice(std::string_view word,
                     const std::vector<std::string_view>& choices) {
  return Status::Usage(fmt::format("{} is not one of {}{}", Quote(word),
                                   fmt::join(choices, ", "),
                                   DidYouMean(word, choices)));
}

Result<std::int64_t> ParseBounded(std::string_view text, std::int64_t least,
                                  std::int64_t most) {
  const Result<std::int64_t> value = ParseCount(text);
  if (value.ok() && (value.value() < least || value.value() > most)) {
    return Status::Usage(
        most == std::numeric_limits<std::int64_t>::max()
            ? fmt::format("{} is less than {}", Quote(text), least)
            : fmt::format("{} is not between {} and {}", Quote(text), least,
                          most));
  }
  return value;
}

Status SetSwitch(std::string_view text, bool* target) {
  return SetChoice<bool>(text, {{"true", true}, {"false", false}}, target);
}

Status SetText(std::string_view text, std::string* target) {
  *target = text;
  return Status::Ok();
}

Status SetPath(std::string_view text, std::string* target) {
  if (text.empty()) {
    return Status::Usage("the path is empty");
  }
  return SetText(text, target);
}

Status AppendPath(std::string_view text, std::vector<std::string>* target) {
  std::string path;
  const Status status = SetPath(text, &path);
  if (status.ok()) {
    target->push_back(std::move(path));
  }
  return status;
}

Status SetPositiveDuration(std::string_view text,
                           std::chrono::nanoseconds* target) {
  const Result<std::chrono::nanoseconds> duration = ParseDuration(text);
  if (!duration.ok()) {
    return duration.status();
  }
  if (duration.value().count() == 0) {
    return Status::Usage("the time must be longer than 0");
  }
  *target = duration.value();
  return Status::Ok();
}

Status AppendLoadfile(std::string_view text,
                      std::vector<LoadfileSpec>* target) {
  LoadfileSpec loadfile;
  const std::size_t colon = text.rfind(':');
  const std::string_view weight =
      colon == std::string_view::npos ? "" : text.substr(colon + 1);
  // A file may have a colon in its name; only digits after it are a weight.
  if (!weight.empty() &&
      weight.find_first_not_of("0123456789") == std::string_view::npos) {
    const Status status = SetNumber(weight, 1, kMostWeight, &loadfile.weight);
    if (!status.ok()) {
      return Status::Usage(
          fmt::format("weight of {}: {}", Quote(text), status.message()));
    }
    text = text.substr(0, colon);
  }
  const Status status = SetPath(text, &loadfile.name);
  if (status.ok()) {
    target->push_back(std::move(loadfile));
  }
  return status;
}

Status SetDurability(std::string_view text, Durability* target) {
  Durability wanted;
  for (const std::string_view word : Split(text, ',')) {
    if (word == "none") {
      wanted = Durability();
      continue;
    }
    const auto* row = std::find_if(
        std::begin(kDurabilityWords), std::end(kDurabilityWords),
        [word](const DurabilityWord& known) { return known.word == word; });
    if (row == std::end(kDurabilityWords)) {
      std::vector<std::string_view> words = {"none"};
      for (const DurabilityWord& known : kDurabilityWords) {
        words.push_back(known.word);
      }
      return UnknownChoice(word, words);
    }
    wanted.*(row->flag) = true;
  }
  *target = wanted;
  return Status::Ok();
}

Status SetCpus(std::string_view text, std::vector<std::uint32_t>* target) {
  const Result<std::vector<std::int64_t>> list = ParseCountList(text);
  if (!list.ok()) {
    return list.status();
  }
  std::vector<std::uint32_t> cpus;
  for (const std::int64_t cpu : list.value()) {
    if (cpu > kMostCpu) {
      return Status::Usage(fmt::format("there is no CPU {}", cpu));
    }
    cpus.push_back(static_cast<std::uint32_t>(cpu));
  }
  *target = std::move(cpus);
  return Status::Ok();
}

Status SetIoPriorityWord(std::string_view text, std::string* target) {
  std::string word(text);
  Status status = text.empty() ? Status::Usage("the priority is empty")
                               : CheckIoPriority(word);
  if (status.ok()) {
    *target = std::move(word);
  }
  return status;
}

Status SetRate(std::string_view text, std::optional<double>* target) {
  double rate = 0;
  const auto [end, error] = std::from_chars(
      text.data(), text.data() + text.size(), rate, std::chars_format::fixed);
  if (error == std::errc() && end == text.data() + text.size()) {
    // from_chars also takes "inf", "nan" and a minus sign.
    if (rate > 0 && rate <= 1e12) {
      *target = rate;
      return Status::Ok();
    }
    return Status::Usage(
        fmt::format("{} is not between 0 and 10^12", Quote(text)));
  }
  const Result<std::int64_t> count = ParseBounded(text, 1, 1'000'000'000'000);
  if (!count.ok()) {
    return count.status();
  }
  *target = static_cast<double>(count.value());
  return Status::Ok();
}

}  // namespace fsduel
