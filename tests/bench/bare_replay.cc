// bare_replay LOADFILE -D DIR [-n CLIENTS] [-t SECONDS] [--warmup SECONDS]
//             [--passes N]
//
// Replays a loadfile with the barest loop (bare_calls.h) in forked clients and
// prints one line:
//   operations=ALL measured=IN_THE_TIME seconds=TIME cpu=SECONDS
// `cpu` is that of all clients in their passes.
// With --passes each client makes so many passes and there is no time limit.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <span>
#include <string>
#include <thread>

#include "bench/bare_calls.h"
#include "loadfile/reader.h"
#include "sys/tree.h"
#include "workload/data_pool.h"

namespace fsduel {
namespace {

using std::chrono::steady_clock;

// The stop flag is looked at, and progress told, after so many operations.
constexpr std::size_t kBatch = 256;

struct Options {
  std::string loadfile;
  std::string directory;
  int clients = 1;
  double seconds = 5;
  double warmup = 1;
  std::uint64_t passes = 0;  // 0 = until the time is over
};

struct Shared {
  std::atomic<std::uint32_t> stop;
};

struct alignas(64) Progress {  // one per client
  std::atomic<std::uint64_t> operations;
  double cpu_seconds;  // of the passes; valid when the client has ended
};

// Zeroed memory that children share.
template <typename T>
T* SharedArray(std::size_t count) {
  void* const memory =
      ::mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    std::abort();
  }
  return static_cast<T*>(memory);
}

bool ParseOption(const std::string& word, const char* value, Options* options) {
  if (word == "-D") {
    options->directory = value;
  } else if (word == "-n") {
    options->clients = static_cast<int>(std::strtol(value, nullptr, 10));
  } else if (word == "-t") {
    options->seconds = std::strtod(value, nullptr);
  } else if (word == "--warmup") {
    options->warmup = std::strtod(value, nullptr);
  } else if (word == "--passes") {
    options->passes = std::strtoull(value, nullptr, 10);
  } else {
    return false;
  }
  return true;
}

bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (!word.starts_with('-')) {
      options->loadfile = word;
      continue;
    }
    if (++i == argc || !ParseOption(word, argv[i], options)) {
      return false;
    }
  }
  return !options->loadfile.empty() && !options->directory.empty() &&
         options->clients > 0;
}

// Only straight programs: an optional set-up, then one run of operations.
bool IsStraight(const Loadfile& loadfile) {
  return std::all_of(
      loadfile.steps().begin(), loadfile.steps().end(),
      [](const Step& step) { return step.kind == Step::Kind::kRun; });
}

// A loadfile as calls, shared by all clients.
struct Program {
  Program(const Loadfile& file, std::span<const std::byte> pool)
      : loadfile(file) {
    const auto& steps = file.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::vector<BareCall>& part = i < file.setup_end() ? setup : pass;
      const std::vector<BareCall> calls =
          PrepareCalls(file, steps[i].first, steps[i].last, pool);
      part.insert(part.end(), calls.begin(), calls.end());
    }
  }

  const Loadfile& loadfile;
  std::vector<BareCall> setup;
  std::vector<BareCall> pass;
};

double CpuSeconds() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  constexpr double kMicro = 1e-6;
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         kMicro * static_cast<double>(usage.ru_utime.tv_usec +
                                      usage.ru_stime.tv_usec);
}

// Passes of one client, from the opened gate to the stop.
void RunPasses(const Program& program, std::uint64_t passes, BareLoop* loop,
               Shared* shared, Progress* progress) {
  const std::span all(program.pass);
  std::uint64_t done = 0;
  for (std::uint64_t n = 0; passes == 0 || n < passes; ++n) {
    for (std::size_t at = 0; at < all.size(); at += kBatch) {
      const auto calls = all.subspan(at, std::min(kBatch, all.size() - at));
      loop->Run(calls);
      done += calls.size();
      progress->operations.store(done, std::memory_order_relaxed);
      if (shared->stop.load(std::memory_order_relaxed) != 0) {
        return;
      }
    }
  }
}

class BareRun {
 public:
  BareRun(const Options& options, const Loadfile& loadfile, int root_fd)
      : options_(options),
        root_fd_(root_fd),
        pool_(Pool(loadfile)),
        program_(loadfile, pool_),
        shared_(SharedArray<Shared>(1)),
        progress_(SharedArray<Progress>(Clients()), Clients()) {}

