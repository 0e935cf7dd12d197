// bare_metadata DIRECTORY [--files N]
//
// Makes, stats, opens, renames and removes empty files in a new directory below
// DIRECTORY with the barest loops: no clock, no statistics, names counted up in
// place. Prints one line for each kind of operation:
//   create operations=N cpu=SECONDS
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

// "f0000000", "f0000001", ...
class Name {
 public:
  explicit Name(char first) : text_{first} {
    std::memset(text_ + 1, '0', kDigits);
  }
  const char* c_str() const { return text_; }
  void Next() {
    char* digit = text_ + kDigits;
    while (*digit == '9') {
      *digit-- = '0';
    }
    ++*digit;
  }

 private:
  static constexpr int kDigits = 7;
  char text_[kDigits + 2] = {};
};

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// `operation` takes both names and returns false when it failed.
template <typename Operation>
void Measure(const char* what, long files, Operation operation) {
  Name before('f');
  Name after('g');
  const double start = CpuSeconds();
  for (long i = 0; i < files; ++i) {
    if (!operation(before.c_str(), after.c_str())) {
      std::perror(what);
      std::exit(1);
    }
    before.Next();
    after.Next();
  }
  fmt::print("{} operations={} cpu={}\n", what, files, CpuSeconds() - start);
}

void RunAll(int directory, long files) {
  Measure("create", files, [=](const char* name, const char*) {
    const int fd = ::openat(directory, name,
                            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return fd >= 0 && ::close(fd) == 0;
  });
  Measure("stat", files, [=](const char* name, const char*) {
    struct stat status;
    return ::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
  });
  Measure("open", files, [=](const char* name, const char*) {
    const int fd = ::openat(directory, name, O_RDONLY | O_CLOEXEC);
    return fd >= 0 && ::close(fd) == 0;
  });
  Measure("rename", files, [=](const char* name, const char* target) {
    return ::renameat(directory, name, directory, target) == 0;
  });
  Measure("unlink", files, [=](const char*, const char* target) {
    return ::unlinkat(directory, target, 0) == 0;
  });
}

}  // namespace

int main(int argc, char** argv) {
  long files = 100'000;
  std::string parent;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--files" && i + 1 < argc) {
      files = std::strtol(argv[++i], nullptr, 10);
    } else {
      parent = word;
    }
  }
  std::string path = parent + "/bare-XXXXXX";
  if (parent.empty() || files <= 0 || ::mkdtemp(path.data()) == nullptr) {
    fmt::print(stderr, "bare_metadata: cannot make a directory there\n");
    return 2;
  }
  const int directory =
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  RunAll(directory, files);
  ::close(directory);
  ::rmdir(path.c_str());
  return 0;
}
