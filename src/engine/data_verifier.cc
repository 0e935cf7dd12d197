// Keeps the shadow: which file a name and a handle stand for.
#include "engine/data_verifier.h"

#include <algorithm>
#include <utility>

#include "base/random.h"
#include "base/text.h"

namespace fsduel {
namespace {

// The first key behind everything below the directory `key`.
std::string BehindTree(const std::string& key) {
  return key + static_cast<char>('/' + 1);
}

}  // namespace

DataVerifier::DataVerifier(const DataVerifierOptions& options)
    : options_(options),
      own_component_("client" + std::to_string(options.client)),
      generation_(FirstGeneration(options.client)),
      slots_(options.handle_slots),
      check_(options.seed,
             [this](std::uint64_t file_id) { return NameOf(file_id); }) {}

bool DataVerifier::IsOwn(std::string_view path) const {
  switch (options_.own_names) {
    case OwnNames::kAll:
      return true;
    case OwnNames::kNone:
      return false;
    case OwnNames::kBelowOwnClient:
      break;
  }
  return std::ranges::count(Split(path, '/'), own_component_) > 0;
}

FileShadow* DataVerifier::FileOf(std::uint32_t slot) const {
  return slot < slots_.size() ? slots_[slot].get() : nullptr;
}

std::shared_ptr<FileShadow> DataVerifier::Find(std::string_view path) const {
  const auto entry = files_.find(ToLower(path));
  if (entry == files_.end()) {
    return nullptr;
  }
  // Another spelling: perhaps this file, perhaps not.
  if (entry->second->path() != path) {
    entry->second->set_shared();
  }
  return entry->second;
}

std::shared_ptr<FileShadow> DataVerifier::MakeFile(std::string_view path) {
  // Own files may have been renamed, so the path alone would not tell one from
  // another; of shared ones all clients must agree.
  const bool is_own = IsOwn(path);
  const std::uint64_t id =
      is_own ? DeriveSeed(FileIdOf(path), ++files_made_) : FileIdOf(path);
  auto file = std::make_shared<FileShadow>(id, std::string(path));
  if (!is_own) {
    file->set_shared();
  }
  files_[ToLower(path)] = file;
  return file;
}

void DataVerifier::Opened(std::uint32_t slot, std::string_view path,
                          OpenEffect effect, std::int64_t size) {
  std::shared_ptr<FileShadow> file = Find(path);
  if (file == nullptr || effect == OpenEffect::kMade) {
    file = MakeFile(path);
    if (effect == OpenEffect::kKept && size != 0) {
      file->LoseAll();
      if (size > 0) {
        file->Truncate(size);
      }
    }
  } else if (effect == OpenEffect::kEmptied) {
    file->Truncate(0);
  }
  if (slot < slots_.size()) {
    slots_[slot] = std::move(file);
  }
}

void DataVerifier::Closed(std::uint32_t slot) {
  if (slot < slots_.size()) {
    slots_[slot] = nullptr;
  }
}

void DataVerifier::Prepare(std::uint32_t slot, std::int64_t offset,
                           std::span<std::byte> buffer) {
  ++generation_;
  const FileShadow* file = FileOf(slot);
  const std::uint64_t id = file == nullptr ? 0 : file->id();
  FillCells(options_.seed, {id, 0, generation_},
            std::max<std::int64_t>(offset, 0), buffer);
}

void DataVerifier::Written(std::uint32_t slot, std::int64_t offset,
                           std::int64_t length, std::int64_t written) {
  FileShadow* file = FileOf(slot);
  if (file == nullptr || offset < 0) {
    return;
  }
  if (written >= 0) {
    file->Write(offset, offset + written, generation_);
  } else {
    file->Lose(offset, offset + length);
  }
}

void DataVerifier::Truncated(std::uint32_t slot, std::int64_t size) {
  if (FileShadow* file = FileOf(slot)) {
    file->Truncate(size);
  }
}

void DataVerifier::DataLost(std::uint32_t slot) {
  if (FileShadow* file = FileOf(slot)) {
    file->LoseAll();
  }
}

bool DataVerifier::CheckRead(std::uint32_t slot, std::int64_t offset,
                             std::span<const std::byte> data,
                             std::int64_t length) {
  const FileShadow* file = FileOf(slot);
  if (file != nullptr) {
    return check_.Check(*file, offset, data, length);
  }
  check_.CountUnverified(data.size());
  return true;
}

DataVerifier::FileMap DataVerifier::Extract(std::string_view path) {
  FileMap extracted;
  const std::string key = ToLower(path);
  const auto take = [&](FileMap::iterator first, FileMap::iterator last) {
    while (first != last) {
      extracted.insert(files_.extract(first++));
    }
  };
  const auto file = files_.find(key);
  if (file != files_.end()) {
    take(file, std::next(file));
  }
  take(files_.lower_bound(key + '/'), files_.lower_bound(BehindTree(key)));
  return extracted;
}

void DataVerifier::Renamed(std::string_view from, std::string_view to) {
  if (from == to) {
    return;
  }
  FileMap moved = Extract(from);
  Extract(to);  // replaced; open handles still know it
  for (auto& [key, file] : moved) {
    if (!file->path().starts_with(from)) {
      file->set_shared();
    }
    file->set_path(std::string(to) + file->path().substr(from.size()));
    if (!IsOwn(file->path())) {
      file->set_shared();
    }
    files_[ToLower(file->path())] = std::move(file);
  }
}

void DataVerifier::Unlinked(std::string_view path) {
  // What remains of a file that has been spelled in two ways is unknown.
  files_.erase(ToLower(path));
}

void DataVerifier::TreeRemoved(std::string_view path) {
  Extract(path);
}

void DataVerifier::Unsure(std::string_view path) {
  for (const auto& [key, file] : Extract(path)) {
    file->set_shared();
  }
}

std::string DataVerifier::NameOf(std::uint64_t file_id) const {
  const auto is_it = [&](const std::shared_ptr<FileShadow>& file) {
    return file != nullptr && file->id() == file_id;
  };
  const auto open = std::ranges::find_if(slots_, is_it);
  if (open != slots_.end()) {
    return (*open)->path();
  }
  const auto known = std::ranges::find_if(
      files_, is_it, [](const auto& entry) -> auto& { return entry.second; });
  return known == files_.end() ? "" : known->second->path();
}

}  // namespace fsduel
