// Names, regions and caches of the files of a cell.
#include "sweep/files.h"

#include <fcntl.h>
#include <fmt/format.h>

#include "base/random.h"
#include "sys/page_cache.h"
#include "sys/tree.h"

namespace fsduel {
namespace {

constexpr std::uint64_t kOffsetStream = 3'000'000;

int BaseFlags(const SweepSpec& spec, const Pattern& pattern) {
  int flags = pattern.writes() ? O_RDWR : O_RDONLY;
  flags |= spec.cache == CachePolicy::kDirect ? O_DIRECT : 0;
  flags |= spec.durability.dsync ? O_DSYNC : 0;
  flags |= spec.durability.sync ? O_SYNC : 0;
  return flags;
}

}  // namespace

Result<SweepFiles> SweepFiles::Open(const SweepPlan& plan,
                                    const SweepCell& cell, const Trees* trees) {
  SweepFiles files(plan, cell);
  for (std::uint32_t i = 0; trees != nullptr && i < trees->size(); ++i) {
    Result<UniqueFd> directory = trees->OpenSharedDirectory(i);
    if (!directory.ok()) {
      return directory.status();
    }
    files.directories_.push_back(std::move(directory).value());
  }
  files.ListFiles();
  if (plan.spec.verify) {
    files.MakeVerifiers();
  }
  files.complete_ = plan.target != TargetKind::kDirectory;
  return files;
}

void SweepFiles::ListFiles() {
  const bool own = plan_->target == TargetKind::kDirectory;
  const auto places = static_cast<std::uint32_t>(plan_->spec.targets.size());
  const bool shared = !own || plan_->spec.shared_file;
  const std::uint32_t count = shared ? places : cell_.threads;
  for (std::uint32_t i = 0; i < count; ++i) {
    File file;
    file.directory = i % places;
    file.name = !own     ? plan_->spec.targets[i]
                : shared ? fmt::format("shared{:02}", i)
                         : fmt::format("t{:04}", i);
    file.threads =
        shared ? cell_.threads / places + (i < cell_.threads % places ? 1 : 0)
               : 1;
    file.bytes = cell_.bytes_per_thread * file.threads;
    if (file.threads != 0) {
      files_.push_back(std::move(file));
    }
  }
}

void SweepFiles::MakeVerifiers() {
  for (std::uint32_t thread = 0; thread < cell_.threads; ++thread) {
    const File& file = OwnFile(thread);
    BlockVerifierSpec spec;
    spec.seed = plan_->seed;
    spec.file = static_cast<std::uint64_t>(&file - files_.data());
    spec.writer = thread;
    spec.block_bytes = cell_.block_bytes;
    spec.blocks = file.bytes / cell_.block_bytes;
    spec.shared = file.threads > 1;
    verifiers_.push_back(std::make_unique<BlockVerifier>(spec));
  }
}

const SweepFiles::File& SweepFiles::OwnFile(std::uint32_t thread) const {
  return files_[thread % files_.size()];
}

int SweepFiles::DirectoryFd(const File& file) const {
  return directories_.empty() ? AT_FDCWD : directories_[file.directory].get();
}

BlockVerifier* SweepFiles::VerifierOf(std::uint32_t thread) {
  return verifiers_.empty() ? nullptr : verifiers_[thread].get();
}

const std::string& SweepFiles::DirectoryOf(std::uint32_t thread) const {
  return plan_->spec.targets[OwnFile(thread).directory];
}

WorkerFile SweepFiles::FileOf(std::uint32_t thread,
                              const Pattern& pattern) const {
  const File& file = OwnFile(thread);
  WorkerFile open;
  open.directory_fd = DirectoryFd(file);
  open.name = file.name;
  open.flags = BaseFlags(plan_->spec, pattern);
  open.bytes = file.bytes;
  if (pattern.row->needs == NeedsFile::kEmpty &&
      plan_->target == TargetKind::kDirectory) {
    open.flags |= O_CREAT | (file.threads == 1 ? O_TRUNC : 0) |
                  (pattern.row->appends ? O_APPEND : 0);
    open.allocate = plan_->spec.engine == IoEngine::kMmap;
  }
  return open;
}

OffsetSpec SweepFiles::OffsetsOf(std::uint32_t thread, const Pattern& pattern,
                                 const OrderOfPhase& order) const {
  const File& file = OwnFile(thread);
  const std::uint64_t blocks = cell_.bytes_per_thread / order.block_bytes;
  const bool random = pattern.row->order == BlockOrder::kRandom ||
                      pattern.row->order == BlockOrder::kZipf ||
                      pattern.row->order == BlockOrder::kHot;
  const std::uint64_t lane = thread / files_.size();
  const std::uint64_t seed =
      DeriveSeed(plan_->seed, kOffsetStream + order.number);
  OffsetSpec spec;
  spec.order = pattern.row->order;
  spec.parameter = pattern.parameter;
  spec.each_once = order.each_once;
  spec.seed = DeriveSeed(seed, thread + 1);
  spec.shared_seed =
      file.threads > 1 ? seed : DeriveSeed(seed, kOffsetStream + thread);
  if (file.threads > 1 && random) {
    spec.region = {0, blocks * file.threads};
    spec.lane = lane;
    spec.lanes = file.threads;
  } else {
    spec.region = {file.threads > 1 ? lane * blocks : 0, blocks};
  }
  return spec;
}

Status SweepFiles::MakeEmpty() {
  complete_ = false;
  for (const File& file : files_) {
    if (file.threads < 2) {
      continue;
    }
    constexpr mode_t kMode = 0600;
    Sys<> sys;
    const SysResult made = sys.OpenAt(DirectoryFd(file), file.name.c_str(),
                                      O_WRONLY | O_CREAT | O_TRUNC, kMode);
    if (!made.ok()) {
      return Status::FromErrno(made.error, "open", file.name);
    }
    sys.Close(static_cast<int>(made.value));
  }
  return Status::Ok();
}

template <typename Visitor>
Status SweepFiles::ForEach(Visitor visit) const {
  Sys<> sys;
  for (const File& file : files_) {
    const SysResult opened =
        sys.OpenAt(DirectoryFd(file), file.name.c_str(), O_RDONLY);
    if (opened.error == ENOENT) {
      continue;
    }
    if (!opened.ok()) {
      return Status::FromErrno(opened.error, "open", file.name);
    }
    const UniqueFd fd(static_cast<int>(opened.value));
    if (Status visited = visit(fd.get(), file); !visited.ok()) {
      return visited;
    }
  }
  return Status::Ok();
}

Status SweepFiles::DropCache() const {
  return ForEach([](int fd, const File&) { return DropCachedPages(fd); });
}

double SweepFiles::CachedShare() const {
  CachedPages all;
  const Status status = ForEach([&all](int fd, const File& file) {
    const Result<CachedPages> count = CountCachedPages(fd, file.bytes);
    if (count.ok()) {
      all.pages += count->pages;
      all.cached += count->cached;
    }
    return count.status();
  });
  return !status.ok() || all.pages == 0
             ? -1
             : static_cast<double>(all.cached) / static_cast<double>(all.pages);
}

Status SweepFiles::Remove() {
  Sys<> sys;
  for (const File& file : files_) {
    if (plan_->target != TargetKind::kDirectory) {
      break;
    }
    const SysResult removed =
        sys.UnlinkAt(DirectoryFd(file), file.name.c_str());
    if (!removed.ok() && removed.error != ENOENT) {
      return Status::FromErrno(removed.error, "unlink", file.name);
    }
  }
  return Status::Ok();
}

}  // namespace fsduel
