// Replays a loadfile in this process, clients taking turns batch by batch: what
// the executor does with it, without runner, clock or statistics.
#ifndef FSDUEL_TESTS_ENGINE_REPLAY_LOADFILE_H_
#define FSDUEL_TESTS_ENGINE_REPLAY_LOADFILE_H_

#include <fcntl.h>
#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/file_executor.h"
#include "engine/judge.h"
#include "loadfile/loadfile.h"
#include "loadfile/operation_table.h"
#include "sys/unique_fd.h"
#include "workload/client_paths.h"
#include "workload/data_pool.h"
#include "workload/replay_source.h"

namespace fsduel {

struct ReplayTally {
  std::uint64_t operations = 0;
  std::uint64_t unexpected = 0;
  std::uint64_t leaked_handles = 0;
  std::string first_unexpected;  // "line 12: ReadX a/b: errno 2, ..."
};

class LoadfileReplay {
 public:
  LoadfileReplay(const Loadfile& loadfile, const std::string& directory,
                 const ExecutorOptions& options, std::uint32_t clients)
      : loadfile_(loadfile),
        root_(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
        pool_(
            DataPoolSize(static_cast<std::size_t>(loadfile.longest_write()))) {
    FillDataPool(pool_, 1, 0);
    for (std::uint32_t i = 0; i < clients; ++i) {
      clients_.push_back(MakeClient(options, i, clients));
    }
  }

  ReplayTally SetUp() {
    return Replay([](OperationSource* source) {
      const Batch batch = source->NextSetupBatch();
      return std::make_pair(batch, batch.operations.empty());
    });
  }

  ReplayTally Pass() {
    return Replay([](OperationSource* source) {
      const Batch batch = source->NextBatch();
      return std::make_pair(batch, batch.ends_pass);
    });
  }

 private:
  struct OneClient {
    std::unique_ptr<ClientPaths> paths;
    std::unique_ptr<OperationSource> source;
    std::unique_ptr<SystemExecutor> executor;
    bool done = false;
  };

  OneClient MakeClient(const ExecutorOptions& options, std::uint32_t number,
                       std::uint32_t clients) {
    OneClient client;
    client.paths = std::make_unique<ClientPaths>(loadfile_, number);
    client.source = MakeReplaySource(loadfile_, client.paths.get(),
                                     {number, clients, number});
    ExecutorClient resources;
    resources.root_fd = root_.get();
    resources.paths = client.paths.get();
    resources.handle_slots = loadfile_.handle_slots();
    resources.longest_read = static_cast<std::size_t>(loadfile_.longest_read());
    resources.longest_write =
        static_cast<std::size_t>(loadfile_.longest_write());
    resources.data = pool_;
    resources.seed = number;
    resources.stop = &stop_;
    client.executor =
        std::make_unique<SystemExecutor>(Sys<>(), options, resources);
    return client;
  }

  // `next` gives a batch and whether it is the last one.
  template <typename Next>
  ReplayTally Replay(Next next) {
    ReplayTally tally;
    std::size_t running = clients_.size();
    for (OneClient& client : clients_) {
      client.done = false;
    }
    while (running > 0) {
      for (OneClient& client : clients_) {
        if (client.done) {
          continue;
        }
        const auto [batch, last] = next(client.source.get());
        RunBatch(batch, &client, &tally);
        if (last) {
          client.done = true;
          --running;
          tally.leaked_handles += client.executor->CloseAll();
        }
      }
    }
    return tally;
  }

  void RunBatch(const Batch& batch, OneClient* client, ReplayTally* tally) {
    for (const Operation& op : batch.operations) {
      if (op.opcode == Opcode::kWritePattern) {
        client->executor->UsePattern(loadfile_.patterns()[op.argument]);
      }
      if (IsControl(op.opcode)) {
        continue;
      }
      const Outcome outcome = client->executor->Execute(op);
      ++tally->operations;
      if (outcome.verdict != Verdict::kExpected && tally->unexpected++ == 0) {
        tally->first_unexpected = fmt::format(
            "line {}: {} {}: errno {}, {} bytes, expected {} bytes and {}",
            op.line, RowOf(op.opcode).name, client->executor->DescribePath(op),
            outcome.error, outcome.bytes, op.expected,
            DescribeExpectation(op.expectation));
      }
    }
  }

  const Loadfile& loadfile_;
  UniqueFd root_;
  std::vector<std::byte> pool_;
  std::atomic<std::uint32_t> stop_{0};
  std::vector<OneClient> clients_;
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_ENGINE_REPLAY_LOADFILE_H_
