// From the text of a profile, and what was set from outside, to a Profile.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "profile/profile.h"
#include "profile/profile_keys.h"
#include "profile/toml_document.h"

namespace fsduel {
namespace {

constexpr std::size_t kMostSteps = 256;

struct KindName {
  std::string_view name;
  ProfileKind kind;
};
constexpr KindName kKinds[] = {{"sweep", ProfileKind::kSweep},
                               {"replay", ProfileKind::kReplay},
                               {"metadata", ProfileKind::kMetadata}};

std::string_view NameOf(ProfileKind kind) {
  for (const KindName& name : kKinds) {
    if (name.kind == kind) {
      return name.name;
    }
  }
  return "";
}

// The first kind that has the key; nothing when there is none.
std::optional<ProfileKind> KindWith(std::string_view key) {
  for (const KindName& name : kKinds) {
    if (FindProfileKey(key, name.kind) != nullptr) {
      return name.kind;
    }
  }
  return std::nullopt;
}

// "STEP.key=value", split.
struct Setting {
  std::string whole;
  std::string step;  // "" = all that have no value of their own
  std::string key;
  std::string value;
  bool used = false;
  std::string fault;  // of its value

  Status Fail(const std::string& why) const {
    return Status::Usage(fmt::format("{}: {}", Quote(whole), why));
  }
};

Result<Setting> ParseSetting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return Status::Usage(fmt::format(
        "{} is no setting; write key=value, or STEP.key=value", Quote(text)));
  }
  Setting setting;
  setting.whole = text;
  setting.key = text.substr(0, equals);
  setting.value = text.substr(equals + 1);
  const std::size_t dot = setting.key.find('.');
  if (dot != std::string::npos) {
    setting.step = setting.key.substr(0, dot);
    setting.key.erase(0, dot + 1);
  }
  return setting;
}

bool IsHeadKey(std::string_view name) {
  const std::span<const HeadKey> keys = HeadKeys();
  return std::any_of(keys.begin(), keys.end(),
                     [name](const HeadKey& key) { return key.name == name; });
}

const TomlEntry* FindEntry(const TomlSection& section, std::string_view key) {
  for (const TomlEntry& entry : section.entries) {
    if (entry.key == key) {
      return &entry;
    }
  }
  return nullptr;
}

bool IsStepName(std::string_view name) {
  return !name.empty() && name.size() <= 40 &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") ==
             std::string_view::npos;
}

class ProfileReader {
 public:
  // `source` and `document` outlive the reader.
  ProfileReader(const ProfileSource& source, const TomlDocument& document,
                std::vector<Setting> settings)
      : source_(source),
        document_(document),
        settings_(std::move(settings)),
        faults_(source.text) {
    profile_.name = source.name;
  }

  Result<Profile> Read();

 private:
  void ReadHead();
  // A single text of the head; nothing when it is not there or no text.
  std::optional<std::string> HeadText(std::string_view key);
  void CheckKeys(const TomlSection& section, bool is_step);
  void ReadStep(const TomlSection& section);
  std::string ReadStepName(const TomlSection& section);
  bool ValuesFit(const TomlEntry& entry, const ProfileKey& key);
  // Both change all variants; a list of sizes multiplies them.
  void ApplyEntry(const TomlEntry& entry, std::vector<ProfileStep>* variants);
  void ApplySetting(Setting* setting, std::vector<ProfileStep>* variants);
  Status CheckSettingKeys() const;
  Status CheckSettingsUsed() const;

  const ProfileSource& source_;
  const TomlDocument& document_;
  std::vector<Setting> settings_;
  TomlFaults faults_;
  Profile profile_;
  std::set<std::string> names_;  // of steps
};

std::optional<std::string> ProfileReader::HeadText(std::string_view key) {
  const TomlEntry* entry = FindEntry(document_.top, key);
  if (entry == nullptr) {
    return std::nullopt;
  }
  if (entry->is_list || entry->values[0].type != TomlType::kText) {
    faults_.Add(entry->at, fmt::format("{} takes one text", key));
    return std::nullopt;
  }
  return entry->values[0].text;
}

