// A profile: a workload described in a file, to be run by name. Plain data.
#ifndef FSDUEL_PROFILE_PROFILE_H_
#define FSDUEL_PROFILE_PROFILE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "run/run_spec.h"
#include "sweep/metadata_plan.h"
#include "sweep/sweep_spec.h"

namespace fsduel {

enum class ProfileKind : std::uint8_t {
  kSweep,     // each step is a sweep
  kReplay,    // each step replays loadfiles
  kMetadata,  // each step creates, stats, renames ... files
};

struct ProfileStep {
  std::string name;  // "" when there is only one
  // Only the one of the profile's kind is used. Directories, results and what
  // else the command line says are not in it.
  SweepSpec sweep;
  RunSpec replay;
  MetadataSpec metadata;  // its base is not used: `sweep` is
};

struct Profile {
  std::string name;     // "tiobench"
  std::string summary;  // one line
  std::string about;    // more of it, "" = nothing
  ProfileKind kind = ProfileKind::kSweep;
  std::string report = "table";
  std::vector<ProfileStep> steps;  // at least one, in the order of the file
  // (key, value) that were set from outside, for the result.
  std::vector<std::pair<std::string, std::string>> settings;
};

struct ProfileSource {
  std::string name;
  std::string path;  // for messages
  std::string_view text;
  // Reports that there are.
  std::span<const std::string_view> reports;
};

// `settings` are "key=value", for all steps, or "STEP.key=value", for one of
// them; they are validated as the file is. All faults of a text come in one
// usage Status: file, line, column, the line and a proposal. Any text is safe.
Result<Profile> ParseProfile(const ProfileSource& source,
                             const std::vector<std::string>& settings);

// The summary of a profile, "" when it has none or does not parse: for lists.
std::string ProfileSummary(std::string_view text);

}  // namespace fsduel

#endif  // FSDUEL_PROFILE_PROFILE_H_
