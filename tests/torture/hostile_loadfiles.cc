// Generates loadfiles that try to leave the tree, replays those that compile,
// and looks at everything around the tree after each one.
//   hostile_loadfiles [COUNT [SEED]]
// Prints how many were refused, replayed, and escaped; exit 1 after an escape.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <boost/filesystem.hpp>

#include "base/random.h"
#include "loadfile/operation_table.h"
#include "loadfile/reader.h"
#include "run/runner.h"
#include "tests/support/temp_dir.h"

namespace fsduel {
namespace {

namespace fs = boost::filesystem;

template <typename T, std::size_t N>
const T& Pick(Random* random, const T (&choices)[N]) {
  return choices[random->Below(N)];
}

std::string HostilePath(Random* random) {
  static const char* const kComponents[] = {
      "..",       ".",      "",        "client1",      "clients", "a",
      "b",        "...",    ".. ",     "..\\..",       "../..",   "~",
      "$1",       "$2",     "*",       "<.x",          "etc",     "passwd",
      "victim",   "target", "link",    ".fsduel-tree", "c0000",   "shared",
      "C:",       "%2e%2e", "proc",    "self",         "fd",      "3",
      "\xC0\xAE", "a\tb",   "CLIENT1", "client10",     "con"};
  std::string path = random->Below(2) == 0 ? "/" : "\\";
  for (std::uint64_t i = random->Below(6) + 1; i > 0; --i) {
    path += Pick(random, kComponents);
    path += random->Below(3) == 0 ? '\\' : '/';
  }
  if (random->Below(50) == 0) {
    path += std::string(random->Below(5000), 'x');
  }
  path.pop_back();
  return random->Below(8) == 0 ? path : '"' + path + '"';
}

std::string HostileNumber(Random* random) {
  static const char* const kNumbers[] = {"0",
                                         "1",
                                         "7",
                                         "4096",
                                         "65536",
                                         "0x40",
                                         "0x1",
                                         "0x2",
                                         "0x3",
                                         "*",
                                         "+1",
                                         "*%8",
                                         "1004",
                                         "-1",
                                         "2147483647",
                                         "9223372036854775807",
                                         "4611686018427387904",
                                         "010",
                                         "+child",
                                         "x"};
  return Pick(random, kNumbers);
}

std::string HostileLine(Random* random) {
  static const char* const kStatuses[] = {
      "NT_STATUS_OK", "NT_STATUS_OBJECT_NAME_NOT_FOUND", "*",
      "0x0",          "NT_STATUS_OBJECT_NAME_COLLISION", "SUCCESS",
      "ERROR"};
  static const char* const kDirectives[] = {"RANDOMSTRING 1 \"[.][.]\"",
                                            "RANDOMSTRING 1 \"[./]\"",
                                            "RANDOMSTRING 2 \"[ab].\"",
                                            "RANDOMSTRING 2 \"..\"",
                                            "LOOP 3",
                                            "ENDLOOP",
                                            "REPEAT 2",
                                            "SLEEP 10",
                                            "SETSP 1",
                                            "WRITEPATTERN ../../x",
                                            "SETUP",
                                            "ENDSETUP"};
  if (random->Below(12) == 0) {
    return Pick(random, kDirectives);
  }
  const auto table = OperationTable();
  const OperationRow& row = table[random->Below(table.size())];
  if (row.opcode == Opcode::kSleep) {
    return "Sleep 10 NT_STATUS_OK";
  }
  std::string line(row.name);
  for (const Parameter parameter : row.parameters) {
    if (parameter == Parameter::kPath || parameter == Parameter::kPath2) {
      line += " " + HostilePath(random);
    } else if (parameter != Parameter::kNone) {
      line += " " + HostileNumber(random);
    }
  }
  return line + " " + Pick(random, kStatuses);
}

// Name -> what can be seen of it. A change of any kind shows.
std::map<std::string, std::string> Snapshot(const std::string& directory) {
  std::map<std::string, std::string> all;
  for (fs::recursive_directory_iterator it(directory), end; it != end; ++it) {
    struct stat status;
    if (::lstat(it->path().c_str(), &status) != 0) {
      continue;
    }
    std::string seen = fmt::format("{:o} {}", status.st_mode, status.st_nlink);
    if (S_ISREG(status.st_mode)) {
      seen += " " + ReadWholeFile(it->path().string()) +
              fmt::format(" {}", status.st_mtim.tv_nsec);
    }
    all[it->path().string()] = seen;
  }
  return all;
}

class Torturer {
 public:
  explicit Torturer(std::uint64_t seed) : random_(seed) {
    ::setenv("XDG_STATE_HOME", (state_ / "state").c_str(), 1);
    fs::create_directories(outer_ / "target/clients");
    fs::create_directories(outer_ / "victim");
    outer_.Write("victim/precious", "precious");
    outer_.Write("target/precious", "precious");
    outer_.Write("target/clients/precious", "precious");
    fs::create_symlink("../victim", outer_ / "target/link");
    before_ = Snapshot(outer_.path());
  }

