// Forking, signals and scheduling of clients.
#include "sys/process.h"

#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "base/text.h"

namespace fsduel {
namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

sigset_t RunnerSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
    sigaddset(&set, signal);
  }
  return set;
}

void SetAction(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

void Interrupted(int) {}

[[noreturn]] void RunChild(pid_t parent, const std::function<int()>& body) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {
    ::_exit(1);
  }
  SetAction(SIGINT, SIG_IGN);
  SetAction(SIGTERM, SIG_IGN);
  SetAction(SIGHUP, SIG_IGN);
  InstallInterruptHandler();
  const sigset_t set = RunnerSignals();
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  ::_exit(body());
}

std::int64_t ToMicroseconds(const timeval& time) {
  return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
}

}  // namespace

Result<pid_t> ForkClient(const std::function<int()>& body) {
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    return Status::FromErrno(errno, "fork", "client");
  }
  if (pid == 0) {
    RunChild(parent, body);
  }
  return pid;
}

ChildExit ReapOne(const std::vector<pid_t>& pids) {
  for (const pid_t pid : pids) {
    int status = 0;
    if (pid > 0 && ::waitpid(pid, &status, WNOHANG) == pid) {
      return {pid, WIFEXITED(status) ? WEXITSTATUS(status) : 0,
              WIFSIGNALED(status) ? WTERMSIG(status) : 0};
    }
  }
  return {};
}

void InstallInterruptHandler() {
  SetAction(SIGUSR1, Interrupted);
}
void InterruptProcess(pid_t pid) {
  ::kill(pid, SIGUSR1);
}
void KillProcess(pid_t pid) {
  ::kill(pid, SIGKILL);
}
void InterruptThread(pid_t tid) {
  ::syscall(SYS_tgkill, ::getpid(), tid, SIGUSR1);
}

pid_t CurrentProcess() {
  return ::getpid();
}
pid_t CurrentThread() {
  return static_cast<pid_t>(::syscall(SYS_gettid));
}

SignalWaiter::SignalWaiter()
    : saved_((sizeof(sigset_t) + 7) / sizeof(std::uint64_t)) {
  sigset_t before;
  const sigset_t set = RunnerSignals();
  ::pthread_sigmask(SIG_BLOCK, &set, &before);
  std::memcpy(saved_.data(), &before, sizeof before);
}

