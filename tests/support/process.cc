// Runs a program for a test and makes sure that nothing of it is left.
#include "tests/support/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

extern char** environ;

namespace fsduel {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::string Contents(int fd) {
  std::string text;
  std::array<char, 65536> buffer = {};
  ssize_t got = 0;
  while ((got = ::pread(fd, buffer.data(), buffer.size(),
                        static_cast<off_t>(text.size()))) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

// All children of this process, adopted orphans among them.
std::vector<pid_t> Children() {
  std::vector<pid_t> children;
  std::ifstream list(fmt::format("/proc/self/task/{}/children", ::getpid()));
  for (pid_t pid = 0; list >> pid;) {
    children.push_back(pid);
  }
  return children;
}

std::string NameOf(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/comm", pid));
  std::string name;
  std::getline(file, name);
  return fmt::format("{} ({})", name, pid);
}

// Reaps the orphans that ended; returns those that live.
std::vector<pid_t> LivingOrphans(const std::vector<pid_t>& older) {
  std::vector<pid_t> living;
  for (const pid_t pid : Children()) {
    const bool ours = std::find(older.begin(), older.end(), pid) != older.end();
    if (!ours && ::waitpid(pid, nullptr, WNOHANG) == 0) {
      living.push_back(pid);
    }
  }
  return living;
}

// Gives orphans a second to end, then kills them, and what they leave, too.
std::vector<std::string> EndOrphans(const std::vector<pid_t>& older) {
  constexpr milliseconds kPatience{1000};
  const auto deadline = steady_clock::now() + kPatience;
  std::vector<pid_t> living = LivingOrphans(older);
  while (!living.empty() && steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(5));
    living = LivingOrphans(older);
  }
  std::vector<std::string> names;
  while (!living.empty()) {
    for (const pid_t pid : living) {
      names.push_back(NameOf(pid));
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    living = LivingOrphans(older);
  }
  return names;
}

// Our environment with `added` in front: the first of a name counts.
std::vector<char*> Environment(std::vector<std::string>& added) {
  std::vector<char*> environment;
  environment.reserve(added.size());
  for (std::string& entry : added) {
    environment.push_back(entry.data());
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    const bool replaced = std::any_of(
        added.begin(), added.end(),
        [name](const std::string& one) { return one.starts_with(name); });
    if (!replaced) {
      environment.push_back(*entry);
    }
  }
  environment.push_back(nullptr);
  return environment;
}

UniqueFd NamelessFile(const char* name) {
  return UniqueFd(::memfd_create(name, MFD_CLOEXEC));
}

}  // namespace

RunningProgram::RunningProgram(const ProgramSpec& spec)
    : output_(NamelessFile("stdout")), errors_(NamelessFile("stderr")) {
  // Orphans of the program become ours instead of init's.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  older_children_ = Children();
  if (!Start(spec)) {
    ADD_FAILURE() << "cannot run " << spec.argv.front() << ": errno " << errno;
  }
}

RunningProgram::~RunningProgram() {
  if (pid_ > 0) {
    Wait(milliseconds(0));
  }
}

bool RunningProgram::Start(const ProgramSpec& spec) {
  std::vector<std::string> words = spec.argv;
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  std::vector<std::string> added = spec.environment;
  const std::vector<char*> environment = Environment(added);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output_.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors_.get(), STDERR_FILENO);
  if (!spec.directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, spec.directory.c_str());
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Its own group, so that Ctrl-C at the terminal of the tests is not its.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = ::posix_spawnp(&pid_, argv.front(), &actions, &attributes,
                                   argv.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    pid_ = -1;
    errno = error;
    return false;
  }
  pidfd_ = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  return pidfd_.valid();
}

void RunningProgram::Signal(int signal) const {
  if (pid_ > 0) {
    EXPECT_EQ(::kill(pid_, signal), 0) << "errno " << errno;
  }
}

std::string RunningProgram::Output() const {
  return Contents(output_.get());
}

std::string RunningProgram::Errors() const {
  return Contents(errors_.get());
}

bool RunningProgram::HasEnded(milliseconds timeout) const {
  pollfd wait = {pidfd_.get(), POLLIN, 0};
  return ::poll(&wait, 1, static_cast<int>(timeout.count())) == 1;
}

bool RunningProgram::WaitForText(const std::string& text,
                                 milliseconds timeout) const {
  const auto deadline = steady_clock::now() + timeout;
  for (;;) {
    const bool ended = HasEnded(milliseconds(0));
    if (Output().find(text) != std::string::npos ||
        Errors().find(text) != std::string::npos) {
      return true;
    }
    if (ended || steady_clock::now() >= deadline) {
      return false;
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
}

ProgramResult RunningProgram::Wait(milliseconds timeout) {
  ProgramResult result;
  if (pid_ <= 0) {
    return result;
  }
  if (!HasEnded(timeout)) {
    result.timed_out = true;
    ::kill(pid_, SIGKILL);
  }
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  if (WIFEXITED(status)) {
    result.exit_code = WEXITSTATUS(status);
  } else if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
  }
  result.left_behind = EndOrphans(older_children_);
  result.output = Output();
  result.errors = Errors();
  return result;
}

ProgramResult RunProgram(const ProgramSpec& spec) {
  RunningProgram program(spec);
  return program.Wait(spec.timeout);
}

}  // namespace fsduel
