// Compiles a small loadfile and runs it through a ReplaySource.
#ifndef FSDUEL_TESTS_WORKLOAD_REPLAY_FIXTURE_H_
#define FSDUEL_TESTS_WORKLOAD_REPLAY_FIXTURE_H_

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "loadfile/loadfile.h"
#include "loadfile/reader.h"
#include "workload/client_paths.h"
#include "workload/replay_source.h"

namespace fsduel {

inline std::shared_ptr<const Loadfile> Compile(const std::string& text) {
  auto compiled = CompileLoadfile("test", text);
  if (!compiled.ok()) {
    ADD_FAILURE() << compiled.status().message() << "\nin\n" << text;
    return std::make_shared<Loadfile>();
  }
  return compiled.value();
}

// An operation with its names, which are valid for one batch only.
struct SeenOperation {
  Operation operation;
  std::string path;
  std::string path2;
  std::int64_t due_us = -1;
};

class Replay {
 public:
  explicit Replay(const std::string& text,
                  const ReplaySourceOptions& options = {})
      : loadfile_(Compile(text)),
        paths_(*loadfile_, options.client),
        source_(MakeReplaySource(*loadfile_, &paths_, options)) {}

  const Loadfile& loadfile() const { return *loadfile_; }
  ClientPaths& paths() { return paths_; }
  OperationSource& source() { return *source_; }

  std::vector<SeenOperation> Setup() {
    std::vector<SeenOperation> seen;
    while (true) {
      const Batch batch = source_->NextSetupBatch();
      if (batch.operations.empty()) {
        return seen;
      }
      Append(batch, &seen);
    }
  }

  std::vector<SeenOperation> Pass() {
    std::vector<SeenOperation> seen;
    while (true) {
      const Batch batch = source_->NextBatch();
      EXPECT_TRUE(!batch.operations.empty() || batch.ends_pass);
      Append(batch, &seen);
      if (batch.ends_pass) {
        return seen;
      }
    }
  }

 private:
  void Append(const Batch& batch, std::vector<SeenOperation>* seen) {
    EXPECT_LE(batch.operations.size(), 256U);
    for (std::size_t i = 0; i < batch.operations.size(); ++i) {
      const Operation& operation = batch.operations[i];
      seen->push_back({operation, NameOf(operation.path),
                       NameOf(operation.path2),
                       batch.due_us.empty() ? -1 : batch.due_us[i]});
    }
  }
  std::string NameOf(std::uint32_t path) const {
    return path == kNoPath ? "" : paths_.Get(path);
  }

  std::shared_ptr<const Loadfile> loadfile_;
  ClientPaths paths_;
  std::unique_ptr<OperationSource> source_;
};

inline std::vector<std::uint32_t> Lines(
    const std::vector<SeenOperation>& operations) {
  std::vector<std::uint32_t> lines;
  lines.reserve(operations.size());
  for (const SeenOperation& seen : operations) {
    lines.push_back(seen.operation.line);
  }
  return lines;
}

}  // namespace fsduel

#endif  // FSDUEL_TESTS_WORKLOAD_REPLAY_FIXTURE_H_