void ProfileReader::ReadHead() {
  if (const auto kind = HeadText("kind")) {
    const auto* known =
        std::find_if(std::begin(kKinds), std::end(kKinds),
                     [&](const KindName& name) { return name.name == *kind; });
    if (known != std::end(kKinds)) {
      profile_.kind = known->kind;
    } else {
      std::vector<std::string_view> names;
      for (const KindName& name : kKinds) {
        names.push_back(name.name);
      }
      faults_.Add(
          FindEntry(document_.top, "kind")->values[0].at,
          fmt::format("{} is no kind of profile; there are {}{}", Quote(*kind),
                      fmt::join(names, ", "), DidYouMean(*kind, names)));
    }
  }
  if (const auto report = HeadText("report")) {
    profile_.report = *report;
    if (std::find(source_.reports.begin(), source_.reports.end(), *report) ==
        source_.reports.end()) {
      faults_.Add(FindEntry(document_.top, "report")->values[0].at,
                  fmt::format("there is no report {}; there are {}{}",
                              Quote(*report), fmt::join(source_.reports, ", "),
                              DidYouMean(*report, source_.reports)));
    }
  }
  profile_.about = HeadText("about").value_or("");
  const auto summary = HeadText("summary");
  const bool is_line = summary && !Trim(*summary).empty() &&
                       summary->find('\n') == std::string::npos;
  if (is_line) {
    profile_.summary = *summary;
  } else if (FindEntry(document_.top, "summary") == nullptr) {
    faults_.Add({1, 1}, "a profile needs a summary = \"one line\"");
  } else if (summary) {
    faults_.Add(FindEntry(document_.top, "summary")->values[0].at,
                "the summary is one line of text");
  }
}

void ProfileReader::CheckKeys(const TomlSection& section, bool is_step) {
  for (const TomlEntry& entry : section.entries) {
    const bool of_head = IsHeadKey(entry.key);
    if (FindProfileKey(entry.key, profile_.kind) != nullptr ||
        (is_step ? entry.key == "name" : of_head)) {
      continue;
    }
    const std::optional<ProfileKind> other = KindWith(entry.key);
    if (of_head) {
      faults_.Add(entry.at,
                  fmt::format("{} stands above the first [[step]]", entry.key));
    } else if (other) {
      faults_.Add(
          entry.at,
          fmt::format("{} is a key of a {} profile, this is a {}", entry.key,
                      NameOf(*other), NameOf(profile_.kind)));
    } else {
      std::vector<std::string_view> known = ProfileKeyNames(profile_.kind);
      if (is_step) {
        known.emplace_back("name");
      } else {
        for (const HeadKey& key : HeadKeys()) {
          known.push_back(key.name);
        }
      }
      faults_.Add(entry.at,
                  fmt::format("there is no key {}{}", Quote(entry.key),
                              DidYouMean(entry.key, known)));
    }
  }
}

std::string ProfileReader::ReadStepName(const TomlSection& section) {
  const TomlEntry* entry = FindEntry(section, "name");
  if (entry == nullptr) {
    if (document_.steps.size() > 1) {
      faults_.Add(section.at, "where there are several steps each has a name");
    }
    return "";
  }
  const TomlValue& value =
      entry->values.empty() ? TomlValue() : entry->values[0];
  if (entry->is_list || value.type != TomlType::kText ||
      !IsStepName(value.text)) {
    faults_.Add(entry->at,
                "a name is a text of lower case letters, digits and dashes, "
                "at most 40");
    return "";
  }
  if (!names_.insert(value.text).second) {
    faults_.Add(value.at,
                fmt::format("there are two steps called {}", value.text));
  }
  return value.text;
}

bool ProfileReader::ValuesFit(const TomlEntry& entry, const ProfileKey& key) {
  if (entry.is_list && !key.list) {
    faults_.Add(entry.at, fmt::format("{} takes one value, no list", key.name));
    return false;
  }
  if (entry.values.empty()) {
    faults_.Add(entry.at, "the list is empty");
    return false;
  }
  for (const TomlValue& value : entry.values) {
    if (!Takes(key.type, value.type)) {
      faults_.Add(value.at,
                  fmt::format("{} takes {}, not {}", key.name,
                              KeyTypeName(key.type), TomlTypeName(value.type)));
      return false;
    }
  }
  return true;
}

void ProfileReader::ApplyEntry(const TomlEntry& entry,
                               std::vector<ProfileStep>* variants) {
  const ProfileKey* key = FindProfileKey(entry.key, profile_.kind);
  if (key == nullptr || !ValuesFit(entry, *key)) {
    return;
  }
  std::vector<std::string> texts;
  for (const TomlValue& value : entry.values) {
    if (key->step_each || texts.empty()) {
      texts.push_back(value.text);
    } else {
      texts[0].append(",").append(value.text);
    }
  }
  if (variants->size() * texts.size() > kMostSteps) {
    faults_.Add(entry.at, fmt::format("more than {} steps", kMostSteps));
    return;
  }
  std::vector<ProfileStep> all;
  for (const ProfileStep& variant : *variants) {
    for (const std::string& text : texts) {
      all.push_back(variant);
      const Status status = key->apply(text, &all.back());
      if (!status.ok()) {
        faults_.Add(entry.values[0].at,
                    fmt::format("{}: {}", key->name, status.message()));
        return;
      }
    }
  }
  *variants = std::move(all);
}

void ProfileReader::ApplySetting(Setting* setting,
                                 std::vector<ProfileStep>* variants) {
  const ProfileKey* key = FindProfileKey(setting->key, profile_.kind);
  for (ProfileStep& variant : *variants) {
    const Status status = key->apply(setting->value, &variant);
    if (!status.ok() && setting->fault.empty()) {
      setting->fault = status.message();
    }
  }
  setting->used = true;
}

