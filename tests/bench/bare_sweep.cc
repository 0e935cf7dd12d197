// bare_sweep FILE [--block N] [--threads N] [-t SECONDS] [--ops N]
//            [--uring DEPTH] [--direct]
//
// Reads blocks of a file at random with the barest loop: no clock, no
// statistics, one multiplication for the next offset. With --uring DEPTH
// through io_uring with a registered file and registered buffers. Prints one
// line:
//   operations=N seconds=TIME cpu=SECONDS
#include <fcntl.h>
#include <fmt/format.h>
#include <liburing.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kAlignment = 4096;
constexpr std::uint64_t kLookEvery = 256;

struct Options {
  std::string file;
  std::size_t block = 4096;
  int threads = 1;
  double seconds = 2;
  std::uint64_t operations = 0;  // per thread; 0 = until the time is over
  unsigned depth = 0;            // 0 = pread
  bool direct = false;
};

class Offsets {
 public:
  Offsets(std::uint64_t blocks, std::uint64_t seed)
      : blocks_(blocks), state_(seed * 2 + 1) {}
  std::uint64_t Next() {
    constexpr std::uint64_t kMultiplier = 6364136223846793005ULL;
    state_ = state_ * kMultiplier + 1442695040888963407ULL;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{state_} * blocks_) >> 64);
  }

 private:
  std::uint64_t blocks_;
  std::uint64_t state_;
};

struct Work {
  const Options* options;
  int fd;
  std::uint64_t blocks;
  std::atomic<bool>* stop;
};

bool Done(const Work& work, std::uint64_t done) {
  if (work.options->operations != 0) {
    return done >= work.options->operations;
  }
  return done % kLookEvery == 0 && work.stop->load(std::memory_order_relaxed);
}

std::uint64_t ReadPlainly(const Work& work, std::uint64_t seed) {
  const std::size_t block = work.options->block;
  void* const buffer = std::aligned_alloc(kAlignment, block);
  Offsets offsets(work.blocks, seed);
  std::uint64_t done = 0;
  while (!Done(work, done)) {
    if (::pread(work.fd, buffer, block,
                static_cast<off_t>(offsets.Next() * block)) < 0) {
      break;
    }
    ++done;
  }
  std::free(buffer);
  return done;
}

std::uint64_t ReadByUring(const Work& work, std::uint64_t seed) {
  const std::size_t block = work.options->block;
  const unsigned depth = work.options->depth;
  auto* const buffers =
      static_cast<char*>(std::aligned_alloc(kAlignment, block * depth));
  std::vector<iovec> parts;
  for (unsigned i = 0; i < depth; ++i) {
    parts.push_back({buffers + i * block, block});
  }
  io_uring ring{};
  if (::io_uring_queue_init(depth, &ring, 0) != 0 ||
      ::io_uring_register_files(&ring, &work.fd, 1) != 0 ||
      ::io_uring_register_buffers(&ring, parts.data(), depth) != 0) {
    return 0;
  }
  Offsets offsets(work.blocks, seed);
  const auto queue = [&](unsigned place) {
    io_uring_sqe* const entry = ::io_uring_get_sqe(&ring);
    ::io_uring_prep_read_fixed(entry, 0, parts[place].iov_base,
                               static_cast<unsigned>(block),
                               offsets.Next() * block, static_cast<int>(place));
    entry->flags |= IOSQE_FIXED_FILE;
    entry->user_data = place;
  };
  for (unsigned i = 0; i < depth; ++i) {
    queue(i);
  }
  std::uint64_t done = 0;
  while (work.options->operations != 0
             ? done < work.options->operations
             : !work.stop->load(std::memory_order_relaxed)) {
    ::io_uring_submit_and_wait(&ring, 1);
    io_uring_cqe* entry = nullptr;
    while (::io_uring_peek_cqe(&ring, &entry) == 0) {
      const auto place = static_cast<unsigned>(entry->user_data);
      ::io_uring_cqe_seen(&ring, entry);
      queue(place);
      ++done;
    }
  }
  ::io_uring_queue_exit(&ring);
  std::free(buffers);
  return done;
}

Options ParseWords(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] { return i + 1 < argc ? argv[++i] : "0"; };
    if (word == "--block") {
      options.block = std::strtoull(value(), nullptr, 10);
    } else if (word == "--threads") {
      options.threads = std::atoi(value());  // NOLINT(cert-err34-c)
    } else if (word == "-t") {
      options.seconds = std::strtod(value(), nullptr);
    } else if (word == "--ops") {
      options.operations = std::strtoull(value(), nullptr, 10);
    } else if (word == "--uring") {
      options.depth = static_cast<unsigned>(std::strtoul(value(), nullptr, 10));
    } else if (word == "--direct") {
      options.direct = true;
    } else {
      options.file = word;
    }
  }
  return options;
}

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

int Main(int argc, char** argv) {
  const Options options = ParseWords(argc, argv);
  const int fd = ::open(options.file.c_str(),
                        O_RDONLY | O_CLOEXEC | (options.direct ? O_DIRECT : 0));
  struct stat status {};
  if (fd < 0 || ::fstat(fd, &status) != 0 || options.block == 0) {
    fmt::print(stderr, "bare_sweep: cannot read the file\n");
    return 2;
  }
  std::atomic<bool> stop{false};
  const Work work{&options, fd,
                  static_cast<std::uint64_t>(status.st_size) / options.block,
                  &stop};
  std::vector<std::uint64_t> done(static_cast<std::size_t>(options.threads));
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < done.size(); ++i) {
    threads.emplace_back([&work, &done, i] {
      done[i] = work.options->depth == 0 ? ReadPlainly(work, i)
                                         : ReadByUring(work, i);
    });
  }
  if (options.operations == 0) {
    std::this_thread::sleep_for(std::chrono::duration<double>(options.seconds));
    stop.store(true);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::uint64_t all = 0;
  for (const std::uint64_t count : done) {
    all += count;
  }
  fmt::print(
      "operations={} seconds={} cpu={}\n", all,
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count(),
      CpuSeconds());
  ::close(fd);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return Main(argc, argv);
}