  // False when something around the tree changed.
  bool TryOne() {
    std::string text;
    for (std::uint64_t i = random_.Below(40) + 1; i > 0; --i) {
      text += HostileLine(&random_) + "\n";
    }
    // One bad line refuses the whole file; most lines must be tried alone.
    if (!CompileLoadfile("hostile", text).ok()) {
      text = KeepWhatCompiles(text);
    }
    if (!CompileLoadfile("hostile", text).ok()) {
      ++refused;
      return true;
    }
    Replay(text);
    if (Snapshot(outer_.path()) == before_) {
      return true;
    }
    fmt::print("ESCAPED:\n{}\n", text);
    return false;
  }

  std::uint64_t refused = 0;
  std::uint64_t replayed = 0;
  std::uint64_t operations = 0;

 private:
  static std::string KeepWhatCompiles(const std::string& text) {
    std::string kept;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = text.find('\n', at) + 1;
      const std::string with = kept + text.substr(at, end - at);
      if (CompileLoadfile("hostile", with).ok()) {
        kept = with;
      }
      at = end;
    }
    return kept;
  }

  void Replay(const std::string& text) {
    RunSpec spec;
    spec.loadfiles = {{"hostile", 1, state_.Write("hostile.load", text)}};
    spec.directories = {outer_ / "target"};
    spec.results_directory = "";
    spec.clients = 2;
    spec.passes = 2;
    spec.time_limit = std::chrono::milliseconds(500);
    spec.seed = random_.Next();
    spec.shared_tree = random_.Below(2) == 0;
    spec.semantics =
        random_.Below(2) == 0 ? Semantics::kPosix : Semantics::kDbench4;
    // Sparse files of 2^62 bytes do not fit; that they are refused is not what
    // is tested here.
    const Result<RunPlan> plan = ResolvePlan(spec, DbenchSpec(), *machine_);
    if (!plan.ok()) {
      ++refused;
      return;
    }
    RunObserver observer;
    const Result<RunOutput> output =
        ExecutePlan(plan.value(), *machine_, &observer);
    if (!output.ok()) {
      fmt::print("not run: {}\n", output.status().message());
      return;
    }
    ++replayed;
    for (const PhaseResult& phase : output->runs.back().phases) {
      for (const OperationResult& operation : phase.operations) {
        operations += operation.summary.count;
      }
    }
  }

  Random random_;
  TempDir state_;
  TempDir outer_;
  std::map<std::string, std::string> before_;
  std::unique_ptr<Machine> machine_ = MakeMachine();
};

}  // namespace
}  // namespace fsduel

int main(int argc, char** argv) {
  const std::uint64_t count =
      argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  fsduel::Torturer torturer(seed);
  std::uint64_t escapes = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    escapes += torturer.TryOne() ? 0 : 1;
  }
  fmt::print(
      "hostile loadfiles: {} generated (seed {}), {} refused, {} replayed "
      "({} operations), {} escapes\n",
      count, seed, torturer.refused, torturer.replayed, torturer.operations,
      escapes);
  return escapes == 0 ? 0 : 1;
}
