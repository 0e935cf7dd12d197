// The life of one thread of a sweep: its calls, its rows, and how it ends.
#include "sweep/worker.h"

#include <cerrno>
#include <string>

#include <boost/filesystem.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/hooks.h"
#include "tests/support/script_hook.h"
#include "tests/sweep/worker_fixture.h"

namespace fsduel {
namespace {

using ::testing::HasSubstr;

using Traced = Sys<TraceHook>;
using Scripted = Sys<ScriptHook>;
using Faulty = Sys<FaultHook>;
constexpr std::uint32_t kBlock = WorkerFixture::kBlock;
constexpr std::uint64_t kBlocks = WorkerFixture::kBlocks;

std::size_t OpenDescriptors() {
  namespace fs = boost::filesystem;
  return static_cast<std::size_t>(std::distance(
      fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

// Lets every transfer take `nanoseconds` of the fixture's clock, and calls
// `also(n)` within transfer number n (from 1).
void EachTransferTakes(std::int64_t nanoseconds, const FakeClock& clock,
                       ScriptHook* hook,
                       std::function<void(int)> also = nullptr) {
  hook->Do([=, n = 0](Syscall call, std::size_t*) mutable {
    if (IsTransfer(call)) {
      clock.Advance(nanoseconds);
      if (also) {
        also(++n);
      }
    }
    return 0;
  });
}

// The calls of two blocks under `durability`.
template <typename Io>
std::string CallsOfTwoWrites(const Durability& durability) {
  WorkerFixture fixture("rewrite");
  fixture.task.operations = 2;
  fixture.task.durability = durability;
  TraceHook hook;
  fixture.Run<Io>(Traced(hook));
  EXPECT_EQ(fixture.Writes().count.Load(), 2U);
  return hook.Take();
}

TEST(WorkerTest, ReadsAreOpenedReadAndClosedButNotFlushed) {
  WorkerFixture fixture("seq-read");
  fixture.task.operations = 3;
  TraceHook hook;
  const WorkerReport report = fixture.Run<PsyncIo<Traced>>(Traced(hook));
  EXPECT_EQ(hook.Take(), "openat f, pread, pread, pread, close");
  EXPECT_EQ(report.flush_end_ns, 0);
  EXPECT_EQ(fixture.Row(Opcode::kFlush).count.Load(), 0U);
}

TEST(WorkerTest, EachDurabilityHasItsCalls) {
  using Io = PsyncIo<Traced>;
  EXPECT_EQ(CallsOfTwoWrites<Io>({}), "openat f, pwrite, pwrite, fsync, close");
  EXPECT_EQ(CallsOfTwoWrites<Io>({.fdatasync_each = true}),
            "openat f, pwrite, fdatasync, pwrite, fdatasync, fsync, close");
  EXPECT_EQ(CallsOfTwoWrites<Io>({.fsync_each = true}),
            "openat f, pwrite, fsync, pwrite, fsync, fsync, close");
  EXPECT_EQ(CallsOfTwoWrites<Io>({.fsync_end = true}),
            "openat f, pwrite, pwrite, fsync, close");
}

TEST(WorkerTest, TheVectoredEngineHasTheSameLifeWithOtherTransfers) {
  using Io = VectoredIo<Traced>;
  EXPECT_EQ(CallsOfTwoWrites<Io>({}),
            "openat f, pwritev, pwritev, fsync, close");
  EXPECT_EQ(CallsOfTwoWrites<Io>({.fdatasync_each = true}),
            "openat f, pwritev, fdatasync, pwritev, fdatasync, fsync, close");
}

TEST(WorkerTest, AMappingThatMustGrowIsAllocatedBeforeTheStart) {
  WorkerFixture fixture("seq-write");
  fixture.task.file.allocate = true;
  TraceHook hook;
  fixture.Run<MmapIo<Traced>>(Traced(hook));
  EXPECT_EQ(hook.Take(), "openat f, fallocate, fsync, close");
  EXPECT_EQ(fixture.Contents().size(), kBlocks * kBlock);
  EXPECT_EQ(fixture.Writes().bytes.Load(), kBlocks * kBlock);
}

TEST(WorkerTest, OpenFlushAndCloseAreRowsOfTheirOwnWithTheirTimes) {
  WorkerFixture fixture("rewrite");
  ScriptHook hook;
  hook.Do([&](Syscall call, std::size_t*) {
    fixture.clock.Advance(call == Syscall::kOpenAt  ? 300
                          : call == Syscall::kFsync ? 2'000'000
                          : call == Syscall::kClose ? 500
                                                    : 100);
    return 0;
  });
  const WorkerReport report = fixture.Run<PsyncIo<Scripted>>(Scripted(hook));
  EXPECT_EQ(fixture.Row(Opcode::kCreate).sum_ns.Load(), 300U);
  EXPECT_EQ(fixture.Row(Opcode::kFlush).sum_ns.Load(), 2'000'000U);
  EXPECT_EQ(fixture.Row(Opcode::kFlush).over[0].Load(), 1U) << "above 1 ms";
  EXPECT_EQ(fixture.Row(Opcode::kClose).sum_ns.Load(), 500U);
  EXPECT_EQ(fixture.Writes().sum_ns.Load(), kBlocks * 100);
  EXPECT_EQ(fixture.Writes().max_ns.Load(), 100U);
  const PhaseHeader& header = fixture.task.stats.phase(kPhaseMeasure - 1);
  EXPECT_EQ(header.last_end_ns.Load() - header.first_start_ns.Load(),
            static_cast<std::int64_t>(kBlocks * 100))
      << "without open and flush";
  EXPECT_EQ(report.flush_end_ns - header.last_end_ns.Load(), 2'000'000);
}

TEST(WorkerTest, TheOffsetsAreThoseOfThePatternAndTheDataIsWritten) {
  WorkerFixture fixture("seq-write");
  fixture.Run<PsyncIo<Sys<>>>();
  const std::string contents = fixture.Contents();
  ASSERT_EQ(contents.size(), kBlocks * kBlock);
  WriteData data(fixture.task.data);
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    const std::string wanted(reinterpret_cast<const char*>(data.Next()),
                             kBlock);
    EXPECT_TRUE(contents.substr(block * kBlock, kBlock) == wanted) << block;
  }
}

TEST(WorkerTest, AMixedPatternReadsTheShareItIsGiven) {
  WorkerFixture fixture("mixed:80");
  fixture.task.operations = 2000;
  fixture.Run<PsyncIo<Sys<>>>();
  const std::uint64_t reads = fixture.Reads().count.Load();
  EXPECT_EQ(reads + fixture.Writes().count.Load(), 2000U);
  EXPECT_NEAR(static_cast<double>(reads), 1600, 5 * 18);
}

TEST(WorkerTest, TheLimitOfOperationsEndsIt) {
  WorkerFixture fixture("rand-read");
  fixture.task.operations = 5;
  const WorkerReport report = fixture.Run<PsyncIo<Sys<>>>();
  EXPECT_EQ(fixture.Reads().count.Load(), 5U);
  EXPECT_EQ(fixture.Reads().bytes.Load(), 5U * kBlock);
  EXPECT_EQ(report.stonewall_operations, 5U);
  EXPECT_EQ(report.stonewall_bytes, 5U * kBlock);
  EXPECT_EQ(fixture.Reads().unexpected.Load(), 0U);
}

TEST(WorkerTest, WhatEndsAfterTheDeadlineCountsAsLateAndIsTheLast) {
  WorkerFixture fixture("rand-read");
  fixture.task.operations = kNoLimit;
  PhaseControl control(0, 1'000'000'000, &fixture.run());
  fixture.task.control = &control;
  ScriptHook hook;
  EachTransferTakes(0, fixture.clock, &hook, [&](int n) {
    // The third begins before the deadline and ends after it.
    const std::int64_t end = control.deadline_ns() + (n < 3 ? n - 10 : 1);
    fixture.clock.Advance(end - fixture.clock.Now());
  });
  fixture.Run<PsyncIo<Scripted>>(Scripted(hook));
  EXPECT_EQ(fixture.Reads().count.Load(), 3U);
  EXPECT_EQ(fixture.Reads().late_count.Load(), 1U);
  EXPECT_EQ(fixture.Reads().late_bytes.Load(), kBlock);
}

TEST(WorkerTest, WhatEndsExactlyAtTheDeadlineIsTheLastAndNotLate) {
  WorkerFixture fixture("rand-read");
  fixture.task.operations = kNoLimit;
  PhaseControl control(0, 1'000'000'000, &fixture.run());
  fixture.task.control = &control;
  ScriptHook hook;
  EachTransferTakes(0, fixture.clock, &hook, [&](int n) {
    const std::int64_t end = control.deadline_ns() + n - 2;
    fixture.clock.Advance(end - fixture.clock.Now());
  });
  fixture.Run<PsyncIo<Scripted>>(Scripted(hook));
  EXPECT_EQ(fixture.Reads().count.Load(), 2U);
  EXPECT_EQ(fixture.Reads().late_count.Load(), 0U);
}

TEST(WorkerTest, AStopIsSeenBeforeTheNextOperation) {
  WorkerFixture fixture("rand-read");
  fixture.task.operations = kNoLimit;
  ScriptHook hook;
  EachTransferTakes(10, fixture.clock, &hook, [&](int n) {
    if (n == 4) {
      fixture.control().Stop();
    }
  });
  fixture.Run<PsyncIo<Scripted>>(Scripted(hook));
  EXPECT_EQ(fixture.Reads().count.Load(), 4U);
  EXPECT_EQ(fixture.Reads().unexpected.Load(), 0U);
}

TEST(WorkerTest, TheStonewallKeepsWhatWasDoneWhenTheFirstOtherEnded) {
  WorkerFixture fixture("rand-read");
  ScriptHook hook;
  EachTransferTakes(10, fixture.clock, &hook, [&](int n) {
    if (n == 3) {
      fixture.control().RaiseStonewall(fixture.clock.Now());
    }
  });
  const WorkerReport report = fixture.Run<PsyncIo<Scripted>>(Scripted(hook));
  EXPECT_EQ(report.stonewall_operations, 3U);
  EXPECT_EQ(report.stonewall_bytes, 3U * kBlock);
  EXPECT_EQ(fixture.Reads().count.Load(), kBlocks);
}

TEST(WorkerTest, TheFirstThatEndsRaisesTheStonewallAtItsLastOperation) {
  WorkerFixture fixture("rewrite");
  ScriptHook hook;
  hook.Do([&](Syscall, std::size_t*) {
    fixture.clock.Advance(100);
    return 0;
  });
  fixture.Run<PsyncIo<Scripted>>(Scripted(hook));
  EXPECT_EQ(fixture.control().stonewall_ns(),
            fixture.task.stats.phase(kPhaseMeasure - 1).last_end_ns.Load())
      << "the flush comes later";
}

TEST(WorkerTest, MaxWrittenEndsItBeforeTheBlockThatDoesNotFit) {
  WorkerFixture fixture("rewrite");
  fixture.task.limit_written = true;
  fixture.run().writable_bytes.store(3 * kBlock + 100);
  fixture.Run<PsyncIo<Sys<>>>();
  EXPECT_EQ(fixture.Writes().count.Load(), 3U);
  EXPECT_EQ(fixture.run().requests.load(), kRequestBudget);
  EXPECT_EQ(fixture.Writes().unexpected.Load(), 0U);
}

TEST(WorkerTest, AShortTransferGoesOnAndIsOneOperation) {
  for (const char* pattern : {"seq-read", "rewrite"}) {
    WorkerFixture fixture(pattern);
    FaultHook hook({.fail_at = 3, .short_bytes = 1000});
    fixture.Run<PsyncIo<Faulty>>(Faulty(hook));
    EXPECT_EQ(hook.plan().failed, 1U);
    const OperationStats& row =
        fixture.task.pattern.reads() ? fixture.Reads() : fixture.Writes();
    EXPECT_EQ(row.count.Load(), kBlocks);
    EXPECT_EQ(row.bytes.Load(), kBlocks * kBlock);
    EXPECT_EQ(row.unexpected.Load(), 0U);
    // Open, the blocks, one more call, close; a flush of what was written.
    EXPECT_EQ(hook.plan().seen,
              kBlocks + 3 + (fixture.task.pattern.writes() ? 1 : 0));
  }
}

TEST(WorkerTest, AShortWriteLeavesTheWholeBlockInTheFile) {
  WorkerFixture whole("seq-write");
  whole.Run<PsyncIo<Sys<>>>();
  for (std::uint64_t n = 2; n < 2 + kBlocks; ++n) {
    WorkerFixture cut("seq-write");
    FaultHook hook({.fail_at = n, .short_bytes = 1});
    cut.Run<PsyncIo<Faulty>>(Faulty(hook));
    EXPECT_TRUE(cut.Contents() == whole.Contents()) << "call " << n;
    WorkerFixture vectored("seq-write");
    FaultHook again({.fail_at = n, .short_bytes = 513});
    vectored.Run<VectoredIo<Faulty>>(Faulty(again));
    EXPECT_TRUE(vectored.Contents() == whole.Contents()) << "call " << n;
  }
}

TEST(WorkerTest, ASignalThatIsNoStopDoesNotEndAnOperation) {
  WorkerFixture fixture("rewrite");
  FaultHook hook({.fail_at = 4, .error = EINTR});
  fixture.Run<PsyncIo<Faulty>>(Faulty(hook));
  EXPECT_EQ(hook.plan().failed, 1U);
  EXPECT_EQ(fixture.Writes().count.Load(), kBlocks);
  EXPECT_EQ(fixture.Writes().unexpected.Load(), 0U);
}

TEST(WorkerTest, ASignalAfterAPartGoesOnBehindThatPart) {
  WorkerFixture fixture("seq-write");
  WorkerFixture whole("seq-write");
  whole.Run<PsyncIo<Sys<>>>();
  FaultHook hook({.fail_at = 4, .short_bytes = 512, .error_after = EINTR});
  fixture.Run<PsyncIo<Faulty>>(Faulty(hook));
  EXPECT_TRUE(fixture.Contents() == whole.Contents());
  EXPECT_EQ(fixture.Writes().unexpected.Load(), 0U);
}

TEST(WorkerTest, AnOperationThatAStopInterruptsIsNoFailure) {
  WorkerFixture fixture("rand-read");
  ScriptHook hook;
  hook.Do([&, n = 0](Syscall call, std::size_t*) mutable {
    if (!IsTransfer(call) || ++n < 3) {
      return 0;
    }
    fixture.control().Stop();
    return EINTR;
  });
  fixture.Run<PsyncIo<Scripted>>(Scripted(hook));
  EXPECT_EQ(fixture.Reads().count.Load(), 2U);
  EXPECT_EQ(fixture.Reads().interrupted.Load(), 1U);
  EXPECT_EQ(fixture.Reads().unexpected.Load(), 0U);
  EXPECT_EQ(fixture.run().requests.load(), 0U);
}

TEST(WorkerTest, AFailedOperationIsCountedNamedAndEndsThePhase) {
  WorkerFixture fixture("rewrite");
  FaultHook hook({.fail_at = 4, .error = ENOSPC});
  fixture.Run<PsyncIo<Faulty>>(Faulty(hook));
  const OperationStats& row = fixture.Writes();
  EXPECT_EQ(row.count.Load(), 2U);
  EXPECT_EQ(row.failures.Load(), 1U);
  EXPECT_EQ(row.unexpected.Load(), 1U);
  EXPECT_EQ(row.errors[0].error.Load(), ENOSPC);
  EXPECT_EQ(fixture.run().requests.load(), kRequestError);
  EXPECT_TRUE(fixture.control().stopping()) << "the others end as well";
  EXPECT_EQ(std::string(fixture.example().path.data()), "f at offset 8192");
  EXPECT_EQ(fixture.example().error, ENOSPC);
}

TEST(WorkerTest, AFileThatIsTooShortIsAShortTransfer) {
  WorkerFixture fixture("seq-read");
  fixture.directory().Write("f", std::string(2 * kBlock + 100, 'x'));
  fixture.Run<PsyncIo<Sys<>>>();
  EXPECT_EQ(fixture.Reads().count.Load(), 2U);
  EXPECT_EQ(fixture.Reads().short_transfers.Load(), 1U);
  EXPECT_EQ(fixture.Reads().failures.Load(), 0U);
  EXPECT_EQ(fixture.example().bytes, 100);
  EXPECT_EQ(fixture.example().expected_bytes, kBlock);
}

TEST(WorkerTest, ASyncThatFailsFailsTheWrite) {
  WorkerFixture fixture("rewrite");
  fixture.task.durability.fdatasync_each = true;
  FaultHook hook({.fail_at = 3, .error = EIO});
  fixture.Run<PsyncIo<Faulty>>(Faulty(hook));
  EXPECT_EQ(hook.plan().failed_call, Syscall::kFdatasync);
  EXPECT_EQ(fixture.Writes().count.Load(), 0U);
  EXPECT_EQ(fixture.Writes().failures.Load(), 1U);
  EXPECT_EQ(fixture.example().error, EIO);
}

TEST(WorkerTest, AFlushThatFailsIsCountedInItsRow) {
  WorkerFixture fixture("rewrite");
  FaultHook hook({.fail_at = kBlocks + 2, .error = EIO});
  fixture.Run<PsyncIo<Faulty>>(Faulty(hook));
  EXPECT_EQ(hook.plan().failed_call, Syscall::kFsync);
  EXPECT_EQ(fixture.Row(Opcode::kFlush).unexpected.Load(), 1U);
  EXPECT_EQ(fixture.example().opcode, Opcode::kFlush);
  EXPECT_EQ(fixture.Writes().count.Load(), kBlocks);
}

TEST(WorkerTest, AFileThatCannotBeOpenedSaysSoAndDoesNotBegin) {
  WorkerFixture fixture("rand-read");
  FaultHook hook({.fail_at = 1, .error = EACCES});
  fixture.Run<PsyncIo<Faulty>>(Faulty(hook));
  EXPECT_EQ(fixture.run().start_failed.load(), 1U);
  EXPECT_THAT(fixture.StartError(), HasSubstr("open f"));
  EXPECT_THAT(fixture.StartError(), HasSubstr("EACCES"));
  EXPECT_EQ(fixture.Reads().count.Load(), 0U);
  EXPECT_EQ(hook.plan().seen, 1U) << "nothing to close";
}

// Whatever fails: no crash, no descriptor lost, and it is said somewhere.
template <typename Io>
void FailEachCall(const char* pattern, bool allocate) {
  for (const int error : {EIO, ENOSPC, EINTR, ENOMEM}) {
    for (std::uint64_t n = 1;; ++n) {
      ASSERT_LT(n, 100U);
      WorkerFixture fixture(pattern);
      fixture.task.file.allocate = allocate;
      fixture.task.durability.fsync_each = true;
      FaultHook hook({.fail_at = n, .error = error});
      const std::size_t before = OpenDescriptors();
      fixture.Run<Io>(Faulty(hook));
      EXPECT_EQ(OpenDescriptors(), before) << pattern << ", call " << n;
      if (hook.plan().failed == 0) {
        break;
      }
      const bool transfer = IsTransfer(hook.plan().failed_call);
      const bool said = fixture.run().start_failed.load() != 0 ||
                        fixture.run().examples_used.load() != 0;
      EXPECT_EQ(said, !(error == EINTR && transfer))
          << pattern << ", call " << n << ", error " << error;
      EXPECT_EQ(fixture.task.stats.header().state.load(),
                static_cast<std::uint32_t>(ClientState::kDone));
    }
  }
}

TEST(WorkerTest, NoFailedCallLosesADescriptorOrGoesUnsaid) {
  for (const char* pattern : {"seq-write", "rewrite", "rand-read", "mixed"}) {
    FailEachCall<PsyncIo<Faulty>>(pattern, false);
    FailEachCall<VectoredIo<Faulty>>(pattern, false);
    FailEachCall<MmapIo<Faulty>>(pattern,
                                 std::string_view(pattern) == "seq-write");
  }
}

TEST(WorkerTest, NoShortTransferLosesADescriptorOrCounts) {
  for (const char* pattern : {"seq-write", "rewrite", "rand-read"}) {
    for (std::uint64_t n = 1; n <= kBlocks + 4; ++n) {
      WorkerFixture fixture(pattern);
      FaultHook hook({.fail_at = n, .short_bytes = 7});
      const std::size_t before = OpenDescriptors();
      fixture.Run<VectoredIo<Faulty>>(Faulty(hook));
      EXPECT_EQ(OpenDescriptors(), before);
      EXPECT_EQ(fixture.run().examples_used.load(), 0U)
          << pattern << ", call " << n;
    }
  }
}

TEST(WorkerTest, VerifiedBlocksAreCheckedOutsideOfTheMeasuredTime) {
  BlockVerifier verifier({.seed = 1, .blocks = kBlocks});
  WorkerFixture write("seq-write");
  write.task.verifier = &verifier;
  write.Run<PsyncIo<Sys<>>>();
  WorkerFixture read("seq-read");
  std::string contents = write.Contents();
  contents[3 * kBlock + 77] = static_cast<char>(contents[3 * kBlock + 77] ^ 1);
  read.directory().Write("f", contents);
  read.task.verifier = &verifier;
  read.Run<PsyncIo<Sys<>>>();
  EXPECT_EQ(read.Reads().count.Load(), kBlocks) << "it goes on";
  EXPECT_EQ(verifier.counts().mismatches, 1U);
  EXPECT_EQ(verifier.counts().verified_bytes, (kBlocks - 1) * kBlock);
  EXPECT_TRUE(read.example().did_not_verify);
  EXPECT_THAT(read.example().detail.data(), HasSubstr("offset 12352"));
}

TEST(SweepRowsTest, AreThoseOfThePatternThenOpenFlushClose) {
  const RowTable mixed = MakeSweepRows(ParsePattern("mixed").value());
  std::vector<std::string> names;
  for (const OperationLabel& label : mixed.labels) {
    names.push_back(label.name);
  }
  EXPECT_THAT(names,
              testing::ElementsAre("read", "write", "open", "flush", "close"));
  EXPECT_FALSE(mixed.labels[0].overhead);
  EXPECT_TRUE(mixed.labels[2].overhead);
}

}  // namespace
}  // namespace fsduel
