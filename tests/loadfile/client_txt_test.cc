// dbench's own loadfile, where Debian's package has put it.
#include <array>
#include <fstream>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "loadfile/operation_table.h"
#include "loadfile/reader.h"

namespace fsduel {
namespace {

constexpr const char* kClientTxt = "/usr/share/dbench/client.txt";

class ClientTxt : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::ifstream(kClientTxt)) {
      GTEST_SKIP() << kClientTxt << " is not installed (Debian: dbench)";
    }
    // Once for all tests: a debug build takes its time.
    static const Result<std::shared_ptr<const Loadfile>> result =
        ReadLoadfile(kClientTxt);
    ASSERT_TRUE(result.ok()) << result.status().message();
    loadfile_ = result.value();
  }

  std::shared_ptr<const Loadfile> loadfile_;
};

TEST_F(ClientTxt, IsReadWhole) {
  EXPECT_EQ(loadfile_->operations().size(), 458344U);
  EXPECT_EQ(loadfile_->lines(), 458344U);
  EXPECT_EQ(loadfile_->steps().size(), 1U);
  EXPECT_EQ(loadfile_->paths().size(), 261U);
  EXPECT_EQ(loadfile_->handle_slots(), 23U);  // its peak of open handles
  EXPECT_TRUE(loadfile_->due_us().empty());
  EXPECT_EQ(loadfile_->longest_read(), 61440);
  EXPECT_EQ(loadfile_->longest_write(), 65536);
}

TEST_F(ClientTxt, HasItsKnownMixOfOperations) {
  const std::vector<std::pair<Opcode, int>> expected = {
      {Opcode::kRead, 124199},     {Opcode::kCreate, 79230},
      {Opcode::kQueryPath, 71814}, {Opcode::kClose, 58200},
      {Opcode::kWrite, 39502},     {Opcode::kFind, 27765},
      {Opcode::kUnlink, 16000},    {Opcode::kQueryFs, 13168},
      {Opcode::kQueryFile, 12585}, {Opcode::kSetFile, 6454},
      {Opcode::kFlush, 5553},      {Opcode::kRename, 3355},
      {Opcode::kLock, 258},        {Opcode::kUnlock, 258},
      {Opcode::kDeltree, 2},       {Opcode::kMkdir, 1},
  };
  std::array<int, kOpcodeCount> counts{};
  std::int64_t read = 0;
  std::int64_t written = 0;
  for (const Operation& operation : loadfile_->operations()) {
    ++counts[static_cast<std::size_t>(operation.opcode)];
    read += operation.opcode == Opcode::kRead ? operation.length : 0;
    written += operation.opcode == Opcode::kWrite ? operation.length : 0;
  }
  for (const auto& [opcode, count] : expected) {
    EXPECT_EQ(counts[static_cast<std::size_t>(opcode)], count)
        << RowOf(opcode).name;
  }
  EXPECT_EQ(read, 1472088767);
  EXPECT_EQ(written, 1015974170);
}

TEST_F(ClientTxt, HasItsKnownStatuses) {
  std::array<int, 16> counts{};
  for (const Operation& operation : loadfile_->operations()) {
    ++counts[static_cast<std::size_t>(operation.expectation)];
  }
  const auto count = [&counts](Expectation expectation) {
    return counts[static_cast<std::size_t>(expectation)];
  };
  EXPECT_EQ(count(Expectation::kSuccess), 398601);
  EXPECT_EQ(count(Expectation::kNotFound), 45286 + 14328);
  EXPECT_EQ(count(Expectation::kPathNotFound), 129);
}

TEST_F(ClientTxt, IsWrittenAndReadBack) {
  const Result<std::shared_ptr<const Loadfile>> again =
      CompileLoadfile("again", WriteLoadfile(*loadfile_));
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(again.value()->hash(), loadfile_->hash());
}

}  // namespace
}  // namespace fsduel
