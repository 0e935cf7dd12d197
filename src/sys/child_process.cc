#include "sys/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <string_view>

#include "sys/unique_fd.h"

namespace fsduel {
namespace {

constexpr std::size_t kMaxOutputBytes = 1U << 20;

// Owns the attributes of one posix_spawn.
class SpawnSetup {
 public:
  SpawnSetup() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~SpawnSetup() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  // Input from /dev/null, both outputs into `output`; no signal blocked or
  // ignored, whatever we do with ours; a process group of its own.
  int Prepare(int output) {
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    const std::array<int, 7> errors = {
        ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY,
                                           0),
        ::posix_spawn_file_actions_adddup2(&actions_, output, 1),
        ::posix_spawn_file_actions_adddup2(&actions_, output, 2),
        ::posix_spawnattr_setsigmask(&attributes_, &none),
        ::posix_spawnattr_setsigdefault(&attributes_, &all),
        ::posix_spawnattr_setpgroup(&attributes_, 0),
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK |
                                                     POSIX_SPAWN_SETSIGDEF |
                                                     POSIX_SPAWN_SETPGROUP),
    };
    for (const int error : errors) {
      if (error != 0) {
        return error;
      }
    }
    return 0;
  }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// Our environment, but messages in English: they are parsed.
std::vector<char*> MakeEnvironment(std::string* locale) {
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("LC_") && !text.starts_with("LANG")) {
      variables.push_back(*variable);
    }
  }
  variables.push_back(locale->data());
  variables.push_back(nullptr);
  return variables;
}

int Spawn(const std::vector<std::string>& command, int output, pid_t* pid) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  std::string locale = "LC_ALL=C";
  std::vector<char*> environment = MakeEnvironment(&locale);
  SpawnSetup setup;
  if (const int error = setup.Prepare(output); error != 0) {
    return error;
  }
  return ::posix_spawnp(pid, arguments[0], setup.actions(), setup.attributes(),
                        arguments.data(), environment.data());
}

// Reads what is in the pipe now. False at its end.
bool Drain(int pipe, std::string* output) {
  std::array<char, 16384> buffer{};
  while (true) {
    const ssize_t bytes = ::read(pipe, buffer.data(), buffer.size());
    if (bytes > 0) {
      // What exceeds the limit is read all the same, so that the program is
      // not stopped by a full pipe.
      const std::size_t room = kMaxOutputBytes - output->size();
      output->append(buffer.data(),
                     std::min(room, static_cast<std::size_t>(bytes)));
    } else if (bytes == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

// Collects output until the program has ended. A kernel without pidfd (before
// 5.3) makes us wait for the end of the output instead.
void Collect(int pipe, pid_t pid, std::string* output) {
  // glibc 2.36 declares pidfd_open without extern "C".
  const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  std::array<pollfd, 2> events = {{{pipe, POLLIN, 0}, {-1, POLLIN, 0}}};
  events[1].fd = process.get();
  bool ended = false;
  bool open = true;
  while (open && !ended) {
    if (::poll(events.data(), events.size(), -1) < 0) {
      continue;  // EINTR
    }
    // Looked at before reading: what it wrote before it ended is in the pipe.
    ended = events[1].revents != 0;
    open = Drain(pipe, output);
  }
}

}  // namespace

Result<CommandResult> RunProgram(const std::vector<std::string>& command) {
  assert(!command.empty());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    return Status::FromErrno(errno, "pipe2", command[0]);
  }
  const UniqueFd pipe(ends[0]);
  UniqueFd write_end(ends[1]);
  // The program expects a blocking output.
  ::fcntl(write_end.get(), F_SETFL, 0);
  pid_t pid = -1;
  const int error = Spawn(command, write_end.get(), &pid);
  write_end.Reset();
  if (error != 0) {
    return Status::FromErrno(error, "run", command[0]);
  }
  CommandResult result;
  Collect(pipe.get(), pid, &result.output);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) {
      return Status::FromErrno(errno, "waitpid", command[0]);
    }
  }
  result.exit_code =
      WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

}  // namespace fsduel
