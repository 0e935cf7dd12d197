// Steps through a compiled loadfile for one client.
#ifndef FSDUEL_WORKLOAD_REPLAY_SOURCE_H_
#define FSDUEL_WORKLOAD_REPLAY_SOURCE_H_

#include <cstdint>
#include <memory>

#include "loadfile/loadfile.h"
#include "workload/client_paths.h"
#include "workload/operation_source.h"

namespace fsduel {

struct ReplaySourceOptions {
  std::uint32_t client = 0;   // from 0
  std::uint32_t clients = 1;  // of the whole run
  std::uint64_t seed = 0;     // of this client
  // The set-up section is part of every pass (as dbench, which does not know
  // SETUP, would do).
  bool setup_in_pass = false;
};

// Runs without random parts are handed out as views of the shared program, so
// nothing is copied. `loadfile` and `paths` must outlive the source.
std::unique_ptr<OperationSource> MakeReplaySource(
    const Loadfile& loadfile, ClientPaths* paths,
    const ReplaySourceOptions& options);

}  // namespace fsduel

#endif  // FSDUEL_WORKLOAD_REPLAY_SOURCE_H_
