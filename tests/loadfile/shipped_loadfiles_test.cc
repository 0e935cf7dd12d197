// The loadfiles that ship are what their heads say they are.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include <gmock/gmock.h>

#include "loadfile/analysis.h"
#include "loadfile/operation_table.h"
#include "loadfile/reader.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

std::shared_ptr<const Loadfile> Shipped(const std::string& name) {
  const auto loadfile = ReadLoadfile(
      fmt::format("{}/loadfiles/{}.load", FSDUEL_SOURCE_DIR, name));
  EXPECT_TRUE(loadfile.ok()) << loadfile.status().message();
  return loadfile.ok() ? loadfile.value() : nullptr;
}

// One figure of a mix: `actual` within 5 % of `target`.
void ExpectNear(const std::string& what, double actual, double target) {
  EXPECT_NEAR(actual, target, 0.05 * target) << what;
}

// `office` is one straight run of operations after its set-up.
class OfficeTest : public testing::Test {
 protected:
  void SetUp() override {
    loadfile_ = Shipped("office");
    ASSERT_NE(loadfile_, nullptr);
    const auto& steps = loadfile_->steps();
    ASSERT_EQ(steps.size(), 2U);
    ASSERT_EQ(loadfile_->setup_end(), 1U);
    const std::span all(loadfile_->operations());
    setup_ = all.subspan(steps[0].first, steps[0].last - steps[0].first);
    round_ = all.subspan(steps[1].first, steps[1].last - steps[1].first);
  }

  template <typename Predicate>
  double Count(Predicate predicate) const {
    return static_cast<double>(
        std::count_if(round_.begin(), round_.end(), predicate));
  }
  double Count(Opcode opcode) const {
    return Count([=](const Operation& op) { return op.opcode == opcode; });
  }
  double ShareOfLength(Opcode opcode, std::int64_t length) const {
    return Count([=](const Operation& op) {
             return op.opcode == opcode && op.length == length;
           }) /
           Count(opcode);
  }
  double Bytes(Opcode opcode) const {
    double bytes = 0;
    for (const Operation& op : round_) {
      bytes += op.opcode == opcode ? static_cast<double>(op.length) : double{0};
    }
    return bytes;
  }

  std::shared_ptr<const Loadfile> loadfile_;
  std::span<const Operation> setup_;
  std::span<const Operation> round_;
};

TEST_F(OfficeTest, HasTheSharesOfTheNetBenchMix) {
  struct Row {
    Opcode opcode;
    double per_mille;  // of the operations of a round
  };
  constexpr std::array kRows = {
      Row{Opcode::kRead, 271.0},      Row{Opcode::kCreate, 172.9},
      Row{Opcode::kQueryPath, 158.0}, Row{Opcode::kClose, 127.0},
      Row{Opcode::kWrite, 85.6},      Row{Opcode::kFind, 60.6},
      Row{Opcode::kUnlink, 34.9},     Row{Opcode::kQueryFs, 28.7},
      Row{Opcode::kQueryFile, 27.5},  Row{Opcode::kSetFile, 14.1},
      Row{Opcode::kFlush, 12.1},      Row{Opcode::kRename, 7.3},
  };
  const auto total = static_cast<double>(round_.size());
  EXPECT_NEAR(total, 3550, 50);
  for (const Row& row : kRows) {
    ExpectNear(std::string(RowOf(row.opcode).name),
               1000.0 * Count(row.opcode) / total, row.per_mille);
  }
  EXPECT_EQ(Count(Opcode::kLock), 2);
  EXPECT_EQ(Count(Opcode::kUnlock), 2);
}

