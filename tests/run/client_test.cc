// The measured loop with a fake clock and an executor that does what it is
// told.
#include "run/client.h"

#include <cerrno>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "run/client-inl.h"
#include "sys/shared_memory.h"
#include "tests/support/fake_clock.h"

namespace fsduel {
namespace {

// Every operation takes `take` ns of the fake clock.
class ScriptedExecutor {
 public:
  std::function<Outcome(const Operation&)> body;
  std::vector<std::string> patterns;
  std::uint32_t leaked = 0;
  bool verifies = true;

  Outcome Execute(const Operation& op) { return body(op); }
  void Prepare(const Operation&) {}
  bool Check(const Operation&, const Outcome&) { return verifies; }
  void UsePattern(const std::string& pattern) { patterns.push_back(pattern); }
  std::uint32_t CloseAll() { return leaked; }
  const ResolutionCounters& resolution() const { return resolution_; }
  std::string DescribePath(const Operation&) const { return "some/file"; }
  VerifyCounts verification() const { return {10, 20, 1}; }
  std::string DescribeMismatch() const { return "wrong"; }

 private:
  ResolutionCounters resolution_;
};

// Hands out the same operations for every pass.
class ListSource : public OperationSource {
 public:
  std::vector<Operation> setup;
  std::vector<Operation> pass;
  std::vector<std::int64_t> due;

  Batch NextBatch() override { return {pass, due, true}; }
  Batch NextSetupBatch() override {
    const bool first = !setup_given_;
    setup_given_ = true;
    return first ? Batch{setup, {}, false} : Batch{};
  }

 private:
  bool setup_given_ = false;
};

Operation Make(Opcode opcode, std::int64_t length = 0) {
  Operation op;
  op.opcode = opcode;
  op.length = length;
  op.line = 7;
  return op;
}

using TestClient = BasicClient<ScriptedExecutor, FakeClock>;

class ClientTest : public testing::Test {
 protected:
  ClientTest()
      : layout_(
            {.phases = kMeasuredPhases, .rows = 2, .paced = true, .passes = 4}),
        memory_(SharedMemory::Create(layout_.stride() * 2).value()) {
    config_.control = &control_;
    config_.points = points_;
    config_.stats = ClientStats(memory_.bytes().data(), layout_);
    config_.layout = &layout_;
    config_.patterns = &patterns_;
    config_.clients = 2;
    config_.row_of[static_cast<std::size_t>(Opcode::kWrite)] = 1;
    config_.thresholds_ns = {1'000'000, 10'000'000};
    config_.thresholds = 2;
    executor_.body = [this](const Operation&) {
      clock_.Advance(500);
      return Outcome{};
    };
    source_.pass = {Make(Opcode::kRead)};
    control_.phase.Set(kPhaseMeasure);
    for (std::atomic<std::int64_t>& deadline : control_.deadline_ns) {
      deadline.store(kNoDeadline);
    }
  }

  void Run() { TestClient(config_, &source_, &executor_, clock_).Run(); }
  // Ends the run as the runner does.
  void Stop() {
    control_.stop.store(1);
    control_.end_ns[kPhaseMeasure].store(clock_.Now());
    control_.phase.Set(kPhaseStop);
  }
  const OperationStats& Row(std::uint32_t row,
                            std::uint32_t phase = kPhaseMeasure) {
    return config_.stats.operations(phase - 1)[row];
  }

