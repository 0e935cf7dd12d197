// Random loadfiles on a real filesystem: the analysis must have foreseen each
// result, and verified data must be right.
#include <fcntl.h>
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "engine/data_verifier.h"
#include "engine/file_executor.h"
#include "loadfile/operation_model.h"
#include "loadfile/operation_table.h"
#include "loadfile/reader.h"
#include "loadfile/symbolic_values.h"
#include "sys/unique_fd.h"
#include "tests/support/temp_dir.h"
#include "workload/client_paths.h"

namespace fsduel {
namespace {

// Few names, so that they get in each other's way.
class RandomText {
 public:
  explicit RandomText(std::uint64_t seed) : random_(seed) {}

  std::string Line() {
    switch (random_.Below(16)) {
      case 0:
        return fmt::format("Mkdir {} {}", Directory(), Status());
      case 1:
        return fmt::format("Rmdir {} {}", Directory(), Status());
      case 2:
        return fmt::format("Unlink {} 0 {}", Path(), Status());
      case 3:
        return fmt::format("Rename {} {} {}", Path(), Path(), Status());
      case 4:
        return fmt::format("Rename {} {} {}", Directory(), Directory(),
                           Status());
      case 5:
        return random_.Below(4) == 0
                   ? fmt::format("Deltree {} {}", Directory(), Status())
                   : fmt::format("FIND_FIRST {} 1 9 1 {}", Path(), Status());
      case 6:
        return fmt::format("QUERY_PATH_INFORMATION {} 1 {}", Path(), Status());
      case 7:
        return fmt::format("NTCreateX {} 1 {} 9 *\nClose 9 *", Directory(),
                           random_.Below(6));
      case 8:
      case 9:
      case 10:  // some delete their file when they are closed
        return fmt::format("NTCreateX {} {} {} {} {}", Path(),
                           random_.Below(8) == 0 ? 0x1040 : 0x40,
                           random_.Below(6), Handle(), OpenStatus());
      case 11:
        return fmt::format("Close {} NT_STATUS_OK", Handle());
      case 12:
      case 13: {
        const std::uint64_t length = random_.Below(9000);
        return fmt::format("WriteX {} {} {} {} NT_STATUS_OK", Handle(),
                           random_.Below(20'000), length, length);
      }
      default: {
        const std::uint64_t length = random_.Below(9000);
        return fmt::format("ReadX {} {} {} {} NT_STATUS_OK", Handle(),
                           random_.Below(20'000), length,
                           random_.Below(2) == 0 ? length : 0);
      }
    }
  }

 private:
  std::string Path() {
    return fmt::format(
        "\"/{}{}\"", random_.Below(2) == 0 ? "d/" : "",
        std::string(1, static_cast<char>('a' + random_.Below(4))));
  }
  std::string Directory() {
    constexpr const char* kNames[] = {"/d", "/d/e", "/f", "/d/e/g"};
    return fmt::format("\"{}\"", kNames[random_.Below(4)]);
  }
  std::string Status() {
    constexpr const char* kStatuses[] = {
        "NT_STATUS_OK", "NT_STATUS_OBJECT_NAME_NOT_FOUND",
        "NT_STATUS_OBJECT_NAME_COLLISION", "*"};
    return kStatuses[random_.Below(4)];
  }
  // An open that should succeed is taken to have done so; none is here.
  std::string OpenStatus() {
    constexpr const char* kStatuses[] = {"*", "*", "*",
                                         "NT_STATUS_OBJECT_NAME_NOT_FOUND",
                                         "NT_STATUS_OBJECT_NAME_COLLISION"};
    return kStatuses[random_.Below(5)];
  }
  std::uint64_t Handle() { return 1 + random_.Below(3); }

  Random random_;
};

constexpr std::uint64_t kTrials = 60;

struct RealTotals {
  std::uint64_t files = 0;
  std::uint64_t directories = 0;
};

RealTotals CountTree(const std::string& path) {
  RealTotals totals;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(path)) {
    ++(entry.is_directory() ? totals.directories : totals.files);
  }
  return totals;
}

// One loadfile, one client, operation by operation.
class Trial {
 public:
  Trial(const Loadfile& loadfile, const ExecutorOptions& options)
      : loadfile_(loadfile),
        root_(::open(directory_.path().c_str(),
                     O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
        paths_(loadfile, 0),
        verifier_({7, 0, loadfile.handle_slots()}),
        executor_(Sys<>(), options, Resources()),
        model_(loadfile),
        values_(loadfile, &model_.tree()) {}

  // Executes operation `index` and checks what was read.
  Outcome Execute(std::uint32_t index) {
    const Operation& op = loadfile_.operations()[index];
    executor_.Prepare(op);
    const Outcome outcome = executor_.Execute(op);
    EXPECT_TRUE(executor_.Check(op, outcome)) << executor_.DescribeMismatch();
    return outcome;
  }

  ModelResult Model(std::uint32_t index) {
    return model_.Execute(values_.Resolve(index, nullptr));
  }

  void ExpectSameTree() {
    executor_.CloseAll();
    model_.CloseAll();
    const RealTotals real = CountTree(directory_.path());
    EXPECT_EQ(model_.tree().now().files, real.files);
    EXPECT_EQ(model_.tree().now().directories, real.directories);
  }

  const VerifyCounts& counts() const { return verifier_.counts(); }

 private:
  ExecutorClient Resources() {
    ExecutorClient client;
    client.root_fd = root_.get();
    client.paths = &paths_;
    client.handle_slots = loadfile_.handle_slots();
    client.longest_read = static_cast<std::size_t>(loadfile_.longest_read());
    client.longest_write = static_cast<std::size_t>(loadfile_.longest_write());
    client.stop = &stop_;
    client.verifier = &verifier_;
    return client;
  }

  const Loadfile& loadfile_;
  TempDir directory_;
  UniqueFd root_;
  ClientPaths paths_;
  DataVerifier verifier_;
  std::atomic<std::uint32_t> stop_{0};
  SystemExecutor executor_;
  OperationModel model_;
  SymbolicValues values_;
};

std::shared_ptr<const Loadfile> RandomLoadfile(std::uint64_t seed) {
  RandomText random(seed);
  std::string text;
  for (int line = 0; line < 300; ++line) {
    text += random.Line() + "\n";
  }
  const auto compiled = CompileLoadfile("random", text);
  EXPECT_TRUE(compiled.ok()) << compiled.status().message();
  return compiled.ok() ? compiled.value() : nullptr;
}

bool Has(const ModelResult& result, Issue issue) {
  return ((result.issues >> static_cast<unsigned>(issue)) & 1U) != 0;
}

// Whether the analysis says that the result is not what the loadfile says.
bool IsForeseenAsOdd(const ModelResult& result) {
  return Has(result, Issue::kCannotSucceed) ||
         Has(result, Issue::kWouldSucceed) ||
         Has(result, Issue::kHandleNotOpen) ||
         Has(result, Issue::kReadsBeyond) || Has(result, Issue::kReadsShort);
}

bool IsOdd(const Operation& op, const Outcome& outcome) {
  switch (op.expectation) {
    case Expectation::kSuccess:
      return outcome.verdict == Verdict::kUnexpected;
    case Expectation::kAny:
      return false;
    default:  // which errno it is, the model does not say
      return outcome.error == 0;
  }
}

TEST(OperationModel, ForeseesWhatARealFilesystemAnswers) {
  for (std::uint64_t seed = 0; seed < kTrials; ++seed) {
    const auto loadfile = RandomLoadfile(seed);
    ASSERT_NE(loadfile, nullptr);
    Trial trial(*loadfile, {});
    const auto count =
        static_cast<std::uint32_t>(loadfile->operations().size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const Operation& op = loadfile->operations()[i];
      const Outcome outcome = trial.Execute(i);
      ASSERT_EQ(IsForeseenAsOdd(trial.Model(i)), IsOdd(op, outcome))
          << "seed " << seed << " line " << op.line << ": "
          << RowOf(op.opcode).name << ": errno " << outcome.error << ", "
          << outcome.bytes << " bytes";
    }
    trial.ExpectSameTree();
  }
}

TEST(DataVerifier, FindsNothingWrongOnARealFilesystem) {
  VerifyCounts all;
  for (std::uint64_t seed = 100; seed < 100 + kTrials; ++seed) {
    const auto loadfile = RandomLoadfile(seed);
    ASSERT_NE(loadfile, nullptr);
    ExecutorOptions options;
    options.dbench4 = seed % 2 == 1;
    Trial trial(*loadfile, options);
    const auto count =
        static_cast<std::uint32_t>(loadfile->operations().size());
    for (std::uint32_t i = 0; i < count; ++i) {
      trial.Execute(i);
    }
    all.verified_bytes += trial.counts().verified_bytes;
    all.unverified_bytes += trial.counts().unverified_bytes;
    EXPECT_EQ(trial.counts().mismatches, 0U);
  }
  // A private tree: nearly nothing is beyond the verifier's knowledge.
  EXPECT_GT(all.verified_bytes, 20 * all.unverified_bytes);
  EXPECT_GT(all.verified_bytes, 500'000U);
}

}  // namespace
}  // namespace fsduel