  bool Run() {
    int gate[2];
    if (::pipe2(gate, O_CLOEXEC) != 0) {
      return false;
    }
    for (std::uint32_t i = 0; i < Clients(); ++i) {
      if (::fork() == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::close(gate[1]);
        RunClient(i, gate[0]);
        ::_exit(0);
      }
    }
    ::close(gate[0]);
    ::close(gate[1]);  // which opens it
    if (options_.passes == 0) {
      Measure();
    }
    bool ok = true;
    for (std::uint32_t i = 0; i < Clients(); ++i) {
      int status = 0;
      ok = ::wait(&status) > 0 && WIFEXITED(status) && ok;
    }
    Print();
    return ok;
  }

 private:
  static std::vector<std::byte> Pool(const Loadfile& loadfile) {
    std::vector<std::byte> pool(
        DataPoolSize(static_cast<std::size_t>(loadfile.longest_write())));
    FillDataPool(pool, 1, 0);
    return pool;
  }
  std::uint32_t Clients() const {
    return static_cast<std::uint32_t>(options_.clients);
  }

  void RunClient(std::uint32_t number, int gate) {
    const ClientPaths paths(program_.loadfile, number);
    BareLoop loop(root_fd_, program_.loadfile,
                  PrepareNames(program_.loadfile, paths));
    loop.Run(program_.setup);
    char byte = 0;
    while (::read(gate, &byte, 1) > 0) {
    }
    const double before = CpuSeconds();
    RunPasses(program_, options_.passes, &loop, shared_, &progress_[number]);
    progress_[number].cpu_seconds = CpuSeconds() - before;
  }

  std::uint64_t Total() const {
    std::uint64_t total = 0;
    for (const Progress& progress : progress_) {
      total += progress.operations.load(std::memory_order_relaxed);
    }
    return total;
  }

  void Measure() {
    using Seconds = std::chrono::duration<double>;
    std::this_thread::sleep_for(Seconds(options_.warmup));
    const std::uint64_t before = Total();
    const auto start = steady_clock::now();
    std::this_thread::sleep_for(Seconds(options_.seconds));
    measured_ = Total() - before;
    seconds_ = Seconds(steady_clock::now() - start).count();
    shared_->stop.store(1);
  }

  void Print() const {
    double cpu_seconds = 0;
    for (const Progress& progress : progress_) {
      cpu_seconds += progress.cpu_seconds;
    }
    fmt::print("operations={} measured={} seconds={:.6f} cpu={:.6f}\n", Total(),
               options_.passes == 0 ? measured_ : Total(), seconds_,
               cpu_seconds);
  }

  const Options& options_;
  int root_fd_;
  std::vector<std::byte> pool_;
  Program program_;
  Shared* shared_;
  std::span<Progress> progress_;
  std::uint64_t measured_ = 0;
  double seconds_ = 0;
};

int Main(int argc, char** argv) {
  Options options;
  if (!Parse(argc, argv, &options)) {
    fmt::print(stderr,
               "usage: bare_replay LOADFILE -D DIR [-n CLIENTS] "
               "[-t SECONDS] [--warmup SECONDS] [--passes N]\n");
    return 2;
  }
  const auto loadfile = ReadLoadfile(options.loadfile);
  if (!loadfile.ok()) {
    fmt::print(stderr, "{}\n", loadfile.status().message());
    return 2;
  }
  if (!IsStraight(*loadfile.value())) {
    fmt::print(stderr, "bare_replay: loops and random parts are not for it\n");
    return 2;
  }
  const Result<UniqueFd> base = OpenDirectory(options.directory);
  const std::string name = fmt::format("bare-{}", ::getpid());
  Result<UniqueFd> root = base.ok() ? MakeDirectoryAt(base.value().get(), name)
                                    : Result<UniqueFd>(base.status());
  if (!root.ok()) {
    fmt::print(stderr, "{}\n", root.status().message());
    return 1;
  }
  BareRun run(options, *loadfile.value(), root.value().get());
  const bool ok = run.Run();
  root.value().Reset();
  return RemoveAnyAt(base.value().get(), name).ok() && ok ? 0 : 1;
}

}  // namespace
}  // namespace fsduel

int main(int argc, char** argv) {
  return fsduel::Main(argc, argv);
}