  FakeClock clock_;
  StatsLayout layout_;
  SharedMemory memory_;
  RunControl control_;
  PassedPoint points_[2] = {};
  std::vector<std::string> patterns_ = {"hello"};
  ClientConfig config_;
  ScriptedExecutor executor_;
  ListSource source_;
};

TEST_F(ClientTest, RecordsTheTimeOfTheExecutorAlone) {
  config_.passes = 3;
  Run();
  EXPECT_EQ(Row(0).count.Load(), 3U);
  EXPECT_EQ(Row(0).sum_ns.Load(), 1500U);
  EXPECT_EQ(Row(0).max_ns.Load(), 500U);
  EXPECT_EQ(~Row(0).inverse_min_ns.Load(), 500U);
  EXPECT_EQ(Row(0).histogram.CountAt(LatencyHistogram::BucketOf(500)), 3U);
  EXPECT_EQ(config_.stats.header().state.load(),
            static_cast<std::uint32_t>(ClientState::kDone));
}

TEST_F(ClientTest, CountsPassesAndTheirTimes) {
  source_.pass = {Make(Opcode::kRead), Make(Opcode::kWrite)};
  config_.passes = 6;
  executor_.leaked = 2;
  Run();
  const PhaseHeader& header = config_.stats.phase(kPhaseMeasure - 1);
  EXPECT_EQ(header.passes.Load(), 6U);
  EXPECT_EQ(header.pass_min_ns.Load(), 1000U);
  EXPECT_EQ(header.leaked_handles.Load(), 2U);
  EXPECT_EQ(config_.stats.header().passes_listed.Load(), 4U);
  EXPECT_EQ(config_.stats.header().passes_not_listed.Load(), 2U);
  EXPECT_EQ(config_.stats.passes()[1].duration_ns.Load(), 1000);
}

TEST_F(ClientTest, AnOperationBelongsToThePhaseInWhichItStarts) {
  control_.phase.Set(kPhaseWarmup);
  control_.deadline_ns[kPhaseWarmup].store(clock_.Now() + 900);
  int calls = 0;
  executor_.body = [&](const Operation&) {
    clock_.Advance(500);
    if (++calls == 2) {  // the phase changes while this one runs
      control_.start_ns[kPhaseMeasure].store(clock_.Now() - 100);
      control_.phase.Set(kPhaseMeasure);
    }
    if (calls == 5) {
      Stop();
    }
    return Outcome{100, 0, Verdict::kExpected, 0};
  };
  Run();
  EXPECT_EQ(Row(0, kPhaseWarmup).count.Load(), 2U);
  EXPECT_EQ(Row(0, kPhaseWarmup).late_count.Load(), 1U);
  EXPECT_EQ(Row(0, kPhaseWarmup).late_bytes.Load(), 100U);
  EXPECT_EQ(Row(0, kPhaseMeasure).count.Load(), 3U);
  EXPECT_EQ(Row(0, kPhaseMeasure).late_count.Load(), 0U);
}

TEST_F(ClientTest, ThresholdsAreCountedExactly) {
  const std::int64_t latencies[] = {999'999, 1'000'000, 9'999'999, 10'000'000};
  std::size_t i = 0;
  executor_.body = [&](const Operation&) {
    clock_.Advance(latencies[i++]);
    return Outcome{};
  };
  config_.passes = 4;
  Run();
  EXPECT_EQ(Row(0).over[0].Load(), 3U);
  EXPECT_EQ(Row(0).over[1].Load(), 1U);
}

TEST_F(ClientTest, SetupIsAPhaseOfItsOwn) {
  source_.setup = {Make(Opcode::kWrite, 10), Make(Opcode::kWrite, 10)};
  control_.phase.Set(kPhaseSetup);
  executor_.body = [&](const Operation& op) {
    clock_.Advance(10);
    if (op.opcode == Opcode::kWrite && Row(1, kPhaseSetup).count.Load() == 1) {
      control_.phase.Set(kPhaseMeasure);  // nobody waits at the gate here
    }
    return Outcome{};
  };
  config_.passes = 1;
  Run();
  EXPECT_EQ(Row(1, kPhaseSetup).count.Load(), 2U);
  EXPECT_EQ(Row(0, kPhaseMeasure).count.Load(), 1U);
}

TEST_F(ClientTest, AnUnexpectedResultIsCountedByErrnoAndKeptInFull) {
  executor_.body = [&](const Operation&) {
    clock_.Advance(1);
    return Outcome{0, ENOSPC, Verdict::kUnexpected, 0};
  };
  config_.passes = 12;
  Run();
  EXPECT_EQ(Row(0).unexpected.Load(), 12U);
  EXPECT_EQ(Row(0).failures.Load(), 12U);
  EXPECT_EQ(Row(0).errors[0].error.Load(), ENOSPC);
  EXPECT_EQ(Row(0).errors[0].count.Load(), 12U);
  EXPECT_EQ(control_.examples[0].error, ENOSPC);
  EXPECT_EQ(control_.examples[0].line, 7U);
  EXPECT_STREQ(control_.examples[0].path.data(), "some/file");
  EXPECT_EQ(control_.examples[kMostExamples - 1].complete.load(), 1U);
}

TEST_F(ClientTest, OnErrorStopEndsTheClientAndAsksForTheEnd) {
  config_.stop_on_error = true;
  executor_.body = [&](const Operation&) {
    return Outcome{0, EIO, Verdict::kUnexpected, 0};
  };
  Run();
  EXPECT_EQ(Row(0).count.Load(), 1U);
  EXPECT_EQ(control_.requests.load(), kRequestError);
}

TEST_F(ClientTest, AnOperationThatWasGivenUpCountsAsNothing) {
  executor_.body = [&](const Operation&) {
    Stop();
    return Outcome{0, EINTR, Verdict::kInterrupted, 0};
  };
  Run();
  EXPECT_EQ(Row(0).count.Load(), 0U);
  EXPECT_EQ(Row(0).interrupted.Load(), 1U);
  EXPECT_EQ(Row(0).unexpected.Load(), 0U);
}

TEST_F(ClientTest, NeverWritesMoreThanItMayReserve) {
  config_.limit_written = true;
  control_.writable_bytes.store(2500);
  source_.pass = {Make(Opcode::kWrite, 1000)};
  std::int64_t written = 0;
  executor_.body = [&](const Operation& op) {
    written += op.length;
    return Outcome{op.length, 0, Verdict::kExpected, 0};
  };
  Run();
  EXPECT_EQ(written, 2000);
  EXPECT_EQ(control_.requests.load(), kRequestBudget);
}

TEST_F(ClientTest, ATargetRateIsHeldWithDebtCarried) {
  config_.pace = {PaceKind::kOps, 1000, 0};  // one per millisecond
  control_.start_ns[kPhaseMeasure].store(clock_.Now());
  const std::int64_t start = clock_.Now();
  int calls = 0;
  executor_.body = [&](const Operation&) {
    // The third operation takes 5 ms: the next ones are due already.
    clock_.Advance(++calls == 3 ? 5'000'000 : 1000);
    return Outcome{};
  };
  config_.passes = 20;
  Run();
  EXPECT_NEAR(static_cast<double>(clock_.Now() - start), 19e6 + 1000, 1000);
  const ResponseStats& response = config_.stats.responses(kPhaseMeasure - 1)[0];
  EXPECT_EQ(response.count.Load(), 20U);
  EXPECT_EQ(response.max_ns.Load(), 5'000'000U);
  // Service time does not see the waiting of those behind, response time does.
  EXPECT_GT(response.sum_ns.Load(), Row(0).sum_ns.Load() + 8'000'000U);
}

TEST_F(ClientTest, RecordedTimesCountFromTheStartOfThePass) {
  config_.pace = {PaceKind::kRecorded, 0, 0};
  source_.pass = {Make(Opcode::kRead), Make(Opcode::kRead)};
  source_.due = {0, 3000};
  const std::int64_t start = clock_.Now();
  config_.passes = 2;
  Run();
  EXPECT_GE(clock_.Now() - start, 2 * 3'000'000);
  EXPECT_LT(clock_.Now() - start, 2 * 3'000'000 + 10'000);
}

TEST_F(ClientTest, ControlOperationsAreNotMeasured) {
  source_.pass = {Make(Opcode::kSleep, 2000), Make(Opcode::kWritePattern),
                  Make(Opcode::kRead)};
  config_.passes = 1;
  Run();
  EXPECT_EQ(Row(0).count.Load(), 1U);
  EXPECT_EQ(Row(0).sum_ns.Load(), 500U) << "the sleep is no part of the read";
  EXPECT_EQ(executor_.patterns, std::vector<std::string>{"hello"});
}

TEST_F(ClientTest, APassedSequencePointDoesNotHang) {
  Operation wait = Make(Opcode::kWaitPoint);
  wait.handle = 1;
  wait.argument = 3;
  points_[1].store((std::uint64_t{5} << 32) | 1);  // a later pass
  source_.pass = {wait, Make(Opcode::kRead)};
  config_.passes = 1;
  Run();
  EXPECT_EQ(Row(0).count.Load(), 1U);
}

TEST_F(ClientTest, AStopIsHeardWhileWaitingForAPoint) {
  Operation wait = Make(Opcode::kWaitPoint);
  wait.handle = 1;
  wait.argument = 3;
  source_.pass = {Make(Opcode::kRead), wait};
  executor_.body = [&](const Operation&) {
    Stop();
    return Outcome{};
  };
  Run();
  EXPECT_EQ(Row(0).count.Load(), 1U);
}

TEST_F(ClientTest, DataThatDoesNotVerifyIsKeptAsAnExample) {
  config_.verify = true;
  executor_.verifies = false;
  config_.passes = 1;
  Run();
  EXPECT_TRUE(control_.examples[0].did_not_verify);
  EXPECT_STREQ(control_.examples[0].detail.data(), "wrong");
  EXPECT_EQ(config_.stats.header().mismatches.Load(), 1U);
}

TEST_F(ClientTest, TheGapBetweenChainedOperationsIsMeasuredOnASample) {
  source_.pass.assign(640, Make(Opcode::kRead));
  config_.passes = 1;
  Run();
  EXPECT_EQ(config_.stats.phase(kPhaseMeasure - 1).gap_samples.Load(), 10U)
      << "of 640 operations every 64th";
}

}  // namespace
}  // namespace fsduel
