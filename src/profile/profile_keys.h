// The keys of a profile, one row each. The reader, --set and the test of
// profiles/README.md read these rows.
#ifndef FSDUEL_PROFILE_PROFILE_KEYS_H_
#define FSDUEL_PROFILE_PROFILE_KEYS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "profile/profile.h"
#include "profile/toml_document.h"

namespace fsduel {

enum class KeyType : std::uint8_t { kText, kNumber, kSize, kTime, kSwitch };
// "a text", "a size" ...
std::string_view KeyTypeName(KeyType type);
// A size may be written "4k" or 4096, a time "60s", 60 or 0.5.
bool Takes(KeyType key, TomlType value);

// Bits of ProfileKey::kinds.
inline constexpr std::uint32_t kSweepKey = 1U << 0;
inline constexpr std::uint32_t kReplayKey = 1U << 1;
inline constexpr std::uint32_t kMetadataKey = 1U << 2;
std::uint32_t KindBit(ProfileKind kind);

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): a row to read
struct ProfileKey {
  std::string_view name;  // the option of the command line, without dashes
  KeyType type = KeyType::kText;
  bool list = false;  // may be a list
  std::uint32_t kinds = 0;
  std::string_view help;  // lower case, no full stop
  // Stores the value; a list comes with commas between. The message of a
  // failure does not name the key.
  Status (*apply)(std::string_view value, ProfileStep* step) = nullptr;
  // Values of a list make one step each, where no list can be stored.
  bool step_each = false;
};

std::span<const ProfileKey> ProfileKeys();
// Null when there is none.
const ProfileKey* FindProfileKey(std::string_view name, ProfileKind kind);
std::vector<std::string_view> ProfileKeyNames(ProfileKind kind);

// Keys of the profile itself, which stand above the steps and cannot be set
// from outside.
struct HeadKey {
  std::string_view name;
  std::string_view help;
};
std::span<const HeadKey> HeadKeys();

}  // namespace fsduel

#endif  // FSDUEL_PROFILE_PROFILE_KEYS_H_
