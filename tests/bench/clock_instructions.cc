// Prints how many instructions of the vDSO one clock_gettime(CLOCK_MONOTONIC)
// takes here, found by single steps: valgrind hides the vDSO from its program,
// so callgrind cannot count them.
#include <sys/auxv.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace {

// In the child: two measured stretches of different length.
void ReadClocks(int count) {
  timespec now = {};
  for (int i = 0; i < count; ++i) {
    clock_gettime(CLOCK_MONOTONIC, &now);
  }
}

constexpr int kFew = 100;
constexpr int kMany = 300;

[[noreturn]] void Child() {
  ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  ReadClocks(1);  // the first call looks the vDSO up
  std::raise(SIGSTOP);
  ReadClocks(kFew);
  std::raise(SIGSTOP);
  ReadClocks(kMany);
  std::raise(SIGSTOP);
  ::_exit(0);
}

bool IsInVdso(pid_t pid) {
  // Mapped before the fork, so at the same place in the child.
  static const unsigned long start = ::getauxval(AT_SYSINFO_EHDR);
  constexpr unsigned long kVdsoBytes = 0x4000;
  user_regs_struct registers = {};
  ::ptrace(PTRACE_GETREGS, pid, nullptr, &registers);
  return start != 0 && registers.rip - start < kVdsoBytes;
}

// Steps in the vDSO until the child stops itself again; -1 when it is gone.
long StepsToStop(pid_t pid) {
  for (long steps = 0;;) {
    int status = 0;
    if (::ptrace(PTRACE_SINGLESTEP, pid, nullptr, nullptr) != 0 ||
        ::waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status)) {
      return -1;
    }
    if (WSTOPSIG(status) == SIGSTOP) {
      return steps;
    }
    steps += IsInVdso(pid) ? 1 : 0;
  }
}

}  // namespace

int main() {
  const pid_t pid = ::fork();
  if (pid == 0) {
    Child();
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  const long few = StepsToStop(pid);
  const long many = StepsToStop(pid);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, &status, 0);
  if (few < 0 || many < 0) {
    std::fprintf(stderr, "clock_instructions: cannot step\n");
    return 1;
  }
  std::printf("%.1f\n", static_cast<double>(many - few) / (kMany - kFew));
  return 0;
}
