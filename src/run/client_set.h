// The clients of a run: how they are started, interrupted and reaped, as forked
// processes or as threads.
#ifndef FSDUEL_RUN_CLIENT_SET_H_
#define FSDUEL_RUN_CLIENT_SET_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "run/run_plan.h"
#include "run/shared_block.h"
#include "run/trees.h"

namespace fsduel {

// What all clients of a run use; outlives them.
struct ClientWorld {
  const RunPlan* plan = nullptr;
  const SharedBlock* block = nullptr;
  const Trees* trees = nullptr;
  std::vector<std::byte> data;  // DataPoolSize(longest write)
};
ClientWorld MakeClientWorld(const RunPlan& plan, const SharedBlock& block,
                            const Trees& trees);

// The whole life of client `number`: opens its directory, builds executor and
// source, runs. Called in the client's own process or thread. False when it
// could not start; RunControl::start_error says why.
bool LiveAsClient(const ClientWorld& world, std::uint32_t number);

// How a client ended that should not have.
struct ClientLoss {
  std::uint32_t client = 0;
  std::string how;  // "killed by signal 9 (Killed)", "exit code 1"
};

class ClientSet {
 public:
  virtual ~ClientSet() = default;
  // Starts all clients. On failure those that started are killed.
  virtual Status Start() = 0;
  // Makes a blocking call of this client return, once.
  virtual void Interrupt(std::uint32_t client) = 0;
  // Reaps clients that have ended; the ones that did not end well.
  virtual std::vector<ClientLoss> Reap() = 0;
  // True when every client has ended and was reaped.
  virtual bool AllEnded() const = 0;
  // Ends whatever still runs, without asking. Threads cannot be killed: returns
  // false when some go on.
  virtual bool Kill() = 0;
};

// `world` must outlive the set.
std::unique_ptr<ClientSet> MakeProcessClients(const ClientWorld& world);
std::unique_ptr<ClientSet> MakeThreadClients(const ClientWorld& world);

}  // namespace fsduel

#endif  // FSDUEL_RUN_CLIENT_SET_H_