TEST_F(OfficeTest, FailsByDesignAsOftenAsTheMix) {
  struct Row {
    Opcode opcode;
    double share;
  };
  constexpr std::array kRows = {Row{Opcode::kCreate, 0.265},
                                Row{Opcode::kQueryPath, 0.34},
                                Row{Opcode::kFind, 0.516}};
  double failures = 0;
  for (const Row& row : kRows) {
    const double failing = Count([=](const Operation& op) {
      return op.opcode == row.opcode && op.expectation != Expectation::kSuccess;
    });
    ExpectNear(std::string(RowOf(row.opcode).name), failing / Count(row.opcode),
               row.share);
    failures += failing;
  }
  EXPECT_EQ(Count([](const Operation& op) {
              return op.expectation != Expectation::kSuccess;
            }),
            failures);
}

TEST_F(OfficeTest, MovesDataInTheSizesOfTheMix) {
  ExpectNear("bytes read", Bytes(Opcode::kRead), 11.4e6);
  ExpectNear("bytes written", Bytes(Opcode::kWrite), 7.7e6);
  ExpectNear("reads of 4 KiB", ShareOfLength(Opcode::kRead, 4096), 0.670);
  ExpectNear("reads of 60 KiB", ShareOfLength(Opcode::kRead, 61440), 0.134);
  ExpectNear("reads of 2 KiB", ShareOfLength(Opcode::kRead, 2048), 0.037);
  ExpectNear("reads of 8 KiB", ShareOfLength(Opcode::kRead, 8192), 0.037);
  ExpectNear("writes of 64 KiB", ShareOfLength(Opcode::kWrite, 65536), 0.317);
  ExpectNear("writes of 4 KiB", ShareOfLength(Opcode::kWrite, 4096), 0.254);
  ExpectNear("writes of 1 byte", ShareOfLength(Opcode::kWrite, 1), 0.188);
}

TEST_F(OfficeTest, ReadsAndWritesInPlaceInOrderAndAtRandomAsTheMix) {
  std::map<std::pair<Opcode, std::uint32_t>, std::int64_t> next;
  std::map<Opcode, double> sequential;
  for (const Operation& op : round_) {
    if (op.opcode == Opcode::kCreate) {
      next[{Opcode::kRead, op.handle}] = -1;
      next[{Opcode::kWrite, op.handle}] = -1;
    } else if (op.opcode == Opcode::kRead || op.opcode == Opcode::kWrite) {
      std::int64_t& expected = next[{op.opcode, op.handle}];
      sequential[op.opcode] += expected == op.offset ? 1 : 0;
      expected = op.offset + op.length;
    }
  }
  const auto at_start = [this](Opcode opcode) {
    return Count([=](const Operation& op) {
             return op.opcode == opcode && op.offset == 0;
           }) /
           Count(opcode);
  };
  ExpectNear("reads in order", sequential[Opcode::kRead] / Count(Opcode::kRead),
             0.50);
  ExpectNear("reads at the start", at_start(Opcode::kRead), 0.22);
  ExpectNear("writes in order",
             sequential[Opcode::kWrite] / Count(Opcode::kWrite), 0.29);
  ExpectNear("writes at the start", at_start(Opcode::kWrite), 0.52);
}

TEST_F(OfficeTest, AsksAboutAFileRightAfterExtendingItByOneByte) {
  double asked = 0;
  for (std::size_t i = 1; i < round_.size(); ++i) {
    const bool extended =
        round_[i - 1].opcode == Opcode::kWrite && round_[i - 1].length == 1;
    asked += extended && round_[i].opcode == Opcode::kQueryFile ? 1 : 0;
  }
  EXPECT_EQ(asked, Count([](const Operation& op) {
              return op.opcode == Opcode::kWrite && op.length == 1;
            }));
}

TEST_F(OfficeTest, PreparesAboutTwentyOneMegabytesInItsSetUp) {
  double bytes = 0;
  std::set<std::uint32_t> files;
  for (const Operation& op : setup_) {
    EXPECT_NE(op.opcode, Opcode::kRead);
    bytes += op.opcode == Opcode::kWrite ? static_cast<double>(op.length)
                                         : double{0};
    if (op.opcode == Opcode::kCreate && op.disposition == kCreateNew &&
        (op.argument & kOptionDirectory) == 0) {
      files.insert(op.path);
    }
  }
  ExpectNear("bytes", bytes, 21e6);
  EXPECT_EQ(files.size(), 57U);
  EXPECT_NEAR(static_cast<double>(setup_.size()), 600, 20);
}