SignalWaiter::~SignalWaiter() {
  // Leave nothing pending: a Ctrl-C that was already acted on must not kill the
  // process while it writes its results.
  while (Wait(std::chrono::nanoseconds(0)) != 0) {
  }
  sigset_t before;
  std::memcpy(&before, saved_.data(), sizeof before);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

int SignalWaiter::Wait(std::chrono::nanoseconds timeout) const {
  const sigset_t set = RunnerSignals();
  const std::int64_t nanoseconds = std::max<std::int64_t>(timeout.count(), 0);
  const timespec limit = {nanoseconds / kNanosecondsPerSecond,
                          nanoseconds % kNanosecondsPerSecond};
  const int signal = ::sigtimedwait(&set, nullptr, &limit);
  return signal > 0 ? signal : 0;
}

Status PinToCpu(std::uint32_t cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  if (cpu >= CPU_SETSIZE || ::sched_setaffinity(0, sizeof set, &set) != 0) {
    return Status::FromErrno(errno, "sched_setaffinity",
                             fmt::format("cpu {}", cpu));
  }
  return Status::Ok();
}

namespace {

// -1 when malformed. Class in the upper bits as in ioprio_set(2).
int ParseIoPriority(const std::string& text) {
  constexpr int kClassShift = 13;
  if (text == "idle") {
    return 3 << kClassShift;
  }
  const bool realtime = text.starts_with("rt:");
  if ((!realtime && !text.starts_with("be:")) || text.size() != 4 ||
      text[3] < '0' || text[3] > '7') {
    return -1;
  }
  return ((realtime ? 1 : 2) << kClassShift) | (text[3] - '0');
}

}  // namespace

Status CheckIoPriority(const std::string& text) {
  if (!text.empty() && ParseIoPriority(text) < 0) {
    return Status::Usage(fmt::format(
        "--ioprio {}: expected idle, be:0..be:7 or rt:0..rt:7", Quote(text)));
  }
  return Status::Ok();
}

Status SetIoPriority(const std::string& text) {
  if (text.empty()) {
    return Status::Ok();
  }
  constexpr int kWhoProcess = 1;
  if (::syscall(SYS_ioprio_set, kWhoProcess, 0, ParseIoPriority(text)) != 0) {
    return Status::FromErrno(errno, "ioprio_set", text);
  }
  return Status::Ok();
}

Status JoinCgroup(const std::string& path) {
  const std::string file = path + "/cgroup.procs";
  std::ofstream stream(file);
  stream << ::getpid() << std::endl;
  if (!stream) {
    return Status::FromErrno(errno == 0 ? EIO : errno, "write", file);
  }
  return Status::Ok();
}

Status JoinCgroupAsThread(const std::string& path) {
  std::string file = path + "/cgroup.threads";
  if (::access(file.c_str(), F_OK) != 0) {
    file = path + "/tasks";
  }
  std::ofstream stream(file);
  stream << CurrentThread() << std::endl;
  if (!stream) {
    return Status::FromErrno(errno == 0 ? EIO : errno, "write", file);
  }
  return Status::Ok();
}

Status BindToNumaNode(std::uint32_t node) {
  const std::string file =
      fmt::format("/sys/devices/system/node/node{}/cpulist", node);
  std::ifstream stream(file);
  std::string list;
  if (!std::getline(stream, list)) {
    return Status::FromErrno(ENOENT, "open", file);
  }
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  for (const std::string_view range : Split(list, ',')) {
    std::size_t first = 0;
    std::size_t last = 0;
    const char* const end = range.data() + range.size();
    const auto parsed = std::from_chars(range.data(), end, first);
    last = first;
    if (parsed.ptr != end) {
      std::from_chars(parsed.ptr + 1, end, last);
    }
    for (std::size_t cpu = first; cpu <= last && cpu < CPU_SETSIZE; ++cpu) {
      CPU_SET(cpu, &cpus);
    }
  }
  if (::sched_setaffinity(0, sizeof cpus, &cpus) != 0) {
    return Status::FromErrno(errno, "sched_setaffinity", file);
  }
  // Like libnuma, which is one call and a dependency more.
  constexpr int kBind = 2;  // MPOL_BIND
  constexpr unsigned kMostNodes = 64;
  const std::uint64_t nodes = std::uint64_t{1} << (node % kMostNodes);
  if (::syscall(SYS_set_mempolicy, kBind, &nodes, kMostNodes + 1) != 0) {
    return Status::FromErrno(errno, "set_mempolicy", file);
  }
  return Status::Ok();
}

void SetFineTimerSlack() {
  ::prctl(PR_SET_TIMERSLACK, 1000UL);
}

SchedulingBoost::SchedulingBoost() {
  const sched_param parameter = {1};
  boosted_ = ::sched_getscheduler(0) == SCHED_OTHER &&
             ::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK,
                                  &parameter) == 0;
}

SchedulingBoost::~SchedulingBoost() {
  if (boosted_) {
    const sched_param parameter = {0};
    ::sched_setscheduler(0, SCHED_OTHER, &parameter);
  }
}

CpuTime ThreadCpuTime() {
  rusage usage = {};
  ::getrusage(RUSAGE_THREAD, &usage);
  return {ToMicroseconds(usage.ru_utime), ToMicroseconds(usage.ru_stime)};
}

CpuTime ProcessCpuTime() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return {ToMicroseconds(usage.ru_utime), ToMicroseconds(usage.ru_stime)};
}

void WakeSignalWaiter() {
  ::kill(::getpid(), SIGCHLD);
}

std::uint64_t RaiseOpenFileLimit() {
  rlimit limit = {};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace fsduel
