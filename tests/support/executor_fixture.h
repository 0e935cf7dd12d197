// A FileExecutor with a hook, in a temporary directory, fed with loadfile text.
#ifndef FSDUEL_TESTS_SUPPORT_EXECUTOR_FIXTURE_H_
#define FSDUEL_TESTS_SUPPORT_EXECUTOR_FIXTURE_H_

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/file_executor-inl.h"
#include "loadfile/reader.h"
#include "sys/tree.h"
#include "tests/support/temp_dir.h"
#include "workload/client_paths.h"
#include "workload/data_pool.h"

namespace fsduel {

template <typename Hook>
class ExecutorFixture {
 public:
  // REQUIRES: `text` compiles.
  ExecutorFixture(std::string_view text, const ExecutorOptions& options,
                  Hook hook = Hook())
      : loadfile_(CompileLoadfile("test", text).value()),
        paths_(*loadfile_, 0),
        root_(OpenDirectory(directory_.path()).value()),
        data_(DataPoolSize(
            static_cast<std::size_t>(loadfile_->longest_write()))) {
    FillDataPool(data_, 1, 0);
    ExecutorClient client;
    client.root_fd = root_.get();
    client.paths = &paths_;
    client.handle_slots = loadfile_->handle_slots();
    client.longest_read = static_cast<std::size_t>(loadfile_->longest_read());
    client.longest_write = static_cast<std::size_t>(loadfile_->longest_write());
    client.data = data_;
    client.stop = &stop_;
    executor_ = std::make_unique<FileExecutor<Sys<Hook>>>(
        Sys<Hook>(std::move(hook)), options, client);
  }

  // Executes operation number `index` of the text.
  Outcome Do(std::size_t index) {
    return executor_->Execute(loadfile_->operations()[index]);
  }
  // Executes all operations in order.
  std::vector<Outcome> DoAll() {
    std::vector<Outcome> outcomes;
    for (const Operation& op : loadfile_->operations()) {
      outcomes.push_back(executor_->Execute(op));
    }
    return outcomes;
  }
  FileExecutor<Sys<Hook>>& executor() { return *executor_; }
  Hook& hook() { return executor_->sys().hook(); }
  const Loadfile& loadfile() const { return *loadfile_; }
  std::string path() const { return directory_.path(); }
  void RequestStop() { stop_ = 1; }

 private:
  TempDir directory_;
  std::shared_ptr<const Loadfile> loadfile_;
  ClientPaths paths_;
  UniqueFd root_;
  std::vector<std::byte> data_;
  std::atomic<std::uint32_t> stop_{0};
  std::unique_ptr<FileExecutor<Sys<Hook>>> executor_;
};

}  // namespace fsduel

#endif  // FSDUEL_TESTS_SUPPORT_EXECUTOR_FIXTURE_H_
