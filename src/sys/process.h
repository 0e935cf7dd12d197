// Child processes of a run and what a client sets for itself.
#ifndef FSDUEL_SYS_PROCESS_H_
#define FSDUEL_SYS_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/status.h"

namespace fsduel {

// Forks a child that runs `body` and leaves by _exit with its value. The child
// dies with the forking thread (PR_SET_PDEATHSIG, checked against a parent that
// was gone before), ignores INT and TERM (the runner decides), and has SIGUSR1
// interrupt its system calls.
// REQUIRES: called from the thread that outlives all children.
Result<pid_t> ForkClient(const std::function<int()>& body);

// How a child ended.
struct ChildExit {
  pid_t pid = 0;
  int exit_code = 0;  // valid when signal == 0
  int signal = 0;     // that killed it
};

// Reaps one of `pids` that has ended, without waiting; pid 0 when none has.
// Other children of the process are left alone.
ChildExit ReapOne(const std::vector<pid_t>& pids);

// Makes SIGUSR1 end a blocking call with EINTR, in this process.
void InstallInterruptHandler();
// Sends SIGUSR1 (interrupt) or SIGKILL to one process.
void InterruptProcess(pid_t pid);
void KillProcess(pid_t pid);
// Sends SIGUSR1 to a thread of this process.
void InterruptThread(pid_t tid);

pid_t CurrentProcess();
pid_t CurrentThread();

// Blocks INT, TERM, HUP and CHLD in this thread and, until destroyed, delivers
// them through Wait. One at a time.
class SignalWaiter {
 public:
  SignalWaiter();
  ~SignalWaiter();
  SignalWaiter(const SignalWaiter&) = delete;
  SignalWaiter& operator=(const SignalWaiter&) = delete;

  // The signal that arrived, or 0 when `timeout` has passed.
  int Wait(std::chrono::nanoseconds timeout) const;

 private:
  std::vector<std::uint64_t> saved_;  // sigset_t, kept opaque
};

// Pins the calling thread to one CPU.
Status PinToCpu(std::uint32_t cpu);
// `text` as in RunSpec::ioprio. A malformed one gives a usage Status; "" is OK.
Status CheckIoPriority(const std::string& text);
Status SetIoPriority(const std::string& text);
// Writes the calling process into the cgroup directory `path`.
Status JoinCgroup(const std::string& path);
// Timers of the calling thread fire within 1 us instead of 50 us.
void SetFineTimerSlack();

// While it lives, the calling thread is scheduled before ordinary ones (FIFO 1)
// where that is permitted, so that hundreds of busy clients cannot keep their
// runner from its clock. Children are ordinary from the start.
class SchedulingBoost {
 public:
  SchedulingBoost();
  ~SchedulingBoost();
  SchedulingBoost(const SchedulingBoost&) = delete;
  SchedulingBoost& operator=(const SchedulingBoost&) = delete;

 private:
  bool boosted_ = false;
};

// CPU time of the calling thread.
struct CpuTime {
  std::int64_t user_us = 0;
  std::int64_t system_us = 0;
};
CpuTime ThreadCpuTime();
// Of all threads of this process, io_uring's workers included.
CpuTime ProcessCpuTime();

// Wakes SignalWaiter::Wait in this process, as a child that ends would.
void WakeSignalWaiter();

// Runs the calling thread on the CPUs of a NUMA node and takes its memory from
// there.
Status BindToNumaNode(std::uint32_t node);
// Writes the calling thread into the cgroup directory `path`: cgroup.threads,
// or tasks where that is cgroup v1.
Status JoinCgroupAsThread(const std::string& path);

// Raises the soft limit of open files to the hard limit; returns it.
std::uint64_t RaiseOpenFileLimit();

}  // namespace fsduel

#endif  // FSDUEL_SYS_PROCESS_H_
