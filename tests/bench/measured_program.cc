// Runs a program and keeps what it prints, when, and what it used.
#include "bench/measured_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <iterator>

#include "sys/unique_fd.h"

extern char** environ;

namespace fsduel {
namespace {

using std::chrono::steady_clock;

double Seconds(const timeval& time) {
  constexpr double kMicro = 1e-6;
  return static_cast<double>(time.tv_sec) +
         kMicro * static_cast<double>(time.tv_usec);
}

Result<pid_t> Spawn(const std::vector<std::string>& argv, int output,
                    int errors) {
  std::vector<std::string> words = argv;
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, pointers.front(), &actions,
                                   &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return Status::FromErrno(error, "posix_spawnp", argv.front());
  }
  return pid;
}

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

// False when a stop signal has come instead of output.
bool WaitForOutput(int fd, int signal_fd) {
  pollfd waits[] = {{fd, POLLIN, 0}, {signal_fd, POLLIN, 0}};
  ::poll(waits, std::size(waits), -1);
  return waits[1].revents == 0;
}

// Until the end of the stream; false when a signal came first.
bool ReadLines(int fd, int signal_fd, steady_clock::time_point start,
               std::vector<TimedLine>* lines) {
  std::string rest;
  std::array<char, 4096> buffer = {};
  while (WaitForOutput(fd, signal_fd)) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got <= 0) {
      return true;
    }
    const std::chrono::duration<double> now = steady_clock::now() - start;
    rest.append(buffer.data(), static_cast<std::size_t>(got));
    std::size_t end = 0;
    while ((end = rest.find('\n')) != std::string::npos) {
      lines->push_back({now.count(), rest.substr(0, end)});
      rest.erase(0, end + 1);
    }
  }
  return false;
}

std::string EndOf(int fd) {
  constexpr off_t kBytes = 2000;
  const off_t size = ::lseek(fd, 0, SEEK_END);
  const off_t from = size > kBytes ? size - kBytes : 0;
  std::string text(static_cast<std::size_t>(size - from), '\0');
  const ssize_t got = ::pread(fd, text.data(), text.size(), from);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace

void HoldStopSignals() {
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

Result<MeasuredProgram> RunMeasured(const std::vector<std::string>& argv) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return Status::FromErrno(errno, "pipe2", argv.front());
  }
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  const UniqueFd errors(::memfd_create("stderr", MFD_CLOEXEC));
  const sigset_t stop = StopSignals();
  const UniqueFd signal_fd(::signalfd(-1, &stop, SFD_CLOEXEC));
  const auto start = steady_clock::now();
  const Result<pid_t> pid = Spawn(argv, writer.get(), errors.get());
  if (!pid.ok()) {
    return pid.status();
  }
  writer.Reset();
  MeasuredProgram result;
  if (!ReadLines(reader.get(), signal_fd.get(), start, &result.lines)) {
    ::kill(pid.value(), SIGKILL);
  }
  int status = 0;
  rusage usage = {};
  ::wait4(pid.value(), &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return Status::System(fmt::format("{} ended with status {:#x}: {}",
                                      argv.front(), status,
                                      EndOf(errors.get())));
  }
  result.cpu_seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  return result;
}

}  // namespace fsduel
