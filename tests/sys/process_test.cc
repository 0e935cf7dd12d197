// Forked clients, signals, the gate.
#include "sys/process.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>

#include <gtest/gtest.h>

#include "sys/clock.h"
#include "sys/shared_gate.h"
#include "sys/shared_memory.h"

namespace fsduel {
namespace {

ChildExit WaitFor(pid_t pid) {
  const MonotonicClock clock;
  for (int i = 0; i < 1000; ++i) {
    const ChildExit ended = ReapOne({pid});
    if (ended.pid != 0) {
      return ended;
    }
    clock.SleepUntil(clock.Now() + 10'000'000);
  }
  return {};
}

TEST(ForkClient, ReportsHowTheChildEnded) {
  const pid_t well = ForkClient([] { return 7; }).value();
  EXPECT_EQ(WaitFor(well).exit_code, 7);
  const pid_t killed = ForkClient([] {
                         ::pause();
                         return 0;
                       }).value();
  KillProcess(killed);
  EXPECT_EQ(WaitFor(killed).signal, SIGKILL);
}

TEST(ForkClient, TheChildIgnoresInterruptAndTermination) {
  Result<SharedMemory> memory = SharedMemory::Create(4096);
  auto* const gate = new (memory->bytes().data()) SharedGate();
  const pid_t child = ForkClient([gate] {
                        gate->Set(1);
                        while (gate->Load() != 2) {
                          gate->WaitWhile(1);
                        }
                        return 3;
                      }).value();
  while (gate->Load() == 0) {
    gate->WaitWhile(0);
  }
  ::kill(child, SIGINT);
  ::kill(child, SIGTERM);
  gate->Set(2);
  EXPECT_EQ(WaitFor(child).exit_code, 3);
}

TEST(SharedGate, OneCallWakesAllWhoWaitAcrossFork) {
  Result<SharedMemory> memory = SharedMemory::Create(4096);
  auto* const gate = new (memory->bytes().data()) SharedGate();
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    children.push_back(ForkClient([gate] {
                         while (gate->Load() == 0) {
                           gate->WaitWhile(0);
                         }
                         return 0;
                       }).value());
  }
  gate->Set(1);
  for (const pid_t child : children) {
    EXPECT_EQ(WaitFor(child).pid, child);
  }
}

TEST(SignalWaiter, DeliversASignalOnceAndTimesOut) {
  const SignalWaiter waiter;
  ::kill(::getpid(), SIGTERM);
  EXPECT_EQ(waiter.Wait(std::chrono::seconds(5)), SIGTERM);
  EXPECT_EQ(waiter.Wait(std::chrono::milliseconds(1)), 0);
}

TEST(InterruptProcess, EndsASleepOfTheChild) {
  // Before the fork: the signal may come before the child has run at all.
  InstallInterruptHandler();
  const pid_t child =
      ForkClient([] {
        const MonotonicClock clock;
        return clock.SleepUntil(clock.Now() + 60'000'000'000) ? 1 : 5;
      }).value();
  ChildExit ended;
  const MonotonicClock clock;
  for (int i = 0; i < 1000 && ended.pid == 0; ++i) {
    InterruptProcess(child);  // repeatedly: it may not sleep yet
    clock.SleepUntil(clock.Now() + 5'000'000);
    ended = ReapOne({child});
  }
  EXPECT_EQ(ended.exit_code, 5);
}

TEST(CheckIoPriority, KnowsTheClassesAndLevels) {
  for (const char* good : {"", "idle", "be:0", "be:7", "rt:3"}) {
    EXPECT_TRUE(CheckIoPriority(good).ok()) << good;
  }
  for (const char* bad : {"be", "be:8", "rt:x", "best", "be:00"}) {
    EXPECT_FALSE(CheckIoPriority(bad).ok()) << bad;
  }
}

}  // namespace
}  // namespace fsduel
