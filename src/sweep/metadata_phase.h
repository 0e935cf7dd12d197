// One phase of a metadata load: one step, by the threads of a cell.
#ifndef FSDUEL_SWEEP_METADATA_PHASE_H_
#define FSDUEL_SWEEP_METADATA_PHASE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "run/trees.h"
#include "sweep/metadata_plan.h"
#include "sweep/metadata_worker.h"
#include "sweep/phase.h"
#include "sys/unique_fd.h"

namespace fsduel {

// The directories of a cell, made fresh: one per thread, or one per -D.
class MetadataPlaces {
 public:
  // `number` tells the cells of a run apart.
  static Result<MetadataPlaces> Make(const MetadataPlan& plan,
                                     const SweepCell& cell,
                                     std::uint32_t number, const Trees& trees);

  int fd(std::uint32_t thread) const {
    return trees_[thread % trees_.size()].get();
  }
  const std::string& NameOf(std::uint32_t thread) const {
    return names_[shared_ ? 0 : thread];
  }
  std::string PrefixOf(std::uint32_t thread, char letter) const;

 private:
  std::vector<UniqueFd> trees_;  // one per -D
  std::vector<std::string> names_;
  bool shared_ = false;
};

class MetadataPhase : public SweepPhase {
 public:
  // `plan` and `places` outlive the phase. `renamed`: the files have the names
  // that a rename gave them.
  MetadataPhase(const MetadataPlan& plan, const PhaseSpec& spec,
                MetadataStep step, bool renamed, const MetadataPlaces& places,
                PhaseWitnesses witnesses);
  ~MetadataPhase() override { JoinThreads(); }
  MetadataPhase(const MetadataPhase&) = delete;
  MetadataPhase& operator=(const MetadataPhase&) = delete;

 protected:
  RowTable Rows() const override;
  void RunWorker(std::uint32_t thread) override;
  std::string DirectoryOf(std::uint32_t thread) const override;

 private:
  const MetadataPlan& metadata_;
  MetadataStep step_;
  bool renamed_;
  const MetadataPlaces& places_;
};

}  // namespace fsduel

#endif  // FSDUEL_SWEEP_METADATA_PHASE_H_
