// Makes and removes the trees that clients work in.
#include "run/trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <string_view>

#include "base/random.h"
#include "base/text.h"
#include "sys/clock.h"
#include "sys/process.h"
#include "sys/tree.h"

namespace fsduel {
namespace {

constexpr const char* kSharedName = "shared";
constexpr const char* kFixedName = "clients";
constexpr std::string_view kFixedMarker = "fsduel dbench";

std::string ClientName(std::uint32_t client) {
  return fmt::format("c{:04}", client);
}

// "20261130T210409Z" from "2026-11-30T21:04:09Z".
std::string Stamp() {
  std::string stamp = FormatUtc(WallClockNow());
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return stamp;
}

// First components of all names in the plan's loadfiles.
std::vector<std::string> TopNames(const RunPlan& plan) {
  std::set<std::string> names;
  for (const PlannedLoadfile& planned : plan.loadfiles) {
    for (const PathPattern& path : planned.loadfile->paths()) {
      names.insert(path.text.substr(0, path.text.find('/')));
    }
  }
  return {names.begin(), names.end()};
}

Status RefuseForeign(const std::string& directory, const std::string& name) {
  return Status::System(
      fmt::format("{} exists and was not made by fsduel: move it away, or give "
                  "another directory with -D",
                  Quote(directory + "/" + name)));
}

}  // namespace

TreesSpec TreesOf(const RunPlan& plan) {
  TreesSpec spec;
  spec.directories = plan.spec.directories;
  spec.directory_of = plan.directory_of;
  spec.shared = plan.spec.shared_tree;
  if (plan.dbench.use_fixed_tree) {
    spec.fixed_names = TopNames(plan);
  }
  return spec;
}

Result<Trees> Trees::Create(const TreesSpec& spec, std::uint32_t run_number) {
  Trees trees;
  trees.shared_ = spec.shared;
  trees.fixed_ = spec.fixed_names.has_value();
  trees.directory_of_ = spec.directory_of;
  std::vector<HeldTree> held;
  for (const std::string& directory : spec.directories) {
    Result<UniqueFd> parent = OpenDirectory(directory);
    if (!parent.ok()) {
      return parent.status();
    }
    Place place;
    place.directory = directory;
    place.parent = std::move(parent).value();
    if (!trees.fixed_) {
      place.name =
          fmt::format("fsduel-{}-{}-{}", Stamp(), CurrentProcess(), run_number);
      place.marker = fmt::format(
          "{} {:016x}", place.name,
          Mix64(static_cast<std::uint64_t>(MonotonicClock().Now())));
      held.push_back({directory, place.name, place.marker});
    }
    trees.places_.push_back(std::move(place));
  }
  if (!held.empty()) {
    // A journal that cannot be written must not stop a run; the trees are then
    // only removed by this process.
    (void)trees.journal_.Hold(held).ok();
  }
  for (std::uint32_t i = 0; i < trees.places_.size(); ++i) {
    const Status made = trees.fixed_
                            ? trees.AdoptFixedTree(i, *spec.fixed_names)
                            : trees.MakeTree(i);
    if (!made.ok()) {
      (void)trees.Remove([](std::uint32_t) {}).ok();
      return made;
    }
  }
  return trees;
}

Status Trees::MakeTree(std::uint32_t directory) {
  Place& place = places_[directory];
  Result<UniqueFd> tree = MakeDirectoryAt(place.parent.get(), place.name);
  if (!tree.ok()) {
    return Status::System(fmt::format("cannot make a tree in {}: {}",
                                      Quote(place.directory),
                                      tree.status().message()));
  }
  place.tree = std::move(tree).value();
  if (Status marked = WriteMarker(place.tree.get(), place.marker);
      !marked.ok()) {
    return marked;
  }
  if (shared_) {
    return MakeDirectoryAt(place.tree.get(), kSharedName).status();
  }
  for (std::uint32_t client = 0; client < directory_of_.size(); ++client) {
    if (directory_of_[client] == directory) {
      if (Status made =
              MakeDirectoryAt(place.tree.get(), ClientName(client)).status();
          !made.ok()) {
        return made;
      }
    }
  }
  return Status::Ok();
}

// DIR/clients of the drop-in dbench command: made, or one of ours that
// --skip-cleanup left. Anything else in the way is somebody's.
Status Trees::AdoptFixedTree(std::uint32_t directory,
                             const std::vector<std::string>& names) {
  Place& place = places_[directory];
  Result<UniqueFd> tree = OpenDirectory(place.directory);
  if (!tree.ok()) {
    return tree.status();
  }
  place.tree = std::move(tree).value();
  std::string marker;
  if (ExistsAt(place.tree.get(), kFixedName)) {
    Result<UniqueFd> clients = OpenDirectoryAt(place.tree.get(), kFixedName);
    marker = clients.ok() ? ReadMarker(clients->get()) : "";
    if (!marker.starts_with(kFixedMarker)) {
      return RefuseForeign(place.directory, kFixedName);
    }
  }
  const std::vector<std::string_view> known = Split(marker, '\n');
  for (const std::string& name : names) {
    if (name != kFixedName && ExistsAt(place.tree.get(), name) &&
        std::find(known.begin(), known.end(), name) == known.end()) {
      return RefuseForeign(place.directory, name);
    }
  }
  place.top_names = names;
  if (!marker.empty()) {
    for (std::size_t i = 1; i < known.size(); ++i) {
      place.top_names.emplace_back(known[i]);
    }
    return Status::Ok();
  }
  Result<UniqueFd> clients = MakeDirectoryAt(place.tree.get(), kFixedName);
  if (!clients.ok()) {
    return clients.status();
  }
  return WriteMarker(
      clients->get(),
      fmt::format("{}\n{}", kFixedMarker, fmt::join(place.top_names, "\n")));
}

Result<UniqueFd> Trees::OpenClientDirectory(std::uint32_t client) const {
  const Place& place = places_[directory_of_[client]];
  if (fixed_) {
    return OpenDirectory(place.directory);
  }
  return OpenDirectoryAt(place.tree.get(),
                         shared_ ? kSharedName : ClientName(client));
}

Result<UniqueFd> Trees::OpenSharedDirectory(std::uint32_t directory) const {
  return OpenDirectoryAt(places_[directory].tree.get(), kSharedName);
}

Status Trees::RemovePlace(Place* place) {
  if (!fixed_) {
    return RemoveMarkedTree(place->parent.get(), place->name, place->marker);
  }
  for (const std::string& name : place->top_names) {
    if (name != kFixedName && !name.empty()) {
      if (Status removed = RemoveAnyAt(place->tree.get(), name);
          !removed.ok()) {
        return removed;
      }
    }
  }
  return place->top_names.empty() ? Status::Ok()
                                  : RemoveAnyAt(place->tree.get(), kFixedName);
}

Status Trees::Remove(const std::function<void(std::uint32_t)>& progress) {
  Status first;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    progress(static_cast<std::uint32_t>(places_.size() - i));
    const Status removed = RemovePlace(&places_[i]);
    if (!removed.ok() && first.ok()) {
      first = Status::System(fmt::format("cannot remove {}/{}: {}",
                                         places_[i].directory, places_[i].name,
                                         removed.message()));
    }
  }
  progress(0);
  if (first.ok()) {
    journal_.Release();
  }
  return first;
}

std::string Trees::Describe() const {
  std::vector<std::string> paths;
  for (const Place& place : places_) {
    paths.push_back(place.directory + "/" + (fixed_ ? kFixedName : place.name));
  }
  return fmt::format("{}", fmt::join(paths, ", "));
}

}  // namespace fsduel