// What is nearer to the step wins: the head, what is set for all steps, the
// step, what is set for it.
void ProfileReader::ReadStep(const TomlSection& section) {
  ProfileStep step;
  TomlSection own;  // what the step itself says
  if (&section != &document_.top) {
    step.name = ReadStepName(section);
    own = section;
  }
  std::vector<Setting*> common;
  std::vector<Setting*> special;
  for (Setting& setting : settings_) {
    if (!setting.step.empty() && setting.step == step.name) {
      special.push_back(&setting);
    } else if (setting.step.empty() && FindEntry(own, setting.key) == nullptr) {
      common.push_back(&setting);
    }
  }
  const auto has = [](const std::vector<Setting*>& list,
                      const TomlEntry& entry) {
    return std::any_of(list.begin(), list.end(), [&](const Setting* setting) {
      return setting->key == entry.key;
    });
  };
  std::vector<ProfileStep> variants = {step};
  for (const TomlEntry& entry : document_.top.entries) {
    if (FindEntry(own, entry.key) == nullptr && !has(common, entry) &&
        !has(special, entry)) {
      ApplyEntry(entry, &variants);
    }
  }
  for (Setting* setting : common) {
    ApplySetting(setting, &variants);
  }
  for (const TomlEntry& entry : own.entries) {
    if (!has(special, entry)) {
      ApplyEntry(entry, &variants);
    }
  }
  for (Setting* setting : special) {
    ApplySetting(setting, &variants);
  }
  if (profile_.steps.size() + variants.size() > kMostSteps) {
    faults_.Add(section.at, fmt::format("more than {} steps", kMostSteps));
    return;
  }
  profile_.steps.insert(profile_.steps.end(), variants.begin(), variants.end());
}

Status ProfileReader::CheckSettingKeys() const {
  for (const Setting& setting : settings_) {
    if (FindProfileKey(setting.key, profile_.kind) == nullptr) {
      return setting.Fail(
          IsHeadKey(setting.key)
              ? fmt::format("{} cannot be set from outside", setting.key)
              : fmt::format(
                    "there is no key {}{}", Quote(setting.key),
                    DidYouMean(setting.key, ProfileKeyNames(profile_.kind))));
    }
  }
  return Status::Ok();
}

Status ProfileReader::CheckSettingsUsed() const {
  const std::vector<std::string_view> names(names_.begin(), names_.end());
  for (const Setting& setting : settings_) {
    if (!setting.fault.empty()) {
      return setting.Fail(setting.fault);
    }
    if (setting.used) {
      continue;
    }
    return setting.Fail(
        setting.step.empty()
            ? fmt::format("each step says for itself what {} is; set it for "
                          "one of {} as STEP.{}",
                          setting.key, fmt::join(names, ", "), setting.key)
            : fmt::format("there is no step {}{}", Quote(setting.step),
                          DidYouMean(setting.step, names)));
  }
  return Status::Ok();
}

Result<Profile> ProfileReader::Read() {
  ReadHead();
  CheckKeys(document_.top, false);
  for (const TomlSection& step : document_.steps) {
    CheckKeys(step, true);
  }
  Status settings = CheckSettingKeys();
  if (faults_.count() == 0 && !settings.ok()) {
    return settings;
  }
  if (settings.ok() && document_.steps.empty()) {
    ReadStep(document_.top);
  }
  for (const TomlSection& step : document_.steps) {
    if (settings.ok()) {
      ReadStep(step);
    }
  }
  if (faults_.count() > 0) {
    return faults_.ToStatus(source_.path);
  }
  settings = CheckSettingsUsed();
  if (!settings.ok()) {
    return settings;
  }
  for (const Setting& setting : settings_) {
    profile_.settings.emplace_back(
        setting.whole.substr(0, setting.whole.find('=')), setting.value);
  }
  return profile_;
}

}  // namespace

Result<Profile> ParseProfile(const ProfileSource& source,
                             const std::vector<std::string>& settings) {
  std::vector<Setting> parsed;
  for (const std::string& text : settings) {
    Result<Setting> setting = ParseSetting(text);
    if (!setting.ok()) {
      return setting.status();
    }
    parsed.push_back(std::move(setting).value());
  }
  const Result<TomlDocument> document = ReadToml(source.text, source.path);
  if (!document.ok()) {
    return document.status();
  }
  return ProfileReader(source, document.value(), std::move(parsed)).Read();
}

std::string ProfileSummary(std::string_view text) {
  const Result<TomlDocument> document = ReadToml(text, "");
  if (!document.ok()) {
    return "";
  }
  const TomlEntry* entry = FindEntry(document->top, "summary");
  return entry == nullptr || entry->values.empty() ? "" : entry->values[0].text;
}

}  // namespace fsduel