TEST_F(OfficeTest, EndsWithTheDeletionOfAllThatIsNew) {
  constexpr std::size_t kClosing = 100;
  const auto closing = round_.last(kClosing);
  const auto unlinks = std::count_if(
      closing.begin(), closing.end(),
      [](const Operation& op) { return op.opcode == Opcode::kUnlink; });
  EXPECT_GE(unlinks, 25);
  EXPECT_TRUE(std::none_of(
      closing.begin(), closing.end(),
      [](const Operation& op) { return op.opcode == Opcode::kWrite; }));
}

TEST_F(OfficeTest, NeedsTheSpaceThatItsHeadSays) {
  const LoadfileAnalysis analysis = Analyse(*loadfile_);
  EXPECT_TRUE(analysis.complete);
  EXPECT_EQ(analysis.leaked_handles, 0U);
  EXPECT_TRUE(analysis.warnings.empty());
  const std::string head = fmt::format(
      "# Peak space of a client: {:.1f} MB in {} files and {} folders.\n",
      static_cast<double>(analysis.peak_bytes) / 1e6, analysis.peak_files,
      analysis.peak_directories);
  EXPECT_THAT(
      ReadWholeFile(fmt::format("{}/loadfiles/office.load", FSDUEL_SOURCE_DIR)),
      testing::HasSubstr(head));
}

TEST(SmokeTest, NeedsTheSpaceThatItsHeadSays) {
  const auto loadfile = Shipped("smoke");
  ASSERT_NE(loadfile, nullptr);
  const LoadfileAnalysis analysis = Analyse(*loadfile);
  EXPECT_EQ(analysis.leaked_handles, 0U);
  EXPECT_LE(analysis.peak_bytes, 220'000U);
  EXPECT_EQ(analysis.peak_files, 5U);
  EXPECT_EQ(analysis.peak_directories, 4U);
  EXPECT_EQ(analysis.pass_operations, 134U);
}

TEST(SmokeTest, HasEveryOperationAndEveryKindOfStep) {
  const auto loadfile = Shipped("smoke");
  ASSERT_NE(loadfile, nullptr);
  std::set<Opcode> opcodes;
  std::set<int> dispositions;
  for (const Operation& op : loadfile->operations()) {
    opcodes.insert(op.opcode);
    if (op.opcode == Opcode::kCreate) {
      dispositions.insert(op.disposition);
    }
  }
  for (const OperationRow& row : OperationTable()) {
    EXPECT_TRUE(opcodes.contains(row.opcode)) << row.name;
  }
  EXPECT_THAT(dispositions, testing::ElementsAre(0, 1, 2, 3, 4, 5));
  std::set<Step::Kind> kinds;
  for (const Step& step : loadfile->steps()) {
    kinds.insert(step.kind);
  }
  EXPECT_EQ(kinds.size(), 5U);
  EXPECT_GT(loadfile->setup_end(), 0U);
}

TEST(SmokeTest, NamesEveryDirective) {
  const std::string text =
      ReadWholeFile(fmt::format("{}/loadfiles/smoke.load", FSDUEL_SOURCE_DIR));
  for (const char* const word :
       {"\nSETUP\n", "\nENDSETUP\n", "\nLOOP ", "\nENDLOOP\n", "\nREPEAT ",
        "\nSleep ", "\nSLEEP ", "\nSETSP ", "\nWAITSP ", "\nRANDOMSTRING ",
        "\nWRITEPATTERN ", " *%", "+child", "+num_children", " +2048 ", "$0"}) {
    EXPECT_THAT(text, testing::HasSubstr(word));
  }
}

}  // namespace
}  // namespace fsduel
