// Kills the runner or one of its clients at a random moment and looks at what
// is left.
//   random_kills [COUNT [SEED]]
// After the death of a client: exit code 1, no tree. After that of the runner:
// no process lives on, and the next start removes the tree. Prints counts; exit
// 1 when anything was left.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <boost/filesystem.hpp>

#include "base/random.h"
#include "sys/clock.h"
#include "tests/support/process.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

constexpr const char* kLoad =
    "SETUP\n"
    "Mkdir \"/d\" NT_STATUS_OK\n"
    "LOOP 200\n"
    "NTCreateX \"/d/seed\" 0x40 0x5 1 NT_STATUS_OK\n"
    "WriteX 1 0 65536 65536 NT_STATUS_OK\n"
    "Close 1 NT_STATUS_OK\n"
    "ENDLOOP\n"
    "ENDSETUP\n"
    "NTCreateX \"/d/file\" 0x40 0x5 1 NT_STATUS_OK\n"
    "WriteX 1 0 4096 4096 NT_STATUS_OK\n"
    "Flush 1 NT_STATUS_OK\n"
    "Close 1 NT_STATUS_OK\n"
    "Unlink \"/d/file\" 0 NT_STATUS_OK\n";

std::vector<pid_t> ChildrenOf(pid_t pid) {
  std::ifstream stream(fmt::format("/proc/{}/task/{}/children", pid, pid));
  std::vector<pid_t> children;
  for (pid_t child = 0; stream >> child;) {
    children.push_back(child);
  }
  return children;
}

bool IsGone(pid_t pid) {
  std::ifstream stream(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(stream, text);
  // A zombie that init has not reaped yet holds nothing.
  return text.empty() || text.find(") Z ") != std::string::npos;
}

bool AllGone(const std::vector<pid_t>& pids) {
  constexpr int kTries = 500;
  const MonotonicClock clock;
  for (int i = 0; i < kTries; ++i) {
    bool gone = true;
    for (const pid_t pid : pids) {
      gone = gone && IsGone(pid);
    }
    if (gone) {
      return true;
    }
    clock.SleepUntil(clock.Now() + 10'000'000);
  }
  return false;
}

class Killer {
 public:
  explicit Killer(std::uint64_t seed)
      : random_(seed), load_(files_.Write("kill.load", kLoad)) {}

  // "" when all was as it should be, else what was not.
  std::string KillOne() {
    RunningProgram run(Spec({"-n", "4", "-t", "60s"}));
    const MonotonicClock clock;
    clock.SleepUntil(clock.Now() +
                     static_cast<std::int64_t>(random_.Below(250'000'000)));
    const std::vector<pid_t> children = ChildrenOf(run.pid());
    const bool kill_client = !children.empty() && random_.Below(2) == 0;
    ::kill(kill_client ? children[random_.Below(children.size())] : run.pid(),
           SIGKILL);
    const ProgramResult result = run.Wait(std::chrono::seconds(60));
    if (result.timed_out) {
      return "the run did not end";
    }
    if (!AllGone(children)) {
      return "a client lives on";
    }
    if (kill_client) {
      ++clients;
      // A client that had already ended when it was killed is no loss.
      if (result.exit_code != 1) {
        return fmt::format("exit code {} after the death of a client",
                           result.exit_code);
      }
    } else {
      ++runners;
      left_at_once += fs::is_empty(directory_.path()) ? 0 : 1;
      const ProgramResult next = RunProgram(Spec({"-n", "1", "--passes", "1"}));
      if (next.exit_code != 0) {
        return "the next start failed: " + next.errors;
      }
    }
    if (!fs::is_empty(directory_.path())) {
      return "a tree was left in the directory under test";
    }
    if (!fs::is_empty(files_ / "state/fsduel/held")) {
      return "the journal was left";
    }
    return "";
  }

  std::uint64_t clients = 0;
  std::uint64_t runners = 0;
  std::uint64_t left_at_once = 0;

 private:
  ProgramSpec Spec(const std::vector<std::string>& words) {
    ProgramSpec spec;
    spec.argv = {FSDUEL_BINARY_DIR "/src/fsduel",
                 "replay",
                 load_,
                 "-D",
                 directory_.path(),
                 "--results",
                 files_ / "results"};
    spec.argv.insert(spec.argv.end(), words.begin(), words.end());
    spec.environment = {"XDG_STATE_HOME=" + (files_ / "state")};
    return spec;
  }

  Random random_;
  TempDir files_;
  TempDir directory_;
  std::string load_;
};

}  // namespace
}  // namespace fsduel

int main(int argc, char** argv) {
  const std::uint64_t count =
      argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  fsduel::Killer killer(seed);
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string found = killer.KillOne();
    if (!found.empty()) {
      ++wrong;
      fmt::print("kill {}: {}\n", i, found);
    }
  }
  fmt::print(
      "random kills: {} (seed {}): {} of a client, {} of the runner (which "
      "left "
      "{} trees for the next start to remove); {} times something was left\n",
      count, seed, killer.clients, killer.runners, killer.left_at_once, wrong);
  return wrong == 0 ? 0 : 1;
}
