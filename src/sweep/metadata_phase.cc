#include "sweep/metadata_phase.h"

#include <fmt/format.h>

#include "base/random.h"

namespace fsduel {

Result<MetadataPlaces> MetadataPlaces::Make(const MetadataPlan& plan,
                                            const SweepCell& cell,
                                            std::uint32_t number,
                                            const Trees& trees) {
  constexpr mode_t kMode = 0700;
  MetadataPlaces places;
  places.shared_ = plan.spec.shared_directory;
  for (std::uint32_t i = 0; i < trees.size(); ++i) {
    Result<UniqueFd> tree = trees.OpenSharedDirectory(i);
    if (!tree.ok()) {
      return tree.status();
    }
    places.trees_.push_back(std::move(tree).value());
  }
  const auto count = static_cast<std::uint32_t>(places.trees_.size());
  Sys<> sys;
  for (std::uint32_t i = 0; i < (places.shared_ ? count : cell.threads); ++i) {
    const std::string name = places.shared_
                                 ? fmt::format("m{:03}", number)
                                 : fmt::format("m{:03}t{:04}", number, i);
    const SysResult made =
        sys.MkdirAt(places.trees_[i % count].get(), name.c_str(), kMode);
    if (!made.ok()) {
      return Status::FromErrno(made.error, "mkdir", name);
    }
    places.names_.push_back(name);
  }
  return places;
}

std::string MetadataPlaces::PrefixOf(std::uint32_t thread, char letter) const {
  return shared_ ? fmt::format("{}{:04}-", letter, thread)
                 : std::string(1, letter);
}

MetadataPhase::MetadataPhase(const MetadataPlan& plan, const PhaseSpec& spec,
                             MetadataStep step, bool renamed,
                             const MetadataPlaces& places,
                             PhaseWitnesses witnesses)
    : SweepPhase(plan.base, spec, nullptr, std::move(witnesses)),
      metadata_(plan),
      step_(step),
      renamed_(renamed),
      places_(places) {}

RowTable MetadataPhase::Rows() const {
  return MakeMetadataRows(step_, spec().block_bytes != 0);
}

std::string MetadataPhase::DirectoryOf(std::uint32_t thread) const {
  const std::vector<std::string>& targets = plan().spec.targets;
  return targets[thread % targets.size()];
}

void MetadataPhase::RunWorker(std::uint32_t thread) {
  const SweepSpec& user = plan().spec;
  MetadataTask task;
  task.step = step_;
  task.directory = places_.NameOf(thread);
  task.before = places_.PrefixOf(thread, renamed_ ? 'r' : 'f');
  task.after = places_.PrefixOf(thread, 'r');
  WorkerTask& base = task.base;
  base.number = thread;
  base.control = &control();
  base.stats = block().stats(thread);
  base.rows = &block().rows();
  base.thresholds_ns = plan().thresholds_ns;
  base.file.directory_fd = places_.fd(thread);
  base.file.name = task.directory;
  base.place = PlaceOf(thread);
  base.pattern = spec().pattern;
  base.block_bytes = spec().block_bytes;
  base.operations =
      step_ == MetadataStep::kReaddir
          ? kMetadataListings
          : FilesOf(metadata_, {spec().block_bytes, spec().threads, 0}, thread);
  base.durability = user.durability;
  base.data.compressible = user.compressible;
  base.data.seed = DeriveSeed(plan().seed, spec().number);
  base.data.thread = thread;
  SetReport(thread, MetadataWorker<Sys<>, MonotonicClock>(task).Run());
}

}  // namespace fsduel
