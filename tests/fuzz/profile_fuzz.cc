// Fuzz target: any text is a profile or is refused with a message. In memory
// only. A first line that begins with "#!" holds settings, blanks between.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "profile/profile.h"

namespace {

void Require(bool condition, const char* what) {
  if (!condition) {
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
  }
}

std::vector<std::string> SettingsOf(std::string_view text) {
  std::vector<std::string> settings;
  if (text.starts_with("#!")) {
    text = text.substr(2, text.find('\n') - 2);
    for (const std::string_view word : fsduel::Split(text, ' ')) {
      if (!word.empty()) {
        settings.emplace_back(word);
      }
    }
  }
  return settings;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view kReports[] = {"table", "quick"};
  const fsduel::Result<fsduel::Profile> profile = fsduel::ParseProfile(
      {"fuzz", "fuzz.toml", text, kReports}, SettingsOf(text));
  fsduel::ProfileSummary(text);
  if (!profile.ok()) {
    Require(profile.status().kind() == fsduel::ErrorKind::kUsage, "usage");
    Require(!profile.status().message().empty(), "a message");
    return 0;
  }
  Require(!profile->summary.empty(), "a summary");
  Require(!profile->steps.empty() && profile->steps.size() <= 256, "steps");
  for (const fsduel::ProfileStep& step : profile->steps) {
    Require(!step.sweep.threads.empty() && !step.sweep.blocks.empty(), "lists");
    Require(!(step.sweep.size && step.sweep.size_per_thread), "one size");
    for (const fsduel::Pattern& pattern : step.sweep.patterns) {
      Require(pattern.row != nullptr, "pattern");
    }
  }
  return 0;
}
